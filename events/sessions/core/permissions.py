"""Which sessions a request may see."""

from functools import cache

from django.http import Http404, HttpRequest
from django.utils.translation import gettext as _

from clubscore.database.prepared import Prepared
from clubscore.text.sentences import NotPublishedError
from clubscore.web.permissions import is_director
from events.models import Session


@cache
def _sessions(related: tuple[str, ...]) -> Prepared[Session]:
    sessions = Session.objects.select_related(*related) if related else Session.objects.all()
    return Prepared(lambda pk: sessions.filter(pk=pk))


def session_or_404(session_id: int) -> Session:
    """The session, for those who see everything."""
    session = _sessions(()).first(session_id)
    if session is None:
        raise Http404("No session has this number.")
    return session


def session_for_reader(request: HttpRequest, session_id: int, *related: str) -> Session:
    """The session, with what is ``related`` to it, if its results are published or a director
    asks; it knows which of them reads it.

    Raises :class:`NotPublishedError`.
    """
    session = _sessions(related).first(session_id)
    director = is_director(request)
    if session is None or not (session.is_published or director):
        raise NotPublishedError(
            _(
                "The results of this session are not out yet: look again later. Or there is no such"
                " session."
            )
        )
    session.reader_is_director = director
    return session
