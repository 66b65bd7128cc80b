"""Following a session: the monitor of tables and rounds, and the lines that are missing.

Both pages refresh themselves: their script requests the inner part again and again, with the ETag
of what it has, and as long as nothing has changed the answer costs one query. The inner part is
rendered once for every state of the session, whoever watches.
"""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.views.decorators.http import condition, require_GET

from clubscore.numbers import MAX_WHOLE
from clubscore.permissions import director_required
from events.common.selectors.stamp import session_stamp
from events.common.views.fragments import cached_fragment
from events.models import Session
from events.sessions.selectors.contestants import contestants_by_id
from events.sessions.selectors.progress import (
    SectionProgress,
    cells,
    missing_lines,
    section_progress,
)
from events.sessions.views.desk.missing_rows import MissingRows
from events.sessions.views.desk.monitor_rows import grids, section_rows
from events.tables.views.monitor_signs import monitor_signs

TABLES_AT_ONCE = 60
"""With more tables, sections are shown one at a time."""


def _tag(request: HttpRequest, session_id: int, **values: Any) -> str | None:
    # SQLite refuses to look for a larger number; the page says that there is no such session.
    if session_id > MAX_WHOLE:
        return None
    return f'"{get_language()}-{session_stamp(session_id)}"'


@require_GET
@director_required
def monitor(request: HttpRequest, session_id: int) -> HttpResponse:
    """The tables in their rounds; with many sections how far each is, and ``?section=`` one."""
    return _page(request, session_id, "monitor")


@require_GET
@director_required
def missing(request: HttpRequest, session_id: int) -> HttpResponse:
    """The lines of rounds that are over, by table or ``?by=board``."""
    return _page(request, session_id, "missing")


@require_GET
@director_required
@condition(etag_func=_tag)
def monitor_now(request: HttpRequest, session_id: int) -> HttpResponse:
    """The inner part of the monitor; 304 while nothing has changed."""
    return HttpResponse(_part(request, get_object_or_404(Session, pk=session_id), "monitor"))


@require_GET
@director_required
@condition(etag_func=_tag)
def missing_now(request: HttpRequest, session_id: int) -> HttpResponse:
    """The inner part of the missing lines; 304 while nothing has changed."""
    return HttpResponse(_part(request, get_object_or_404(Session, pk=session_id), "missing"))


def _page(request: HttpRequest, session_id: int, name: str) -> HttpResponse:
    session = get_object_or_404(Session, pk=session_id)
    asked = {"section": _letter(request)} if _letter(request) else {}
    context = {
        "session": session,
        "tab": "monitor",
        "missing_view": "board" if _by_board(request) else "table",
        "now_url": f"{reverse(f'events:{name}-now', args=[session.pk])}?{request.GET.urlencode()}",
        "section_query": f"?{urlencode(asked)}" if asked else "",
        "board_query": f"?{urlencode(asked | {'by': 'board'})}",
        # Taken before the part is made: a change in between makes the script fetch it again.
        "tag": _tag(request, session.pk),
        "part": _part(request, session, name),
    }
    return render(request, f"events/sessions/desk/{name}.html", context)


def _part(request: HttpRequest, session: Session, name: str) -> SafeString:
    letter, by_board = _letter(request), _by_board(request)

    def make() -> str:
        # The session may have been finished between reading it and reading the stamp.
        session.refresh_from_db()
        sections = section_progress(session)
        chosen = _chosen(sections, letter)
        context = {
            "session": session,
            "sections": section_rows(sections),
            "round_numbers": range(1, 1 + max((len(each.rounds) for each in sections), default=0)),
            "chosen": chosen[0].letter if len(chosen) == 1 else "",
            "by_board": by_board,
            "to_come": 0 if session.is_finished else sum(each.to_come for each in sections),
            "in_play": 0 if session.is_finished else sum(each.in_play for each in sections),
            **_CONTENTS[name](session, sections, chosen, by_board=by_board),
        }
        return render_to_string(f"events/sessions/desk/_{name}.html", context)

    return cached_fragment(
        f"{name}:{session.pk}:{letter.encode().hex()}:{by_board}:{get_language()}",
        stamp=lambda: session_stamp(session.pk),
        make=make,
    )


def _letter(request: HttpRequest) -> str:
    return request.GET.get("section", "")[:2]


def _by_board(request: HttpRequest) -> bool:
    return request.GET.get("by") == "board"


def _chosen(sections: list[SectionProgress], letter: str) -> list[SectionProgress]:
    """The sections to show table by table: the one asked for, or all where there are few."""
    one = [section for section in sections if section.letter == letter]
    if one or sum(section.tables for section in sections) <= TABLES_AT_ONCE:
        return one or sections
    return []


def _monitor(
    session: Session,
    sections: list[SectionProgress],
    chosen: list[SectionProgress],
    *,
    by_board: bool,
) -> dict[str, Any]:
    signs = monitor_signs(session.pk)
    return {"grids": grids(session, chosen, cells(session, chosen), signs)}


def _missing(
    session: Session,
    sections: list[SectionProgress],
    chosen: list[SectionProgress],
    *,
    by_board: bool,
) -> dict[str, Any]:
    lines = missing_lines(session, [section for section in chosen if section.missing])
    met = {pk for each in lines for pk in (*each.line.ns, *each.line.ew)}
    rows = MissingRows(session, lines, contestants_by_id(met, full_names=True))
    return {
        "total": sum(section.missing for section in sections),
        "shown": len(lines),
        "is_chosen": bool(chosen),
        "groups": rows.by_board() if by_board else rows.by_table(),
    }


_CONTENTS: dict[str, Callable[..., dict[str, Any]]] = {"monitor": _monitor, "missing": _missing}
