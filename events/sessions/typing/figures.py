"""What a pasted column means on the lines of a board, before anything is stored."""

from collections.abc import Sequence
from dataclasses import dataclass

from clubscore.text.problems import Refused
from events.models import TravellerLine
from events.sessions.core.domain.letters import ENGLISH
from events.sessions.core.domain.line_result import LineResult
from events.sessions.lines.figures import read_typed
from events.sessions.scoring.selectors.lines import commonest_result
from events.sessions.typing.domain import read_column


@dataclass(frozen=True, slots=True)
class PastedLine:
    """A line, the text pasted for it, and its meaning: a result, or why it is refused."""

    line: TravellerLine
    typed: str
    meaning: LineResult | Refused


@dataclass(frozen=True, slots=True)
class Pasted:
    """What was understood; ``left_over`` counts the rows beyond the last line."""

    lines: tuple[PastedLine, ...]
    heading: str
    left_over: int


def read_pasted(*, session_id: int, board: int, line_ids: Sequence[int], text: str) -> Pasted:
    """Read a column for these lines of a board, in their order; empty rows leave theirs alone.

    Raises :class:`Refused` when it is no column.
    """
    of_board = TravellerLine.objects.filter(section__session=session_id, board=board)
    lines = of_board.select_related("section__session").in_bulk(line_ids)
    # In the order of the page, which in_bulk does not keep; a line may be gone since.
    present = [lines[pk] for pk in line_ids if pk in lines]
    letters = present[0].section.session.typing_letters if present else ENGLISH
    column = read_column(text, letters)
    commonest = None
    # One query for the whole column, and none where no row needs it.
    if "." in column.rows:
        commonest = commonest_result(session_id=session_id, board=board)
    return Pasted(
        tuple(
            PastedLine(line, typed, _meaning(line, typed, commonest))
            for line, typed in zip(present, column.rows, strict=False)
            if typed
        ),
        column.heading,
        sum(map(bool, column.rows[len(present) :])),
    )


def _meaning(line: TravellerLine, typed: str, commonest: LineResult | None) -> LineResult | Refused:
    try:
        return read_typed(line=line, text=typed, commonest=lambda: commonest).result
    except Refused as refusal:
        return refusal
