"""Standings, crosstable, player cards and teams. Public once the tournament is.

The inner part of a page is computed and rendered once for every state of its tournament, as with
sessions; see :mod:`events.common.selectors`.

A player's card: the rounds one by one, and how each tie-break came about.

The crosstable as ready rows: by rounds, and in a round robin the square of all against all.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, partial
from itertools import zip_longest
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext as _, pgettext
from django.views.decorators.http import require_GET

from clubscore.text.numbers import whole_number
from clubscore.text.problems import Refused
from clubscore.text.sentences import NothingHereError, decimals, refusal_text
from clubscore.web.caching import for_visitors, kept
from clubscore.web.permissions import is_director, wants_json
from events.common.selectors import entries_stamp, tournament_stamp
from events.models import Tournament
from events.models.tournament_fields import MAX_COUNTING
from events.tournaments.core.domain.results import Code, Colour, PointSystem, Result
from events.tournaments.core.domain.tournament import Entrant, Tournament as Value
from events.tournaments.core.domain.withdrawals import counted_results
from events.tournaments.core.permissions import etag_of, followed, tournament_for_reader
from events.tournaments.core.selectors.entries import Shown, shown_entries
from events.tournaments.core.views.byes import bye_cell, shown_points
from events.tournaments.results.domain import running_rounds
from events.tournaments.results.views.find import own_game
from events.tournaments.standings import views as result_rows
from events.tournaments.standings.domain.explanation import explain
from events.tournaments.standings.domain.standings import (
    Cell,
    Crosstable,
    crosstable as make_crosstable,
)
from events.tournaments.standings.figures import Standings
from events.tournaments.standings.views import (
    Entries,
    TieBreakCard,
    TieBreakColumn,
    read_standings,
    read_value,
    safe_cells,
    shown_bracket,
    strength_heading,
    tie_break_card,
    tie_break_columns,
    tie_rows,
)
from events.tournaments.teams import views as team_match_rows
from events.tournaments.teams.domain.from_games import team_event
from events.tournaments.teams.domain.standings_of_members import team_standings
from events.tournaments.teams.views import boards_of_players, match_texts

PLAYERS = "players"

Context = Callable[[Tournament, Entries], dict[str, Any]]


@for_visitors
@require_GET
def standings(request: HttpRequest, slug: str, through: int | None = None) -> HttpResponse:
    """The standings after a round, by default after the last one that was begun; where teams meet,
    theirs, and ``?of=players`` for those of the players."""
    of_players = request.GET.get("of") == PLAYERS

    def context(tournament: Tournament, entries: Entries) -> dict[str, Any]:
        scored = _scored(tournament, through)
        event = None if of_players else team_event(scored.value)
        if event:
            # By default all that there is: a match may be forfeited without a game.
            matches = team_match_rows.match_table(event, through=through)
            return {
                "provisional": result_rows.provisional(tournament, scored.value, scored.through),
                "matches": matches,
                "through": through or len(matches.rounds),
                "rounds": range(1, tournament.rounds_planned + 1),
            }
        return {
            "provisional": result_rows.provisional(tournament, scored.value, scored.through),
            "withdrawals": result_rows.withdrawals(scored.value, scored.through, entries),
            "table": result_rows.standings_table(tournament, scored, entries),
            "bracket": shown_bracket(scored, entries),
            "of": "?of=players" if tournament.teams_meet else "",
        }

    return _page(request, slug, "standings", f"{through or ''}:{of_players}", context)


@for_visitors
@require_GET
def crosstable(request: HttpRequest, slug: str) -> HttpResponse:
    """Everybody's results of all rounds; ``?order=number`` for the order of starting numbers."""
    by_number = request.GET.get("order") == "number"

    def context(tournament: Tournament, entries: Entries) -> dict[str, Any]:
        scored = read_standings(tournament)
        value = scored.value
        table = make_crosstable(
            value, tie_breaks=value.tie_breaks, by_number=by_number, lines=scored.lines
        )
        return {
            "provisional": result_rows.provisional(tournament, value, table.rounds),
            "withdrawals": result_rows.withdrawals(value, table.rounds, entries),
            "by_number": by_number,
            "table": cross_rows(tournament, table, entries, codes=value.tie_breaks),
        }

    return _page(request, slug, "crosstable", str(by_number), context)


