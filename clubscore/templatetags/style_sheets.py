"""The style sheets of a bundle: one file where files are collected, else each by itself."""

from django import template
from django.contrib.staticfiles.storage import staticfiles_storage
from django.templatetags.static import static
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from clubscore.web.static_files import BUNDLES, HashedStaticFilesStorage

register = template.Library()


@register.simple_tag
def style_sheets(bundle: str) -> SafeString:
    """Links to the bundle ``css/site.css``, for example. Raises ``KeyError`` for an unknown one."""
    names = [f"css/{part}.css" for part in BUNDLES[bundle]]
    if isinstance(staticfiles_storage, HashedStaticFilesStorage):
        names = [bundle]
    links = ((static(name),) for name in names)
    return format_html_join("\n", '<link rel="stylesheet" href="{}">', links)
