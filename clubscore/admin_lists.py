"""Lists of the admin that take as long after ten years as in the first week."""

from functools import cached_property
from typing import Any, ClassVar, Final

from django.contrib import admin
from django.contrib.admin.filters import RelatedFieldListFilter
from django.core.paginator import Paginator
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html_join
from django.utils.translation import gettext_lazy as _

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
    """Of each list the model, the way from it to this one in Django's lookups, and its name."""

    @admin.display(description=_("parts"))
    def belonging(self, obj: Any) -> str:
        rows = (
            (reverse(f"admin:events_{model}_changelist"), path, obj.pk, name)
            for model, path, name in self.parts
        )
        return format_html_join(" · ", '<a href="{}?{}__id__exact={}">{}</a>', rows)
