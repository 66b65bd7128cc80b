"""Travellers and frequencies as ready strings for their templates."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from events.common.views import figures
from events.models import Session
from events.sessions.domain.adjustments import Adjustment, Weighted
from events.sessions.domain.contract import Side
from events.sessions.domain.scoring.board_score import (
    BoardScore,
    Line,
    counted_scores,
    frequencies,
)
from events.sessions.domain.scoring.imps import datum
from events.sessions.selectors.lines import LineRecord
from events.sessions.services.scoring import ScoredSession
from events.sessions.views.results import result_cells
from events.sessions.views.results.corrected import Corrected
from events.sessions.views.results.hand_rows import Hands, diagram_of, double_dummy
from events.sessions.views.results.points_links import PointsLinks
from events.sessions.views.results.result_rows import BoardTable, Contestants, board_table
from events.sessions.views.typing.line_rows import numbers, place, scheduled_text, short_names
from events.sessions.views.typing.ruling_notes import deal_text, ruling_notes, seat_notes


@dataclass(frozen=True, slots=True)
class TravellerRow:
    """A line of a traveller; ``deal`` is named where it was not the original, ``scheduled`` says
    who was scheduled where others played it; ``double_dummy``, its tricks above or below that.
    """

    pk: int
    place: str
    ns: str
    ns_names: str
    ew: str
    ew_names: str
    contract: str
    declarer: str
    lead: str
    tricks: str
    ns_score: str
    ew_score: str
    ns_points: str
    ew_points: str
    deal: str
    double_dummy: str
    is_corrected: bool
    scheduled: str


@dataclass(frozen=True, slots=True)
class FrequencyRow:
    """A score, or an adjusted one, how often it occurs, and its points."""

    score: str
    count: int
    ns_points: str
    ew_points: str
    deal: str


def traveller_tables(
    session: Session,
    scored: ScoredSession,
    contestants: Contestants,
    corrected: Corrected,
    hands: Hands,
) -> list[BoardTable[TravellerRow]]:
    """Every board with its results, the best for North-South first, and notes on its rulings and
    corrections; a board whose results were all cleared has only the notes.
    """
    link = PointsLinks(session.pk)
    data = printed_data(session, scored)
    # A board whose results were all cleared still has its notes.
    by_board: dict[int, list[LineRecord]] = {board: [] for board in corrected.boards}
    for line in scored.lines:
        if not line.is_empty:
            by_board.setdefault(line.board, []).append(line)
    return [
        board_table(
            board,
            [
                _traveller_row(
                    line, scored, contestants, link, hands, is_corrected=line.pk in corrected
                )
                for line in in_order(lines)
            ],
            notes=[
                *seat_notes(lines, contestants),
                *ruling_notes(lines, contestants),
                *corrected.of_board(board),
            ],
            datum=data.get(board, ""),
            diagram=diagram_of(hands, board),
        )
        for board, lines in sorted(by_board.items())
    ]


def printed_data(session: Session, scored: ScoredSession) -> dict[int, str]:
    """The datum of every board of a Butler session: one for each section that is scored by itself
    and each deal of a fouled board."""
    if session.method != Session.Method.BUTLER:
        return {}
    found: dict[int, list[str]] = {}
    for board in scored.field.boards:
        for group in board.groups:
            counts, unit = counted_scores(group.lines)
            if counts:
                printed = figures.signed(datum(counts, unit, session.butler_drop))
                text = " ".join(filter(None, (board.section, printed)))
                found.setdefault(board.board, []).append(text)
    return {number: ", ".join(texts) for number, texts in found.items()}


def frequency_tables(scored: ScoredSession, corrected: Corrected) -> list[BoardTable[FrequencyRow]]:
    """Every board with its different scores, the best for North-South first."""
    return [
        board_table(
            board.board,
            list(frequency_rows(board)),
            section=board.section,
            notes=corrected.of_board(board.board, board.section),
        )
        for board in scored.field.boards
    ]


def frequency_rows(board: BoardScore) -> Iterator[FrequencyRow]:
    """The scores of a board deal by deal, after those of each deal its adjusted scores."""
    plain = frequencies(board)
    adjusted = Counter(
        (score.line.group, ruling, score.ns_points, score.ew_points)
        for score in board.lines
        if (ruling := _listed_adjustment(score.line)) is not None
    )
    for deal in sorted({each.group for each in plain} | {key[0] for key in adjusted}):
        for each in plain:
            if each.group == deal:
                yield FrequencyRow(
                    score=figures.signed(each.score),
                    count=each.count,
                    ns_points=figures.points(each.ns_points),
                    ew_points=figures.points(each.ew_points),
                    deal=deal_text(deal),
                )
        for (group, ruling, ns_points, ew_points), count in adjusted.items():
            if group == deal:
                yield FrequencyRow(
                    # In a narrow column it may break anywhere.
                    score=result_cells.adjustment(ruling).replace(result_cells.NO_BREAK, " "),
                    count=count,
                    ns_points=figures.points(ns_points),
                    ew_points=figures.points(ew_points),
                    deal=deal_text(deal),
                )


def _listed_adjustment(line: Line) -> Adjustment | None:
    """A line's adjusted score, unless it counts as a plain one, as an assigned score does."""
    adjustment = line.adjustment
    return None if isinstance(adjustment, Weighted) and adjustment.assigned else adjustment


def in_order(lines: Iterable[LineRecord]) -> list[LineRecord]:
    """Deal by deal, the best score for North-South first; lines without a score last."""

    def order(line: LineRecord) -> tuple[str, bool, int]:
        score = line.result.counting.score_ns
        return line.deal, score is None, -(score or 0)

    return sorted(lines, key=order)


def _traveller_row(
    line: LineRecord,
    scored: ScoredSession,
    contestants: Contestants,
    link: PointsLinks,
    hands: Hands,
    *,
    is_corrected: bool,
) -> TravellerRow:
    north_south = [contestants[pk] for pk in line.ns]
    east_west = [contestants[pk] for pk in line.ew]
    points = scored.points.get(line.pk)
    return TravellerRow(
        pk=line.pk,
        place=place(line.section, line.table),
        ns=numbers(north_south),
        ns_names=short_names(north_south),
        ew=numbers(east_west),
        ew_names=short_names(east_west),
        **result_cells.result_cells(line.result),
        ns_points=link(line.pk, Side.NS, points.ns_points if points else None),
        ew_points=link(line.pk, Side.EW, points.ew_points if points else None),
        deal=deal_text(line.deal),
        double_dummy=double_dummy(hands, line),
        is_corrected=is_corrected,
        scheduled=scheduled_text(line, contestants),
    )
