"""Travellers, frequencies and personal cards as ready strings for their templates."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from django.utils.translation import gettext as _

from events.domain.board import dealer, vulnerability
from events.domain.contract import Seat
from events.domain.field import BoardScore, frequencies
from events.models import Session
from events.selectors.contestants import ContestantRecord
from events.selectors.lines import LineRecord
from events.services.scoring import ScoredSession
from events.views import figures
from events.views.entry_rows import numbers, place, short_names
from events.views.ranking_rows import RankingRow, ranking_row

Contestants = Mapping[int, ContestantRecord]
Row = TypeVar("Row")


@dataclass(frozen=True, slots=True)
class TravellerRow:
    """A line of a traveller."""

    place: str
    ns: str
    ns_names: str
    ew: str
    ew_names: str
    contract: str
    declarer: str
    tricks: str
    ns_score: str
    ew_score: str
    ns_points: str
    ew_points: str


@dataclass(frozen=True, slots=True)
class FrequencyRow:
    """A score, how often it stands, and its points."""

    score: str
    count: int
    ns_points: str
    ew_points: str


@dataclass(frozen=True, slots=True)
class BoardTable(Generic[Row]):
    """A board's heading and the rows of its table; ``section`` where each is scored alone."""

    number: int
    section: str
    dealer: str
    vulnerability: str
    rows: list[Row]


@dataclass(frozen=True, slots=True)
class CardRow:
    """A board as one contestant played it; score and points are the contestant's own."""

    board: int
    direction: str
    opponents: str
    opponents_names: str
    partner: str
    contract: str
    declarer: str
    tricks: str
    score: str
    points: str
    share: str


@dataclass(frozen=True, slots=True)
class Card:
    """A personal card: who, the boards, and the standing at the foot (``None`` before any)."""

    contestant: ContestantRecord
    rows: list[CardRow]
    standing: RankingRow | None


def traveller_tables(
    scored: ScoredSession, contestants: Contestants
) -> list[BoardTable[TravellerRow]]:
    """Every board with its results, the best for North-South first."""
    by_board: dict[int, list[LineRecord]] = {}
    for line in scored.lines:
        if not line.is_empty:
            by_board.setdefault(line.board, []).append(line)
    return [
        _table(board, "", [_traveller_row(line, scored, contestants) for line in _sorted(lines)])
        for board, lines in sorted(by_board.items())
    ]


def frequency_tables(scored: ScoredSession) -> list[BoardTable[FrequencyRow]]:
    """Every board with its different scores, the best for North-South first."""
    return [
        _table(board.board, board.section, list(_frequency_rows(board)))
        for board in scored.field.boards
    ]


def cards(
    session: Session,
    scored: ScoredSession,
    contestants: Contestants,
    only: int | None = None,
) -> list[Card]:
    """The personal cards of all contestants, or of ``only`` one, by number."""
    played: dict[int, list[CardRow]] = {pk: [] for pk in contestants if only in (None, pk)}
    for line in sorted(scored.lines, key=lambda each: each.board):
        if line.is_empty:
            continue
        for pk in line.ns + line.ew:
            if pk in played:
                played[pk].append(_card_row(line, pk, scored, contestants))
    standings = {each.contestant: each for each in scored.field.standings}
    return [
        Card(
            contestants[pk],
            rows,
            ranking_row(standings[pk], contestants, session) if pk in standings else None,
        )
        for pk, rows in played.items()
    ]


def seat_name(seat: Seat) -> str:
    """The seat as a word."""
    return {
        Seat.N: _("North"),
        Seat.E: _("East"),
        Seat.S: _("South"),
        Seat.W: _("West"),
    }[seat]


def board_facts(number: int) -> dict[str, str]:
    """Dealer and vulnerability of a board as words."""
    words = {"none": _("none"), "NS": _("NS"), "EW": _("EW"), "both": _("both")}
    return {
        "dealer": seat_name(dealer(number)),
        "vulnerability": words[vulnerability(number).value],
    }


def _table(number: int, section: str, rows: list[Row]) -> BoardTable[Row]:
    return BoardTable(number=number, section=section, rows=rows, **board_facts(number))


def _sorted(lines: list[LineRecord]) -> list[LineRecord]:
    """By score, the best for North-South first; what has no score last."""
    return sorted(
        lines,
        key=lambda line: (
            line.result.score_ns is None or bool(line.result.adjustment),
            -(line.result.score_ns or 0),
        ),
    )


def _traveller_row(
    line: LineRecord, scored: ScoredSession, contestants: Contestants
) -> TravellerRow:
    north_south = [contestants[pk] for pk in line.ns]
    east_west = [contestants[pk] for pk in line.ew]
    points = scored.points.get(line.pk)
    ns_score, ew_score = figures.score_columns(line.result.score_ns)
    return TravellerRow(
        place=place(line.section, line.table),
        ns=numbers(north_south),
        ns_names=short_names(north_south),
        ew=numbers(east_west),
        ew_names=short_names(east_west),
        contract=figures.contract(line.result),
        declarer=line.result.declarer,
        tricks="" if line.result.tricks is None else str(line.result.tricks),
        ns_score=ns_score,
        ew_score=ew_score,
        ns_points=figures.points(points.ns_points if points else None),
        ew_points=figures.points(points.ew_points if points else None),
    )


def _frequency_rows(board: BoardScore) -> Iterator[FrequencyRow]:
    for each in frequencies(board):
        yield FrequencyRow(
            score=figures.signed(each.score),
            count=each.count,
            ns_points=figures.points(each.ns_points),
            ew_points=figures.points(each.ew_points),
        )


def _card_row(
    line: LineRecord, pk: int, scored: ScoredSession, contestants: Contestants
) -> CardRow:
    is_ns = pk in line.ns
    own, other = (line.ns, line.ew) if is_ns else (line.ew, line.ns)
    opponents = [contestants[each] for each in other]
    partner = [contestants[each] for each in own if each != pk]
    result = line.result
    score = points = top = None
    if result.score_ns is not None:
        score = result.score_ns if is_ns else -result.score_ns
    line_score = scored.points.get(line.pk)
    if line_score:
        points = line_score.ns_points if is_ns else line_score.ew_points
        top = line_score.top
    return CardRow(
        board=line.board,
        direction="NS" if is_ns else "EW",
        opponents=numbers(opponents),
        opponents_names=short_names(opponents),
        partner=" ".join(filter(None, [numbers(partner), short_names(partner)])),
        contract=figures.contract(result),
        declarer=result.declarer,
        tricks="" if result.tricks is None else str(result.tricks),
        score="" if score is None else figures.signed(score),
        points=figures.points(points),
        share=figures.share(points, top),
    )
