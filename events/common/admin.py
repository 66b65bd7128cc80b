"""The log in the admin: read-only."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from clubscore.web.admin import ChosenFilter
from events.models import LogEntry


@admin.register(LogEntry)
class LogEntryAdmin(admin.ModelAdmin):
    # What it was before and after is on the page of an entry.
    list_display = ("at", "session", "tournament", "series", "action", "line", "user", "reason")
    list_filter = ("action", ("session", ChosenFilter), ("tournament", ChosenFilter))
    list_select_related = ("session", "tournament", "series", "line", "user")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
