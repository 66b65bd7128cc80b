"""The lines of a round slip with all that its page shows of them, each scored on its own board."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from events.models import Session, TravellerLine
from events.sessions.domain.typing.letters import letters_named
from events.sessions.selectors.contestants import ContestantRecord, session_contestants
from events.sessions.selectors.lines import LineRecord
from events.sessions.services.board_scoring import ScoredBoard, score_one_board
from events.sessions.views.results.board_words import board_facts
from events.sessions.views.typing.doubt_rows import doubts_values
from events.sessions.views.typing.line_rows import (
    TypingRow,
    line_values,
    points_values,
    seat_values,
    typing_rows,
)


@dataclass(frozen=True, slots=True)
class SlipRow:
    """A line of a slip: its board, and the line as on the board's traveller."""

    board: int
    dealer: str
    vulnerability: str
    label: str
    doubt_url: str
    line: TypingRow


@dataclass(frozen=True, slots=True)
class SlipBoard:
    """A board of a slip as far as it is entered, and the line of the slip on it."""

    scored: ScoredBoard
    line: LineRecord


def slip_boards(
    session: Session, letter: str, round_number: int, table: int, *, section: str
) -> list[SlipBoard]:
    """The boards of a slip in their order; ``section`` is the letter where there are several
    sections. The number of queries depends on that of the boards of a round, and on nothing else.
    """
    slip = TravellerLine.objects.filter(
        section__session=session.pk, section__letter=letter, round=round_number, table=table
    )
    boards = []
    for pk, board in slip.order_by("board").values_list("pk", "board"):
        scored = score_one_board(session, board, section=section)
        line = next((each for each in scored.lines if each.pk == pk), None)
        # Somebody may have taken the line away between the two readings.
        if line is not None:
            boards.append(SlipBoard(scored, line))
    return boards


def slip_rows(
    session: Session, boards: list[SlipBoard], contestants: Mapping[int, ContestantRecord]
) -> list[SlipRow]:
    """The rows of a slip's page."""
    letters = letters_named(session.letters)
    first_empty = next((each.line.pk for each in boards if each.line.is_empty), None)
    rows = []
    for each in boards:
        (line,) = typing_rows(each.scored, contestants, letters, only=each.line.pk)
        board = each.scored.number
        rows.append(
            SlipRow(
                board=board,
                **board_facts(board),
                label=_("Board %(board)s. %(result)s") % {"board": board, "result": line.label},
                doubt_url=reverse("events:doubt", args=[session.pk, board]),
                line=replace(line, is_first_empty=line.pk == first_empty),
            )
        )
    return rows


def slip_doubts(session: Session, boards: list[SlipBoard]) -> list[dict[str, Any]]:
    """The doubts of each board of a slip, for the page's script."""
    return [doubts_values(session, each.scored) for each in boards]


def slip_values(session: Session, boards: list[SlipBoard]) -> dict[str, Any]:
    """The lines of a slip as they are now, for the page's script."""
    contestants = session_contestants(session.pk, full_names=True)
    lines = TravellerLine.objects.in_bulk([each.line.pk for each in boards])
    seats: list[dict[str, Any]] = []
    points: dict[str, dict[str, str]] = {}
    for each in boards:
        own = str(each.line.pk)
        seats += [row for row in seat_values(each.scored, contestants) if str(row["id"]) == own]
        points |= {pk: row for pk, row in points_values(each.scored).items() if pk == own}
    return {
        "lines": [line_values(line, session) for line in lines.values()],
        "seats": seats,
        "points": points,
        "doubts": slip_doubts(session, boards),
    }
