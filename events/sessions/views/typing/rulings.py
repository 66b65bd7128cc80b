"""All rulings and penalties of a session, each with a button to cancel it; and undoing."""

from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from clubscore.actor import actor
from clubscore.numbers import whole_number
from clubscore.permissions import director_required
from clubscore.problems import Refused
from clubscore.sentences import NothingHereError, translate, translate_refusal
from events.common.forms.fields import focus
from events.common.selectors.log import reasons_of_fouled_boards
from events.models import Contestant, Session
from events.sessions.domain.laws import LAWS
from events.sessions.domain.line_result import describe
from events.sessions.forms.penalty import PenaltyForm
from events.sessions.selectors.contestants import session_contestants
from events.sessions.selectors.lines import session_lines
from events.sessions.selectors.penalties import session_penalties
from events.sessions.services import penalties
from events.sessions.views.typing.ruling_notes import (
    deal_text,
    opponents_of,
    penalty_note,
    ruling_with_reason,
)


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
    return render(request, "events/sessions/typing/rulings.html", context)


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
        request, "events/sessions/typing/penalty.html", context, status=422 if form.errors else 200
    )


@require_POST
@director_required
def take_back_penalty(request: HttpRequest, session_id: int, penalty_id: int) -> HttpResponse:
    """Cancel a penalty."""
    session = get_object_or_404(Session, pk=session_id)
    try:
        penalties.take_back_penalty(session_id=session.pk, penalty_id=penalty_id, by=actor(request))
    except Refused as refusal:
        messages.error(request, " ".join(translate_refusal(refusal)))
    else:
        messages.success(request, _("The penalty is cancelled."))
    return redirect("events:rulings", session.pk)
