"""The register in the admin: the model's own validation and the register's services, so that
changes made here are in the log too. A number is shown and never edited.
"""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _

from clubscore.text.problems import Refused
from clubscore.text.sentences import refusal_text
from clubscore.web.visitors import actor
from players.domain.characters import search_key
from players.models import Club, Player, RegisterEntry
from players.selectors.clubs import club_named, facts_in_use
from players.selectors.register import Wanted, facts_held
from players.services.clubs import add_club, delete_club, rename_club
from players.services.log import hold_register
from players.services.players import add_player, change_player, delete_players

LISTED = ("club", "title", "rating", "grade", "federation", "country")
"""The facts in the list of players, where they are in use."""


class ByServices(admin.ModelAdmin):
    """A model whose services write; what they refuse is shown as a message.

    They refuse what no form can know: somebody else was faster. The form is then validated again,
    for by now it sees what the other one did, and what was typed stays in it.
    """

    def hold(self, obj: Any) -> None:
        hold_register()

    def changeform_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        with suppress(Refused):
            return super().changeform_view(request, *args, **kwargs)
        return self._with_refusal_shown(request, super().changeform_view, request, *args, **kwargs)

    def delete_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return self._with_refusal_shown(request, super().delete_view, request, *args, **kwargs)

    def changelist_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return self._with_refusal_shown(request, super().changelist_view, request, *args, **kwargs)

    def _with_refusal_shown(
        self, request: HttpRequest, view: Callable[..., HttpResponse], *args: Any, **kwargs: Any
    ) -> HttpResponse:
        try:
            return view(*args, **kwargs)
        except Refused as refusal:
            self.message_user(request, refusal_text(refusal), messages.ERROR)
            return redirect(request.get_full_path())


class ClubForm(forms.ModelForm):
    """A club's name, which no other club has, whatever its case."""

    class Meta:
        model = Club
        fields = ("name",)

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        taken = club_named(name)
        if taken and taken != self.instance:
            raise forms.ValidationError(
                _("There is already a club called “%(name)s”."), params={"name": taken.name}
            )
        return name


@admin.register(Club)
class ClubAdmin(ByServices):
    form = ClubForm
    search_fields = ("name",)

    def save_model(
        self, request: HttpRequest, obj: Club, form: forms.ModelForm, change: bool
    ) -> None:
        if change:
            rename_club(club=obj, name=obj.name, by=actor(request))
        else:
            add_club(club=obj)

    def delete_model(self, request: HttpRequest, obj: Club) -> None:
        delete_club(club=obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Club]) -> None:
        with transaction.atomic():
            for club in queryset:
                delete_club(club=club)


@admin.register(Player)
class PlayerAdmin(ByServices):
    list_filter = ("initials_only",)
    list_select_related = ("club",)
    search_fields = ("search_text", "number")
    search_help_text = _("Any part of a name; accents and capitals do not matter.")
    autocomplete_fields = ("club",)
    readonly_fields = ("number",)

    def get_list_display(self, request: HttpRequest) -> tuple[str, ...]:
        """The facts in use that somebody has, of which there is one text or number."""
        held = facts_held(Wanted())
        used = [fact for fact in LISTED if fact in facts_in_use() and fact in held]
        return ("full_name", "number", *used, "initials_only")

    def get_list_filter(self, request: HttpRequest) -> tuple[str, ...]:
        used = [fact for fact in ("club", "country", "federation") if fact in facts_in_use()]
        return ("initials_only", *used)

    def get_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        """The name, its parts, and the facts in use."""
        return ("number", "name", "given", "particle", "family", *facts_in_use(), "initials_only")

    def get_search_results(self, request: HttpRequest, queryset, search_term: str):  # type: ignore[no-untyped-def]
        # The column is stored without accents and capitals; what is typed is compared in the same
        # form.
        return super().get_search_results(request, queryset, search_key(search_term))

    def save_model(
        self, request: HttpRequest, obj: Player, form: forms.ModelForm, change: bool
    ) -> None:
        club, by = obj.club.name if obj.club else "", actor(request)
        if change:
            change_player(player=obj, club=club, fields=form.changed_data, by=by)
        else:
            add_player(player=obj, club=club, by=by)

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
    """Read-only: nobody changes the log."""

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
