"""Reading series: which there are, and which sessions belong to them."""

import datetime
from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import Count, F, Max, Min, Q, QuerySet

from events.models import Section, Series, SeriesSession, Session

MAX_FOUND = 60
"""The most series or sessions that a search returns."""
MAX_SEARCH = 200
"""Characters that are looked for; a database takes neither thousands of words nor endless ones."""


@dataclass(frozen=True, slots=True)
class Link:
    """A series of a chain in which each carries forward into the next, with its sessions."""

    series: Series
    sessions: tuple[SeriesSession, ...]


def all_series(*, director: bool) -> QuerySet[Series]:
    """The published series, or all for a director, the one with the latest session first.

    Each has its ``session_count``, ``first_date`` and ``last_date``, as far as the reader may
    see its sessions.
    """
    seen = Q() if director else Q(sessions__published_at__isnull=False)
    series = Series.objects.select_related("club").annotate(
        session_count=Count("sessions", filter=seen),
        first_date=Min("sessions__date", filter=seen),
        last_date=Max("sessions__date", filter=seen),
    )
    if not director:
        series = series.filter(published_at__isnull=False)
    # Series without a session are new; the databases disagree where NULL sorts by default.
    return series.order_by(F("last_date").desc(nulls_first=True), "-pk")


def chain(series: Series, *, director: bool) -> list[Link]:
    """The series with everything that is carried forward into it, the earliest first.

    Three queries, however long the chain is. For a visitor, only the published sessions.
    """
    earlier = dict(Series.objects.filter(earlier__isnull=False).values_list("pk", "earlier"))
    numbers = [series.pk]
    # The database does not forbid a circle, which would never end.
    while (before := earlier.get(numbers[0])) and before not in numbers:
        numbers.insert(0, before)
    stored = Series.objects.in_bulk(numbers)
    sessions = sessions_of(numbers, director=director)
    return [Link(stored[pk], tuple(sessions[pk])) for pk in numbers if pk in stored]


def sessions_of(
    series_ids: Collection[int], *, director: bool
) -> defaultdict[int, list[SeriesSession]]:
    """The sessions of each series in the order of their dates, in one query."""
    sessions = SeriesSession.objects.filter(series__in=series_ids).select_related("session")
    if not director:
        sessions = sessions.filter(session__published_at__isnull=False)
    found: defaultdict[int, list[SeriesSession]] = defaultdict(list)
    for each in sessions.order_by("session__date", "session"):
        found[each.series_id].append(each)
    return found


def individual_sessions(session_ids: Collection[int]) -> set[int]:
    """Those of the sessions in which contestants are players and not pairs."""
    return set(
        Section.objects.filter(session__in=session_ids, movement__individual=True).values_list(
            "session", flat=True
        )
    )


def series_of_session(session_id: int, *, director: bool) -> list[Series]:
    """The series that a session belongs to and that the reader may see."""
    series = Series.objects.filter(sessions=session_id)
    if not director:
        series = series.filter(published_at__isnull=False)
    return list(series)


def find_series(text: str) -> QuerySet[Series]:
    """Series whose name or club has every word of the text."""
    found = Q()
    # PostgreSQL refuses text that contains NUL.
    for word in text[:MAX_SEARCH].replace("\0", "").split():
        found &= Q(name__icontains=word) | Q(club__name__icontains=word)
    return Series.objects.select_related("club").filter(found)[:MAX_FOUND]


def find_sessions(
    text: str, *, since: datetime.date | None = None, until: datetime.date | None = None
) -> QuerySet[Session]:
    """Sessions whose title or club has every word of the text, between two dates."""
    found = Q()
    # PostgreSQL refuses text that contains NUL.
    for word in text[:MAX_SEARCH].replace("\0", "").split():
        found &= Q(title__icontains=word) | Q(club__name__icontains=word)
    sessions = Session.objects.select_related("club").filter(found)
    if since:
        sessions = sessions.filter(date__gte=since)
    if until:
        sessions = sessions.filter(date__lte=until)
    return sessions[:MAX_FOUND]
