"""The log in the admin: read-only."""

from contextlib import suppress
from typing import Any, Final

from django.contrib import admin
from django.core.exceptions import FieldDoesNotExist
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from clubscore.web.admin import ChosenFilter, readable
from events.models import (
    Entry,
    Game,
    HallSettings,
    LogEntry,
    Session,
    Team,
    Tournament,
    TravellerLine,
)

FIELDS: Final = (
    "at", "session", "tournament", "series", "action", "line", "was", "became", "reason", "user",
    "device", "undoes", "part_of",
)  # fmt: skip

LOGGED: Final = (TravellerLine, Session, Tournament, Entry, Team, Game, HallSettings)
"""Whose columns the log names."""


def word_of(name: str) -> str:
    """What pages call a column that the log names; another name with blanks."""
    for model in LOGGED:
        with suppress(FieldDoesNotExist):
            return str(getattr(model._meta.get_field(name), "verbose_name", name))
    return name.replace("_", " ")


@admin.register(LogEntry)
class LogEntryAdmin(admin.ModelAdmin):
    # What it was before and after is on the page of an entry.
    list_display = ("at", "event", "action", "line", "user", "reason")
    list_filter = ("action", ("session", ChosenFilter), ("tournament", ChosenFilter))
    list_select_related = ("session", "tournament", "series", "line", "user")

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        """What the entry says anything in."""
        shown = {"was": "before", "became": "after"}
        return [name for name in FIELDS if obj and getattr(obj, shown.get(name, name))]

    @admin.display(description=_("event"))
    def event(self, entry: LogEntry) -> str:
        """What it is of."""
        return str(entry.session or entry.tournament or entry.series or "–")

    @admin.display(description=_("before"))
    def was(self, entry: LogEntry) -> str:
        return readable(entry.before, word_of)

    @admin.display(description=_("after"))
    def became(self, entry: LogEntry) -> str:
        return readable(entry.after, word_of)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