@for_visitors
@require_GET
def teams(request: HttpRequest, slug: str) -> HttpResponse:
    """The teams with their players, and the best of each board, where teams meet each other; else
    the teams by the points of as many members as the tournament counts; ``?count=`` counts another
    number, 0 all of them."""
    # Limited, for every number asked for is an entry of the cache.
    asked = _number(request, "count", most=MAX_COUNTING)

    def context(tournament: Tournament, entries: Entries) -> dict[str, Any]:
        value = read_value(tournament)
        if event := team_event(value):
            return {
                "squads": team_match_rows.squads(event, entries),
                "boards": team_match_rows.best_by_board(event, entries),
                "strength": strength_heading(tournament),
            }
        count = (tournament.counting_members or 0) if asked is None else asked
        scored = read_standings(tournament)
        lines = team_standings(scored.value.teams, scored.lines, count=count or None)
        largest = max((len(team.members) for team in scored.value.teams), default=0)
        return {
            "provisional": result_rows.provisional(tournament, scored.value, scored.through),
            "rows": team_match_rows.team_rows(lines, entries),
            "count": count,
            "counts": range(1, largest + 1),
        }

    return _page(request, slug, "teams", str(asked), context)


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
        boards = boards_of_players(tournament)
        matches = match_texts(scored.value)
        game = own_game(tournament, entrant, entries, boards, running, matches)
        players = reverse("events:tournament-players", args=[slug])
        return {
            "provisional": result_rows.provisional(tournament, scored.value, scored.through),
            "card": player_card(tournament, scored, entries, number),
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
        raise NothingHereError(refusal_text(refusal)) from refusal
    entries = shown_entries(tournament, public=not is_director(request))
    context = {
        "tournament": tournament,
        "tab": "standings",
        "through": through,
        "provisional": result_rows.provisional(tournament, scored.value, scored.through),
        "entry": entries[number],
        "card": tie_break_card(tournament, explained, entries),
        "others": result_rows.tie_break_columns(tournament, scored.value.tie_breaks),
    }
    return render(request, "events/tournaments/standings/tie_break.html", context)


def _scored(tournament: Tournament, through: int | None) -> Standings:
    if through is not None and not 1 <= through <= tournament.rounds_planned:
        values = {"number": through}
        raise NothingHereError(_("Round %(number)s is not in this tournament.") % values)
    return read_standings(tournament, through)


def _number(request: HttpRequest, name: str, *, most: int) -> int | None:
    """A number of the address, at most this one; ``None`` for anything else."""
    number = whole_number(request.GET.get(name, ""))
    return number if number is None else min(number, most)


def _page(
    request: HttpRequest, slug: str, name: str, variant: str, context_of: Context
) -> HttpResponse:
    tournament = tournament_for_reader(request, slug)
    public = not is_director(request)
    results = _results(tournament, name, variant, public, context_of)
    follows = not tournament.is_finished
    tag = etag_of(tournament) if follows else ""
    if follows and wants_json(request):
        return followed(request, results, tag)
    context = {
        "tournament": tournament,
        "tab": "players" if name == "player" else name,
        "teams_meet": tournament.teams_meet,
        "results": results,
        "follows": follows,
        "tag": tag,
    }
    return render(request, f"events/tournaments/results/{name}.html", context)


def _results(
    tournament: Tournament, name: str, variant: str, public: bool, context_of: Context
) -> SafeString:
    """The inner part of a page, from the cache if nothing has changed since."""

    def make() -> SafeString:
        # Its settings may have changed after it was read and before the stamp was.
        tournament.refresh_from_db()
        context = context_of(tournament, _entries(tournament, public=public))
        # Every player's address begins with this one; reversing each would be slow.
        players = reverse("events:tournament-players", args=[tournament.slug])
        context |= {"tournament": tournament, "players": players}
        return render_to_string(f"events/tournaments/results/_{name}.html", context)

    return kept(
        (name, "of a tournament", tournament.pk, variant, public, get_language()),
        state=partial(tournament_stamp, tournament.pk),
        make=make,
    )


def _entries(tournament: Tournament, *, public: bool) -> Entries:
    """Who plays, which no result changes."""
    return kept(
        ("entries of a tournament", tournament.pk, public, get_language()),
        state=partial(entries_stamp, tournament.pk),
        make=lambda: shown_entries(tournament, public=public),
    )


@dataclass(frozen=True, slots=True)
class CardRow:
    """A round; ``what`` is shown where there is no opponent."""

    round: int
    number: int | None
    opponent: str
    strength: str
    opponent_points: str
    what: str
    colour: str
    score: str
    total: str


@dataclass(frozen=True, slots=True)
class PlayerCard:
    entry: Shown
    place: str
    points: str
    strength: str
    rows: list[CardRow]
    tie_breaks: list[TieBreakCard]


def player_card(
    tournament: Tournament, scored: Standings, entries: Entries, number: int
) -> PlayerCard:
    """The card of the player with this starting number."""
    value = scored.value
    entrant = next(each for each in value.entrants if each.number == number)
    line = next(each for each in scored.lines if each.number == number)
    explained = [
        explain(value, scored.ranking, number=number, code=code) for code in value.tie_breaks
    ]
    return PlayerCard(
        entry=entries[number],
        place=str(line.place),
        points=shown_points(line.points),
        strength=strength_heading(tournament),
        rows=list(_rows(scored, entries, entrant)),
        tie_breaks=[tie_break_card(tournament, each, entries) for each in explained],
    )


def _rows(scored: Standings, entries: Entries, entrant: Entrant) -> Iterator[CardRow]:
    points = {line.number: shown_points(line.points) for line in scored.lines}
    total = Fraction(0)
    paired = _last_paired(scored.value)
    counting = counted_results(scored.value, scored.through)
    counted = next(each for each in counting.entrants if each.number == entrant.number)
    for number, (original, counts) in enumerate(
        zip_longest(entrant.results, counted.results), start=1
    ):
        result = counts or original
        score = scored.value.system.points(result.code) if result else None
        total += (score or 0) if counts else 0
        # No player has the number 0.
        opponent = entries.get(result.opponent or 0) if result else None
        yield CardRow(
            round=number,
            number=opponent.number if opponent else None,
            opponent=opponent.name if opponent else "",
            strength=opponent.strength if opponent else "",
            opponent_points=points[opponent.number] if opponent else "",
            what=_what(result, scored.value.system) if number <= paired else _("not paired yet"),
            colour=_colour(result),
            score=_score(result, score, counts=counts is not None),
            total=shown_points(total) if result else "",
        )


def _last_paired(tournament: Value) -> int:
    """The last round in which somebody has a game or a bye."""
    rounds = zip_longest(*(entrant.results for entrant in tournament.entrants))
    return max(
        (number for number, results in enumerate(rounds, start=1) if any(results)), default=0
    )


def _what(result: Result | None, system: PointSystem) -> str:
    if result is None:
        return _("absent")
    return bye_cell(result.code, system) if result.opponent is None else ""


def _colour(result: Result | None) -> str:
    if result is None or result.colour is None:
        return ""
    return _("White") if result.colour is Colour.WHITE else _("Black")


def _score(result: Result | None, score: Fraction | None, *, counts: bool) -> str:
    if result is None:
        return ""
    if result.code is Code.PENDING:
        return "*"
    shown = shown_points(score or Fraction(0))
    text = f"{shown} {_('by forfeit')}" if result.code.is_forfeit else shown
    return text if counts else _("%(score)s, does not count") % {"score": text}


_NONE = SafeString("")

_ABSENT = SafeString("·")

_OWN = SafeString("×")


@dataclass(frozen=True, slots=True)
class CrossRow:
    """``cells`` are those of the rounds, ``values`` those of the tie-breaks, each in one piece;
    ``grade`` is empty outside go."""

    row: str
    place: str
    number: str
    name: str
    grade: str
    cells: SafeString
    square: SafeString
    points: str
    values: SafeString


@dataclass(frozen=True, slots=True)
class CrossTable:
    rows: list[CrossRow]
    tie_breaks: list[TieBreakColumn]
    rounds: range
    columns: range
    is_wide: bool
    grades: bool
    handicaps: bool


WIDE = 9
"""A table with more columns of rounds and tie-breaks than this is printed in landscape."""


def cross_rows(
    tournament: Tournament, table: Crosstable, entries: Entries, *, codes: Iterable[str]
) -> CrossTable:
    """The crosstable, with the tie-breaks of these codes; a round robin has its square, where the
    column is the opponent."""
    values = tie_rows([row.values for row in table.rows])
    rows = [
        CrossRow(
            row=str(row.row),
            place=str(row.place),
            number=str(row.number),
            name=entries[row.number].name,
            grade=entries[row.number].strength if tournament.has_grades else "",
            cells=safe_cells(map(cross_cell, row.cells), "cross"),
            square=_square_cells(table.square[row.row - 1], row.row) if table.square else _NONE,
            points=shown_points(row.points),
            values=safe_cells(cells, "number"),
        )
        for row, cells in zip(table.rows, values, strict=True)
    ]
    tie_breaks = tie_break_columns(tournament, codes)
    return CrossTable(
        rows=rows,
        tie_breaks=tie_breaks,
        rounds=range(1, table.rounds + 1),
        columns=range(1, len(rows) + 1) if table.square else range(0),
        grades=any(row.grade for row in rows),
        handicaps=any(cell and cell.result.handicap for row in table.rows for cell in row.cells),
        is_wide=table.rounds + len(tie_breaks) > WIDE,
    )


def cross_cell(cell: Cell | None) -> SafeString:
    """``12w1``: the opponent's row, the colour, the score, in Dutch ``7z½`` with Black; a dot where
    the player was absent."""
    if not cell:
        return _ABSENT
    return _cross_text(decimals(cell.text), pgettext("Black in a crosstable", "b"))


@lru_cache(maxsize=8192)
def _cross_text(text: str, black: str) -> SafeString:
    return format_html("{}", text.replace("-", "−").replace("b", black))


def _square_cells(cells: Sequence[Sequence[Cell]], row: int) -> SafeString:
    texts = []
    for column, games in enumerate(cells, start=1):
        texts.append(
            _OWN if column == row else format_html("{}", " ".join(map(_cross_score, games)))
        )
    return safe_cells(texts, "cross")


def _cross_score(game: Cell) -> str:
    if game.points is None:
        return "*"
    # A forfeit by its sign, as in the table of rounds.
    is_forfeit = game.result.code.is_forfeit
    sign = game.result.code.value.replace("-", "−")
    text = sign if is_forfeit else shown_points(game.points)
    return text if game.counts else f"({text})"
