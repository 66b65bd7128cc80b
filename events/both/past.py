"""What was played, season by season: sessions and tournaments, the latest first.

Reads one season, or what a search finds in all of them; never everything.
"""

import datetime
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.db.models import Max, Min, Q, QuerySet
from django.urls import reverse

from events.common.domain.season import Season
from events.models import Session, Tournament
from players.selectors.search import MAX_SEARCH

MAX_FOUND = 500
"""Of a search in all seasons, of sessions and of tournaments each."""


@dataclass(frozen=True, slots=True)
class PastEvent:
    """A session or a tournament in the list: ``place`` is the club's or the city's name."""

    date: datetime.date
    title: str
    url: str
    is_tournament: bool
    is_published: bool
    place: str


def seasons(*, director: bool, today: datetime.date) -> list[Season]:
    """From the season of today, or of what was played last, to that of the first event."""
    spans = [
        _sessions(director, today).aggregate(first=Min("date"), last=Max("date")),
        _tournaments(director, today).aggregate(first=Min("start"), last=Max("start")),
    ]
    days = [day for span in spans for day in span.values() if day is not None]
    if not days:
        return []
    first, last = Season.of(min(days)).year, Season.of(max(days)).year
    return [Season(year) for year in range(last, first - 1, -1)]


def events_of(season: Season, *, director: bool, today: datetime.date) -> list[PastEvent]:
    """Everything of a season, the latest first."""
    days = (season.start, season.end)
    return _merged(
        _sessions(director, today).filter(date__range=days),
        _tournaments(director, today).filter(start__range=days),
        director=director,
    )


def find_events(text: str, *, director: bool, today: datetime.date) -> list[PastEvent]:
    """What has every word of a text in its name, club or city, of all seasons."""
    sessions, tournaments = _sessions(director, today), _tournaments(director, today)
    for word in text[:MAX_SEARCH].replace("\0", " ").split():
        club = Q(club__name__icontains=word)
        sessions = sessions.filter(club | Q(title__icontains=word))
        tournaments = tournaments.filter(club | Q(name__icontains=word) | Q(city__icontains=word))
    return _merged(sessions[:MAX_FOUND], tournaments[:MAX_FOUND], director=director)


def _sessions(director: bool, today: datetime.date) -> QuerySet[Session]:
    is_open = Q() if director else Q(published_at__isnull=False)
    return Session.objects.filter(is_open, date__lt=today).order_by("-date", "-pk")


def _tournaments(director: bool, today: datetime.date) -> QuerySet[Tournament]:
    is_open = Q() if director else Q(published_at__isnull=False)
    return Tournament.objects.filter(is_open, start__lt=today).order_by("-start", "-pk")


def _merged(
    sessions: QuerySet[Session], tournaments: QuerySet[Tournament], *, director: bool
) -> list[PastEvent]:
    found = [*_session_rows(sessions, director), *_tournament_rows(tournaments)]
    return sorted(found, key=lambda each: each.date, reverse=True)


def _session_rows(sessions: QuerySet[Session], director: bool) -> Iterator[PastEvent]:
    page = "events:session" if director else "events:ranking"
    columns = ("pk", "date", "title", "published_at", "club__name")
    rows: Any = sessions.values_list(*columns)
    for pk, date, title, published_at, club in rows:
        yield PastEvent(
            date, title, reverse(page, args=[pk]), False, published_at is not None, club or ""
        )


def _tournament_rows(tournaments: QuerySet[Tournament]) -> Iterator[PastEvent]:
    columns = ("slug", "start", "name", "published_at", "club__name", "city")
    rows: Any = tournaments.values_list(*columns)
    for slug, start, name, published_at, club, city in rows:
        url = reverse("events:tournament", args=[slug])
        yield PastEvent(start, name, url, True, published_at is not None, club or city)
