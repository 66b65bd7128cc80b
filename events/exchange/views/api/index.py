"""What the API has: its first address, its documents, and the list of sessions.

The documents of the API: the JSON Schema of its answers, and OpenAPI with the addresses.

Both are files in ``docs/api``. The schemas stand in one of them alone, and are put into the other.

Lists by keyset: a page begins behind the last row of the one before, whatever is added since.
"""

import base64
import binascii
import datetime
import json
from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from django.conf import settings
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.urls import reverse

import clubscore
from events.common.selectors import log_stamps
from events.exchange.selectors import published_sessions
from events.exchange.views.api.answers import AskedWrongly, json_bytes, listed, of_the_api, url
from events.models import Session
from players.models.club import current_settings

TERMS: Final = "Results as the club publishes them; players by the names that it shows."


@of_the_api
def root(request: HttpRequest) -> bytes:
    """What the API offers."""
    return json_bytes(
        {
            "api": "clubscore",
            "version": "1",
            "program_version": clubscore.__version__,
            "club": current_settings().shown_name or None,
            "terms": TERMS,
            "links": {
                "sessions": url(request, "api-sessions"),
                "openapi": url(request, "api-openapi"),
                "schema": url(request, "api-schema"),
                "documentation": request.build_absolute_uri(reverse("help-guide", args=["api"])),
            },
        }
    )


@of_the_api
def openapi(request: HttpRequest) -> bytes:
    """The OpenAPI document, with this server's address."""
    return openapi_document(request.build_absolute_uri(reverse("events:api-root")).rstrip("/"))


@of_the_api
def schema(request: HttpRequest) -> bytes:
    """The JSON Schema of all answers."""
    return schema_document()


@of_the_api
def sessions(request: HttpRequest) -> bytes:
    """The published sessions, the latest first, fifty at a time."""
    query = request.GET
    found = published_sessions(since=day(query, "from"), until=day(query, "to"))
    page, mark = page_of(found, query.get("page", ""))
    stamps = log_stamps([each.pk for each in page])
    following = None
    if mark:
        more = query.copy()
        more["page"] = mark
        following = f"{url(request, 'api-sessions')}?{more.urlencode()}"
    members = [listed(request, each, stamps[each.pk]) for each in page]
    return json_bytes({"sessions": members, "next": following})


FOLDER: Final = settings.BASE_DIR / "docs" / "api"

_HERE, _THERE = "#/$defs/", "#/components/schemas/"


@cache
def schema_document() -> bytes:
    """The JSON Schema (2020-12), whose ``$defs`` are the answers and their parts."""
    return (FOLDER / "schema.json").read_bytes()


@cache
def openapi_document(server: str) -> bytes:
    """The OpenAPI document (3.1) for the API at this address."""
    document: dict[str, Any] = json.loads((FOLDER / "openapi.json").read_text())
    schemas = schema_document().decode().replace(_HERE, _THERE)
    document["components"]["schemas"] = json.loads(schemas)["$defs"]
    document["servers"] = [{"url": server}]
    return json_bytes(document)


PAGE: Final = 50

MAX_NUMBER: Final = 2**63 - 1


def day(query: Mapping[str, str], name: str) -> datetime.date | None:
    """A day of the query. Raises :class:`AskedWrongly` where it is none."""
    text = query.get(name, "")
    if not text:
        return None
    try:
        return datetime.date.fromisoformat(text[:20])
    except ValueError as error:
        message = f"{name} is a day such as 2026-01-19, not “{text[:20]}”."
        raise AskedWrongly(message) from error


def page_of(sessions: QuerySet[Session], mark: str) -> tuple[list[Session], str | None]:
    """The sessions behind a mark, the latest first, and the mark of the next page; ``None`` where
    it is the last. Raises :class:`AskedWrongly` for a mark that is none."""
    if mark:
        date, pk = _read(mark)
        sessions = sessions.filter(Q(date__lt=date) | Q(date=date, pk__lt=pk))
    found = list(sessions.order_by("-date", "-pk")[: PAGE + 1])
    if len(found) <= PAGE:
        return found, None
    last = found[PAGE - 1]
    text = f"{last.date.isoformat()}.{last.pk}"
    return found[:PAGE], base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


def _read(mark: str) -> tuple[datetime.date, int]:
    try:
        text = base64.urlsafe_b64decode(mark[:60] + "=" * (-len(mark[:60]) % 4)).decode("ascii")
        date, _, number = text.partition(".")
        pk = int(number) if number.isdecimal() else -1
        if not 0 <= pk <= MAX_NUMBER:
            raise ValueError(number)
        return datetime.date.fromisoformat(date), pk
    except (ValueError, binascii.Error) as error:
        message = "page is the mark of a page as “next” has it."
        raise AskedWrongly(message) from error
