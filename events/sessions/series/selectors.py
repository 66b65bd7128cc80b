"""What the deletion of a series would change.

What a series adds up and carries forward, and what a session carries over.
"""

from collections.abc import Collection, Iterator

from django.db.models import QuerySet

from clubscore.text.problems import Sentence, sentence
from clubscore.web.deletion import Plan
from events.models import CarryOver, Series, Session


def series_plan(series: Series) -> Plan:
    """The deletion of a series; its sessions stay."""
    return Plan(name=series.name, changes=tuple(_series_changes(series)))


def _series_changes(series: Series) -> Iterator[Sentence]:
    count = series.counted_sessions.count()
    yield sentence(
        "Its standings and its log go with it. Its sessions stay (%(count)s).", count=count
    )
    if series.is_published:
        yield sentence("It is published: everybody can read its standings until then.")
    yield from effects_of_series([series])


def effects_of_series(
    series: list[Series], *, without: frozenset[int] = frozenset()
) -> Iterator[Sentence]:
    """What the deletion of series changes in others; ``without`` are the ids of sessions that are
    deleted too."""
    later = Series.objects.filter(earlier__in=series).exclude(pk__in=[each.pk for each in series])
    for name in later.order_by("pk").values_list("name", flat=True):
        yield sentence(
            "The series “%(series)s” loses what it carried forward; its standings change.",
            series=name,
        )
    carrying = CarryOver.objects.filter(earlier_series__in=series).exclude(session__in=without)
    for carry_over in carrying.select_related("session").order_by("pk"):
        yield sentence(
            "“%(session)s” loses what it carried over; its ranking changes.",
            session=str(carry_over.session),
        )


def series_by_id(series_id: int) -> Series | None:
    """The series of this id with its club."""
    return Series.objects.select_related("club").filter(pk=series_id).first()


def other_series(series: Series) -> QuerySet[Series]:
    """All series but this one; all for one that is not stored yet."""
    return Series.objects.exclude(pk=series.pk)


def session_by_id(session_id: int) -> Session | None:
    """The session of this id with its club."""
    return Session.objects.select_related("club").filter(pk=session_id).first()


def sessions_in_order(session_ids: Collection[int]) -> QuerySet[Session]:
    """These sessions with their clubs, the first first."""
    sessions = Session.objects.select_related("club").filter(pk__in=session_ids)
    return sessions.order_by("date", "pk")


def carry_over_of(session_id: int) -> CarryOver | None:
    """What a session carries over from an earlier one or from a series."""
    return CarryOver.objects.filter(session=session_id).first()
