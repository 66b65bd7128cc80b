"""All rulings and penalties of a session, each with a button to cancel it; and undoing.

The ruling on a line: the table's result, the other results, and what both sides would get.

What both sides would get by a ruling: points of the field, or in a match of teams its IMPs.
"""

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _, pgettext
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from clubscore.text.numbers import whole_number
from clubscore.text.problems import Refused, Sentence
from clubscore.text.sentences import NothingHereError, refusal_text, translate, translate_refusal
from clubscore.web.permissions import director_required
from clubscore.web.refusals import refusals_told
from clubscore.web.visitors import Actor, actor
from events.common.forms import focus
from events.common.selectors import reasons_of_fouled_boards
from events.common.views import figures
from events.models import Contestant, MatchPlay, Session, TravellerLine
from events.sessions.core.domain.adjustment import (
    LAWS,
    NOT_PLAYED,
    Adjustment,
    Artificial,
    Average,
    is_generous,
)
from events.sessions.core.domain.line_result import LineResult, describe
from events.sessions.lines.services.saving import Conflict, changed_by
from events.sessions.matches.figures.boards import match_notes
from events.sessions.pages.views.lines import numbers, place_of, short_names, won_text
from events.sessions.pages.views.notes import (
    deal_text,
    opponents_of,
    penalty_note,
    ruling_with_reason,
)
from events.sessions.pages.views.results import board_facts
from events.sessions.pages.views.travellers import frequency_rows
from events.sessions.rulings import services as penalties
from events.sessions.rulings.forms import PenaltyForm, RulingForm, initial_of
from events.sessions.scoring.figures.scoring import MatchNote, ScoredSession, score_session
from events.sessions.scoring.selectors.contestants import session_contestants
from events.sessions.scoring.selectors.lines import LineRecord, session_lines, session_penalties


@dataclass(frozen=True, slots=True)
class RulingRow:
    """A line with a ruling."""

    pk: int
    board: int
    who: str
    note: str
    at_the_table: str


@dataclass(frozen=True, slots=True)
class PenaltyRow:
    """A penalty, and whose it is."""

    pk: int
    who: str
    note: str


@dataclass(frozen=True, slots=True)
class FouledRow:
    """A fouled board: who played which changed deal."""

    board: int
    lines: list[str]
    reason: str


@require_GET
@director_required
def rulings(request: HttpRequest, session_id: int) -> HttpResponse:
    """The list; with a board chosen, a redirect to its lines or to its deals."""
    session = get_object_or_404(Session, pk=session_id)
    board = whole_number(request.GET.get("board", ""), most=10**9)
    if board is not None:
        page = "events:deals" if request.GET.get("go") == "deals" else "events:board"
        return redirect(page, session.pk, board)
    contestants = session_contestants(session.pk, full_names=True)
    lines = session_lines(session.pk)
    fouled: dict[int, list[str]] = {}
    for line in lines:
        if line.deal:
            played_text = f"{opponents_of(line, contestants)} ({deal_text(line.deal)})"
            fouled.setdefault(line.board, []).append(played_text)
    reasons = reasons_of_fouled_boards(session.pk) if fouled else {}
    context = {
        "session": session,
        "tab": "rulings",
        "boards": sorted({line.board for line in lines}),
        "rulings": [
            RulingRow(
                pk=line.pk,
                board=line.board,
                who=opponents_of(line, contestants),
                note=ruling_with_reason(line),
                at_the_table=translate(describe(line.result.at_the_table)),
            )
            for line in lines
            if line.result.adjustment
        ],
        "penalties": [
            PenaltyRow(
                pk=penalty.pk,
                who=f"{contestants[penalty.contestant].label}"
                f" {contestants[penalty.contestant].players_and_team}".strip(),
                note=penalty_note(penalty, session),
            )
            for penalty in session_penalties(session.pk)
        ],
        "fouled": [
            FouledRow(board, texts, reasons.get(board, ""))
            for board, texts in sorted(fouled.items())
        ],
    }
    return render(request, "events/sessions/rulings/rulings.html", context)


