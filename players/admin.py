"""The register in the admin: the model's own validation, number shown and never edited."""

from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from players.domain.names import search_key
from players.models import Club, Player


@admin.register(Club)
class ClubAdmin(admin.ModelAdmin):
    search_fields = ("name",)


@admin.register(Player)
class PlayerAdmin(admin.ModelAdmin):
    list_display = ("full_name", "number", "club", "grade", "country")
    list_filter = ("club", "country")
    list_select_related = ("club",)
    search_fields = ("search_text", "number")
    search_help_text = _("Any part of a name; accents and capitals do not matter.")
    autocomplete_fields = ("club",)
    readonly_fields = ("number",)
    fields = ("number", "given", "middle", "family", "grade", "club", "country", "note")

    def get_search_results(self, request: HttpRequest, queryset, search_term: str):  # type: ignore[no-untyped-def]
        return super().get_search_results(request, queryset, search_key(search_term))

    @admin.display(description=_("name"), ordering="family")
    def full_name(self, player: Player) -> str:
        return player.full_name
