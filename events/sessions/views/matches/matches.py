"""The matches of a session for everybody: round by round, team against team, board by board."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.safestring import mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from clubscore.permissions import is_director
from clubscore.sentences import NothingHereError
from clubscore.visitor_pages import for_visitors
from events.common.selectors.stamp import session_stamp
from events.common.views.fragments import cached_value, fragment_age
from events.models import Session
from events.sessions.permissions import session_for_reader
from events.sessions.services.match_scoring import ScoredMatches, score_matches
from events.sessions.views.matches import match_rows
from events.sessions.views.matches.cross_rows import CrossRow, cross_rows
from events.sessions.views.matches.match_card import match_card
from events.sessions.views.recent_contestants import recent_contestants
from events.sessions.views.results.scored import read_scored

WIDEST_CROSSTABLE = 24
"""With more teams, of whom few have met, the table says little and fits no paper."""


@for_visitors
@require_GET
def matches(request: HttpRequest, session_id: int) -> HttpResponse:
    """All matches by round, and the crosstable."""
    session = session_for_reader(request, session_id)
    director = is_director(request)

    def make() -> str:
        scored = _scored(session)
        contestants = recent_contestants(session.pk, full_names=director)
        cross: list[CrossRow] = []
        if len(scored.matches.teams) <= WIDEST_CROSSTABLE:
            cross = cross_rows(session, scored, contestants)
        context = {
            "session": session,
            "play": scored.matches.play,
            "rounds": match_rows.match_rows(session, scored, contestants),
            "cross": cross,
            "cross_has_other": any(row.other for row in cross),
            # A board that both rooms sat the same way is not scored, and holds up nothing.
            "is_provisional": scored.is_provisional and not session.is_finished,
            "has_margin": match_rows.has_margin(scored.matches.play),
            "margin_heading": match_rows.margin_heading(session, scored.matches.play),
            "points_heading": match_rows.points_heading(scored.matches.play),
            "notices": match_rows.notices_of(scored.scored) if director else [],
            "rules": match_rows.match_rules(session, scored.matches.play),
        }
        return render_to_string("events/sessions/matches/_matches.html", context)

    reader = "director" if director else "public"
    html = cached_value(
        f"results:matches:{session.pk}:{reader}:{get_language()}",
        stamp=lambda: session_stamp(session.pk),
        make=make,
        max_age=fragment_age(director=director),
    )
    context = {"session": session, "tab": "matches", "results": mark_safe(html)}  # noqa: S308 - rendered by a template
    return render(request, "events/sessions/matches/matches.html", context)


@for_visitors
@require_GET
def match(request: HttpRequest, session_id: int, match_id: int) -> HttpResponse:
    """The card of one match, board by board; a director may award it."""
    session = session_for_reader(request, session_id)
    director = is_director(request)
    scored = _scored(session)
    found = next((each for each in scored.scored if each.match.pk == match_id), None)
    if found is None or found.match.away is None:
        raise NothingHereError(_("There is no such match in this session."))
    contestants = recent_contestants(session.pk, full_names=director)
    context: dict[str, Any] = {
        "session": session,
        "tab": "match",
        "play": scored.matches.play,
        "card": match_card(session, scored.matches, found, contestants),
        "director": director,
        "notices": match_rows.notices_of([found]) if director else [],
    }
    return render(request, "events/sessions/matches/match.html", context)


def _scored(session: Session) -> ScoredMatches:
    scored = score_matches(session, read_scored(session))
    if scored is None:
        raise NothingHereError(_("This session is not played in matches."))
    return scored
