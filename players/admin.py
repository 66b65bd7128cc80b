"""The register in the admin: the model's own validation and the register's services, so that
what is done here stands in the log too. A number is shown and never edited.
"""

from typing import Any

from django import forms
from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from clubscore.actor import actor
from players.domain.names import search_key
from players.models import Club, Player, RegisterEntry
from players.services.players import add_player, change_player, delete_players


@admin.register(Club)
class ClubAdmin(admin.ModelAdmin):
    search_fields = ("name",)


@admin.register(Player)
class PlayerAdmin(admin.ModelAdmin):
    list_display = ("full_name", "number", "club", "grade", "country", "initials_only")
    list_filter = ("initials_only", "club", "country")
    list_select_related = ("club",)
    search_fields = ("search_text", "number")
    search_help_text = _("Any part of a name; accents and capitals do not matter.")
    autocomplete_fields = ("club",)
    readonly_fields = ("number",)
    fields = (
        "number",
        "given",
        "middle",
        "family",
        "grade",
        "club",
        "country",
        "fide_number",
        "initials_only",
        "born",
        "email",
        "telephone",
        "note",
    )

    def get_search_results(self, request: HttpRequest, queryset, search_term: str):  # type: ignore[no-untyped-def]
        return super().get_search_results(request, queryset, search_key(search_term))

    def save_model(
        self, request: HttpRequest, obj: Player, form: forms.ModelForm, change: bool
    ) -> None:
        keep = change_player if change else add_player
        keep(player=obj, club=obj.club.name if obj.club else "", by=actor(request))

    def delete_model(self, request: HttpRequest, obj: Player) -> None:
        delete_players(numbers=[obj.pk], by=actor(request))

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Player]) -> None:
        numbers = list(queryset.values_list("pk", flat=True))
        delete_players(numbers=numbers, by=actor(request))

    @admin.display(description=_("name"), ordering="sort_key")
    def full_name(self, player: Player) -> str:
        return player.full_name


@admin.register(RegisterEntry)
class RegisterEntryAdmin(admin.ModelAdmin):
    """To be read; nobody changes the log."""

    list_display = ("at", "number", "action", "other", "user", "before", "after")
    list_filter = ("action",)
    list_select_related = ("user",)
    search_fields = ("=number",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
