"""What the API has: its first address, its documents, and the list of sessions."""

from typing import Final

from django.http import HttpRequest
from django.urls import reverse

import clubscore
from clubscore.club import OurClub
from events.common.selectors.stamp import log_stamps
from events.exchange.views.api.answers import json_bytes, of_the_api
from events.exchange.views.api.documents import openapi_document, schema_document
from events.exchange.views.api.finding import listed, url
from events.exchange.views.api.paging import day, page_of
from events.models import Session

TERMS: Final = "Results as the club publishes them; players by the names that it shows."


@of_the_api
def root(request: HttpRequest) -> bytes:
    """What there is."""
    return json_bytes(
        {
            "api": "clubscore",
            "version": "1",
            "program_version": clubscore.__version__,
            "club": OurClub().name or None,
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
    found = Session.objects.filter(published_at__isnull=False)
    first, last = day(query, "from"), day(query, "to")
    if first:
        found = found.filter(date__gte=first)
    if last:
        found = found.filter(date__lte=last)
    page, mark = page_of(found, query.get("page", ""))
    stamps = log_stamps([each.pk for each in page])
    following = None
    if mark:
        more = query.copy()
        more["page"] = mark
        following = f"{url(request, 'api-sessions')}?{more.urlencode()}"
    members = [listed(request, each, stamps[each.pk]) for each in page]
    return json_bytes({"sessions": members, "next": following})
