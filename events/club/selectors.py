"""What was deleted: events and the demo from their own log, players from that of the register.

What was played, season by season: sessions and tournaments, the latest first.

Reads one season, or what a search finds in all of them; never everything.

What of the demo is held while it is removed.
"""

import datetime
from collections.abc import Iterator
from dataclasses import dataclass
from operator import attrgetter
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Max, Min, Q, QuerySet
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from events.common.domain import Season
from events.models import Deletion, Session, Tournament
from players.models import Player, RegisterEntry
from players.selectors.register import MAX_SEARCH


@dataclass(frozen=True, slots=True)
class DeletedRow:
    """One thing that was deleted: when and by whom, what, how many results or events it had, and
    the backup made before."""

    at: datetime.datetime
    user: str
    kind: str
    title: str
    results: int | None
    backup: str


def deletions() -> list[DeletedRow]:
    """Everything deleted, the latest first."""
    return sorted((*_events(), *_players()), key=attrgetter("at"), reverse=True)


def _events() -> Iterator[DeletedRow]:
    for entry in Deletion.objects.select_related("user"):
        date = f", {date_format(entry.date, 'SHORT_DATE_FORMAT')}" if entry.date else ""
        yield DeletedRow(
            entry.at,
            _user_name(entry.user),
            entry.get_kind_display(),
            f"{entry.title}{date}",
            entry.results,
            entry.backup,
        )


def _players() -> Iterator[DeletedRow]:
    """Players by their numbers: the log keeps no name of whoever is erased."""
    action = RegisterEntry.Action.DELETED
    for entry in RegisterEntry.objects.filter(action=action).select_related("user"):
        yield DeletedRow(
            entry.at,
            _user_name(entry.user),
            _("player"),
            _("number %(number)s") % {"number": entry.number},
            entry.after.get("events"),
            entry.after.get("backup", ""),
        )


def _user_name(user: User | None) -> str:
    return user.get_username() if user else ""


MAX_PAST = 500
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
    return _merged(sessions[:MAX_PAST], tournaments[:MAX_PAST], director=director)


def _sessions(director: bool, today: datetime.date) -> QuerySet[Session]:
    is_open = Q() if director else Q(published_at__isnull=False)
    return Session.objects.filter(is_open, date__lt=today).order_by("-date", "-pk")


def _tournaments(director: bool, today: datetime.date) -> QuerySet[Tournament]:
    is_open = Q() if director else Q(published_at__isnull=False)
    return Tournament.objects.filter(is_open, start__lt=today).order_by("-start", "-pk")


def _merged(
    sessions: QuerySet[Session], tournaments: QuerySet[Tournament], *, director: bool
) -> list[PastEvent]:
    past_events = [*_session_rows(sessions, director), *_tournament_rows(tournaments)]
    return sorted(past_events, key=lambda row: row.date, reverse=True)


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


def locked_demo_players() -> QuerySet[Player]:
    """The players of the demo, locked when they are read until the transaction ends."""
    return Player.objects.filter(is_demo=True).select_for_update(of=("self",)).order_by("pk")


def demo_ids(model: type[Session | Tournament]) -> list[int]:
    """The ids of the demo's sessions or tournaments, in their order."""
    return list(model.everything.filter(is_demo=True).order_by("pk").values_list("pk", flat=True))
