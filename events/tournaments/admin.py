"""Tournaments, entries, rounds and results in the admin.

Creating, entering and pairing are for the pages; here what is stored is changed by the same forms
and services. A game is one field that holds both sides.

Teams in the admin, and what is said of them beside the games.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from typing import Any, ClassVar

from django.contrib import admin, messages
from django.contrib.admin.widgets import AdminTextInputWidget
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _

from clubscore.text.problems import Refused
from clubscore.text.sentences import decimals, refusal_text
from clubscore.web.admin import ChosenFilter, LargeList, WithParts
from clubscore.web.visitors import actor
from events.common.services import lock_tournament
from events.models import (
    Entry,
    Game,
    LineUpSeat,
    Round,
    RoundResult,
    Team,
    TeamApart,
    TeamBye,
    TeamForfeit,
    TeamsApart,
    Tournament,
)
from events.models.points import PointsField
from events.models.team_rules import TeamRuleFields
from events.tournaments.core import services as tournaments
from events.tournaments.core.domain.results import Outcome, show_outcome, write_points
from events.tournaments.desk.forms import TournamentForm
from events.tournaments.entries.forms import EntryForm
from events.tournaments.entries.services import entries
from events.tournaments.rounds.forms import ByeForm, GameForm
from events.tournaments.rounds.services import results
from events.tournaments.teams.services import change_team_fact

REFUSED = "clubscore.web.middleware"

OF_TOURNAMENT = ("tournament", ChosenFilter)

OF_ROUND = ("round__tournament", ChosenFilter)


class ChangedByServices(LargeList):
    """Nothing is added or deleted here, and what a service refuses is shown as a message.

    Every ``save_model`` is a service, called in :meth:`refusals_as_messages`.
    """

    tournament_path = "tournament"
    """From the model to its tournament, in Django's lookups."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def hold(self, obj: Any) -> None:
        rows = self.model._default_manager.filter(pk=obj.pk)
        for tournament in rows.values_list(self.tournament_path, flat=True):
            lock_tournament(tournament)

    @contextmanager
    def refusals_as_messages(self, request: HttpRequest) -> Iterator[None]:
        """A refusal becomes a message, and :meth:`response_change` knows of it."""
        try:
            yield
        except Refused as refusal:
            self.message_user(request, refusal_text(refusal), messages.ERROR)
            # The admin calls ``response_change`` after ``save_model`` whatever happened in it.
            request.META[REFUSED] = True

    def response_change(self, request: HttpRequest, obj: Any) -> HttpResponse:
        """Back to the form when nothing was stored, without a message of success."""
        if request.META.get(REFUSED):
            return redirect(request.path)
        return super().response_change(request, obj)


class TournamentAdminForm(TournamentForm):
    """The page of the settings lists the tie-breaks itself; here the field does. Also the columns
    of matches between teams, which have a page of their own."""

    is_whole = True

    class Meta(TournamentForm.Meta):
        fields = (
            *TournamentForm.Meta.fields,
            *(field.name for field in TeamRuleFields._meta.local_fields),
        )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        rows = (*self.chosen_tie_breaks, *self.other_tie_breaks)
        self.fields["tie_breaks"].choices = [(code, name) for code, name, _meaning in rows]  # type: ignore[attr-defined]


@admin.register(Tournament)
class TournamentAdmin(WithParts, ChangedByServices):
    ordering = tuple(Tournament._meta.ordering or ())
    parts = (
        ("entry", "tournament", _("Entries")),
        ("round", "tournament", _("Rounds")),
        ("game", "round__tournament", _("Games")),
        ("logentry", "tournament", _("Log")),
    )
    tournament_path = "pk"
    form = TournamentAdminForm
    # The admin's own field for whole numbers would be empty for ½.
    formfield_overrides: ClassVar = {PointsField: {"widget": AdminTextInputWidget}}
    list_display = (
        "name",
        "start",
        "belonging",
        "discipline",
        "rounds_planned",
        "state",
        "published_at",
    )
    list_filter = ("state", "discipline", "club")
    search_fields = ("name", "city")
    date_hierarchy = "start"
    readonly_fields = ("slug", "state", "published_at", "registration_closed_at", "kept_records")

    def save_model(self, request: HttpRequest, obj: Tournament, form: Any, change: bool) -> None:
        with self.refusals_as_messages(request):
            tournaments.change_details(tournament=obj, fields=form.changed_data, by=actor(request))


