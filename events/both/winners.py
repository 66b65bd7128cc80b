"""The last results of the club with their winners, for the first page.

Standings come from the cache where nothing has changed since; names come from the register.
"""

import datetime
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import cast

from django.core.cache import cache
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import get_language

from events.common.selectors.stamp import common_stamp, tournament_stamps
from events.models import CarryOver, Entry, Session, Tournament
from events.sessions.domain.scoring.ranking import Standing
from events.sessions.selectors.contestants import ContestantRecord, contestants_by_id
from events.sessions.services.standings_cache import standings_of_sessions
from events.tournaments.services.standings import standings_of

RESULTS_SHOWN = 6
_FIRST = frozenset(("1", "1="))

Best = list[tuple[int, Fraction]]
"""The winners of a tournament: starting numbers and points."""


@dataclass(frozen=True, slots=True)
class Winner:
    """Who won a list: ``section`` and ``direction`` are empty where there is one list alone.

    ``figure`` is a percentage where ``is_percentage``, else points; ``None`` where nothing was
    scored.
    """

    name: str
    figure: Fraction | None
    is_percentage: bool = False
    section: str = ""
    direction: str = ""


@dataclass(frozen=True, slots=True)
class LastResult:
    """A finished session or tournament, and who won it."""

    event: Session | Tournament
    date: datetime.date
    winners: tuple[Winner, ...]


def last_results(*, director: bool, max_count: int = RESULTS_SHOWN) -> list[LastResult]:
    """The latest finished events, the last first: the published ones, and all for a director.

    A constant number of queries, and few once the standings are in the cache.
    """
    is_open = Q() if director else Q(published_at__isnull=False)
    sessions = Session.objects.filter(is_open, state=Session.State.FINISHED)
    tournaments = Tournament.objects.filter(is_open, state=Tournament.State.FINISHED)
    # What is on a day yet to come is no result.
    today = timezone.localdate()
    latest: list[Session | Tournament] = [
        *sessions.filter(date__lte=today).order_by("-date", "-pk")[:max_count],
        *tournaments.exclude(start__gt=today).order_by("-finish", "-start", "-pk")[:max_count],
    ]
    latest = sorted(latest, key=lambda event: _date(event), reverse=True)[:max_count]
    of_sessions = _session_winners([e for e in latest if isinstance(e, Session)], director=director)
    of_tournaments = _tournament_winners(
        [e for e in latest if isinstance(e, Tournament)], director=director
    )
    return [
        LastResult(
            event,
            _date(event),
            (of_sessions if isinstance(event, Session) else of_tournaments).get(event.pk, ()),
        )
        for event in latest
    ]


def _date(event: Session | Tournament) -> datetime.date:
    if isinstance(event, Session):
        return event.date
    return event.finish or event.start or timezone.localtime(event.created_at).date()


def _session_winners(
    sessions: Sequence[Session], *, director: bool
) -> dict[int, tuple[Winner, ...]]:
    if not sessions:
        return {}
    # What is carried over decides there, and would have to be added up first.
    carried = set(CarryOver.objects.filter(session__in=sessions).values_list("session", flat=True))
    shown = [each.pk for each in sessions if each.pk not in carried]
    # Read before what it stands for; names, which others in a session may change, are part of it.
    key = f"winners:{director}:{get_language()}:{common_stamp(session_ids=shown)}"
    found: dict[int, tuple[Winner, ...]] | None = cache.get(key)
    if found is None:
        found = _read_winners(shown, director=director)
        cache.set(key, found, None)
    return found


def _read_winners(session_ids: Sequence[int], *, director: bool) -> dict[int, tuple[Winner, ...]]:
    best = {
        pk: [each for each in scored.standings if each.place in _FIRST]
        for pk, scored in standings_of_sessions(session_ids).items()
    }
    ids = [cast(int, each.contestant) for standings in best.values() for each in standings]
    contestants = contestants_by_id(ids, full_names=director)
    return {pk: tuple(_winners(standings, contestants)) for pk, standings in best.items()}


def _winners(
    standings: Iterable[Standing], contestants: dict[int, ContestantRecord]
) -> Iterable[Winner]:
    for each in standings:
        # Deleted since the standings were read.
        if record := contestants.get(cast(int, each.contestant)):
            is_percentage = each.of is not None
            yield Winner(
                record.players or record.label,
                each.percentage if is_percentage else each.points,
                is_percentage,
                each.section,
                each.direction or "",
            )


def _tournament_winners(
    tournaments: Sequence[Tournament], *, director: bool
) -> dict[int, tuple[Winner, ...]]:
    if not tournaments:
        return {}
    best = _best_numbers(tournaments)
    wanted = Q(pk__in=[])
    for pk, found in best.items():
        wanted |= Q(tournament=pk, number__in=[number for number, _ in found])
    names = {
        (entry.tournament_id, entry.number): entry.name if director else entry.public_name
        for entry in Entry.objects.filter(wanted).select_related("player")
    }
    return {
        pk: tuple(
            Winner(names[pk, number], points) for number, points in found if (pk, number) in names
        )
        for pk, found in best.items()
    }


def _best_numbers(tournaments: Sequence[Tournament]) -> dict[int, Best]:
    stamps = tournament_stamps([each.pk for each in tournaments])
    return {each.pk: _cached_best(each, stamps[each.pk]) for each in tournaments}


def _cached_best(tournament: Tournament, stamp: str) -> Best:
    key = f"winners:{tournament.pk}:{stamp}"
    found: Best | None = cache.get(key)
    if found is None:
        lines = standings_of(tournament).lines
        found = [(each.number, each.points) for each in lines if each.place in _FIRST]
        cache.set(key, found, None)
    return found