@require_http_methods(["GET", "POST"])
@director_required
def penalty(request: HttpRequest, session_id: int) -> HttpResponse:
    """Give a penalty."""
    session = get_object_or_404(Session, pk=session_id)
    contestants = session_contestants(session.pk, full_names=True)
    form = PenaltyForm(request.POST or None, session=session, contestants=contestants.values())
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        try:
            penalties.give_penalty(
                session_id=session.pk,
                contestant_id=data["contestant"],
                kind=data["kind"],
                amount=data["amount"],
                law=data["law"],
                reason=data["reason"],
                by=actor(request),
            )
        except Contestant.DoesNotExist:
            raise NothingHereError(_("There is no such contestant in this session.")) from None
        messages.success(request, _("The penalty is given."))
        return redirect("events:rulings", session.pk)
    focus(form)
    context = {
        "session": session,
        "tab": "rulings",
        "form": form,
        "laws": [(law.number, translate(law.topic)) for law in LAWS],
    }
    return render(
        request, "events/sessions/rulings/penalty.html", context, status=422 if form.errors else 200
    )


@require_POST
@director_required
def take_back_penalty(request: HttpRequest, session_id: int, penalty_id: int) -> HttpResponse:
    """Cancel a penalty."""
    session = get_object_or_404(Session, pk=session_id)
    with refusals_told(request):
        penalties.take_back_penalty(
            session_id=session.pk,
            penalty_id=penalty_id,
            by=actor(request),
            reason=request.POST.get("why", ""),
        )
        messages.success(request, _("The penalty is cancelled."))
    return redirect("events:rulings", session.pk)


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
        for_each=counts_for_each(session),
        letters=session.typing_letters,
        initial=initial | initial_of(line.result, session.typing_letters),
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
        "examples": session.typing_letters.examples,
        "preview": None if problems else preview_of(session, line, adjustment, scored),
        "problems": problems,
    }
    return render(request, "events/sessions/rulings/ruling.html", context, status=status)


@require_GET
@director_required
def preview(request: HttpRequest, session_id: int, line_id: int) -> HttpResponse:
    """What both sides would get by the form as it is now; nothing is stored."""
    session = get_object_or_404(Session, pk=session_id)
    scored = score_session(session)
    line = _line(scored, line_id)
    form = RulingForm(request.GET, board=line.board, letters=session.typing_letters)
    context: dict[str, Any] = {"session": session}
    if form.is_valid() and form.adjustment is not None:
        context["preview"] = preview_of(session, line, form.adjustment, scored)
    else:
        context["problems"] = _problems(form)
    return render(request, "events/sessions/rulings/_ruling_preview.html", context)


def _problems(form: RulingForm) -> list[str]:
    return [str(error) for errors in form.errors.values() for error in errors]


