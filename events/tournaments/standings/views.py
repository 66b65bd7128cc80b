"""Standings and teams as ready rows: strings made here, so that templates only place
them.

Points and tie-break values as pages show them: short, with the exact value where it is not.

How a tie-break value came about, as ready rows.

The standings as the pages of a tournament begin: ranked once for each of its states.

Places round by round, as a chart and as a table; ``?for=`` marks a player,
``?only=chart`` leaves the table out, for a page that shows the chart alone.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _, ngettext
from django.views.decorators.http import require_GET

from clubscore.charts.places import Course, PlaceChart, draw
from clubscore.text.numbers import whole_number
from clubscore.text.sentences import translate
from clubscore.web.caching import for_visitors, kept
from clubscore.web.permissions import is_director
from events.common.selectors import tournament_stamp
from events.common.views import figures
from events.common.views.figures import MINUS
from events.models import Tournament
from events.tournaments.core.domain.results import Code
from events.tournaments.core.domain.tournament import (
    KEIZER,
    KNOCKOUT,
    Tournament as TournamentValue,
)
from events.tournaments.core.domain.withdrawals import cancelled
from events.tournaments.core.permissions import tournament_for_reader
from events.tournaments.core.selectors.entries import Shown, shown_entries
from events.tournaments.core.selectors.tournaments import tournament_value
from events.tournaments.core.views.byes import shown_points
from events.tournaments.standings.domain.catalogue import GO_NAMES, LEADING, TieBreak, chosen
from events.tournaments.standings.domain.explanation import Explanation, Line
from events.tournaments.standings.domain.knockout import rounds_of, third_place, ties, winner_of
from events.tournaments.standings.domain.standings import Standing
from events.tournaments.standings.figures import Standings, places_by_round, standings_of

Entries = Mapping[int, Shown]

_EMPTY = SafeString("")


@dataclass(frozen=True, slots=True)
class TieBreakColumn:
    """``slug`` is the code as an address has it."""

    code: str
    name: str
    meaning: str
    slug: str


@dataclass(frozen=True, slots=True)
class StandingRow:
    """``values`` are the cells of the tie-breaks, in one piece of HTML, and ``narrow`` the line
    that stands for them on a phone; ``lead`` is the score that comes before the points, ``own``
    the own value of a Keizer."""

    place: str
    number: str
    title: str
    name: str
    strength: str
    federation: str
    club: str
    points: str
    values: SafeString
    narrow: SafeString = _EMPTY
    lead: SafeString = _EMPTY
    own: str = ""
    team: str = ""
    has_left: bool = False


@dataclass(frozen=True, slots=True)
class StandingsTable:
    """``rounds`` are those that can be shown; a column that is empty for everybody is left out."""

    rows: list[StandingRow]
    tie_breaks: list[TieBreakColumn]
    strength: str
    through: int
    rounds: range
    titles: bool
    strengths: bool
    federations: bool
    clubs: bool
    wall: str
    lead: TieBreakColumn | None = None
    own: bool = False
    teams: bool = False


def standings_table(tournament: Tournament, scored: Standings, entries: Entries) -> StandingsTable:
    columns = tie_break_columns(tournament, scored.value.tie_breaks)
    # Reversing the address of every value would take longer than all the rest. Before the first
    # round there is nothing to explain.
    args = [tournament.slug, scored.through]
    after = reverse("events:tournament-standings-after", args=args) if scored.through else ""
    cells = tie_rows([line.values for line in scored.lines])
    lead = columns[0] if scored.leading else None
    others = columns[1:] if lead else columns
    teams = teams_and_boards(scored.value)
    is_keizer = lead is not None and lead.code == LEADING[KEIZER].code
    rows = [
        StandingRow(
            place=str(line.place),
            number=str(line.number),
            title=entry.title,
            name=entry.name,
            strength=entry.strength,
            federation=entry.federation,
            club=entry.club,
            points=shown_points(line.points),
            values=safe_cells(
                (
                    _explained(after and f"{after}{line.number}/{column.slug}/", value)
                    for column, value in zip(others, values[bool(lead) :], strict=True)
                ),
                "number on-wide",
            ),
            has_left=entry.has_left,
            narrow=mark_safe(  # noqa: S308 - our own codes and numbers
                " · ".join(
                    f"{column.code} {value}"
                    for column, value in zip(others, values[bool(lead) :], strict=True)
                )
            ),
            lead=_explained(after and f"{after}{line.number}/{lead.slug}/", values[0])
            if lead
            else _EMPTY,
            own=_own_value(scored, line) if is_keizer else "",
            team=teams.get(line.number, ""),
        )
        for line, values in zip(scored.lines, cells, strict=True)
        for entry in [entries[line.number]]
    ]
    return StandingsTable(
        rows=rows,
        tie_breaks=others,
        strength=strength_heading(tournament),
        through=scored.through,
        rounds=range(1, tournament.rounds_planned + 1),
        titles=any(row.title for row in rows),
        strengths=any(row.strength for row in rows),
        federations=any(row.federation for row in rows),
        clubs=any(row.club for row in rows),
        wall=_wall(rows, tie_breaks=len(columns) + is_keizer),
        lead=lead,
        own=is_keizer,
        teams=bool(teams),
    )


def teams_and_boards(value: TournamentValue) -> dict[int, str]:
    """``Anchors (2)``: the team of each of its players, and the place in it."""
    return {
        number: f"{team.name} ({place})"
        for team in value.teams
        for place, number in enumerate(team.members, start=1)
    }


def _own_value(scored: Standings, line: Standing) -> str:
    """What a player of a Keizer is worth to others: what no round earned."""
    score = scored.ranking.columns[0][line.number]
    earned = sum((part.amount for part in score.parts), Fraction(0))
    return shown_points((score.amount or Fraction(0)) - earned)


def _wall(rows: list[StandingRow], *, tie_breaks: int) -> str:
    """How the standings fill one sheet, by what stands beside the names."""
    beside = [
        max((len(getattr(row, name)) for row in rows), default=0)
        for name in ("title", "strength", "federation", "club")
    ]
    return figures.wall_class(
        (row.name for row in rows),
        columns=3 + sum(map(bool, beside)) + tie_breaks,
        digits=9 + sum(beside) + 5 * tie_breaks,
    )


def _explained(address: str, text: SafeString) -> SafeString:
    """A value that leads to its explanation, if there is one."""
    return mark_safe(f'<a href="{address}">{text}</a>') if address else text  # noqa: S308 - a number


def strength_heading(tournament: Tournament) -> str:
    return _("Grade") if tournament.has_grades else _("Rating")


def name_of(tie_break: TieBreak, *, go: bool) -> tuple[str, str]:
    """A tie-break in short and in full, as the players of the game call it."""
    if go and tie_break.code in GO_NAMES:
        short, name = GO_NAMES[tie_break.code]
        return short, translate(name)
    return tie_break.code, translate(tie_break.name)


def tie_break_columns(tournament: Tournament, codes: Iterable[str]) -> list[TieBreakColumn]:
    go = tournament.discipline == Tournament.Discipline.GO
    return [
        TieBreakColumn(
            code=name_of(each, go=go)[0],
            name=name_of(each, go=go)[1],
            meaning=translate(each.meaning),
            slug=each.code.replace("/", "-"),
        )
        for each in chosen(codes)
    ]


def provisional(tournament: Tournament, value: TournamentValue, through: int) -> str:
    """Why standings after the round ``through`` may still change; empty when they may not."""
    pending = sum(
        result is not None and result.code is Code.PENDING
        for entrant in value.entrants
        for result in entrant.results[:through]
    )
    # A game is pending in the results of both its players.
    games = pending // 2
    if games:
        return ngettext(
            "Provisional: %(count)s game is still to be played.",
            "Provisional: %(count)s games are still to be played.",
            games,
        ) % {"count": games}
    if through < tournament.rounds_planned and not tournament.is_finished:
        values = {"round": through, "rounds": tournament.rounds_planned}
        return _("After round %(round)s of %(rounds)s.") % values
    return "" if tournament.is_finished else _("Provisional: the tournament is not finished.")


def withdrawals(value: TournamentValue, through: int, entries: Entries) -> list[str]:
    """What the withdrawals from a round robin mean for the standings, a sentence each."""
    counts = _(
        "%(name)s left after round %(round)s with at least half of the games played: they count, "
        "and the others are lost by default."
    )
    cancels = _(
        "%(name)s left after round %(round)s with fewer than half of the games played: they are "
        "shown in brackets, and count for nobody."
    )
    left = {entrant.number: entrant.left_after for entrant in value.entrants}
    return [
        (cancels if is_cancelled else counts)
        % {"name": entries[number].name, "round": left[number]}
        for number, is_cancelled in cancelled(value, through).items()
    ]


def safe_cells(texts: Iterable[SafeString], css: str) -> SafeString:
    """Cells of a row, whose texts are safe already."""
    return mark_safe("".join(f'<td class="{css}">{text}</td>' for text in texts))  # noqa: S308


NOTHING = "–"


def tie_value(value: Fraction | None) -> SafeString:
    """``6½``; ``6.17`` with the exact ``37/6`` in the title; a dash where there is none."""
    if value is None:
        return mark_safe(NOTHING)  # noqa: S308 - our own
    if not 100 % value.denominator:
        return mark_safe(shown_points(value).replace("-", MINUS))  # noqa: S308 - a number
    return format_html('<span title="{}">{}</span>', str(value), figures.percentage(value))


def tie_column(values: Sequence[Fraction | None]) -> list[SafeString]:
    """The values of one column in one form: halves where halves will do, else two decimals."""
    if all(value is None or value.denominator <= 2 for value in values):
        return [tie_value(value) for value in values]
    return [_two_decimals(value) for value in values]


def tie_rows(rows: Sequence[Sequence[Fraction | None]]) -> list[tuple[SafeString, ...]]:
    """The values of all rows, each column in one form."""
    columns = [tie_column(column) for column in zip(*rows, strict=True)]
    return list(zip(*columns, strict=True)) if columns else [() for _row in rows]


def _two_decimals(value: Fraction | None) -> SafeString:
    if value is None or 100 % value.denominator:
        return tie_value(value)
    return mark_safe(figures.percentage(value))  # noqa: S308 - a number


@dataclass(frozen=True, slots=True)
class Part:
    """A round's part of a tie-break value; ``number`` is the opponent's, ``None`` without one."""

    round: int
    number: int | None
    opponent: str
    points: str
    score: str
    amount: str
    cut: bool
    remarks: str


@dataclass(frozen=True, slots=True)
class TieBreakCard:
    """``tied`` are those among whom direct encounter decides. ``scores``: something of the
    opponents counts, so that there is a column for it."""

    code: str
    name: str
    meaning: str
    value: SafeString
    parts: list[Part]
    notes: list[str]
    tied: list[str]
    scores: bool


def tie_break_card(
    tournament: Tournament, explained: Explanation, entries: Entries
) -> TieBreakCard:
    """The explanation in the reader's language, with names in place of starting numbers."""
    go = tournament.discipline == Tournament.Discipline.GO
    code, name = name_of(explained.tie_break, go=go)
    return TieBreakCard(
        code=code,
        name=name,
        meaning=translate(explained.tie_break.meaning),
        value=tie_value(explained.value),
        parts=[_part(line, entries) for line in explained.lines],
        notes=[translate(note) for note in explained.notes],
        tied=[entries[number].name for number in explained.tied if len(explained.tied) > 1],
        scores=any(line.score is not None for line in explained.lines),
    )


