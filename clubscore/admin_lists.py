"""Lists of the admin that take as long after ten years as in the first week."""

from functools import cached_property
from typing import Any, Final

from django.contrib import admin
from django.contrib.admin.filters import RelatedFieldListFilter
from django.core.paginator import Paginator
from django.http import HttpRequest

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
    """The latest first, and in the order of the model once something is chosen."""

    def get_ordering(self, request: HttpRequest) -> Any:
        # An order by what the rows belong to would sort all of them for the first page.
        return super().get_ordering(request) if request.GET else ("-pk",)
