"""The doubts of a session: listed on a page, and fixed or dismissed there or beside their lines.

Doubts as pages and the typing page's script show them.

A whole board for the typing page's script, after more than one of its lines may have changed.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _, gettext_lazy, ngettext
from django.views.decorators.http import require_GET, require_POST

from clubscore.text.problems import Refused, Sentence
from clubscore.text.sentences import NothingHereError, refusal_text, translate
from clubscore.web.permissions import director_required, wants_json
from clubscore.web.visitors import Actor, actor
from events.models import Session
from events.sessions.core.domain.line_result import describe
from events.sessions.core.permissions import session_or_404
from events.sessions.core.selectors import has_several_sections
from events.sessions.doubts.domain.values import Doubt, Rule
from events.sessions.doubts.services import (
    SeenDoubt,
    dismiss_doubt,
    doubts_about,
    doubts_of_lines,
    fix_doubt,
    raise_doubt_again,
    session_doubts,
)
from events.sessions.lines.selectors import stored_lines
from events.sessions.matches.figures.boards import score_one_board
from events.sessions.pages.views.lines import (
    line_values,
    place_of,
    points_values,
    progress_values,
    seat_values,
)
from events.sessions.pages.views.notes import opponents_of
from events.sessions.scoring.figures.scoring import ScoredBoard
from events.sessions.scoring.selectors.contestants import (
    ContestantRecord,
    contestants_by_id,
    session_contestants,
)
from events.sessions.scoring.selectors.lines import LineRecord, lines_by_id
from events.sessions.scoring.selectors.progress import BoardProgress, progress
from events.sessions.scoring.selectors.sessions import section_letters
from events.tables.views.desk import unsettled_rows

DOUBTS_A_PAGE = 200


@require_GET
@director_required
def doubts(request: HttpRequest, session_id: int) -> HttpResponse:
    """All doubts by board, or with ``?by=rule`` by rule; the dismissed ones below them.
    Above stand the results that keep the session from being finished."""
    session = session_or_404(session_id)
    found = session_doubts(session)
    by_rule = request.GET.get("by") == "rule"
    if by_rule:
        order = {rule: place for place, rule in enumerate(RULES)}
        found = tuple(sorted(found, key=lambda seen: order[seen.doubt.rule]))
    dismissed = [seen for seen in found if seen.is_dismissed][:DOUBTS_A_PAGE]
    page = Paginator([seen for seen in found if not seen.is_dismissed], DOUBTS_A_PAGE).get_page(
        request.GET.get("page")
    )
    objected, _unconfirmed = unsettled_rows(session.pk)
    shown = [*page.object_list, *dismissed]
    rows = iter(_rows(shown))
    context = {
        "session": session,
        "tab": "doubts",
        "by_rule": by_rule,
        "objected": objected,
        "page": page,
        "groups": _groups([next(rows) for _seen in page.object_list], by_rule=by_rule),
        "dismissed": list(rows),
    }
    return render(request, "events/sessions/doubts/doubts.html", context)


@require_POST
@director_required
def settle(request: HttpRequest, session_id: int, board: int) -> HttpResponse:
    """Fix or dismiss a doubt of a board, or raise it again.

    A script gets what was done, and the board as it is now; 409 with a sentence when the doubt is
    no longer as the page showed it.
    """
    session = session_or_404(session_id)
    if all(each.board != board for each in progress(session.pk)):
        raise NothingHereError(_("Board %(board)s is not in this session.") % {"board": board})
    try:
        message = _act_on_doubt(session, board, request, actor(request))
    except Refused as refusal:
        error = refusal_text(refusal)
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
    raise Refused.because("Choose “Fix” or “Dismiss” beside a doubt.")


@dataclass(frozen=True, slots=True)
class DoubtedLine:
    """A doubted line: where it was played, who met there, and its result."""

    pk: int
    board: int
    where: str
    result: str


@dataclass(frozen=True, slots=True)
class DoubtRow:
    """A doubt: its sentence, its lines, and the label of its fix.

    ``fix_text`` is what the fix would enter, as one types it.
    """

    key: str
    board: int
    rule: str
    sentence: str
    fix_label: str
    fix_text: str
    is_dismissed: bool
    lines: tuple[DoubtedLine, ...] = ()
    line_ids: str = ""


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


RULES = {
    Rule.ROUND_MISSING: gettext_lazy("A round is missing"),
    Rule.BOARDS_SWAPPED: gettext_lazy("Two boards exchanged"),
    Rule.ARROW_SWITCH: gettext_lazy("Arrow switch forgotten"),
    Rule.CONTRADICTION: gettext_lazy("Contract and score contradict each other"),
    Rule.LEAD: gettext_lazy("The lead is not in the leader’s hand"),
    Rule.WRONG_SIDE: gettext_lazy("The wrong side declared"),
    Rule.LONE_DECLARER: gettext_lazy("The only declarer of that side"),
    Rule.MIRRORED: gettext_lazy("The opposite of a common score"),
    Rule.TRICKS: gettext_lazy("Far from double dummy"),
    Rule.REDOUBLED: gettext_lazy("Only a redoubled contract scores so"),
    Rule.OUTLIER: gettext_lazy("Far from all others"),
    Rule.PASSED_OUT: gettext_lazy("Passed out everywhere"),
}

LARGE = 5000
"""Only the page of doubts searches a whole session of more lines than this."""


def doubt_row(
    seen: SeenDoubt, lines: Iterable[DoubtedLine] = (), *, several: bool = False
) -> DoubtRow:
    """A doubt as it is shown; of ``several`` sections its table has the letter."""
    doubt, message = seen.doubt, seen.doubt.message
    if several and _names_table(seen):
        values = dict(message.values)
        values["table"] = f"{min(seen.sections)}{values['table']}"
        message = Sentence(message.template, tuple(values.items()))
    return DoubtRow(
        key=seen.key,
        board=doubt.board,
        rule=str(RULES[doubt.rule]),
        sentence=translate(message),
        fix_label=_fix_label(doubt),
        fix_text=seen.fix_text,
        is_dismissed=seen.is_dismissed,
        lines=tuple(lines),
        line_ids=" ".join(map(str, doubt.lines)),
    )


def _names_table(seen: SeenDoubt) -> bool:
    return "table" in dict(seen.doubt.message.values)


def doubt_rows(
    doubts: Iterable[SeenDoubt],
    lines: Mapping[int, LineRecord],
    contestants: Mapping[int, ContestantRecord],
) -> list[DoubtRow]:
    """Doubts with their lines, as far as these are given."""
    several = any(contestant.is_of_several_sections for contestant in contestants.values())
    return [
        doubt_row(
            seen,
            (doubted_line(lines[pk], contestants) for pk in seen.doubt.lines if pk in lines),
            several=several,
        )
        for seen in doubts
    ]


def doubted_line(line: LineRecord, contestants: Mapping[int, ContestantRecord]) -> DoubtedLine:
    """A doubted line in words."""
    values = {
        "table": place_of(line, contestants),
        "round": line.round,
        "who": opponents_of(line, contestants),
    }
    if line.table is None or line.round is None:
        where = values["who"]
    else:
        where = _("table %(table)s, round %(round)s, %(who)s") % values
    result = "" if line.is_empty else translate(describe(line.result))
    return DoubtedLine(line.pk, line.board, str(where), result)


def doubts_values(session: Session, scored: ScoredBoard, *, known: bool = False) -> dict[str, Any]:
    """The doubts of a board, or of one section of it, that are not dismissed, for the typing page's
    script; lines that scoring has read are not read again. Those of a whole board are among the
    session's, where these are ``known``.
    """
    found: Iterable[SeenDoubt]
    if known:
        found = doubts_about(session_doubts(session), scored.number)
    else:
        found = doubts_of_lines(session, scored.read)
    items = [seen for seen in found if not seen.is_dismissed]
    several = any(map(_names_table, items)) and has_several_sections(session.pk)
    return {
        "count": len(items),
        "text": count_text(len(items)),
        "items": [_item(seen, several=several) for seen in items],
        "marks": {str(scored.number): len(items)},
    }


def with_doubts(
    session: Session, boards: list[BoardProgress], section: str = ""
) -> list[BoardProgress]:
    """The boards of a session, or of one section of it, with how many doubts each has there."""
    counts = Counter(
        board
        for seen in session_doubts(session)
        if not seen.is_dismissed and (not section or section in seen.sections)
        for board in seen.boards
    )
    return [replace(board, doubts=counts[board.board]) for board in boards]


def marks_values(session: Session, section: str = "") -> dict[str, int]:
    """How many doubts each board has, in all sections or in one, for the page's script; nothing
    in a large session.
    """
    boards = progress(session.pk)
    if is_large(boards):
        return {}
    return {str(board.board): board.doubts for board in with_doubts(session, boards, section)}


def is_large(boards: Iterable[BoardProgress]) -> bool:
    """Whether these boards of a whole session have too many lines to look for doubts in passing."""
    return sum(board.expected for board in boards) > LARGE


def count_text(count: int) -> str:
    """``2 doubts``"""
    return ngettext("%(count)s doubt", "%(count)s doubts", count) % {"count": count}


def _item(seen: SeenDoubt, *, several: bool) -> dict[str, Any]:
    row = doubt_row(seen, several=several)
    return {
        "key": row.key,
        "lines": row.line_ids,
        "html": render_to_string("events/sessions/doubts/_line_doubt.html", {"row": row}),
    }


def _fix_label(doubt: Doubt) -> str:
    """The label of the fix button; empty where there is no fix."""
    match doubt.rule, len(doubt.fixes):
        case _rule, 0:
            return ""
        case Rule.BOARDS_SWAPPED, _number:
            return _("Exchange the two results")
        case Rule.ARROW_SWITCH, number:
            return _("Turn the %(number)s results of this round") % {"number": number}
    return _("Fix: %(result)s") % {"result": translate(describe(doubt.fixes[0].result))}


def board_values(request: HttpRequest, session: Session, board: int) -> dict[str, Any]:
    """The lines of a board as they are now, its doubts, and how many doubts each board has; all
    of one section, where the page shows only that (``section``).
    """
    asked = request.POST.get("section", "")
    section = asked if asked and asked in section_letters(session.pk) else ""
    scored = score_one_board(session, board, section=section)
    lines = stored_lines([line.pk for line in scored.lines])
    return {
        "lines": [line_values(lines[line.pk], session) for line in scored.lines],
        "seats": seat_values(scored, session_contestants(session.pk, full_names=True)),
        "points": points_values(scored),
        "board": progress_values(scored),
        "doubts": doubts_values(session, scored) | {"marks": marks_values(session, section)},
    }
