"""Standings, crosstable, player cards and teams. Public once the tournament is.

The inner part of a page is computed and rendered once for every state of its tournament, as with
sessions; see :mod:`events.common.selectors.stamp`.
"""

from collections.abc import Callable
from typing import Any

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from clubscore.permissions import is_director
from clubscore.problems import Refused
from clubscore.sentences import NothingHereError, translate_refusal
from clubscore.visitor_pages import for_visitors
from events.common.selectors.stamp import tournament_stamp
from events.models import Tournament
from events.models.tournament import MAX_COUNTING, MAX_ROUNDS
from events.tournaments.domain.crosstable import crosstable as make_crosstable
from events.tournaments.domain.own_game import running_rounds
from events.tournaments.domain.team_scores import team_standings
from events.tournaments.domain.tiebreaks.explanation import explain
from events.tournaments.formats.krause.team_events import team_event
from events.tournaments.permissions import tournament_for_reader
from events.tournaments.selectors.entries import Shown, shown_entries
from events.tournaments.selectors.rounds import board_numbers
from events.tournaments.services.standings import Standings
from events.tournaments.views import card_rows, cross_rows, result_rows, team_match_rows
from events.tournaments.views.own_game_text import own_game
from events.tournaments.views.ranked import read_standings, read_value
from events.tournaments.views.team_papers import match_texts, teams_meet
from events.tournaments.views.tie_break_rows import tie_break_card

Entries = dict[int, Shown]
Context = Callable[[Tournament, Entries], dict[str, Any]]


@for_visitors
@require_GET
def standings(request: HttpRequest, slug: str, through: int | None = None) -> HttpResponse:
    """The standings after a round, by default after the last one that was begun."""

    def context(tournament: Tournament, entries: Entries) -> dict[str, Any]:
        scored = _scored(tournament, through)
        return {
            "provisional": result_rows.provisional(tournament, scored.value, scored.through),
            "withdrawals": result_rows.withdrawals(scored.value, scored.through, entries),
            "table": result_rows.standings_table(tournament, scored, entries),
        }

    return _page(request, slug, "standings", str(through or ""), context)


@for_visitors
@require_GET
def crosstable(request: HttpRequest, slug: str) -> HttpResponse:
    """Everybody's results of all rounds; ``?order=number`` for the order of starting numbers."""
    by_number = request.GET.get("order") == "number"

    def context(tournament: Tournament, entries: Entries) -> dict[str, Any]:
        value = read_value(tournament)
        table = make_crosstable(value, tie_breaks=value.tie_breaks, by_number=by_number)
        return {
            "provisional": result_rows.provisional(tournament, value, table.rounds),
            "withdrawals": result_rows.withdrawals(value, table.rounds, entries),
            "by_number": by_number,
            "table": cross_rows.cross_rows(tournament, table, entries),
        }

    return _page(request, slug, "crosstable", str(by_number), context)


@for_visitors
@require_GET
def teams(request: HttpRequest, slug: str) -> HttpResponse:
    """The teams: by their matches, where they meet each other, with those of round ``?round=``;
    else by the points of as many members as the tournament counts; ``?count=`` counts another
    number, 0 all of them."""
    # Limited, for every number asked for is an entry of the cache.
    asked = _number(request, "count", most=MAX_COUNTING)
    round_ = _number(request, "round", most=MAX_ROUNDS)

    def context(tournament: Tournament, entries: Entries) -> dict[str, Any]:
        value = read_value(tournament)
        if event := team_event(value):
            table = team_match_rows.match_table(event)
            number = round_ if round_ and round_ in table.rounds else len(table.rounds)
            return {
                "provisional": result_rows.provisional(tournament, value, len(table.rounds)),
                "matches": table,
                "table": table,
                "shown": team_match_rows.shown_round(event, number, entries),
            }
        count = (tournament.counting_members or 0) if asked is None else asked
        scored = read_standings(tournament)
        lines = team_standings(scored.value.teams, scored.lines, count=count or None)
        largest = max((len(team.members) for team in scored.value.teams), default=0)
        return {
            "provisional": result_rows.provisional(tournament, scored.value, scored.through),
            "rows": result_rows.team_rows(lines, entries),
            "count": count,
            "counts": range(1, largest + 1),
        }

    return _page(request, slug, "teams", f"{asked}:{round_}", context)


