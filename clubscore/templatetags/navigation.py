"""``{% menu_entry %}``: where in the main menu one is."""

from typing import Any

from django import template

register = template.Library()


@register.simple_tag(takes_context=True)
def menu_entry(context: dict[str, Any]) -> str:
    """The first part of the page's address, which is the name of its entry; the first page is the
    one of sessions."""
    request = context.get("request")
    return (request.path.split("/")[1] or "sessions") if request else ""