class EntryAdminForm(EntryForm):
    """An entry with its player of the register."""

    fact_of: ClassVar[dict[str, str]] = {}

    class Meta(EntryForm.Meta):
        fields = ("player", *EntryForm.Meta.fields)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, tournament=kwargs["instance"].tournament, **kwargs)


@admin.register(Entry)
class EntryAdmin(ChangedByServices):
    form = EntryAdminForm
    autocomplete_fields = ("player",)
    list_display = (
        "number",
        "full_name",
        "tournament",
        "title",
        "rating",
        "club",
        "team",
        "registered",
        "withdrawn_after",
    )
    list_display_links = ("full_name",)
    list_filter = (OF_TOURNAMENT, "registered", "title")
    list_select_related = ("tournament", "team")
    search_fields = ("family", "given", "=number", "=identity")
    readonly_fields = ("tournament", "withdrawn_after", "file_rank")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Entry]:
        return super().get_queryset(request).select_related("tournament", "team", "player")

    @admin.display(description=_("name"))
    def full_name(self, entry: Entry) -> str:
        return entry.name

    def save_model(self, request: HttpRequest, obj: Entry, form: Any, change: bool) -> None:
        with self.refusals_as_messages(request):
            entries.change_entry(
                entry=obj,
                fields=form.changed_columns,
                team_name=form.cleaned_data["team_name"],
                by=actor(request),
            )


@admin.register(Round)
class RoundAdmin(ChangedByServices):
    fields = ("tournament", "number", "date")
    readonly_fields = ("tournament", "number")
    list_display = ("__str__", "tournament", "date")
    list_filter = (OF_TOURNAMENT,)
    list_select_related = ("tournament",)
    search_fields = ("tournament__name", "=number")

    def save_model(self, request: HttpRequest, obj: Round, form: Any, change: bool) -> None:
        with self.refusals_as_messages(request):
            tournaments.date_round(round=obj, date=obj.date, by=actor(request))


class SideInline(admin.TabularInline):
    """The two players, read-only: they are changed with the pairings."""

    model = RoundResult
    extra = 0
    can_delete = False
    fields = readonly_fields = ("side", "entry")

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Game)
class GameAdmin(ChangedByServices):
    tournament_path = "round__tournament"
    form = GameForm
    inlines = (SideInline,)
    fields = (
        "tournament", "round", "board_number", "handicap", "komi", "result", "swap", "reason",
        "version",
    )  # fmt: skip
    readonly_fields = ("tournament", "round", "board_number", "handicap", "komi", "version")
    list_display = ("__str__", "tournament", "players", "shown", "updated_at")
    list_filter = (OF_ROUND, "round__number", "outcome")
    list_select_related = ("round__tournament",)
    search_fields = ("sides__entry__family", "=board_number")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Game]:
        found = super().get_queryset(request).select_related("round__tournament")
        return found.prefetch_related("sides__entry")

    @admin.display(description=_("tournament"))
    def tournament(self, game: Game) -> Tournament:
        return game.round.tournament

    @admin.display(description=_("players"))
    def players(self, game: Game) -> str:
        in_order = sorted(game.sides.all(), key=lambda side: side.side or 0)
        return " – ".join(str(side.entry) for side in in_order)

    @admin.display(description=_("komi"))
    def komi(self, game: Game) -> str:
        if game.doubled_komi is None:
            return str(_("that of the tournament"))
        return decimals(write_points(Fraction(game.doubled_komi, 2)))

    @admin.display(description=_("result"))
    def shown(self, game: Game) -> str:
        return show_outcome(Outcome(game.outcome)) or "*"

    def save_model(self, request: HttpRequest, obj: Game, form: Any, change: bool) -> None:
        with self.refusals_as_messages(request):
            if form.changed_data:
                results.correct_result(
                    tournament=obj.round.tournament,
                    game_id=obj.pk,
                    outcome=form.cleaned_data["result"],
                    swap=form.cleaned_data["swap"],
                    version=obj.version,
                    reason=form.cleaned_data["reason"],
                    by=actor(request),
                )


