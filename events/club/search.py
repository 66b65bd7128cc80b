"""The search of the whole site: players, sessions and tournaments, by their words and dates.

Everybody finds what is published: events, and players in them by the names that are shown there.
A director also finds what is not published, and the register.
"""

import datetime
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from django.db.models import Q
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import override

from events.models import ContestantPlayer, Entry, Session, Tournament
from players.domain.characters import search_key
from players.models import Player
from players.selectors.register import MAX_SEARCH, has_words, search_players

MAX_FOUND = 20
"""The most results of each kind."""
MAX_DAYS = 14
"""The most days of a tournament that are looked at."""
_LANGUAGES = ("en", "nl")


@dataclass(frozen=True, slots=True)
class FoundResult:
    """A player in an event that is published."""

    name: str
    event: str
    date: datetime.date | None
    url: str
    person: int | str
    """Whose it is: the number in the database, or the name of whoever is not in the register."""


@dataclass(frozen=True, slots=True)
class Found:
    """What was found, each kind in its order: players by name, the rest by date, the last first."""

    players: tuple[Player, ...] = ()
    results: tuple[FoundResult, ...] = ()
    sessions: tuple[Session, ...] = ()
    tournaments: tuple[Tournament, ...] = ()

    @property
    def is_empty(self) -> bool:
        return not (self.players or self.results or self.sessions or self.tournaments)


def search_all(text: str, *, director: bool) -> Found:
    """What has every word of a text, whatever its case and accents; nothing for no words.

    An event is found by its title, club, place and date in any usual form: ``12 March 2026``,
    ``12-3-2026``, ``2026-03``.
    """
    text = text[:MAX_SEARCH].replace("\0", " ")
    words = search_key(text).split()
    if not words:
        return Found()
    is_open = Q() if director else Q(published_at__isnull=False)
    return Found(
        players=tuple(search_players(text, limit=MAX_FOUND)) if director else (),
        results=() if director else tuple(public_results(text, most=MAX_FOUND)),
        sessions=tuple(_sessions(words, is_open)),
        tournaments=tuple(_tournaments(words, is_open)),
    )


def _sessions(words: list[str], is_open: Q) -> list[Session]:
    rows = (
        Session.objects.filter(is_open)
        .order_by("-date", "-pk")
        .values_list("pk", "title", "club__name", "date")
    )
    found = _matching(words, ((pk, [title, club], [date]) for pk, title, club, date in rows))
    sessions = Session.objects.select_related("club").in_bulk(found)
    return [sessions[pk] for pk in found if pk in sessions]


def _tournaments(words: list[str], is_open: Q) -> list[Tournament]:
    rows = Tournament.objects.filter(is_open).values_list(
        "pk", "name", "club__name", "city", "start", "finish"
    )
    found = _matching(
        words,
        (
            (pk, [name, club, city], _days(start, finish))
            for pk, name, club, city, start, finish in rows
        ),
    )
    tournaments = Tournament.objects.select_related("club").in_bulk(found)
    return [tournaments[pk] for pk in found if pk in tournaments]


def _days(start: datetime.date | None, finish: datetime.date | None) -> list[datetime.date]:
    first = start or finish
    if first is None:
        return []
    count = min(((finish or first) - first).days + 1, MAX_DAYS)
    return [first + datetime.timedelta(days) for days in range(count)]


def _matching(
    words: list[str], rows: Iterable[tuple[int, list[str | None], list[datetime.date]]]
) -> list[int]:
    """The first rows that have every word: in their texts, or in the forms of their dates."""
    patterns = [_pattern(word) for word in words]
    found = []
    for pk, texts, dates in rows:
        text = search_key(" ".join(filter(None, texts)))
        if _has_all(patterns, text) or (
            dates and _has_all(patterns, f"{text} {' '.join(map(_date_forms, dates))}")
        ):
            found.append(pk)
            if len(found) == MAX_FOUND:
                break
    return found


def _has_all(patterns: list[re.Pattern[str]], text: str) -> bool:
    return all(pattern.search(text) for pattern in patterns)


def _pattern(word: str) -> re.Pattern[str]:
    # A number is not a part of another one: 2 is no part of 2026.
    before = r"(?<!\d)" if word[0].isdigit() else ""
    after = r"(?!\d)" if word[-1].isdigit() else ""
    return re.compile(before + re.escape(word) + after)


@cache
def _date_forms(date: datetime.date) -> str:
    """A date as people write it, in the languages of the program."""
    forms = [date.isoformat()]
    for day, month in ((f"{date.day}", f"{date.month}"), (f"{date:%d}", f"{date:%m}")):
        forms += [sign.join((day, month, f"{date.year}")) for sign in "-/."]
    for language in _LANGUAGES:
        with override(language):
            forms.append(date_format(date, "l j F Y"))
    return search_key(" ".join(forms))


def public_results(text: str = "", *, most: int | None = None) -> Iterator[FoundResult]:
    """Players by their public names, in events that are published: sessions, then tournaments, at
    most so many of each, the last first. Whoever is shown by initials is not found."""
    named = Q(
        player__in=Player.everybody.filter(has_words(text), initials_only=False, deleted_at=None)
    )
    seats = (
        ContestantPlayer.objects.filter(named, session__published_at__isnull=False)
        .select_related("player", "session")
        .only("contestant", "player", "session", "player__name", "session__title", "session__date")
        .order_by("-session__date", "-session", "player")[:most]
    )
    for seat in seats:
        url = reverse("events:card", args=[seat.session_id, seat.contestant_id])
        name, session = seat.player.name, seat.session
        yield FoundResult(name, session.title, session.date, url, seat.player_id)
    entries = (
        Entry.objects.filter(
            named | _has_name(text), tournament__published_at__isnull=False, number__isnull=False
        )
        .select_related("player", "tournament")
        .order_by("-tournament__start", "-tournament", "number")[:most]
    )
    for entry in entries:
        tournament = entry.tournament
        url = reverse("events:tournament-player", args=[tournament.slug, entry.number])
        name = entry.public_name
        yield FoundResult(name, tournament.name, tournament.start, url, entry.player_id or name)


def _has_name(text: str) -> Q:
    """An entry that came with its names, and is nobody's of the register."""
    found = Q(player__isnull=True)
    for word in text.split():
        found &= Q(family__icontains=word) | Q(given__icontains=word)
    return found