def _save(request: HttpRequest, session: Session, line: LineRecord, form: RulingForm) -> bool:
    """Save the ruling; returns whether it was saved. A refusal is shown in the form."""
    adjustment = form.adjustment
    if adjustment is None:
        return False
    version = form.cleaned_data["version"]
    try:
        penalties.make_ruling(
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
        form.add_error(None, _meanwhile(conflict.line, actor(request)))
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


def _meanwhile(line: TravellerLine, reader: Actor) -> str:
    """What became of a line since its ruling was opened, and by whom."""
    now = translate(describe(line.result))
    if reader.user and line.updated_by == reader.user:
        own = _("You have changed this line since you opened this page. Now it is: %(now)s.")
        told = own % {"now": now}
    else:
        who = changed_by(line, is_first=True)
        who = translate(who) if isinstance(who, Sentence) else who
        told = _("%(who)s has changed this line. Now it is: %(now)s.") % {"who": who, "now": now}
    again = _("Save again to overwrite it.")
    return f"{told} {again}"


def _take_back(request: HttpRequest, session: Session, line: LineRecord) -> HttpResponse:
    try:
        entered = penalties.take_back_ruling(
            session_id=session.pk,
            line_id=line.pk,
            by=actor(request),
            reason=request.POST.get("why", ""),
        )
    except TravellerLine.DoesNotExist:
        raise _no_line() from None
    except Refused as refusal:
        messages.error(request, refusal_text(refusal))
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
        "table": place_of(line, contestants),
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


BOARD = Fraction(1)
"""What a board has where each board won is a point."""


@dataclass(frozen=True, slots=True)
class Share:
    """A side's points, which open to the exact ones, with their unit where the field's is not
    meant; all empty where the board does not count."""

    points: str
    percentage: str
    unit: str = ""


@dataclass(frozen=True, slots=True)
class Preview:
    """What a ruling would mean: in words, for both sides, and whether it exceeds the top; in a
    match of teams it may have to wait for the other room, or the line may be in no match."""

    meaning: str
    ns: Share
    ew: Share
    top: str
    is_generous: bool
    waits: bool = False
    is_in_no_match: bool = False


def preview_of(
    session: Session, line: LineRecord, adjustment: Adjustment, scored: ScoredSession | None = None
) -> Preview:
    """What both sides would get by an adjustment; ``scored`` spares scoring what it is already."""
    result = replace(line.result, adjustment=adjustment)
    if session.is_of_teams:
        return _preview_of_match(_note(session, line, result), result)
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


def points_at_the_table(session: Session, scored: ScoredSession, line: LineRecord) -> str:
    """The points of the table's own result; empty where there is none."""
    if line.result.score_ns is None:
        return ""
    at_the_table = line.result.at_the_table
    if session.is_of_teams:
        note = _note(session, line, at_the_table)
        return won_text(note) if note else ""
    if line.result.adjustment:
        scored = score_session(session, supposing={line.pk: at_the_table})
    score = scored.points[line.pk]
    values = {"ns": figures.points(score.ns_points), "ew": figures.points(score.ew_points)}
    return _("NS %(ns)s, EW %(ew)s") % values


def other_room(session: Session, line: LineRecord) -> str:
    """What the other table of the match has, in words; empty outside matches of teams."""
    note = _note(session, line, line.result)
    if note is None:
        return ""
    return translate(describe(note.other)) if note.other else _("not in yet")


def is_in_imps(session: Session) -> bool:
    """Whether what a board is worth is IMPs, so that averages are too."""
    if session.is_of_teams:
        return session.match_play.scored_by != MatchPlay.ScoredBy.POINT_A_BOARD
    return session.method in (Session.Method.BUTLER, Session.Method.CROSS_IMPS)


def counts_for_each(session: Session) -> bool:
    """Whether an average plus counts as often as a result is compared."""
    is_sum = session.method == Session.Method.CROSS_IMPS and not session.cross_imps_mean
    return is_sum and session.cross_imps_award_each and not session.is_of_teams


def _note(session: Session, line: LineRecord, result: LineResult) -> MatchNote | None:
    return match_notes(session, line.board, supposing={line.pk: result}).get(line.pk)


def _preview_of_match(note: MatchNote | None, result: LineResult) -> Preview:
    won = note and note.won
    ns, ew = won or (None, None)
    top = BOARD if note and note.by_points else None
    unit = "" if top else pgettext("unit", "IMPs")
    return Preview(
        meaning=translate(describe(result)),
        ns=replace(_share(ns, top), unit=unit),
        ew=replace(_share(ew, top), unit=unit),
        top=figures.points(top),
        is_generous=is_generous(result.adjustment, ns, ew, top),
        waits=won is None and note is not None and result.adjustment is not NOT_PLAYED,
        is_in_no_match=note is None,
    )


def _share(points: Fraction | None, top: Fraction | None) -> Share:
    if points is None:
        return Share("", "")
    percentage = 100 * points / top if top else None
    return Share(figures.points_cell(points), figures.percentage_cell(percentage))
