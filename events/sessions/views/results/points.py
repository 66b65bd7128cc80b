"""Where the points of a line come from. Public once published."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from clubscore.permissions import is_director
from clubscore.sentences import NothingHereError, translate
from events.sessions.domain.contract import Side
from events.sessions.domain.line_result import describe
from events.sessions.permissions import session_for_reader
from events.sessions.selectors.contestants import session_contestants
from events.sessions.services.scoring import explain_points
from events.sessions.views.results.explanation_rows import explanation_rows
from events.sessions.views.typing.line_rows import numbers, short_names
from events.sessions.views.typing.ruling_notes import deal_text, law_text

SIDES = {"ns": Side.NS, "ew": Side.EW}


@require_GET
def points(request: HttpRequest, session_id: int, line_id: int, side: str) -> HttpResponse:
    """The comparisons and the formula behind the points of one side of a line."""
    session = session_for_reader(request, session_id)
    explained = explain_points(session, line_id, SIDES[side]) if side in SIDES else None
    if explained is None:
        raise NothingHereError(
            _("There is no such result in this session; it may have been cleared.")
        )
    line = explained.line
    contestants = session_contestants(session.pk, full_names=is_director(request))
    ns, ew = ([contestants[pk] for pk in seats] for seats in (line.ns, line.ew))
    context = {
        "session": session,
        "tab": "travellers",
        "line": line,
        "side": side,
        "is_ns": side == "ns",
        "other_side": "ew" if side == "ns" else "ns",
        "ns": numbers(ns),
        "ew": numbers(ew),
        "ns_names": short_names(ns),
        "ew_names": short_names(ew),
        "result": translate(describe(line.result)),
        "at_the_table": translate(describe(line.result.at_the_table))
        if line.result.adjustment
        else "",
        "deal": deal_text(line.deal),
        "is_fouled": explained.is_fouled,
        "law": law_text(line.law) if line.law else "",
        "explained": explanation_rows(explained.explanation),
        "is_director": is_director(request),
    }
    return render(request, "events/sessions/results/points.html", context)
