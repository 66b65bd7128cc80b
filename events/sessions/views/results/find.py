"""Find my name in a session. Public once published; cached as the other results are."""

from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language
from django.views.decorators.http import require_GET

from clubscore.permissions import is_director
from clubscore.visitor_pages import for_visitors
from events.common.selectors.stamp import session_stamp
from events.common.views.find import Found, find_page
from events.common.views.fragments import cached_value, fragment_age
from events.models import Session
from events.sessions.permissions import session_for_reader
from events.sessions.selectors.contestants import session_contestants
from events.sessions.views.results.find_rows import players
from events.sessions.views.results.scored import read_scored


@for_visitors
@require_GET
def find(request: HttpRequest, session_id: int) -> HttpResponse:
    """The players of a session, or those whose names have what was typed."""
    session = session_for_reader(request, session_id)
    rows = _players(session, full_names=is_director(request))
    context = {"session": session, "tab": "find"}
    return find_page(request, rows, "events/sessions/results/find.html", context)


def _players(session: Session, *, full_names: bool) -> list[Found]:
    def make() -> list[Found]:
        # Its settings may have changed between reading it and reading the stamp.
        session.refresh_from_db()
        contestants = session_contestants(session.pk, full_names=full_names)
        return players(session, read_scored(session), contestants)

    reader = "director" if full_names else "public"
    return cached_value(
        f"results:find:{session.pk}:{reader}:{get_language()}",
        stamp=lambda: session_stamp(session.pk),
        make=make,
        max_age=fragment_age(director=full_names),
    )
