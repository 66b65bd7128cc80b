"""The ruling on a line: the table's result, the other results, and what both sides would get."""

from dataclasses import dataclass, replace
from fractions import Fraction
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
from events.common.views import figures
from events.models import Session, TravellerLine
from events.sessions.domain.adjustments import (
    Adjustment,
    Artificial,
    Average,
    is_generous,
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
from events.sessions.views.results.explanation_rows import number
from events.sessions.views.results.traveller_rows import frequency_rows
from events.sessions.views.typing.line_rows import numbers, place, short_names
from events.sessions.views.typing.ruling_notes import deal_text


@dataclass(frozen=True, slots=True)
class Share:
    """A side's points, printed and exact; all empty where the board does not count."""

    points: str
    exact: str
    percentage: str
    percentage_exact: str


@dataclass(frozen=True, slots=True)
class Preview:
    """What a ruling would mean: in words, for both sides, and whether it exceeds the top."""

    meaning: str
    ns: Share
    ew: Share
    top: str
    is_generous: bool


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
    form = RulingForm(request.POST or None, board=line.board, initial=initial | initial_of(present))
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
        "preview": None if problems else _preview(session, line, adjustment, scored),
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
    form = RulingForm(request.GET, board=line.board)
    context: dict[str, Any] = {"session": session}
    if form.is_valid() and form.adjustment is not None:
        context["preview"] = _preview(session, line, form.adjustment, scored)
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
    if _preview(session, line, adjustment).is_generous:
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
        "table_points": _points_at_the_table(session, scored, line),
        "present": _meaning(line.result.adjustment) if line.result.adjustment else "",
        "frequencies": [row for board in boards for row in frequency_rows(board)],
        "laws": [(law.number, translate(law.topic)) for law in LAWS],
        **board_facts(line.board),
    }


def _points_at_the_table(session: Session, scored: ScoredSession, line: LineRecord) -> str:
    """The points of the table's own result; empty where there is none."""
    if line.result.score_ns is None:
        return ""
    if line.result.adjustment:
        scored = score_session(session, supposing={line.pk: line.result.at_the_table})
    score = scored.points[line.pk]
    values = {"ns": figures.points(score.ns_points), "ew": figures.points(score.ew_points)}
    return _("NS %(ns)s, EW %(ew)s") % values


def _meaning(adjustment: Adjustment) -> str:
    return translate(describe(LineResult(adjustment=adjustment)))


def _preview(
    session: Session,
    line: LineRecord,
    adjustment: Adjustment,
    scored: ScoredSession | None = None,
) -> Preview:
    """What both sides would get by an adjustment."""
    result = replace(line.result, adjustment=adjustment)
    if scored is None or result != line.result:
        scored = score_session(session, supposing={line.pk: result})
    score = scored.points.get(line.pk)
    ns, ew, top = (score.ns_points, score.ew_points, score.top) if score else (None, None, None)
    return Preview(
        meaning=translate(describe(result)),
        ns=_share(ns, top),
        ew=_share(ew, top),
        top=figures.points(top),
        is_generous=is_generous(adjustment, ns, ew, top),
    )


def _share(points: Fraction | None, top: Fraction | None) -> Share:
    if points is None:
        return Share("", "", "", "")
    percentage = 100 * points / top if top else None
    return Share(
        figures.points(points),
        number(points),
        figures.percentage(percentage),
        figures.exact(percentage, " %"),
    )
