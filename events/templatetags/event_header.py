"""``{% event_header %}``: what stands above every page of a session or a tournament."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from html import unescape
from typing import Any, Final

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from clubscore.web.caching import kept
from clubscore.web.permissions import is_director
from events.common.selectors import Field, entry_count, fields_of
from events.common.views.header import Links, header_links
from events.models import Session, Tournament
from events.sessions.core import views as session
from events.tournaments.core.views import tabs as tournament

register = template.Library()


@dataclass(frozen=True, slots=True)
class Header:
    """The header as HTML, whether a link of it says which page this is, and for whoever links to
    the page the event, its day and its number of contestants: no names."""

    html: SafeString
    names_page: bool
    title: str
    description: str


@register.simple_tag(takes_context=True)
def event_header(context: dict[str, Any]) -> Header:
    """The header of the page's ``session`` or ``tournament``; its ``tab`` is the page shown. No
    result changes it, nor asking twice on a page."""
    request = context["request"]
    header: Header | None = getattr(request, _ASKED, None)
    if header is None:
        current, club = context.get("tab", ""), context["our_club"].name
        shown: Any = context.get("session")
        of_event: Callable[..., Header] = _of_session
        if not shown:
            shown, of_event = context["tournament"], _of_tournament
        header = of_event(shown, current, request.path, director=is_director(request), club=club)
        setattr(request, _ASKED, header)
    return header


_ASKED: Final = "_event_header"


def _of_session(shown: Session, current: str, path: str, *, director: bool, club: str) -> Header:
    field = fields_of([shown.pk])[shown.pk]
    state = (shown.title, shown.date, shown.method, shown.matches, shown.is_published)
    return _kept(
        path,
        ("session header", shown.pk, current, director),
        state=(*state, shown.is_finished, field, club),
        links=lambda: header_links(
            session.SESSION_TABS,
            key=shown.pk,
            current=current,
            director=director,
            left_out=_left_out(shown, field),
        ),
        values={"session": shown, "event": shown, "title": shown.title, "field": field},
        club=shown.club or club,
    )


def _of_tournament(
    shown: Tournament, current: str, path: str, *, director: bool, club: str
) -> Header:
    # Without teams the page of teams has something to say to a director alone.
    has_teams = director or current == "teams" or shown.teams.exists()
    entries = entry_count(shown.pk)
    state = (shown.name, shown.start, shown.finish, shown.rounds_planned, shown.is_published)
    fide = (shown.fide_mode, shown.fide_left_round)
    has_fide = director and tournament.has_fide_page(shown)
    has_prizes = director or bool(shown.prizes)
    left_out = [
        *(() if has_teams else ("teams",)),
        *(() if has_fide else tournament.OF_FIDE),
        *(() if has_prizes else ("prizes",)),
    ]
    return _kept(
        path,
        ("tournament header", shown.pk, current, director, has_teams, has_fide, has_prizes),
        state=(*state, *fide, shown.is_finished, entries, club),
        links=lambda: header_links(
            tournament.TOURNAMENT_TABS,
            key=shown.slug,
            current=current,
            director=director,
            left_out=left_out,
        ),
        values={"tournament": shown, "event": shown, "title": shown.name, "entries": entries},
        club=shown.club or club,
    )


def _kept(
    path: str,
    name: tuple[Hashable, ...],
    *,
    state: object,
    links: Callable[[], Links],
    values: dict[str, object],
    club: object,
) -> Header:
    language = get_language()
    found = kept((*name, "links", language), state=state, make=links)
    # A link to the page itself: it needs no other title.
    is_here = any(link.address == path for link in (*found.tabs, *found.pages))

    def make() -> tuple[SafeString, str]:
        shown = values | {"links": found, "is_here": is_here, "club": str(club)}
        described = render_to_string("events/common/_described.html", values)
        return render_to_string("events/common/_header.html", shown), " ".join(described.split())

    html, description = kept((*name, is_here, language), state=state, make=make)
    return Header(html, is_here, str(values["title"]), unescape(description))


def _left_out(shown: Session, field: Field) -> tuple[str, ...]:
    """The pages of matches, or of a movement, that a session has not."""
    of_movements = () if field.has_movement else session.OF_MOVEMENTS
    if shown.is_finished:
        of_movements = ("movement", *of_movements)
    if not shown.matches:
        return (*session.OF_MATCHES, *of_movements)
    if shown.matches == Session.Matches.SWISS_PAIRS:
        return ("teams", *of_movements)
    if shown.matches == Session.Matches.TEAMS:
        return ("draw", "pairs", *of_movements)
    return ("pairs", *of_movements)
