"""Answers of the API: JSON with an ETag, and errors as JSON with a sentence.

A published session by its number, its place in the list, and its answers by its state.
"""

import json
from collections.abc import Callable
from functools import wraps
from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.cache import get_conditional_response, set_response_etag

from clubscore.text.sentences import NothingHereError
from clubscore.web.caching import for_visitors, kept
from clubscore.web.site_request import IN_FOLDER
from events.common.selectors import log_stamps, session_stamp
from events.exchange.selectors import session_if_published
from events.models import Session
from players.models.club import current_settings

LANGUAGE: Final = "en"

READING: Final = "GET, HEAD, OPTIONS"

_HEADERS: Final = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": "ETag",
    "X-Content-Type-Options": "nosniff",
}

Data = dict[str, Any]


class AskedWrongly(ValueError):
    """A parameter that cannot be understood."""


def json_bytes(data: Data) -> bytes:
    """The text of an answer."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()


def of_the_api(view: Callable[..., bytes]) -> Callable[..., HttpResponseBase]:
    """A view that gives the bytes of JSON, in English, as an address of the API."""

    @for_visitors
    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.method == "OPTIONS":
            return _with_headers(HttpResponse(status=204))
        if request.method not in {"GET", "HEAD"}:
            return _error(405, "The API is only read: GET or HEAD.", Allow=READING)
        with translation.override(LANGUAGE):
            try:
                body = view(request, *args, **kwargs)
            except AskedWrongly as error:
                return _error(400, str(error))
            except (NothingHereError, Http404) as error:
                return _error(404, str(error) or "There is nothing here.")
        return _conditional(request, body)

    return answer


def _conditional(request: HttpRequest, body: bytes) -> HttpResponseBase:
    response = _with_headers(HttpResponse(body, content_type="application/json; charset=utf-8"))
    set_response_etag(response)
    etag = response.headers["ETag"]
    return get_conditional_response(request, etag=etag, response=response) or response


def _error(status: int, sentence: str, **headers: str) -> HttpResponse:
    body = json_bytes({"error": sentence})
    response = HttpResponse(
        body, status=status, content_type="application/json; charset=utf-8", headers=headers
    )
    return _with_headers(response)


def _with_headers(response: HttpResponse) -> HttpResponse:
    for name, value in _HEADERS.items():
        response.headers[name] = value
    if response.status_code == 204:
        response.headers["Access-Control-Allow-Methods"] = READING
        response.headers["Access-Control-Max-Age"] = "86400"
    return response


NO_SESSION: Final = "There is no such session, or its results are not published."

MAX_NUMBER: Final = 2**63 - 1


def published_session(session_id: int) -> Session:
    """The session, also for a director only where everybody may read its results.

    Raises :class:`NothingHereError`.
    """
    session = session_if_published(session_id) if session_id <= MAX_NUMBER else None
    if session is None:
        raise NothingHereError(NO_SESSION)
    return session


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


def version_of(request: HttpRequest, session: Session) -> str:
    """The version of a session. In a folder, where nobody asks what is new, it knows nothing of
    the register: a new member is no reason to make a session's pages again."""
    if IN_FOLDER in request.META:
        return log_stamps([session.pk])[session.pk]
    return session_stamp(session.pk)


def made(request: HttpRequest, session: Session, name: str, make: Callable[[], Data]) -> bytes:
    """An answer with the version of its session, from the cache or made now."""
    base = request.build_absolute_uri("/")

    def now() -> bytes:
        # Before what is read: an answer may be newer than its version, never older.
        version = version_of(request, session)
        return json_bytes({**make(), "version": version})

    return kept(
        ("api", name, session.pk, base, status(session)),
        # The settings of the club are in no log of a session.
        state=lambda: (session_stamp(session.pk), current_settings().shown_name),
        make=now,
    )
