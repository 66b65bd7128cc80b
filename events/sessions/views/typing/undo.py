"""Undoing the director's own last change: by a button, or by a script's Ctrl+Z."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.http import require_POST

from clubscore.actor import actor
from clubscore.numbers import whole_number
from clubscore.permissions import director_required, wants_json
from clubscore.problems import Refused
from clubscore.sentences import translate, translate_refusal
from events.models import Session
from events.sessions.services.undo import NotUndoneError, undo_last
from events.sessions.views.desk.board_values import board_values

SHOWN = "undo-refused"
"""In the browser session: the changes whose undo was refused, which the director has seen."""
MAX_SHOWN = 200


@require_POST
@director_required
def undo(request: HttpRequest, session_id: int) -> HttpResponse:
    """Undo once. A script gets what was undone, and the board's lines as they are now.

    409 with a sentence when nothing can be undone. A change that was refused once is passed over
    the next time, as long as it still cannot be undone.
    """
    session = get_object_or_404(Session, pk=session_id)
    shown = request.session.get(SHOWN, [])
    try:
        board = whole_number(request.POST.get("board", ""))
        undone = undo_last(session_id=session.pk, by=actor(request), shown=shown, board=board)
    except Refused as refusal:
        if isinstance(refusal, NotUndoneError):
            # The next undo passes over it.
            request.session[SHOWN] = [*shown, refusal.entry][-MAX_SHOWN:]
        error = " ".join(translate_refusal(refusal))
        if wants_json(request):
            return JsonResponse({"error": error}, status=409)
        messages.error(request, error)
        return redirect(_page(request), session.pk)
    message = translate(undone.message)
    if not wants_json(request):
        messages.success(request, message)
        return redirect(_page(request), session.pk)
    answer: dict[str, Any] = {"message": message}
    if undone.boards:
        # A fix may change two boards: the answer is for the one that the page shows.
        here = [board for board in undone.boards if str(board) == request.POST.get("board")]
        answer |= board_values(request, session, (here or undone.boards)[0])
    return JsonResponse(answer)


def _page(request: HttpRequest) -> str:
    """The page with the button."""
    return "events:doubts" if request.POST.get("back") == "doubts" else "events:rulings"