def _part(line: Line, entries: Entries) -> Part:
    return Part(
        round=line.round,
        number=line.opponent,
        opponent="" if line.opponent is None else entries[line.opponent].name,
        points=_exact(line.points),
        score=_exact(line.score),
        amount=shown_points(line.amount),
        cut=line.cut,
        remarks=" ".join(map(translate, line.remarks)),
    )


def _exact(value: Fraction | None) -> str:
    return "" if value is None else shown_points(value)


@dataclass(frozen=True, slots=True)
class BracketSide:
    """A place of the bracket: ``name`` is empty where nobody is; ``goes_on`` is the winner."""

    number: int | None
    name: str
    score: str
    goes_on: bool


@dataclass(frozen=True, slots=True)
class BracketRound:
    """A round of the bracket, two sides each; ``third`` is the game for the third place."""

    title: str
    ties: list[tuple[BracketSide, BracketSide]]
    third: tuple[BracketSide, BracketSide] | None = None


def shown_bracket(scored: Standings, entries: Entries) -> list[BracketRound]:
    """The bracket of a knock-out as far as it is known; empty for another kind."""
    if scored.leading is not LEADING[KNOCKOUT] or len(scored.value.entrants) < 2:
        return []
    value = _through(scored.value, scored.through)
    by_number = {entrant.number: entrant for entrant in value.entrants}
    count = rounds_of(len(by_number))
    rounds = ties(value, count, is_strict=False)

    def side(number: int | None, round_: int, winner: int | None) -> BracketSide:
        own = by_number[number].results if number else ()
        result = own[round_ - 1] if round_ <= len(own) else None
        points = value.system.points(result.code) if result and result.opponent else None
        score = "" if points is None else shown_points(points)
        name = entries[number].name if number else ""
        return BracketSide(number or None, name, score, bool(number) and number == winner)

    found = []
    for round_, here in enumerate(rounds, start=1):
        shown = [
            (side(tie.sides[0], round_, tie.winner), side(tie.sides[1], round_, tie.winner))
            for tie in here
        ]
        found.append(BracketRound(_round_title(len(here), round_), shown))
    losers = third_place(rounds, len(by_number)) if value.has_third_place else None
    if losers:
        winner = winner_of(losers, count, by_number, value)
        third = side(losers[0], count, winner), side(losers[1], count, winner)
        found[-1] = replace(found[-1], third=third)
    return found


