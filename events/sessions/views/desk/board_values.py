"""A whole board for the typing page's script, after more than one of its lines may have changed."""

from typing import Any

from django.http import HttpRequest

from events.models import Session, TravellerLine
from events.sessions.selectors.contestants import session_contestants
from events.sessions.selectors.sessions import section_letters
from events.sessions.services.board_scoring import score_one_board
from events.sessions.views.typing.doubt_rows import doubts_values, marks_values
from events.sessions.views.typing.line_rows import (
    line_values,
    points_values,
    progress_values,
    seat_values,
)


def board_values(request: HttpRequest, session: Session, board: int) -> dict[str, Any]:
    """The lines of a board as they are now, its doubts, and how many doubts each board has; all
    of one section, where the page shows only that (``section``).
    """
    asked = request.POST.get("section", "")
    section = asked if asked and asked in section_letters(session.pk) else ""
    scored = score_one_board(session, board, section=section)
    lines = TravellerLine.objects.in_bulk([line.pk for line in scored.lines])
    return {
        "lines": [line_values(lines[line.pk], session) for line in scored.lines],
        "seats": seat_values(scored, session_contestants(session.pk, full_names=True)),
        "points": points_values(scored),
        "board": progress_values(scored),
        "doubts": doubts_values(session, scored) | {"marks": marks_values(session, section)},
    }
