"""Which sessions a request may see."""

from django.http import HttpRequest
from django.utils.translation import gettext as _

from clubscore.permissions import is_director
from clubscore.sentences import NothingHereError
from events.models import Session
from events.services.log import Actor


def session_for_reader(request: HttpRequest, session_id: int) -> Session:
    """The session, if its results are published or a director asks.

    Raises :class:`NothingHereError`.
    """
    session = Session.objects.filter(pk=session_id).first()
    if session is None or not (session.is_published or is_director(request)):
        raise NothingHereError(_("There is no such session, or its results are not published."))
    return session


def actor(request: HttpRequest) -> Actor:
    """Who asks, and from which device, for the log."""
    device = request.headers.get("User-Agent", "").replace("\0", "")
    return Actor(user=request.user, device=device)  # type: ignore[arg-type]