def _through(value: TournamentValue, through: int) -> TournamentValue:
    entrants = (replace(entrant, results=entrant.results[:through]) for entrant in value.entrants)
    return replace(value, entrants=tuple(entrants))


def _round_title(games: int, round_: int) -> str:
    names = {1: _("Final"), 2: _("Semi-finals"), 4: _("Quarter-finals")}
    return names.get(games) or _("Round %(number)s") % {"number": round_}


def read_standings(tournament: Tournament, through: int | None = None) -> Standings:
    """The standings after a round, by default after the last one that was begun."""
    stamp = tournament_stamp(tournament.pk)
    # Its settings may have changed between reading it and reading the stamp.
    tournament.refresh_from_db()
    return kept(
        ("standings", tournament.pk, through, tournament.shows_hidden_rounds),
        state=stamp,
        make=lambda: standings_of(tournament, through),
    )


def read_value(tournament: Tournament) -> TournamentValue:
    """The tournament with its results."""
    stamp = tournament_stamp(tournament.pk)
    tournament.refresh_from_db()
    return kept(
        ("tournament", tournament.pk, tournament.shows_hidden_rounds),
        state=stamp,
        make=lambda: tournament_value(tournament),
    )


BEST = 5
"""How many players at the top have a line in the chart."""


@dataclass(frozen=True, slots=True)
class PlaceRow:
    """A player and their place after each round."""

    number: int
    name: str
    places: tuple[int, ...]


