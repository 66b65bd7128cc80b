"""Undoing the director's own last change: by a button, or by a script's Ctrl+Z."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.http import require_POST

from clubscore.permissions import director_required, wants_json
from clubscore.problems import Refused
from clubscore.sentences import translate, translate_refusal
from events.models import Session, TravellerLine
from events.permissions import actor
from events.selectors.contestants import session_contestants
from events.services.scoring import score_one_board
from events.services.undo import NotUndoneError, undo_last
from events.views.entry_rows import (
    line_values,
    points_values,
    progress_values,
    seat_values,
)

SHOWN = "undo-refused"
"""In the director's browser session: the changes that could not be undone, and that was said."""
MOST_SHOWN = 200


@require_POST
@director_required
def undo(request: HttpRequest, session_id: int) -> HttpResponse:
    """Undo once. A script gets what was undone, and the board's lines as they are now.

    409 with a sentence when nothing can be undone. What was refused once is passed over the next
    time, as long as it is still so.
    """
    session = get_object_or_404(Session, pk=session_id)
    shown = request.session.get(SHOWN, [])
    try:
        undone = undo_last(session_id=session.pk, by=actor(request), shown=shown)
    except Refused as refusal:
        if isinstance(refusal, NotUndoneError):
            request.session[SHOWN] = [*shown, refusal.entry][-MOST_SHOWN:]
        error = " ".join(translate_refusal(refusal))
        if wants_json(request):
            return JsonResponse({"error": error}, status=409)
        messages.error(request, error)
        return redirect("events:rulings", session.pk)
    message = translate(undone.message)
    if not wants_json(request):
        messages.success(request, message)
        return redirect("events:rulings", session.pk)
    answer: dict[str, Any] = {"message": message}
    if undone.board is not None:
        answer |= board_values(session, undone.board)
    return JsonResponse(answer)


def board_values(session: Session, board: int) -> dict[str, Any]:
    """The lines of a board as they are now, for the page's script."""
    scored = score_one_board(session, board)
    lines = TravellerLine.objects.in_bulk([line.pk for line in scored.lines])
    return {
        "lines": [line_values(lines[line.pk], session) for line in scored.lines],
        "seats": seat_values(scored, session_contestants(session.pk, full_names=True)),
        "points": points_values(scored),
        "board": progress_values(scored.progress),
    }
