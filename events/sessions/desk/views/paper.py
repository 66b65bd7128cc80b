"""Paper for a session's tables: guide cards, slips with names, blank travellers, and the papers of
:mod:`events.sessions.desk.views.paper`.

More paper for a session's tables, of the lines that there are: who sits where, slips to write
the results of a round on, cards with names, and what a table has handed in.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from itertools import groupby

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.http import require_GET

from clubscore.text.letters import seat_letters
from clubscore.text.sentences import NothingHereError
from clubscore.web.permissions import director_required
from events.common.views.papers import Moment, Papers, present_first
from events.models import Session
from events.sessions.core.domain.movement import boards_played, movement_of_lines
from events.sessions.pages.views.results import board_facts, result_cells
from events.sessions.scoring.selectors.contestants import ContestantRecord, session_contestants
from events.sessions.scoring.selectors.lines import LineRecord, seatings_by_section, session_lines
from events.sessions.scoring.selectors.progress import progress
from events.sessions.scoring.selectors.sessions import section_plays, session_sections
from movements.views import paper as papers
from players.selectors.clubs import club_settings


class TableKind(StrEnum):
    """The kinds of paper, as their addresses name them."""

    SEATING = "seating"
    SCORE_SLIPS = "score-slips"
    NAME_CARDS = "name-cards"
    TABLE_RESULTS = "table-results"


TABLE_TITLES: dict[TableKind, Promise] = {
    TableKind.SEATING: gettext_lazy("Seating list"),
    TableKind.SCORE_SLIPS: gettext_lazy("Score slips for each table and round"),
    TableKind.NAME_CARDS: gettext_lazy("Name cards"),
    TableKind.TABLE_RESULTS: gettext_lazy("Results of each table"),
}

ALL_TITLES: Mapping[str, Promise] = {
    kind.value: title for kind, title in (*papers.TITLES.items(), *TABLE_TITLES.items())
}
"""What there is to print, by kind."""


RESULTS: tuple[tuple[str, Promise], ...] = (
    ("ranking", gettext_lazy("Ranking")),
    ("cards", gettext_lazy("Personal cards")),
    ("travellers", gettext_lazy("Travellers")),
)
"""What is printed of the results, by the names of their pages."""


@require_GET
@director_required
def index(request: HttpRequest, session_id: int) -> HttpResponse:
    """What there is to print, what is wanted now first."""
    session = get_object_or_404(Session, pk=session_id)
    context = {"session": session, "tab": "papers", "moments": _moments(session)}
    return render(request, "events/sessions/desk/papers.html", context)


def _moments(session: Session) -> list[Moment]:
    boards = progress(session.pk)
    entered = sum(board.entered for board in boards)
    missing = sum(board.expected for board in boards) - entered
    is_over = session.is_finished or (entered > 0 and not missing)
    has_movement = any(section.movement_id for section in session_sections(session.pk))

    def of(*kinds: str) -> Papers:
        address = partial(reverse, "events:paper")
        made = ((ALL_TITLES[kind], address(args=[session.pk, kind])) for kind in kinds)
        return tuple(made) if has_movement else ()

    results = tuple(
        (label, reverse(f"events:{page}", args=[session.pk])) for page, label in RESULTS
    )
    return present_first(
        [
            Moment(
                _("Before play"),
                of("guide-cards", "seating", "name-cards"),
                is_now=not entered and not is_over,
            ),
            Moment(
                _("During play"),
                of("score-slips", "travellers", "slips"),
                is_now=entered > 0 and not is_over,
            ),
            Moment(_("After play"), (*results, *of("table-results")), is_now=is_over),
        ]
    )


@require_GET
@director_required
def paper(request: HttpRequest, session_id: int, kind: str) -> HttpResponse:
    """Every card of a kind, of all sections."""
    session = get_object_or_404(Session, pk=session_id)
    cards = _cards(session, kind)
    if not cards:
        raise NothingHereError(_("There is no such paper, or the session has no movement."))
    context = {
        "session": session,
        "tab": f"paper-{kind}",
        "kind": kind,
        "title": ALL_TITLES[kind],
        "is_of_tables": kind in list(TableKind),
        "papers": cards,
    }
    return render(request, "events/sessions/desk/paper.html", context)


def _cards(session: Session, kind: str) -> Sequence[object]:
    """Every card of a kind; none for an unknown kind, or without a movement."""
    if kind in list(papers.Kind):
        return papers.papers(papers.Kind(kind), _plays(session))
    return table_papers(session, TableKind(kind)) if kind in list(TableKind) else ()


def _plays(session: Session) -> list[papers.Play]:
    plays = section_plays(session.pk)
    lines = seatings_by_section(session.pk)
    contestants = session_contestants(session.pk, full_names=True).values()
    return [
        papers.Play(
            movement=movement_of_lines(
                play.movement,
                lines.get(play.section.pk, ()),
                play.section.boards_per_round,
                play.section.first_board,
            ),
            played=boards_played(lines.get(play.section.pk, ())),
            boards=play.section.boards_per_round,
            first=play.section.first_board,
            section=play.section.letter if len(plays) > 1 else "",
            names={
                contestant.number: contestant.players_and_team
                for contestant in contestants
                if contestant.section_id == play.section.pk
            },
            teams={
                contestant.number: contestant.short_team
                for contestant in contestants
                if contestant.section_id == play.section.pk
            },
            deal=_deal,
        )
        for play in plays
    ]


def _deal(board: int) -> str:
    return _("dealer %(dealer)s, vulnerable: %(vulnerability)s") % board_facts(board)


@dataclass(frozen=True, slots=True)
class SlipLine:
    """A board of a score slip, with the result that its line has so far, if any."""

    board: int
    vulnerability: str
    ns: str
    ew: str
    cells: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class ScoreSlip:
    """A table in a round: who plays, and its boards."""

    round: str
    table: str
    ns: str
    ns_names: str
    ew: str
    ew_names: str
    lines: tuple[SlipLine, ...]


@dataclass(frozen=True, slots=True)
class TableResults:
    """A table with its rounds."""

    table: str
    rounds: tuple[ScoreSlip, ...]


@dataclass(frozen=True, slots=True)
class Seat:
    """Where a contestant sits in the first round; ``place`` is empty for one who sits out."""

    who: str
    number: str
    place: str


@dataclass(frozen=True, slots=True)
class SeatingList:
    """The first round, by table and by name."""

    by_table: tuple[Seat, ...]
    by_name: tuple[Seat, ...]


Paper = SeatingList | ScoreSlip | ContestantRecord | TableResults


def table_papers(session: Session, kind: TableKind) -> list[Paper]:
    """The papers of a kind, of all sections; none without rounds and tables. In two queries."""
    lines = [line for line in session_lines(session.pk) if line.round and line.table]
    contestants = session_contestants(session.pk, full_names=True)
    # The letter is shown as soon as there are others.
    sections = len({line.section for line in lines}) > 1
    match kind:
        case TableKind.SEATING:
            return [_seating(lines, contestants, sections=sections)] if lines else []
        case TableKind.SCORE_SLIPS:
            return list(_slips(lines, contestants, sections=sections))
        case TableKind.NAME_CARDS:
            seated = {pk for line in lines for pk in line.ns + line.ew}
            return [contestant for pk, contestant in contestants.items() if pk in seated]
    slips = _slips(lines, contestants, sections=sections)
    return [
        TableResults(table, tuple(rounds)) for table, rounds in groupby(slips, lambda s: s.table)
    ]


def _slips(
    lines: Iterable[LineRecord], contestants: Mapping[int, ContestantRecord], *, sections: bool
) -> Iterator[ScoreSlip]:
    """The slips table by table, so that each table’s may be taken off the stack."""

    def where(line: LineRecord) -> tuple[int, str, int, int]:
        return len(line.section), line.section, line.table or 0, line.round or 0

    ordered = sorted(lines, key=lambda line: (*where(line), line.board))
    for _place, found in groupby(ordered, where):
        of_slip = list(found)
        yield _slip(of_slip, contestants, sections=sections)


def _slip(
    lines: Sequence[LineRecord], contestants: Mapping[int, ContestantRecord], *, sections: bool
) -> ScoreSlip:
    first = lines[0]
    return ScoreSlip(
        round=str(first.round),
        table=_table(first, sections=sections),
        ns=_numbers(first.ns, contestants),
        ns_names=_names(first.ns, contestants),
        ew=_numbers(first.ew, contestants),
        ew_names=_names(first.ew, contestants),
        lines=tuple(
            SlipLine(
                board=line.board,
                vulnerability=board_facts(line.board)["vulnerability"],
                # Only where others sit than on the first board.
                ns=_numbers(line.ns, contestants) if _sides(line) != _sides(first) else "",
                ew=_numbers(line.ew, contestants) if _sides(line) != _sides(first) else "",
                cells=result_cells(line.result, in_short=True),
            )
            for line in lines
        ),
    )


def _seating(
    lines: Iterable[LineRecord], contestants: Mapping[int, ContestantRecord], *, sections: bool
) -> SeatingList:
    places: dict[int, tuple[tuple[str, int, int], str]] = {}
    lines = list(lines)
    first = {
        letter: min(line.round or 0 for line in lines if line.section == letter)
        for letter in {line.section for line in lines}
    }
    for line in lines:
        if line.round != first[line.section]:
            continue
        table = _table(line, sections=sections)
        for order, (seat, pk) in enumerate(_seats(line)):
            key = (line.section, line.table or 0, order)
            places.setdefault(pk, (key, f"{table} {seat_letters(seat)}"))
    playing = {pk for line in lines for pk in line.ns + line.ew}
    out = ("~", 0, 0), _("sits out")
    seated = sorted(playing, key=lambda pk: (places.get(pk, out)[0], contestants[pk].number))
    by_table = tuple(
        Seat(contestants[pk].players_and_team, contestants[pk].label, places.get(pk, out)[1])
        for pk in seated
    )
    by_particle = club_settings().sorts_by_particle
    by_name = tuple(
        Seat(
            _with_team(name.listed(by_particle), contestants[pk]),
            contestants[pk].label,
            places.get(pk, out)[1],
        )
        for name, pk in sorted(
            ((name, pk) for pk in playing for name in contestants[pk].names),
            key=lambda each: (each[0].sort_key(by_particle), each[0].text.casefold()),
        )
    )
    return SeatingList(by_table, by_name)


def _with_team(name: str, contestant: ContestantRecord) -> str:
    return f"{name} ({contestant.of_team})" if contestant.of_team else name


def _seats(line: LineRecord) -> Iterator[tuple[str, int]]:
    """Who sits where at the table of a line: pairs by direction, players by seat."""
    names = ("NS", "EW") if len(line.ns) == 1 else ("N", "S", "E", "W")
    return zip(names, line.ns + line.ew, strict=False)


def _sides(line: LineRecord) -> tuple[tuple[int, ...], tuple[int, ...]]:
    return line.ns, line.ew


def _table(line: LineRecord, *, sections: bool) -> str:
    return f"{line.section}{line.table}" if sections else str(line.table)


def _numbers(side: Iterable[int], contestants: Mapping[int, ContestantRecord]) -> str:
    return " + ".join(contestants[pk].label for pk in side)


def _names(side: Iterable[int], contestants: Mapping[int, ContestantRecord]) -> str:
    return " – ".join(filter(None, (contestants[pk].players_and_team for pk in side)))
