"""The sessions of the home page: today's, coming and past ones; and the tournaments."""

import datetime
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count, F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from events.models import Contestant, Entry, Round, Session, Tournament

PAST_SHOWN = 12
TOURNAMENTS_SHOWN = 6


@dataclass(frozen=True, slots=True)
class Calendar:
    """Sessions, each with its ``contestant_count``."""

    today: Sequence[Session]
    coming: Sequence[Session]
    past: Sequence[Session]

    @property
    def is_empty(self) -> bool:
        return not (self.today or self.coming or self.past)


def sessions_for(*, director: bool, today: datetime.date) -> Calendar:
    """What a visitor (published sessions) or a director (all) sees, the latest first."""
    sessions = Session.objects.select_related("club")
    if not director:
        sessions = sessions.filter(published_at__isnull=False)
    shown = list(sessions.filter(date__gte=today))
    past = list(sessions.filter(date__lt=today)[:PAST_SHOWN])
    _count_contestants([*shown, *past])
    return Calendar(
        today=[session for session in shown if session.date == today],
        coming=[session for session in shown if session.date > today][::-1],
        past=past,
    )


def _count_contestants(sessions: Sequence[Session]) -> None:
    """Give each its ``contestant_count``; counted with the sessions, those of all would be."""
    found = Contestant.objects.filter(section__session__in=[session.pk for session in sessions])
    counts = dict(found.order_by().values_list("section__session").annotate(Count("pk")))
    for session in sessions:
        session.contestant_count = counts.get(session.pk, 0)  # type: ignore[attr-defined]


def tournaments_for(*, director: bool, max_count: int | None = None) -> QuerySet[Tournament]:
    """The tournaments that a visitor (published ones) or a director (all) sees, the latest first,
    each with its ``entry_count``."""
    # A subquery: grouping would count the entries of all before a page takes some.
    entries = Entry.objects.filter(tournament=OuterRef("pk")).order_by().values("tournament")
    tournaments = (
        Tournament.objects.select_related("club")
        .annotate(entry_count=Coalesce(Subquery(entries.annotate(n=Count("pk")).values("n")), 0))
        # The databases disagree where NULL sorts by default; a tournament without a date is new.
        .order_by(F("start").desc(nulls_first=True), "-pk")
    )
    if not director:
        tournaments = tournaments.filter(published_at__isnull=False)
    return tournaments[:max_count]


def tournaments_today(*, director: bool, today: datetime.date) -> QuerySet[Tournament]:
    """The tournaments that are played today, each with its ``entry_count`` and ``round_today``: the
    round of today's date, ``None`` where only the days of the tournament say that it is on."""
    rounds = Round.objects.filter(tournament=OuterRef("pk"), date=today).order_by("-number")
    one_day = Q(start=today, finish__isnull=True)
    is_on = one_day | Q(start__lte=today, finish__gte=today) | Q(round_today__isnull=False)
    return (
        tournaments_for(director=director)
        .annotate(round_today=Subquery(rounds.values("number")[:1]))
        .filter(is_on)
    )
