"""The doubts of a session: listed on a page, and fixed or dismissed there or beside their lines."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from clubscore.actor import Actor, actor
from clubscore.permissions import director_required, wants_json
from clubscore.problems import Refused, gettext_noop, sentence
from clubscore.sentences import NothingHereError, translate, translate_refusal
from events.models import Session
from events.sessions.domain.doubts.values import Rule
from events.sessions.selectors.boards import progress
from events.sessions.selectors.contestants import contestants_by_id
from events.sessions.selectors.lines import lines_by_id
from events.sessions.services.doubt_fixes import fix_doubt
from events.sessions.services.doubts import (
    SeenDoubt,
    dismiss_doubt,
    raise_doubt_again,
    session_doubts,
)
from events.sessions.views.desk.board_values import board_values
from events.sessions.views.typing.doubt_rows import RULES, DoubtRow, doubt_rows

DOUBTS_A_PAGE = 200


@require_GET
@director_required
def doubts(request: HttpRequest, session_id: int) -> HttpResponse:
    """All doubts by board, or with ``?by=rule`` by rule; the dismissed ones below them."""
    session = get_object_or_404(Session, pk=session_id)
    found = session_doubts(session)
    by_rule = request.GET.get("by") == "rule"
    if by_rule:
        order = {rule: place for place, rule in enumerate(RULES)}
        found = tuple(sorted(found, key=lambda seen: order[seen.doubt.rule]))
    dismissed = [seen for seen in found if seen.is_dismissed][:DOUBTS_A_PAGE]
    page = Paginator([seen for seen in found if not seen.is_dismissed], DOUBTS_A_PAGE).get_page(
        request.GET.get("page")
    )
    shown = [*page.object_list, *dismissed]
    rows = iter(_rows(shown))
    context = {
        "session": session,
        "tab": "doubts",
        "by_rule": by_rule,
        "page": page,
        "groups": _groups([next(rows) for _seen in page.object_list], by_rule=by_rule),
        "dismissed": list(rows),
    }
    return render(request, "events/sessions/typing/doubts.html", context)


@require_POST
@director_required
def settle(request: HttpRequest, session_id: int, board: int) -> HttpResponse:
    """Fix or dismiss a doubt of a board, or raise it again.

    A script gets what was done, and the board as it is now; 409 with a sentence when the doubt is
    no longer as the page showed it.
    """
    session = get_object_or_404(Session, pk=session_id)
    if all(each.board != board for each in progress(session.pk)):
        raise NothingHereError(_("Board %(board)s is not in this session.") % {"board": board})
    try:
        message = _act_on_doubt(session, board, request, actor(request))
    except Refused as refusal:
        error = " ".join(translate_refusal(refusal))
        if wants_json(request):
            answer = {"error": error, **board_values(request, session, board)}
            return JsonResponse(answer, status=409)
        messages.error(request, error)
    else:
        if wants_json(request):
            return JsonResponse({"message": message, **board_values(request, session, board)})
        messages.success(request, message)
    by = "?by=rule" if request.POST.get("by") == "rule" else ""
    return redirect(reverse("events:doubts", args=[session.pk]) + by)


def _act_on_doubt(session: Session, board: int, request: HttpRequest, by: Actor) -> str:
    """Apply the action of the button; returns a sentence about it."""
    key = request.POST.get("doubt", "")
    match request.POST.get("action"):
        case "fix":
            fix_text = request.POST.get("fix", "")
            done = fix_doubt(session=session, board=board, key=key, fix_text=fix_text, by=by)
            return translate(done.message)
        case "dismiss":
            dismiss_doubt(session=session, board=board, key=key, by=by)
            return _("Dismissed.")
        case "raise":
            raise_doubt_again(session=session, board=board, key=key, by=by)
            return _("The doubt is raised again.")
    raise Refused(sentence(gettext_noop("Choose “Fix” or “Dismiss” beside a doubt.")))


def _rows(doubts: list[SeenDoubt]) -> list[DoubtRow]:
    """The doubts with their lines; of a board passed out everywhere, the lines are not listed."""
    keys = [
        pk for seen in doubts if seen.doubt.rule is not Rule.PASSED_OUT for pk in seen.doubt.lines
    ]
    lines = lines_by_id(keys)
    seated = {pk for line in lines.values() for pk in (*line.ns, *line.ew)}
    return doubt_rows(doubts, lines, contestants_by_id(seated, full_names=True))


def _groups(rows: list[DoubtRow], *, by_rule: bool) -> list[tuple[str, list[DoubtRow]]]:
    """The rows under their headings: the rule, or the board."""
    groups: dict[str, list[DoubtRow]] = {}
    for row in rows:
        heading = row.rule if by_rule else _("Board %(board)s") % {"board": row.board}
        groups.setdefault(heading, []).append(row)
    return list(groups.items())
