"""The history of a line, and restoring an earlier state; on a page of its own or in a dialog."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubscore.actor import actor
from clubscore.numbers import whole_number
from clubscore.permissions import director_required, wants_json
from clubscore.problems import Refused
from clubscore.sentences import translate, translate_refusal
from events.models import TravellerLine
from events.sessions.domain.line_result import describe
from events.sessions.selectors.contestants import session_contestants
from events.sessions.selectors.line_history import entries_of_line
from events.sessions.selectors.lines import session_lines
from events.sessions.services.restoring import NotAsShown, restore_line
from events.sessions.views.desk.board_values import board_values
from events.sessions.views.typing.line_history_rows import history
from events.sessions.views.typing.line_rows import numbers, place, short_names


@require_http_methods(["GET", "POST"])
@director_required
def line_history(request: HttpRequest, session_id: int, line_id: int) -> HttpResponse:
    """What was done to a line; ``?in=dialog`` gives only the inner part.

    A POST restores an earlier state. A script gets the same answer as after an undo: the
    message, and the board's lines as they are; 409 when the line was changed since its history
    was shown, and 422 when there is no such state, each with a sentence.
    """
    line = get_object_or_404(
        TravellerLine.objects.select_related("section__session"),
        pk=line_id,
        section__session__pk=session_id,
    )
    if request.method == "GET":
        return _page(request, line)
    is_before = "before" in request.POST
    try:
        restored = restore_line(
            session_id=session_id,
            line_id=line.pk,
            entry_id=_number(request.POST.get("before" if is_before else "after", "")),
            is_before=is_before,
            version=_number(request.POST.get("version", "")),
            by=actor(request),
        )
    except Refused as refusal:
        status = 409 if isinstance(refusal, NotAsShown) else 422
        error = " ".join(translate_refusal(refusal))
        if wants_json(request):
            return JsonResponse({"error": error}, status=status)
        line.refresh_from_db()
        return _page(request, line, error=error, status=status)
    values = {"board": line.board, "result": translate(describe(restored.result))}
    message = _("Restored on board %(board)s: %(result)s.") % values
    if wants_json(request):
        session = line.section.session
        return JsonResponse({"message": message, **board_values(request, session, line.board)})
    messages.success(request, message)
    return redirect("events:line-history", session_id, line.pk)


def _page(
    request: HttpRequest, line: TravellerLine, *, error: str = "", status: int = 200
) -> HttpResponse:
    session = line.section.session
    contestants = session_contestants(session.pk, full_names=True)
    [record] = [each for each in session_lines(session.pk, board=line.board) if each.pk == line.pk]
    ns, ew = ([contestants[pk] for pk in side] for side in (record.ns, record.ew))
    context: dict[str, Any] = {
        "session": session,
        "tab": "typing",
        "line": line,
        "table": place(record.section, record.table),
        "ns": numbers(ns),
        "ns_names": short_names(ns),
        "ew": numbers(ew),
        "ew_names": short_names(ew),
        "now": translate(describe(line.result)),
        "history": history(line, entries_of_line(session_id=session.pk, line_id=line.pk)),
        "error": error,
    }
    part = request.GET.get("in") == "dialog"
    template = (
        "events/sessions/typing/_line_history.html"
        if part
        else "events/sessions/typing/line_history.html"
    )
    return render(request, template, context, status=status)


def _number(text: str) -> int:
    """A number that was posted; -1, which no row has, for anything else."""
    number = whole_number(text)
    return -1 if number is None else number
