"""The events of the first page, rendered once for each state of the club."""

from dataclasses import dataclass
from functools import partial
from typing import Any

from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from events.both.result_cards import result_cards
from events.both.session_cards import session_cards
from events.both.winners import last_results
from events.common.selectors import calendar
from events.common.selectors.stamp import club_stamp
from events.common.views.fragments import cached_value
from events.models import Session, Tournament


@dataclass(frozen=True, slots=True)
class HomeEvents:
    """The lists of the page as HTML, and whether there is a session at all."""

    html: SafeString
    has_sessions: bool


def home_events(*, director: bool) -> HomeEvents:
    """What is on today, the last results, and what comes and was: the published ones, and all for a
    director."""
    today = timezone.localdate()
    return cached_value(
        f"home:{director}:{get_language()}:{today}",
        stamp=club_stamp,
        make=lambda: _made(_read(director=director), director=director),
    )


def _made(context: dict[str, Any], *, director: bool) -> HomeEvents:
    html = render_to_string("clubscore/_home_events.html", context | {"for_directors": director})
    return HomeEvents(html, has_sessions=not context["calendar"].is_empty)


def _read(*, director: bool) -> dict[str, Any]:
    """Each event in one place alone."""
    today = timezone.localdate()
    sessions = calendar.sessions_for(director=director, today=today)
    results = last_results(director=director)
    shown: list[Session | Tournament] = [each.event for each in results]
    playing = [
        tournament
        for tournament in calendar.tournaments_today(director=director, today=today)
        if tournament not in shown
    ]
    shown += playing
    tournaments = calendar.tournaments_for(director=director)
    others = tournaments.exclude(pk__in=[each.pk for each in shown if isinstance(each, Tournament)])
    cards = partial(session_cards, director=director)
    return {
        "calendar": sessions,
        "today": cards(session for session in sessions.today if session not in shown),
        "coming": cards(sessions.coming),
        "tournaments_today": playing,
        "results": result_cards(results),
        "past": cards(session for session in sessions.past if session not in shown),
        "tournaments": others[: calendar.TOURNAMENTS_SHOWN],
    }
