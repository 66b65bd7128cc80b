"""The admin is for administrators; directors have pages for all their work."""

from collections.abc import Iterable
from typing import Any

from django.contrib.admin import AdminSite, ModelAdmin
from django.contrib.admin.apps import AdminConfig
from django.db.models import Model
from django.http import HttpRequest
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme

_BACK = "admin_way_back"


class AdministratorsSite(AdminSite):
    """Lets in active superusers alone; its forms know of each other, see
    :mod:`clubscore.editing`. Its pages lead back to the page that somebody came from."""

    def index(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> TemplateResponse:
        """The header's link names the page as ``?back=``; an address elsewhere is none."""
        back = request.GET.get("back", "")
        own = url_has_allowed_host_and_scheme(
            back, allowed_hosts={request.get_host()}, require_https=request.is_secure()
        )
        if own and not back.startswith(reverse("admin:index")):
            request.session[_BACK] = back
        return super().index(request, extra_context)

    def each_context(self, request: HttpRequest) -> dict[str, Any]:
        return {**super().each_context(request), "way_back": request.session.get(_BACK, "")}

    def has_permission(self, request: HttpRequest | Any) -> bool:
        return bool(request.user.is_active and request.user.is_superuser)

    def register(
        self,
        model_or_iterable: type[Model] | Iterable[type[Model]],
        admin_class: type[ModelAdmin] | None = None,
        **options: Any,
    ) -> None:
        # Models are not there yet when the site is made.
        from clubscore.editing.admin import EditAdmin, SavesChanges

        plain = admin_class or ModelAdmin
        edited = type(
            plain.__name__, (SavesChanges, plain, EditAdmin), {"__module__": plain.__module__}
        )
        super().register(model_or_iterable, edited, **options)


class AdministratorsConfig(AdminConfig):
    """Django's admin with this site."""

    default_site = "clubscore.admin_site.AdministratorsSite"
