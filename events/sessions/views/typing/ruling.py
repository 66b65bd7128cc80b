"""The ruling on a line: the table's result, the other results, and what both sides would get."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from clubscore.actor import actor
from clubscore.numbers import whole_number
from clubscore.permissions import director_required
from clubscore.problems import Refused
from clubscore.sentences import NothingHereError, translate, translate_refusal
from events.models import Session, TravellerLine
from events.sessions.domain.adjustments import (
    Adjustment,
    Artificial,
    Average,
)
from events.sessions.domain.laws import LAWS
from events.sessions.domain.line_result import LineResult, describe
from events.sessions.forms.ruling import RulingForm, initial_of
from events.sessions.selectors.contestants import session_contestants
from events.sessions.selectors.lines import LineRecord
from events.sessions.services import rulings
from events.sessions.services.lines import Conflict
from events.sessions.services.scoring import ScoredSession, score_session
from events.sessions.views.results.board_words import board_facts
from events.sessions.views.results.traveller_rows import frequency_rows
from events.sessions.views.typing.line_rows import numbers, place, short_names
from events.sessions.views.typing.ruling_notes import deal_text
from events.sessions.views.typing.ruling_preview import (
    is_in_imps,
    other_room,
    points_at_the_table,
    preview_of,
)


@require_http_methods(["GET", "POST"])
@director_required
def ruling(request: HttpRequest, session_id: int, line_id: int) -> HttpResponse:
    """The page of a line's ruling: shown, saved, or cancelled."""
    session = get_object_or_404(Session, pk=session_id)
    scored = score_session(session)
    line = _line(scored, line_id)
    if request.POST.get("action") == "take-back":
        return _take_back(request, session, line)
    present = line.result.adjustment
    initial = {"law": line.law, "reason": line.reason, "version": line.version}
    form = RulingForm(
        request.POST or None,
        board=line.board,
        in_imps=is_in_imps(session),
        initial=initial | initial_of(present),
    )
    adjustment = present or Artificial(Average.EQUAL, Average.EQUAL)
    status, problems = 200, []
    if request.method == "POST":
        if not form.is_valid() or form.adjustment is None:
            problems = _problems(form)
        else:
            adjustment = form.adjustment
            if request.POST.get("action") != "preview" and _save(request, session, line, form):
                return redirect("events:board", session.pk, line.board)
        status = 422 if form.errors else 200
    context = _context(session, scored, line) | {
        "form": form,
        "preview": None if problems else preview_of(session, line, adjustment, scored),
        "problems": problems,
    }
    return render(request, "events/sessions/typing/ruling.html", context, status=status)


@require_GET
@director_required
def preview(request: HttpRequest, session_id: int, line_id: int) -> HttpResponse:
    """What both sides would get by the form as it is now; nothing is stored."""
    session = get_object_or_404(Session, pk=session_id)
    scored = score_session(session)
    line = _line(scored, line_id)
    form = RulingForm(request.GET, board=line.board, in_imps=is_in_imps(session))
    context: dict[str, Any] = {"session": session}
    if form.is_valid() and form.adjustment is not None:
        context["preview"] = preview_of(session, line, form.adjustment, scored)
    else:
        context["problems"] = _problems(form)
    return render(request, "events/sessions/typing/_ruling_preview.html", context)


def _problems(form: RulingForm) -> list[str]:
    return [str(error) for errors in form.errors.values() for error in errors]


def _save(request: HttpRequest, session: Session, line: LineRecord, form: RulingForm) -> bool:
    """Save the ruling; returns whether it was saved. A refusal is shown in the form."""
    adjustment = form.adjustment
    if adjustment is None:
        return False
    version = form.cleaned_data["version"]
    try:
        rulings.make_ruling(
            session_id=session.pk,
            line_id=line.pk,
            adjustment=adjustment,
            law=form.cleaned_data["law"],
            reason=form.cleaned_data["reason"],
            by=actor(request),
            version=whole_number(version),
        )
    except TravellerLine.DoesNotExist:
        raise _no_line() from None
    except Conflict as conflict:
        meanwhile = _("Somebody else has changed this line: %(now)s. Save again to overwrite it.")
        now = translate(describe(conflict.line.result))
        form.add_error(None, meanwhile % {"now": now})
        data = request.POST.copy()
        # With the new version, saving again overwrites: the director has seen the other value.
        data["version"] = str(conflict.line.version)
        form.data = data
        return False
    except Refused as refusal:
        for message in translate_refusal(refusal):
            form.add_error(None, message)
        return False
    messages.success(
        request, _("The ruling is saved: %(ruling)s.") % {"ruling": _meaning(adjustment)}
    )
    if preview_of(session, line, adjustment).is_generous:
        more = _("Both sides together get more than 100 %% of board %(board)s.")
        messages.warning(request, more % {"board": line.board})
    return True


def _take_back(request: HttpRequest, session: Session, line: LineRecord) -> HttpResponse:
    try:
        entered = rulings.take_back_ruling(
            session_id=session.pk, line_id=line.pk, by=actor(request)
        )
    except TravellerLine.DoesNotExist:
        raise _no_line() from None
    except Refused as refusal:
        messages.error(request, " ".join(translate_refusal(refusal)))
    else:
        back = _("The ruling is cancelled; the result is %(now)s again.")
        messages.success(request, back % {"now": translate(describe(entered.line.result))})
    if request.POST.get("back") == "rulings":
        return redirect("events:rulings", session.pk)
    return redirect("events:board", session.pk, line.board)


def _line(scored: ScoredSession, line_id: int) -> LineRecord:
    line = next((line for line in scored.lines if line.pk == line_id), None)
    if line is None:
        raise _no_line()
    return line


def _no_line() -> NothingHereError:
    return NothingHereError(_("There is no such line in this session, so it cannot have a ruling."))


def _context(session: Session, scored: ScoredSession, line: LineRecord) -> dict[str, Any]:
    contestants = session_contestants(session.pk, full_names=True)
    ns, ew = ([contestants[pk] for pk in seats] for seats in (line.ns, line.ew))
    boards = [
        board
        for board in scored.field.boards
        if board.board == line.board and board.section in ("", line.section)
    ]
    return {
        "session": session,
        "tab": "rulings",
        "line": line,
        "table": place(line.section, line.table),
        "ns": numbers(ns),
        "ew": numbers(ew),
        "ns_names": short_names(ns),
        "ew_names": short_names(ew),
        "deal": deal_text(line.deal),
        "at_the_table": translate(describe(line.result.at_the_table)),
        "table_points": points_at_the_table(session, scored, line),
        "present": _meaning(line.result.adjustment) if line.result.adjustment else "",
        "other_room": other_room(session, line),
        "frequencies": [row for board in boards for row in frequency_rows(board)],
        "laws": [(law.number, translate(law.topic)) for law in LAWS],
        **board_facts(line.board),
    }


def _meaning(adjustment: Adjustment) -> str:
    return translate(describe(LineResult(adjustment=adjustment)))
