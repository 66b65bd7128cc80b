"""``{% session_tabs %}`` and ``{% tournament_tabs %}``: the tabs of the page's reader."""

from typing import Any

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from clubscore.web.caching import kept
from clubscore.web.permissions import is_director
from events.common.views.desk import TabGroup, tab_groups
from events.models import Session
from events.sessions.core import views as session
from events.tournaments.core import views as tournament

register = template.Library()


@register.simple_tag(takes_context=True)
def session_tabs(context: dict[str, Any], label: str) -> SafeString:
    """The tabs of the page's ``session``; its ``tab`` is the page shown. No result changes them."""
    current, shown = context.get("tab", ""), context["session"]
    director = is_director(context["request"])

    def make() -> SafeString:
        groups = tab_groups(
            session.SESSION_TABS,
            key=shown.pk,
            current=current,
            director=director,
            below=session.BELOW.get(current, ""),
            left_out=_left_out(shown),
        )
        values = {"session": shown, "title": shown.title, "label": label, "groups": groups}
        return render_to_string("events/common/_tabs.html", values)

    return kept(
        ("tabs", shown.pk, current, director, get_language()),
        state=lambda: (shown.title, shown.date, shown.matches, label),
        make=make,
    )


def _left_out(shown: Session) -> tuple[str, ...]:
    """The pages of matches that a session has not."""
    if not shown.matches:
        return session.OF_MATCHES
    if shown.matches == Session.Matches.SWISS_PAIRS:
        return ("teams",)
    return ("draw", "pairs") if shown.matches == Session.Matches.TEAMS else ("pairs",)


@register.simple_tag(takes_context=True)
def tournament_tabs(context: dict[str, Any]) -> list[TabGroup]:
    """The tabs of the page's ``tournament``; its ``tab`` is the page shown."""
    current, shown = context.get("tab", ""), context["tournament"]
    director = is_director(context["request"])
    # Without teams the page of teams has something to say to a director alone.
    has_teams = director or current == "teams" or shown.teams.exists()
    return tab_groups(
        tournament.TOURNAMENT_TABS,
        key=shown.slug,
        current=current,
        director=director,
        below=tournament.BELOW.get(current, ""),
        left_out=() if has_teams else ("teams",),
    )
