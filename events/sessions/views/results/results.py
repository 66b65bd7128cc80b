"""The results: travellers, frequencies, grid, personal cards. Public once published.

The inner part of a page is rendered once for every state of its session, because after a club
evening everybody reads the same pages; see :mod:`events.common.selectors.stamp`.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, TypeVar

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
from events.sessions.selectors.contestants import ContestantRecord
from events.sessions.selectors.hands import shown_hands
from events.sessions.services.match_scoring import score_matches
from events.sessions.services.scoring import ScoredSession
from events.sessions.views.recent_contestants import recent_contestants
from events.sessions.views.results import card_rows, grid_rows, traveller_rows
from events.sessions.views.results.corrected import Corrected
from events.sessions.views.results.in_sections import (
    WHOLE,
    Part,
    asked_section,
    lines_of_part,
    part_of,
)
from events.sessions.views.results.own_result import own_result
from events.sessions.views.results.rules import IMP_METHODS
from events.sessions.views.results.scored import read_scored

Contestants = dict[int, ContestantRecord]
Value = TypeVar("Value")

IN_SECTIONS = frozenset({"travellers", "grid", "cards"})
"""The pages that grow with the number of sections."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What all pages of results read; ``here`` is ``scored`` with the lines of the page."""

    scored: ScoredSession
    here: ScoredSession
    contestants: Contestants
    corrected: Corrected
    full_names: bool
    part: Part = WHOLE


Context = Callable[[Session, Shown], dict[str, Any]]


@dataclass(frozen=True, slots=True)
class OwnCard:
    """A card's contestant, for its heading, and its inner part."""

    contestant: ContestantRecord
    html: str


@for_visitors
@require_GET
def travellers(request: HttpRequest, session_id: int) -> HttpResponse:
    """All travellers; a director gets a link to a ruling beside every line."""
    return _page(request, session_id, "travellers", _travellers)


@for_visitors
@require_GET
def frequencies(request: HttpRequest, session_id: int) -> HttpResponse:
    return _page(request, session_id, "frequencies", _frequencies)


@for_visitors
@require_GET
def grid(request: HttpRequest, session_id: int) -> HttpResponse:
    """Contestants against boards."""
    return _page(request, session_id, "grid", _grid)


@for_visitors
@require_GET
def cards(request: HttpRequest, session_id: int) -> HttpResponse:
    """All personal cards, one a page in print."""
    return _page(request, session_id, "cards", _cards)


@for_visitors
@require_GET
def card(request: HttpRequest, session_id: int, contestant_id: int) -> HttpResponse:
    """The personal card of one contestant: the result, the chart, and board by board."""
    session = session_for_reader(request, session_id)

    def make() -> OwnCard:
        shown = _read(session, full_names=is_director(request), only=contestant_id)
        rows = card_rows.cards(
            session,
            shown.scored,
            shown.contestants,
            shown.corrected,
            only=contestant_id,
            matches=score_matches(session, shown.scored),
        )
        if not rows:
            raise NothingHereError(_("There is no such contestant in this session."))
        context = {"card": rows[0], "own": own_result(session, rows[0])}
        return OwnCard(rows[0].contestant, _rendered(session, "own_card", shown, context))

    own: OwnCard = _cached(request, session, "own_card", make, of=contestant_id)
    context = {
        "session": session,
        "tab": "cards",
        "contestant": own.contestant,
        "results": mark_safe(own.html),  # noqa: S308 - rendered by a template
    }
    return render(request, "events/sessions/results/card.html", context)


def _page(request: HttpRequest, session_id: int, name: str, context_of: Context) -> HttpResponse:
    session = session_for_reader(request, session_id)

    def make() -> str:
        shown = _read(session, full_names=is_director(request))
        if name in IN_SECTIONS:
            part = part_of(shown.scored, asked)
            here = lines_of_part(shown.scored, shown.contestants, part)
            shown = replace(shown, here=here, part=part)
        return _rendered(session, name, shown, context_of(session, shown))

    asked = asked_section(request, session)
    html = _cached(request, session, name, make, of=asked)
    context = {"session": session, "tab": name, "results": mark_safe(html)}  # noqa: S308 - as above
    return render(request, f"events/sessions/results/{name}.html", context)


def _cached(
    request: HttpRequest,
    session: Session,
    name: str,
    make: Callable[[], Value],
    *,
    of: int | str = "",
) -> Value:
    """The inner part of a page, or of one contestant's, cached until anything that it shows
    changes."""
    director = is_director(request)
    reader = "director" if director else "public"
    return cached_value(
        f"results:{name}:{session.pk}:{of}:{reader}:{get_language()}",
        stamp=lambda: session_stamp(session.pk),
        make=make,
        max_age=fragment_age(director=director),
    )


def _read(session: Session, *, full_names: bool, only: int | None = None) -> Shown:
    stamp = session_stamp(session.pk)
    scored = read_scored(session, stamp=stamp)
    contestants = recent_contestants(session.pk, full_names=full_names)
    corrected = Corrected(session.pk, scored, contestants, only=only)
    return Shown(scored, scored, contestants, corrected, full_names)


def _rendered(session: Session, name: str, shown: Shown, context: dict[str, Any]) -> str:
    context |= {
        "session": session,
        "scored": shown.scored,
        "for_directors": shown.full_names,
        "part": shown.part,
        "with_share": session.method == Session.Method.MATCHPOINTS,
    }
    return render_to_string(f"events/sessions/results/_{name}.html", context)


def _travellers(session: Session, shown: Shown) -> dict[str, Any]:
    return {
        "boards": traveller_rows.traveller_tables(
            session,
            shown.here,
            shown.contestants,
            shown.corrected,
            shown_hands(session, director=shown.full_names),
        ),
        "with_imps": session.method in IMP_METHODS,
    }


def _frequencies(session: Session, shown: Shown) -> dict[str, Any]:
    return {"boards": traveller_rows.frequency_tables(shown.scored, shown.corrected)}


def _grid(session: Session, shown: Shown) -> dict[str, Any]:
    return {
        "grids": grid_rows.grids(session, shown.here, shown.contestants),
        "corrected": shown.corrected.summary,
    }


def _cards(session: Session, shown: Shown) -> dict[str, Any]:
    cards = card_rows.cards(
        session,
        shown.here,
        shown.contestants,
        shown.corrected,
        section=shown.part.letter,
        matches=score_matches(session, shown.scored),
    )
    return {"cards": cards}
