"""The history of a line, and restoring an earlier state; on a page of its own or in a dialog.

The history of a line as ready strings: who changed it, how, when, on which device, and why.

Undoing the director's own last change: by a button, or by a script's Ctrl+Z.
"""

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from clubscore.text.numbers import row_number, whole_number
from clubscore.text.problems import Refused
from clubscore.text.sentences import refusal_text, translate
from clubscore.web.permissions import director_required, wants_json
from clubscore.web.visitors import actor
from events.common.views.log_text import done_by
from events.models import LogEntry, Session, TravellerLine
from events.sessions.core.domain.line_result import describe
from events.sessions.doubts.views import board_values
from events.sessions.lines.domain import PAIRS
from events.sessions.lines.selectors import entries_of_line
from events.sessions.lines.services.restoring import NotAsShown, restore_line, restored_state
from events.sessions.pages.views.lines import numbers, place_of, short_names
from events.sessions.pages.views.log import logged_deal_text, seats_text, state_text
from events.sessions.scoring.selectors.contestants import session_contestants
from events.sessions.scoring.selectors.lines import session_lines
from events.sessions.typing.selectors import line_with_session
from events.sessions.typing.services.undo import NotUndoneError, undo_last
from events.tables.views.desk import show_agreement, show_sender


@require_http_methods(["GET", "POST"])
@director_required
def line_history(request: HttpRequest, session_id: int, line_id: int) -> HttpResponse:
    """What was done to a line; ``?in=dialog`` gives only the inner part.

    A POST restores an earlier state. A script gets the same answer as after an undo: the
    message, and the board's lines as they are; 409 when the line was changed since its history
    was shown, and 422 when there is no such state, each with a sentence.
    """
    line = line_with_session(session_id=session_id, line_id=line_id)
    if line is None:
        raise Http404("The session has no such line.")
    if request.method == "GET":
        return _page(request, line)
    is_before = "before" in request.POST
    try:
        restored = restore_line(
            session_id=session_id,
            line_id=line.pk,
            entry_id=row_number(request.POST.get("before" if is_before else "after", "")),
            is_before=is_before,
            version=row_number(request.POST.get("version", "")),
            by=actor(request),
            reason=request.POST.get("why", ""),
        )
    except Refused as refusal:
        status = 409 if isinstance(refusal, NotAsShown) else 422
        error = refusal_text(refusal)
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
    [record] = [
        session_line
        for session_line in session_lines(session.pk, board=line.board)
        if session_line.pk == line.pk
    ]
    ns, ew = ([contestants[pk] for pk in side] for side in (record.ns, record.ew))
    context: dict[str, Any] = {
        "session": session,
        "tab": "boards",
        "line": line,
        "table": place_of(record, contestants),
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


@dataclass(frozen=True, slots=True)
class HistoryRow:
    """One change. ``restores`` is the label of its button: the result after the change, or, for a
    change of who sat there, the seats before it (``is_before``); empty if that is so now.
    """

    pk: int
    at: datetime.datetime
    who: str
    device: str
    action: str
    before: str
    after: str
    reason: str
    restores: str
    is_before: bool
    is_present: bool


@dataclass(frozen=True, slots=True)
class Beginning:
    """The state of the line before the first change of its history."""

    pk: int
    state: str
    restores: str


@dataclass(frozen=True, slots=True)
class History:
    rows: list[HistoryRow]
    beginning: Beginning | None


def history(line: TravellerLine, entries: Sequence[LogEntry]) -> History:
    """The history of a line from its log, the latest change first."""
    now = restored_state(line.state)
    own_entries = [entry for entry in entries if entry.line_id == line.pk]
    seated = [entry for entry in own_entries if PAIRS in entry.after]
    of_result = [entry for entry in own_entries if PAIRS not in entry.after]
    present = next((e.pk for e in of_result if restored_state(e.after) == now), None)
    pairs = seated[0].after[PAIRS] if seated else ""
    rows = []
    for entry in entries:
        if entry in seated:
            rows.append(_seats_row(entry, pairs))
        elif entry in of_result:
            rows.append(_result_row(entry, now, is_present=entry.pk == present))
        else:
            before, after = (
                logged_deal_text(values, line) for values in (entry.before, entry.after)
            )
            rows.append(_row(entry, before, after))
    if not of_result:
        return History(rows, None)
    first = of_result[-1]
    text = state_text(first.before)
    is_now = restored_state(first.before) == now
    return History(rows, Beginning(first.pk, text, "" if is_now else text))


def _result_row(entry: LogEntry, now: Mapping[str, Any], *, is_present: bool) -> HistoryRow:
    before, after = state_text(entry.before), state_text(entry.after)
    restores = "" if restored_state(entry.after) == now else after
    return _row(entry, before, after, restores=restores, is_present=is_present)


def _seats_row(entry: LogEntry, pairs: str) -> HistoryRow:
    before, after = map(seats_text, (entry.before, entry.after))
    # Seats that changed because of another line are restored from that line.
    is_own = entry.action != LogEntry.Action.EXCHANGED and entry.before[PAIRS] != pairs
    return _row(entry, before, after, restores=before if is_own else "", is_before=True)


def _row(
    entry: LogEntry,
    before: str,
    after: str,
    *,
    restores: str = "",
    is_before: bool = False,
    is_present: bool = False,
) -> HistoryRow:
    return HistoryRow(
        pk=entry.pk,
        at=entry.at,
        who=done_by(entry),
        device=show_sender(entry.device),
        action=entry.get_action_display(),
        before=before,
        after=after,
        reason=show_agreement(entry.reason),
        restores=restores,
        is_before=is_before,
        is_present=is_present,
    )


SHOWN = "undo-refused"
"""The key, in the browser session, of the changes whose undo was refused as the director has
seen."""

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
        undone = undo_last(
            session_id=session.pk,
            by=actor(request),
            shown=shown,
            board=board,
            reason=request.POST.get("why", ""),
        )
    except Refused as refusal:
        if isinstance(refusal, NotUndoneError):
            # The next undo passes over it.
            request.session[SHOWN] = [*shown, refusal.entry][-MAX_SHOWN:]
        error = refusal_text(refusal)
        if wants_json(request):
            return JsonResponse({"error": error}, status=409)
        messages.error(request, error)
        return redirect(_undo_page(request), session.pk)
    message = translate(undone.message)
    if not wants_json(request):
        messages.success(request, message)
        return redirect(_undo_page(request), session.pk)
    answer: dict[str, Any] = {"message": message}
    if undone.boards:
        # A fix may change two boards: the answer is for the one that the page shows.
        here = [board for board in undone.boards if str(board) == request.POST.get("board")]
        answer |= board_values(request, session, (here or undone.boards)[0])
    return JsonResponse(answer)


def _undo_page(request: HttpRequest) -> str:
    """The page with the button."""
    return "events:doubts" if request.POST.get("back") == "doubts" else "events:rulings"
