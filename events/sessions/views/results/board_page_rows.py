"""One board as a page, as ready strings: every result in one column, the percentages of both sides,
and the boards before and after it."""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from events.common.views import figures
from events.models import Session
from events.sessions.domain.contract import Side
from events.sessions.domain.scoring.board_score import LineScore
from events.sessions.selectors.lines import LineRecord
from events.sessions.services.scoring import ScoredSession
from events.sessions.views.results import result_cells
from events.sessions.views.results.corrected import Corrected
from events.sessions.views.results.hand_rows import Hands, diagram_of, double_dummy
from events.sessions.views.results.points_links import PointsLinks
from events.sessions.views.results.result_rows import BoardTable, Contestants, board_table
from events.sessions.views.results.traveller_rows import in_order, printed_data
from events.sessions.views.typing.line_rows import numbers, scheduled_text, short_names
from events.sessions.views.typing.ruling_notes import deal_text, ruling_notes, seat_notes


@dataclass(frozen=True, slots=True)
class BoardSide:
    """A side of a line: who sat there, and what it got: per cent of the top, or points."""

    contestants: tuple[int, ...]
    number: str
    names: str
    score: str
    part: str
    """HTML: a link to where it comes from."""


@dataclass(frozen=True, slots=True)
class BoardRow:
    """A line of the board; ``result`` is contract, declarer and result in one, ``4♠N−1``;
    ``double_dummy`` are its tricks above or below double dummy."""

    ns: BoardSide
    ew: BoardSide
    result: str
    lead: str
    deal: str
    double_dummy: str
    is_corrected: bool
    scheduled: str

    def side_of(self, contestant: int) -> BoardSide | None:
        """The side on which a contestant sat; ``None`` where it did not play this line."""
        return next((side for side in (self.ns, self.ew) if contestant in side.contestants), None)


@dataclass(frozen=True, slots=True)
class BoardPage:
    """The table of the board, and the neighbours among the boards with results (0: there is
    none)."""

    table: BoardTable[BoardRow]
    earlier: int
    later: int


def board_page(
    session: Session,
    scored: ScoredSession,
    contestants: Contestants,
    corrected: Corrected,
    hands: Hands,
    board: int,
) -> BoardPage | None:
    """The page of a board; ``None`` where it has no result."""
    played = {line.board for line in scored.lines if not line.is_empty} | corrected.boards
    if board not in played:
        return None
    lines = [line for line in scored.lines if line.board == board and not line.is_empty]
    link = PointsLinks(session.pk)
    table = board_table(
        board,
        [
            _row(line, scored.points.get(line.pk), session, contestants, link, corrected, hands)
            for line in in_order(lines)
        ],
        notes=[
            *seat_notes(lines, contestants),
            *ruling_notes(lines, contestants),
            *corrected.of_board(board),
        ],
        datum=printed_data(session, scored).get(board, ""),
        diagram=diagram_of(hands, board),
    )
    return BoardPage(table, *_neighbours(sorted(played), board))


def _neighbours(boards: Sequence[int], board: int) -> tuple[int, int]:
    place = bisect_left(boards, board)
    return (
        boards[place - 1] if place else 0,
        boards[place + 1] if place + 1 < len(boards) else 0,
    )


def _row(
    line: LineRecord,
    points: LineScore | None,
    session: Session,
    contestants: Contestants,
    link: PointsLinks,
    corrected: Corrected,
    hands: Hands,
) -> BoardRow:
    by_percentage = session.method == Session.Method.MATCHPOINTS
    score = line.result.counting.score_ns

    def side(name: Side, pks: tuple[int, ...], own: Fraction | None, sign: int) -> BoardSide:
        sat = [contestants[pk] for pk in pks]
        return BoardSide(
            contestants=pks,
            number=numbers(sat),
            names=short_names(sat),
            score="" if score is None else figures.signed(sign * score),
            part=link(line.pk, name, own, points.top if points and by_percentage else None),
        )

    return BoardRow(
        ns=side(Side.NS, line.ns, points.ns_points if points else None, 1),
        ew=side(Side.EW, line.ew, points.ew_points if points else None, -1),
        result=result_cells.played(line.result, in_short=True),
        lead=result_cells.result_cells(line.result)["lead"],
        deal=deal_text(line.deal),
        double_dummy=double_dummy(hands, line),
        is_corrected=line.pk in corrected,
        scheduled=scheduled_text(line, contestants),
    )