@for_visitors
@require_GET
def player(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """All rounds of one player, and how the tie-breaks came about."""

    def context(tournament: Tournament, entries: Entries) -> dict[str, Any]:
        if number not in entries:
            raise NothingHereError(_("There is no such player in this tournament."))
        scored = read_standings(tournament)
        entrant = next(each for each in scored.value.entrants if each.number == number)
        running = running_rounds(each.results for each in scored.value.entrants)
        boards = board_numbers(tournament.pk)
        matches = match_texts(scored.value)
        game = own_game(tournament, entrant, entries, boards, running, matches)
        players = reverse("events:tournament-players", args=[slug])
        return {
            "provisional": result_rows.provisional(tournament, scored.value, scored.through),
            "card": card_rows.player_card(tournament, scored, entries, number),
            "game": game,
            "own_game": game.linked(players) if game else "",
        }

    return _page(request, slug, "player", str(number), context)


@require_GET
def tie_break(
    request: HttpRequest, slug: str, through: int, number: int, code: str
) -> HttpResponse:
    """How one value of the standings came about; ``code`` has ``-`` for ``/``."""
    tournament = tournament_for_reader(request, slug)
    scored = _scored(tournament, through)
    try:
        explained = explain(scored.value, scored.ranking, number=number, code=code)
    except Refused as refusal:
        raise NothingHereError(" ".join(translate_refusal(refusal))) from refusal
    entries = shown_entries(tournament, public=not is_director(request))
    context = {
        "tournament": tournament,
        "tab": "tie-break",
        "through": through,
        "provisional": result_rows.provisional(tournament, scored.value, scored.through),
        "entry": entries[number],
        "card": tie_break_card(tournament, explained, entries),
        "others": result_rows.tie_break_columns(tournament, scored.value.tie_breaks),
    }
    return render(request, "events/tournaments/tie_break.html", context)


def _scored(tournament: Tournament, through: int | None) -> Standings:
    if through is not None and not 1 <= through <= tournament.rounds_planned:
        values = {"number": through}
        raise NothingHereError(_("Round %(number)s is not in this tournament.") % values)
    return read_standings(tournament, through)


def _number(request: HttpRequest, name: str, *, most: int) -> int | None:
    """A number of the address, at most this one; ``None`` for anything else."""
    typed = request.GET.get(name, "")
    return min(int(typed[:4]), most) if typed.isascii() and typed.isdecimal() else None


def _page(
    request: HttpRequest, slug: str, name: str, variant: str, context_of: Context
) -> HttpResponse:
    tournament = tournament_for_reader(request, slug)
    public = not is_director(request)
    context = {
        "tournament": tournament,
        "tab": name,
        "teams_meet": teams_meet(tournament),
        "results": _results(tournament, name, variant, public, context_of),
    }
    return render(request, f"events/tournaments/{name}.html", context)


def _results(
    tournament: Tournament, name: str, variant: str, public: bool, context_of: Context
) -> SafeString:
    """The inner part of a page, from the cache if nothing has changed since."""
    reader = "public" if public else "director"
    stamp = tournament_stamp(tournament.pk)
    key = f"tournament:{name}:{tournament.pk}:{variant}:{reader}:{get_language()}:{stamp}"
    html: str | None = cache.get(key)
    if html is None:
        # Its settings may have changed after it was read and before the stamp was.
        tournament.refresh_from_db()
        context = context_of(tournament, shown_entries(tournament, public=public))
        # Every player's address begins with this one; reversing each would be slow.
        players = reverse("events:tournament-players", args=[tournament.slug])
        context |= {"tournament": tournament, "players": players}
        html = render_to_string(f"events/tournaments/_{name}.html", context)
        cache.set(key, html)
    return mark_safe(html)  # noqa: S308 - rendered by a template