@for_visitors
@require_GET
def places(request: HttpRequest, slug: str) -> HttpResponse:
    """The chart of the first in the standings, and of the player asked for; the table of all."""
    tournament = tournament_for_reader(request, slug)
    found = _places(tournament)
    entries = shown_entries(tournament, public=not is_director(request))
    rows = [
        PlaceRow(number, entries[number].name, place)
        for number, place in found.items()
        if number in entries
    ]
    mine = _asked_for(request, entries)
    context = {
        "tournament": tournament,
        "tab": "standings",
        "rows": rows,
        "mine": mine,
        "with_table": request.GET.get("only") != "chart",
        "rounds": range(1, len(rows[0].places) + 1) if rows else range(0),
        "chart": _chart(rows, mine),
    }
    return render(request, "events/tournaments/standings/places.html", context)


def _places(tournament: Tournament) -> dict[int, tuple[int, ...]]:
    """Cached until anything changes: every round is ranked for itself."""

    def make() -> dict[int, tuple[int, ...]]:
        # Its settings may have changed after it was read and before the stamp was.
        tournament.refresh_from_db()
        return places_by_round(tournament_value(tournament))

    name = ("places", tournament.pk, tournament.shows_hidden_rounds)
    return kept(name, state=partial(tournament_stamp, tournament.pk), make=make)


def _asked_for(request: HttpRequest, entries: Entries) -> int | None:
    number = whole_number(request.GET.get("for", ""))
    return number if number in entries else None


def _chart(rows: list[PlaceRow], mine: int | None) -> PlaceChart | None:
    """The player asked for comes first, so that their line always looks the same."""
    own_rows = [row for row in rows if row.number == mine]
    shown = own_rows + [row for row in rows[:BEST] if row.number != mine]
    if not shown:
        return None
    courses = [Course(row.name, row.places) for row in shown[:BEST]]
    return draw(courses, label=_("%(name)s, after round %(round)s: %(place)s"))
