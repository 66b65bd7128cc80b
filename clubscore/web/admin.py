"""The admin is for administrators; directors have pages for all their work.

Lists of the admin that take as long after ten years as in the first week.

The admin's forms for what exists: like all others, they carry what they showed.
"""

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Any, ClassVar, Final, cast

from django import forms
from django.apps import apps
from django.contrib import admin
from django.contrib.admin import AdminSite, ModelAdmin
from django.contrib.admin.apps import AdminConfig
from django.contrib.admin.filters import RelatedFieldListFilter
from django.core.paginator import Paginator
from django.db import models
from django.db.models import Model
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.text import capfirst
from django.utils.translation import gettext, gettext_lazy as _

from clubscore.web.editing import EditForm
from clubscore.web.next_page import own_page

_BACK = "admin_way_back"


class AdministratorsSite(AdminSite):
    """Lets in active superusers alone; its forms know of each other, see
    :mod:`clubscore.web.editing`. Its pages lead back to the page that somebody came from."""

    enable_nav_sidebar = False

    def index(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> TemplateResponse:
        """The header's link names the page as ``?back=``; an address elsewhere is none."""
        back = own_page(request, request.GET.get("back", ""))
        if back and not back.startswith(reverse("admin:index")):
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
        plain = admin_class or ModelAdmin
        edited = type(
            plain.__name__, (SavesChanges, plain, EditAdmin), {"__module__": plain.__module__}
        )
        super().register(model_or_iterable, edited, **options)


class AdministratorsConfig(AdminConfig):
    """Django's admin with this site."""

    default_site = "clubscore.web.admin.AdministratorsSite"

    def ready(self) -> None:
        """Logins are called so in the list and above every page of theirs."""
        super().ready()
        apps.get_app_config("auth").verbose_name = _("Logins")


MAX_COUNTED: Final = 10_000


class CappedPaginator(Paginator):
    """Counts no further than :data:`MAX_COUNTED`: what is beyond is found by a search."""

    @cached_property
    def _counted(self) -> int:
        rows: Any = self.object_list
        return int(rows.order_by().values("pk")[: MAX_COUNTED + 1].count())

    @cached_property
    def count(self) -> int:
        return min(self._counted, MAX_COUNTED)

    @property
    def is_capped(self) -> bool:
        """Whether there is more than was counted."""
        return self._counted > MAX_COUNTED


class ChosenFilter(RelatedFieldListFilter):
    """A filter by an event that offers no list of all events: a link in the event's own row
    chooses it, and *All* lets go of it."""

    def field_choices(
        self, field: Any, request: HttpRequest, model_admin: admin.ModelAdmin
    ) -> list[Any]:
        number = str(self.lookup_val[-1]) if self.lookup_val else ""
        if not number.isdecimal() or len(number) > 18:
            return []
        chosen = field.related_model._default_manager.filter(pk=number)
        return [(each.pk, str(each)) for each in chosen]

    def has_output(self) -> bool:
        return bool(self.lookup_val)


class LargeList(admin.ModelAdmin):
    """The latest first, and in the order of the model once something is chosen; with an
    ``ordering`` of its own always in that."""

    def get_ordering(self, request: HttpRequest) -> Any:
        # An order by what the rows belong to would sort all of them for the first page.
        return super().get_ordering(request) if request.GET or self.ordering else ("-pk",)


class WithParts(admin.ModelAdmin):
    """Each row leads to the lists of what belongs to it: no filter there lists all events."""

    parts: ClassVar[tuple[tuple[str, str, Any], ...]] = ()
    """For each list its model, the lookup that leads from it to this model, and its name."""

    @admin.display(description=_("parts"))
    def belonging(self, obj: Any) -> str:
        rows = (
            (reverse(f"admin:events_{model}_changelist"), path, obj.pk, name)
            for model, path, name in self.parts
        )
        return format_html_join(" · ", '<a href="{}?{}__id__exact={}">{}</a>', rows)


def readable(value: Any, named: Callable[[str], str] = str) -> str:
    """A value of JSON in words, as HTML: a line for each of its names, which ``named`` words."""
    if isinstance(value, dict):
        lines = ((named(name), readable(each, named)) for name, each in value.items())
        return format_html('<dl class="readable">{}</dl>', _pairs(lines)) if value else "–"
    if isinstance(value, list | tuple):
        items = ((readable(each, named),) for each in value)
        return format_html_join(", ", "{}", items) or "–"
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    return "–" if value in (None, "") else str(value)


def _pairs(lines: Iterable[tuple[str, str]]) -> str:
    return format_html_join("", "<div><dt>{}</dt><dd>{}</dd></div>", lines)


_ABOVE = ("session", "tournament", "section", "round")


def page_of(obj: object) -> str | None:
    """The address of the site's page of an object, or of what it is a part of; else ``None``."""
    if not isinstance(obj, models.Model):
        return None
    if address := getattr(obj, "get_absolute_url", None):
        return str(address())
    above = (page_of(getattr(obj, name, None)) for name in _ABOVE)
    return next(filter(None, above), None)


class EditAdmin(admin.ModelAdmin):
    """The site puts this below every admin that is registered."""

    paginator = CappedPaginator
    show_full_result_count = False
    show_facets = admin.ShowFacets.NEVER
    list_per_page = 50

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """A list is headed by what it lists."""
        title = capfirst(self.opts.verbose_name_plural)
        return super().changelist_view(request, {"title": title, **(extra_context or {})})

    def hold(self, obj: models.Model) -> None:
        """Hold what is changed until the transaction ends; Django began one for the POST."""
        rows = type(obj)._default_manager.select_for_update(of=("self",), no_key=True)
        rows.filter(pk=obj.pk).first()

    def get_object(
        self, request: HttpRequest, object_id: str, from_field: str | None = None
    ) -> Any:
        found = super().get_object(request, object_id, from_field)
        if found is None or request.method != "POST":
            return found
        self.hold(found)
        # Somebody may have changed it before it was held.
        return super().get_object(request, object_id, from_field)

    def get_view_on_site_url(self, obj: models.Model | None = None) -> str | None:
        """The page of what is edited, or of the event that it belongs to."""
        return page_of(obj)

    def get_form(
        self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any
    ) -> type[forms.ModelForm]:
        form: Any = super().get_form(request, obj, change=change, **kwargs)
        if change and not issubclass(form, EditForm):
            form = type(form)(form.__name__, (EditForm, form), {})
        return cast(type[forms.ModelForm], form)


class SavesChanges(admin.ModelAdmin):
    """The site puts this above every admin that is registered."""

    def save_model(
        self, request: HttpRequest, obj: models.Model, form: forms.ModelForm, change: bool
    ) -> None:
        # Opened and saved as it was: nothing is written, nor is anybody's page made again.
        if not change or form.changed_data:
            super().save_model(request, obj, form, change)
