"""One board as a page, for a phone: ``?for=`` marks the line of a contestant."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
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
from events.sessions.selectors.contestants import session_contestants
from events.sessions.selectors.hands import shown_hands
from events.sessions.views.results.board_page_rows import BoardPage, board_page
from events.sessions.views.results.corrected import Corrected
from events.sessions.views.results.rules import IMP_METHODS
from events.sessions.views.results.scored import read_scored

MAX_DIGITS = 18
"""A contestant's number has fewer; longer ones are nobody's."""


@for_visitors
@require_GET
def page(request: HttpRequest, session_id: int, board: int) -> HttpResponse:
    """The results of one board, its neighbours, and the reader's own line."""
    session = session_for_reader(request, session_id)
    found = _cached(session, board, full_names=is_director(request))
    mine = _contestant(request)
    rows = [(row, mine is not None and row.side_of(mine)) for row in found.table.rows]
    context = {
        "session": session,
        "tab": "board",
        "page": found,
        "board": found.table,
        "rows": rows,
        "mine": next(((row, side) for row, side in rows if side), None),
        "contestant": mine,
        "matchpoints": session.method == Session.Method.MATCHPOINTS,
        "with_imps": session.method in IMP_METHODS,
    }
    return render(request, "events/sessions/results/board_page.html", context)


def _contestant(request: HttpRequest) -> int | None:
    typed = request.GET.get("for", "")
    if not (typed.isascii() and typed.isdecimal() and len(typed) <= MAX_DIGITS):
        return None
    return int(typed)


def _cached(session: Session, board: int, *, full_names: bool) -> BoardPage:
    """What the page shows, whoever it is for, cached until anything of it changes.

    Raises :class:`NothingHereError` where the board has no result; of that nothing is kept.
    """

    def make() -> BoardPage:
        scored = read_scored(session)
        contestants = session_contestants(session.pk, full_names=full_names)
        corrected = Corrected(session.pk, scored, contestants)
        hands = shown_hands(session, director=full_names, boards=[board])
        found = board_page(session, scored, contestants, corrected, hands, board)
        if found is None:
            raise NothingHereError(_("Board %(board)s has no results.") % {"board": board})
        return found

    reader = "director" if full_names else "public"
    return cached_value(
        f"results:board:{session.pk}:{board}:{reader}:{get_language()}",
        stamp=lambda: session_stamp(session.pk),
        make=make,
        max_age=fragment_age(director=full_names),
    )
