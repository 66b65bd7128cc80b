"""What the club's site has, and the program serves as well: the feed, the calendar, what is
published and why, the last ranking for a page of the club's own, and the search without a server.

All of them depend on the address and the language alone, and name nobody but the ranking and the
search do.
"""

import datetime
import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final
from uuid import uuid5

from csp.decorators import csp_replace
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.feedgenerator import Atom1Feed
from django.utils.formats import date_format
from django.utils.translation import get_language
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_GET

from clubscore.web.caching import for_visitors
from clubscore.web.site_request import IN_FOLDER, SITE_ADDRESS
from events.club.search import FoundResult, public_results
from events.club.views import search as served_search
from events.common.domain import Season
from events.models import Session, Tournament
from events.sessions.results.views.ranking import short_lists
from events.website.domain import address
from events.website.figures import calendar_file, page_of
from events.website.selectors import (
    events_with_names,
    last_published,
    latest_sessions,
    site_settings,
)
from players.models.club import current_settings

NOBODY_YET: Final = datetime.datetime(2000, 1, 1, tzinfo=datetime.UTC)
"""When a feed without entries was changed."""

SHOWN_PLACES: Final = 10

MAX_BYTES: Final = 300_000
"""Of the page of the search, all of it."""

FOR_THE_PAGE: Final = 20_000
"""Of these, what is not the index."""

PER_PERSON: Final = 20


def _site_address(request: HttpRequest) -> str:
    """Where the club's site is read; empty where nobody knows it."""
    return str(request.META.get(SITE_ADDRESS, site_settings().address))


class _Feed(Atom1Feed):
    """The same bytes for the same events: without one, the library would take the present."""

    def latest_post_date(self) -> datetime.datetime:
        return max((item["updateddate"] for item in self.items), default=NOBODY_YET)


@for_visitors
@require_GET
def feed(request: HttpRequest) -> HttpResponse:
    """The events that were published last, as Atom: titles and days, and no names."""
    club, site = current_settings(), site_settings()
    base = _site_address(request) if IN_FOLDER in request.META else ""

    def link(path: str) -> str:
        return f"{base}{path.removeprefix('/')}" if base else request.build_absolute_uri(path)

    atom = _Feed(
        title=club.title,
        link=link(reverse("home")),
        description="",
        language=get_language(),
        feed_url=link(reverse("events:feed")),
        feed_guid=f"urn:uuid:{site.uuid}",
    )
    for each in last_published():
        atom.add_item(
            title=each.title,
            link=link(page_of(each.event)),
            description=date_format(each.day, "j F Y") if each.day else "",
            unique_id=f"urn:uuid:{uuid5(site.uuid, each.key)}",
            pubdate=each.published_at,
            updateddate=each.changed_at,
        )
    return HttpResponse(
        atom.writeString("utf-8"), content_type="application/atom+xml; charset=utf-8"
    )


@for_visitors
@require_GET
def calendar(request: HttpRequest) -> HttpResponse:
    """The days of this season on which the club plays."""
    content = calendar_file(today=timezone.localdate(), base=_site_address(request))
    return HttpResponse(content, content_type="text/calendar; charset=utf-8")


@for_visitors
@require_GET
def privacy_page(request: HttpRequest) -> HttpResponse:
    """What is published of people, why, and whom to ask."""
    return render(request, "events/website/privacy.html", {"site": site_settings()})


@xframe_options_exempt
@csp_replace({"frame-ancestors": ["*"]})
@for_visitors
@require_GET
def last_ranking(request: HttpRequest) -> HttpResponse:
    """The first of each list of the latest published session with results, for a frame in another
    page: the one page that may be framed."""
    for session in latest_sessions(today=timezone.localdate()):
        lists = short_lists(session, most=SHOWN_PLACES)
        if lists:
            context = {"session": session, "lists": lists, "url": page_of(session)}
            return render(request, "events/website/last_ranking.html", context)
    return render(request, "events/website/last_ranking.html", {"lists": []})


@require_GET
def search(request: HttpRequest) -> HttpResponse:
    """The search: of the program, or in the club's site by a script of the page."""
    if IN_FOLDER not in request.META:
        return served_search(request)
    site, today = site_settings(), timezone.localdate()
    index = index_of(public_results()) if site.has_search else None
    context = {
        "index": index and {"people": index.people, "pages": index.pages},
        "since": index and index.since,
        "season_events": [(event, _find_page(event)) for event in events_with_names(today=today)],
    }
    return render(request, "events/website/search.html", context)


def _find_page(event: Session | Tournament) -> str:
    if isinstance(event, Session):
        return reverse("events:find", args=[event.pk])
    return reverse("events:tournament-find", args=[event.slug])


@dataclass(frozen=True, slots=True)
class Index:
    """Whom the search finds, each with the numbers of their pages in ``pages``, the newest first;
    ``since`` is the first season that there was room for, ``None`` where all are."""

    people: list[tuple[str, list[int]]]
    pages: list[tuple[str, str, str]]
    since: Season | None = None


def index_of(results: Iterable[FoundResult]) -> Index:
    """The newest results of everybody, without the oldest seasons where they are too many."""
    newest = sorted(results, key=lambda each: each.date or datetime.date.max, reverse=True)
    seasons = sorted({_season(each) for each in newest})
    for first in seasons:
        index = _index(newest, first, all_seasons=first == seasons[0])
        if _weight(index) <= MAX_BYTES - FOR_THE_PAGE:
            return index
    return Index([], [], seasons[-1] if seasons else None)


def _season(result: FoundResult) -> Season:
    # What has no day yet is new.
    return Season.of(result.date or timezone.localdate())


def _weight(index: Index) -> int:
    return len(json.dumps([index.people, index.pages]).encode())


def _index(newest: list[FoundResult], first: Season, *, all_seasons: bool) -> Index:
    numbers: dict[tuple[str, str, str], int] = {}
    people: dict[int | str, tuple[str, list[int]]] = {}
    for each in newest:
        if _season(each) < first:
            break
        _name, own = people.setdefault(each.person, (each.name, []))
        if len(own) < PER_PERSON:
            page = (address(each.url, "", ()).file, each.event, _iso(each.date))
            own.append(numbers.setdefault(page, len(numbers)))
    by_name = sorted(people.values(), key=lambda person: (person[0].casefold(), person))
    return Index(by_name, list(numbers), None if all_seasons else first)


def _iso(day: datetime.date | None) -> str:
    return day.isoformat() if day else ""
