"""A whole board for the entry page's script, after more than one of its lines may have changed."""

from typing import Any

from events.models import Session, TravellerLine
from events.selectors.contestants import session_contestants
from events.services.scoring import score_one_board
from events.views.doubt_rows import doubts_values, marks_values
from events.views.entry_rows import line_values, points_values, progress_values, seat_values


def board_values(session: Session, board: int) -> dict[str, Any]:
    """The lines of a board as they are now, its doubts, and how many doubts each board has."""
    scored = score_one_board(session, board)
    lines = TravellerLine.objects.in_bulk([line.pk for line in scored.lines])
    return {
        "lines": [line_values(lines[line.pk], session) for line in scored.lines],
        "seats": seat_values(scored, session_contestants(session.pk, full_names=True)),
        "points": points_values(scored),
        "board": progress_values(scored),
        "doubts": doubts_values(session, board) | {"marks": marks_values(session)},
    }