@admin.register(RoundResult)
class RoundResultAdmin(ChangedByServices):
    """Every result of a round; a bye is changed here, a side of a game with its game."""

    tournament_path = "round__tournament"
    form = ByeForm
    fields = ("round", "entry", "letter")
    list_display = ("round", "tournament", "entry", "code", "of_game")
    list_filter = (OF_ROUND, "round__number", "bye")
    list_select_related = ("round__tournament", "entry", "game__round")
    search_fields = ("entry__family", "entry__given", "=entry__number")
    ordering: ClassVar = ("-round__tournament", "round__number", "entry__number")

    def has_change_permission(self, request: HttpRequest, obj: RoundResult | None = None) -> bool:
        is_side = obj is not None and obj.game_id is not None
        return not is_side and super().has_change_permission(request, obj)

    def get_fields(self, request: HttpRequest, obj: RoundResult | None = None) -> Any:
        # The letter of a bye is typed where it can be changed.
        if self.has_change_permission(request, obj):
            return self.fields
        return ("round", "entry", "code", "of_game")

    def get_readonly_fields(self, request: HttpRequest, obj: RoundResult | None = None) -> Any:
        return ("round", "entry", "code", "of_game")

    @admin.display(description=_("game"), ordering="game")
    def of_game(self, result: RoundResult) -> Game | None:
        return result.game

    @admin.display(description=_("tournament"))
    def tournament(self, result: RoundResult) -> Tournament:
        return result.round.tournament

    @admin.display(description=_("code"))
    def code(self, result: RoundResult) -> str:
        if result.game is None:
            return result.bye
        outcome = Outcome(result.game.outcome)
        return (outcome.first if result.side == Game.FIRST else outcome.second).value

    def save_model(self, request: HttpRequest, obj: RoundResult, form: Any, change: bool) -> None:
        with self.refusals_as_messages(request):
            results.enter_bye(
                tournament=obj.round.tournament,
                result_id=obj.pk,
                text=form.cleaned_data["letter"],
                by=actor(request),
            )


class TeamFactAdmin(ChangedByServices):
    """What is said of teams beside the games; the tournament is that of the teams."""

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        with self.refusals_as_messages(request):
            change_team_fact(
                tournament=self.tournament(obj),
                fact=obj,
                fields=form.changed_data,
                by=actor(request),
            )

    @admin.display(description=_("tournament"))
    def tournament(self, fact: Any) -> Tournament:
        found: Tournament = fact.tournament if hasattr(fact, "tournament") else fact.team.tournament
        return found


@admin.register(Team)
class TeamAdmin(TeamFactAdmin):
    """A team is made, filled and emptied by its members' entries."""

    fields = ("tournament", "name", "number", "short", "strength")
    readonly_fields = ("tournament", "name")
    list_display = ("name", "tournament", "number")
    list_filter = (OF_TOURNAMENT,)
    list_select_related = ("tournament",)
    search_fields = ("name",)


@admin.register(TeamBye)
class TeamByeAdmin(TeamFactAdmin):
    tournament_path = "team__tournament"
    fields = ("tournament", "team", "round", "code")
    readonly_fields = ("tournament", "team")
    list_display = ("team", "tournament", "round", "code")
    list_filter = (("team__tournament", ChosenFilter), "code")
    list_select_related = ("team__tournament",)
    search_fields = ("team__name", "=round")


@admin.register(TeamForfeit)
class TeamForfeitAdmin(TeamFactAdmin):
    tournament_path = "white__tournament"
    fields = ("tournament", "round", "white", "black", "score")
    readonly_fields = ("tournament", "white", "black")
    list_display = ("__str__", "tournament", "round", "white", "black", "score")
    list_filter = (("white__tournament", ChosenFilter), "score")
    list_select_related = ("white__tournament", "black")
    search_fields = ("white__name", "black__name", "=round")

    @admin.display(description=_("tournament"))
    def tournament(self, fact: TeamForfeit) -> Tournament:
        return fact.white.tournament


@admin.register(LineUpSeat)
class LineUpSeatAdmin(TeamFactAdmin):
    tournament_path = "team__tournament"
    fields = ("tournament", "team", "round", "board", "entry")
    readonly_fields = ("tournament", "team", "round", "board")
    list_display = ("team", "tournament", "round", "board", "entry")
    list_filter = (("team__tournament", ChosenFilter),)
    list_select_related = ("team__tournament", "entry")
    search_fields = ("team__name", "entry__family", "=round")
    autocomplete_fields = ("entry",)


class ApartInline(admin.TabularInline):
    """The teams, read-only."""

    model = TeamApart
    extra = 0
    can_delete = False
    fields = readonly_fields = ("team",)

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(TeamsApart)
class TeamsApartAdmin(TeamFactAdmin):
    inlines = (ApartInline,)
    fields = ("tournament", "first_round", "last_round")
    readonly_fields = ("tournament",)
    list_display = ("__str__", "tournament", "first_round", "last_round")
    list_filter = (OF_TOURNAMENT,)
    list_select_related = ("tournament",)
    search_fields = ("tournament__name",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[TeamsApart]:
        return super().get_queryset(request).prefetch_related("members__team")
