"""A fouled board: which lines of it played the changed deal."""

import re
from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubscore.text.problems import Refused
from clubscore.text.sentences import NothingHereError, translate, translate_refusal
from clubscore.web.permissions import director_required
from clubscore.web.visitors import actor
from events.models import Session, TravellerLine
from events.sessions.core.domain.line_result import describe
from events.sessions.pages.views.lines import place, place_of
from events.sessions.pages.views.notes import opponents_of
from events.sessions.pages.views.results import board_facts
from events.sessions.rulings import services
from events.sessions.scoring.selectors.contestants import session_contestants
from events.sessions.scoring.selectors.lines import LineRecord, session_lines
from events.sessions.scoring.selectors.progress import board_progress_by_section

Deal = TravellerLine.Deal


@dataclass(frozen=True, slots=True)
class DealRow:
    """A line with its two boxes: changed, and changed again."""

    pk: int
    round: str
    table: str
    who: str
    result: str
    is_changed: bool
    is_changed_again: bool


@require_http_methods(["GET", "POST"])
@director_required
def deals(request: HttpRequest, session_id: int, board: int) -> HttpResponse:
    """Choose the lines that played the changed deal."""
    session = get_object_or_404(Session, pk=session_id)
    if not board_progress_by_section(session.pk, board=board):
        raise NothingHereError(_("Board %(board)s is not in this session.") % {"board": board})
    lines = session_lines(session.pk, board=board)
    stored = {line.pk: line.deal for line in lines}
    problems: list[str] = []
    marked, reason = stored, ""
    if request.method == "POST":
        reason = request.POST.get("reason", "")[:200]
        marked, problems = _read(request.POST, lines)
        if not problems:
            problems = _save(request, session, board, marked, reason)
        if not problems:
            messages.success(request, _("Which lines played which deal is saved."))
            return redirect("events:rulings", session.pk)
    contestants = session_contestants(session.pk, full_names=True)
    context = {
        "session": session,
        "tab": "rulings",
        "board": board,
        "problems": problems,
        "reason": reason,
        "seen": _text(stored),
        "again": "again" in request.GET or Deal.CHANGED_AGAIN in marked.values(),
        "rows": [
            DealRow(
                pk=line.pk,
                round=str(line.round or ""),
                table=place_of(line, contestants),
                who=opponents_of(line, contestants),
                result=translate(describe(line.result)),
                is_changed=marked[line.pk] == Deal.CHANGED,
                is_changed_again=marked[line.pk] == Deal.CHANGED_AGAIN,
            )
            for line in lines
        ],
        **board_facts(board),
    }
    template = "events/sessions/rulings/fouled_boards.html"
    return render(request, template, context, status=422 if problems else 200)


def _save(
    request: HttpRequest, session: Session, board: int, marked: dict[int, str], reason: str
) -> list[str]:
    """Save the marks; returns what is wrong with them."""
    try:
        services.mark_deals(
            session_id=session.pk,
            board=board,
            deals=marked,
            seen=_values(request.POST.get("seen", "")),
            reason=reason,
            by=actor(request),
        )
    except Refused as refusal:
        return translate_refusal(refusal)
    return []


def _read(sent: QueryDict, lines: list[LineRecord]) -> tuple[dict[int, str], list[str]]:
    """The deals that were chosen, and the lines that were chosen twice."""
    changed, again = (set(sent.getlist(name)) for name in ("changed", "again"))
    marked = {line.pk: Deal.ORIGINAL.value for line in lines}
    problems = []
    several = len({line.section for line in lines}) > 1
    for line in lines:
        key = str(line.pk)
        if key in again:
            marked[line.pk] = Deal.CHANGED_AGAIN.value
        if key in changed:
            if key in again:
                twice = _("Table %(table)s, round %(round)s is ticked twice: choose one deal.")
                table = place(line.section if several else "", line.table)
                problems.append(twice % {"table": table or "–", "round": line.round or "–"})
            marked[line.pk] = Deal.CHANGED.value
    return marked, problems


def _text(deals: dict[int, str]) -> str:
    """What the page showed, to notice another director: ``12B.15C``."""
    return ".".join(f"{pk}{deal}" for pk, deal in sorted(deals.items()) if deal)


def _values(text: str) -> dict[int, str]:
    """The reverse of :func:`_text`; anything else in the text is ignored."""
    parts = re.findall(r"(\d{1,18})([BC])(?:\.|$)", text, re.ASCII)
    return {int(number): deal for number, deal in parts}
