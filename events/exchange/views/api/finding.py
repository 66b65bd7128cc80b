"""A published session by its number, its place in the list, and its answers by its state."""

from collections.abc import Callable
from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone

from clubscore.sentences import NothingHereError
from events.common.selectors.stamp import session_stamp
from events.common.views.fragments import cached_value
from events.exchange.views.api.answers import Data, json_bytes
from events.models import Session

NO_SESSION: Final = "There is no such session, or its results are not published."
MAX_NUMBER: Final = 2**63 - 1


def published_session(session_id: int) -> Session:
    """The session, also for a director only where everybody may read its results.

    Raises :class:`NothingHereError`.
    """
    sessions = Session.objects.select_related("club").filter(published_at__isnull=False)
    found = sessions.filter(pk=session_id).first() if session_id <= MAX_NUMBER else None
    if found is None:
        raise NothingHereError(NO_SESSION)
    return found


def url(request: HttpRequest, name: str, *arguments: Any) -> str:
    """The whole address of a page."""
    return request.build_absolute_uri(reverse(f"events:{name}", args=arguments))


def listed(request: HttpRequest, session: Session, version: str) -> Data:
    """A session in a list, with the addresses of everything about it."""
    pk = session.pk
    return {
        "id": pk,
        "title": session.title,
        "date": session.date.isoformat(),
        "scoring": session.method,
        "winners": session.winners,
        "status": status(session),
        "version": version,
        "links": {
            "self": url(request, "api-session", pk),
            "ranking": url(request, "api-ranking", pk),
            "boards": url(request, "api-boards", pk),
            "page": url(request, "ranking", pk),
            "json": url(request, "api-export", pk),
            "pbn": url(request, "pbn", pk),
            "csv": url(request, "csv", pk, "travellers"),
            "xlsx": url(request, "workbook", pk),
        },
    }


def status(session: Session) -> str:
    """``final`` once it is finished; before, ``live`` on its day and ``provisional`` after it."""
    if session.is_finished:
        return "final"
    return "live" if session.date >= timezone.localdate() else "provisional"


def made(request: HttpRequest, session: Session, name: str, make: Callable[[], Data]) -> bytes:
    """An answer with the version of its session, from the cache or made now."""
    base = request.build_absolute_uri("/")

    def now() -> bytes:
        # Before what is read: an answer may be newer than its version, never older.
        version = session_stamp(session.pk)
        return json_bytes({**make(), "version": version})

    return cached_value(
        f"api:{name}:{session.pk}:{base}:{status(session)}",
        stamp=lambda: session_stamp(session.pk),
        make=now,
        max_age=settings.RESULTS_MAX_AGE,
    )
