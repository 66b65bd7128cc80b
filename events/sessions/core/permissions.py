"""Which sessions a request may see."""

from django.http import HttpRequest
from django.utils.translation import gettext as _

from clubscore.text.sentences import NotPublishedError
from clubscore.web.permissions import is_director
from events.models import Session


def session_for_reader(request: HttpRequest, session_id: int, *related: str) -> Session:
    """The session, with what is ``related`` to it, if its results are published or a director
    asks; it knows which of them reads it.

    Raises :class:`NotPublishedError`.
    """
    sessions = Session.objects.select_related(*related) if related else Session.objects.all()
    session = sessions.filter(pk=session_id).first()
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
