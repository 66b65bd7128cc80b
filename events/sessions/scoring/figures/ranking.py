"""The ranking of a session as it is shown: as played, with handicap, with what is carried over.

Points come from scoring; this module decides by which sum a list is ranked.
"""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby
from operator import attrgetter
from typing import cast

from events.common.domain import UNPLACED, Place
from events.sessions.core.domain.contract import Side
from events.sessions.scoring.domain.ranking import Standing, handicap_list
from events.sessions.scoring.domain.series import (
    Adding,
    Carried,
    SeriesSettings,
    SessionResult,
    rank_series,
)
from events.sessions.scoring.domain.strata import places_within, strata_in_use
from events.sessions.scoring.figures.carry_over import CarriedOver
from events.sessions.scoring.figures.scoring import ScoredSession
from events.sessions.scoring.figures.series import handicap_of
from events.sessions.scoring.selectors.contestants import ContestantRecord, Contestants

Handicap = Callable[[Standing], Fraction]


@dataclass(frozen=True, slots=True)
class RankedLine:
    """A standing in a list: its place there, what was added, and the ``value`` it is ranked by
    (a percentage, or points), ``None`` where nothing was scored. ``within`` are its places in the
    strata of the list, unplaced in those above which it is."""

    standing: Standing
    place: Place
    value: Fraction | None
    handicap: Fraction = Fraction(0)
    carried: Carried | None = None
    within: tuple[Place, ...] = ()

    @property
    def contestant(self) -> int:
        return cast(int, self.standing.contestant)


@dataclass(frozen=True, slots=True)
class RankedList:
    """One list of a session, as played and with handicap (empty where nobody has one), and the
    ``strata`` below A that its lines have a place in."""

    section: str
    direction: Side | None
    scratch: tuple[RankedLine, ...]
    handicap: tuple[RankedLine, ...]
    strata: tuple[str, ...] = ()


def rank_session(
    scored: ScoredSession, contestants: Contestants, over: CarriedOver | None = None
) -> list[RankedList]:
    """The lists of a session: one, or one for each direction, and for each section separately."""
    has_handicap = any(record.handicap is not None for record in contestants.values())
    handicap = handicap_of(contestants)
    strata = strata_in_use([record.stratum for record in contestants.values()])

    def within(lines: tuple[RankedLine, ...]) -> tuple[RankedLine, ...]:
        if not strata:
            return lines
        ranked = [(line.place, contestants[line.contestant].stratum or "A") for line in lines]
        places = places_within(ranked, strata)
        return tuple(replace(line, within=own) for line, own in zip(lines, places, strict=True))

    lists = []
    for (section, direction), group in groupby(
        scored.field.standings, key=attrgetter("section", "direction")
    ):
        standings = list(group)
        if over is None:
            scratch = _as_played(standings)
            with_handicap = _with_handicap(standings, handicap) if has_handicap else ()
        else:
            scratch = _carried(standings, contestants, over, None)
            with_handicap = _carried(standings, contestants, over, handicap) if has_handicap else ()
        lists.append(RankedList(section, direction, within(scratch), within(with_handicap), strata))
    return lists


def _as_played(standings: Sequence[Standing]) -> tuple[RankedLine, ...]:
    return tuple(RankedLine(standing, standing.place, _value(standing)) for standing in standings)


def _with_handicap(standings: Sequence[Standing], handicap: Handicap) -> tuple[RankedLine, ...]:
    return tuple(
        RankedLine(handicapped.scratch, handicapped.place, handicapped.value, handicapped.handicap)
        for handicapped in handicap_list(standings, handicap)
    )


def _carried(
    standings: Sequence[Standing],
    contestants: Contestants,
    over: CarriedOver,
    handicap: Handicap | None,
) -> tuple[RankedLine, ...]:
    """Ranked with what is carried over; whoever has no place in the session has none here."""
    brought = over.carrying.handicap if handicap else over.carrying.scratch
    carried = {
        standing.contestant: brought[key]
        for standing in standings
        if (key := _key(contestants[cast(int, standing.contestant)])) in brought
    }
    by_contestant = {standing.contestant: standing for standing in standings}
    results = [
        SessionResult(
            0,
            standing.contestant,
            standing.points,
            standing.of,
            standing.boards,
            handicap=handicap(standing) if handicap else Fraction(0),
        )
        for standing in standings
        if standing.place
    ]
    ranked = rank_series(
        results, SeriesSettings(Adding(over.adding)), handicap=handicap is not None, carried=carried
    )
    lines = [
        RankedLine(
            by_contestant[series_standing.contestant],
            series_standing.place,
            series_standing.value,
            handicap(by_contestant[series_standing.contestant]) if handicap else Fraction(0),
            carried.get(series_standing.contestant),
        )
        for series_standing in ranked
    ]
    # Listed all the same: a pair that played fewer boards than the minimum has no place.
    unplaced = [
        RankedLine(standing, UNPLACED, _value(standing))
        for standing in standings
        if not standing.place
    ]
    return (*lines, *unplaced)


def _key(record: ContestantRecord) -> Hashable:
    """A contestant as a series knows it: a player, or a pair in the order of their numbers."""
    return record.player_ids[0] if len(record.player_ids) == 1 else tuple(sorted(record.player_ids))


def _value(standing: Standing) -> Fraction | None:
    if not standing.boards:
        return None
    return standing.points if standing.of is None else standing.percentage
