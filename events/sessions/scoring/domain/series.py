"""Several sessions together: what everybody has from each, added up and ranked.

A *result* is what one contestant of the series has from one session. A series is per player (both
partners get the result of their pair, so partners may change) or per pair (the same two players;
with another partner it is another pair). Contestants and sessions are opaque keys. Every number
is exact; ties are those of the printed value, as in a session.

Results are added up in one of three ways. All of them add numerators and denominators
separately, so that a weight, a handicap and a carry-forward mean the same in each:

===========  ===================  =========  ===============================================
way          numerator            over       suits
===========  ===================  =========  ===============================================
average      the percentage       1          a club's year: every session counts equally
matchpoints  the matchpoints      the tops   a long competition: every board counts equally
total        IMPs, total points   nothing    methods without tops
===========  ===================  =========  ===============================================
"""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction

from events.common.domain import UNPLACED, Place, hundredths
from events.sessions.scoring.domain.ranking import Standing, rank

_ONE, _NOTHING = Fraction(1), Fraction(0)


class Unit(StrEnum):
    """Who is ranked."""

    PLAYER = "player"
    PAIR = "pair"


class Adding(StrEnum):
    """How the results of the sessions become one value."""

    AVERAGE = "average"
    MATCHPOINTS = "matchpoints"
    TOTAL = "total"


@dataclass(frozen=True, slots=True)
class SessionResult:
    """What a contestant of the series has from one session.

    ``of`` is the sum of the tops, ``None`` for methods without tops. A session of ``weight`` ½
    counts half. ``handicap`` is in percent of the tops, without tops in points for the session.
    """

    session: Hashable
    contestant: Hashable
    points: Fraction
    of: Fraction | None
    boards: int
    weight: Fraction = _ONE
    handicap: Fraction = _NOTHING

    def __post_init__(self) -> None:
        if self.weight.numerator <= 0:
            raise ValueError("weights are positive")

    @property
    def percentage(self) -> Fraction | None:
        """The percentage without handicap; ``None`` without tops."""
        return 100 * self.points / self.of if self.of else None


@dataclass(frozen=True, slots=True)
class Carried:
    """What a contestant brings from an earlier series, weighted: see :func:`carry_forward`."""

    points: Fraction
    of: Fraction | None


@dataclass(frozen=True, slots=True)
class SeriesSettings:
    """The choices.

    Only the ``best`` so many results of a contestant count, ``None`` for all: those with the
    highest percentage (without tops, the most points), because that is what players can check
    on the printed lists. Whoever has fewer counts those it has. Whoever came to fewer sessions
    than the ``minimum`` is listed without a place; that keeps one lucky session from the top.
    """

    adding: Adding = Adding.AVERAGE
    best: int | None = None
    minimum: int = 0

    def __post_init__(self) -> None:
        if self.best is not None and self.best < 1:
            raise ValueError("at least one session counts")
        if self.minimum < 0:
            raise ValueError("a number of sessions is not negative")


@dataclass(frozen=True, slots=True)
class SeriesStanding:
    """A line of the ranking.

    ``points`` and ``of`` are what was added up of the ``counted`` results and what was carried
    forward; ``of`` is ``None`` for totals. ``dropped`` are the results outside the best. Both
    are in the order in which the sessions came. ``penalty`` is in percent, for totals in points.
    """

    contestant: Hashable
    points: Fraction
    of: Fraction | None
    penalty: Fraction
    place: Place
    counted: tuple[SessionResult, ...]
    dropped: tuple[SessionResult, ...] = ()

    @property
    def value(self) -> Fraction:
        """What is printed and ranked: the percentage, or for totals the points."""
        share = self.points if self.of is None else 100 * self.points / self.of
        return share - self.penalty

    @property
    def attended(self) -> int:
        """The number of sessions with a result, counted or dropped, whatever their weight."""
        return len(self.counted) + len(self.dropped)


def session_results(
    session: Hashable,
    standings: Iterable[Standing],
    players: Callable[[Standing], Sequence[Hashable]],
    *,
    unit: Unit,
    weight: Fraction = _ONE,
    handicap: Callable[[Standing], Fraction] = lambda standing: _NOTHING,
) -> list[SessionResult]:
    """What one session gives to the contestants of a series.

    ``players`` gives the players of a standing: two for a pair, one in an individual.
    Both lists of a two-winner session count, and all sections. A pair's key is the tuple of its
    players in their order, so that it is the same pair whoever sat North. Whoever is listed
    without a place has no result: it played too little of the session. A player who has several
    places in one session (sat in with another pair) has one result, of all the boards.
    """
    found: defaultdict[Hashable, list[SessionResult]] = defaultdict(list)
    for standing in standings:
        if not standing.place or not (names := tuple(players(standing))):
            continue
        contestants = names if unit is Unit.PLAYER else (tuple(sorted(names, key=_natural)),)
        for contestant in contestants:
            found[contestant].append(
                SessionResult(
                    session,
                    contestant,
                    standing.points,
                    standing.of,
                    standing.boards,
                    weight,
                    handicap(standing),
                )
            )
    return [_together(results) for results in found.values()]


def rank_series(
    results: Iterable[SessionResult],
    settings: SeriesSettings,
    *,
    handicap: bool = False,
    penalties: Mapping[Hashable, Fraction] | None = None,
    carried: Mapping[Hashable, Carried] | None = None,
) -> tuple[SeriesStanding, ...]:
    """The ranking of a series, best first; those without a place last, by their value too.

    With ``handicap`` the results' handicaps are added before the best are chosen: the scratch
    and the handicap list may count different sessions. What is ``carried`` is never dropped,
    is no session attended, and lists nobody who has no result here. ``penalties`` come off the
    value: percent, for totals points. Raises ``ValueError`` for percentages without tops, and for
    two results of one session.
    """
    penalties, carried = penalties or {}, carried or {}
    sessions: defaultdict[Hashable, dict[Hashable, SessionResult]] = defaultdict(dict)
    for result in results:
        if result.session in sessions[result.contestant]:
            raise ValueError(f"{result.contestant!r} has two results of {result.session!r}")
        sessions[result.contestant][result.session] = result
    unplaced = [
        _standing(
            contestant,
            tuple(own.values()),
            settings,
            handicap,
            penalties.get(contestant, _NOTHING),
            carried.get(contestant),
        )
        for contestant, own in sessions.items()
    ]
    enough = [standing for standing in unplaced if standing.attended >= settings.minimum]
    few = [standing for standing in unplaced if standing.attended < settings.minimum]
    return (*_placed(enough), *(replace(standing, place=UNPLACED) for standing in _placed(few)))


def _standing(
    contestant: Hashable,
    own: Sequence[SessionResult],
    settings: SeriesSettings,
    handicap: bool,
    penalty: Fraction,
    carried: Carried | None,
) -> SeriesStanding:
    shares = [_share(result, settings.adding, handicap) for result in own]
    order = sorted(range(len(own)), key=lambda place: _goodness(shares[place]), reverse=True)
    best = set(order[: settings.best])
    parts = [shares[place] for place in best]
    if carried is not None:
        parts.append((carried.points, carried.of))
    tops = [of for _, of in parts if of is not None]
    if len(tops) != (0 if settings.adding is Adding.TOTAL else len(parts)):
        raise ValueError("percentages and totals do not add up")
    return SeriesStanding(
        contestant,
        sum((points for points, _ in parts), _NOTHING),
        sum(tops, _NOTHING) if tops else None,
        penalty,
        UNPLACED,
        tuple(result for place, result in enumerate(own) if place in best),
        tuple(result for place, result in enumerate(own) if place not in best),
    )


_Share = tuple[Fraction, Fraction | None]
"""Numerator and denominator that one result adds."""


def _share(result: SessionResult, adding: Adding, handicap: bool) -> _Share:
    more = result.handicap if handicap else _NOTHING
    if adding is Adding.TOTAL:
        return result.weight * (result.points + more), None
    if not result.of:
        raise ValueError(f"session {result.session!r} has no percentages")
    share = result.points / result.of + more / 100
    of = result.weight * (_ONE if adding is Adding.AVERAGE else result.of)
    return share * of, of


def _goodness(share: _Share) -> tuple[Fraction, Fraction]:
    """The key by which the best are chosen: of equal percentages the one with the larger weight."""
    points, of = share
    return (points, _NOTHING) if of is None else (points / of if of else _NOTHING, of)


def _together(results: Sequence[SessionResult]) -> SessionResult:
    """One contestant's results of one session as one; the handicap by the boards."""
    first, *others = results
    if not others:
        return first
    boards = sum(result.boards for result in results)
    return SessionResult(
        first.session,
        first.contestant,
        sum((result.points for result in results), _NOTHING),
        None if first.of is None else sum((result.of or _NOTHING for result in results), _NOTHING),
        boards,
        first.weight,
        # A player who sat in for another pair played with two handicaps, each on its boards.
        sum((result.handicap * result.boards for result in results), _NOTHING) / boards,
    )


def _placed(standings: Iterable[SeriesStanding]) -> list[SeriesStanding]:
    by_contestant = {standing.contestant: standing for standing in standings}
    values = {
        contestant: hundredths(standing.value) for contestant, standing in by_contestant.items()
    }
    return [replace(by_contestant[contestant], place=place) for place, contestant in rank(values)]


def carry_forward(standings: Iterable[SeriesStanding], weight: Fraction) -> dict[Hashable, Carried]:
    """What everybody takes into the next series: each session counts there with this weight.

    With weight ½, two sessions of 60 % before one of 48 % give (½·60 + ½·60 + 48) / (½ + ½ + 1)
    = 54 %. Numerator and denominator are both weighted, so that it remains a percentage; totals
    are multiplied. Penalties are carried too.
    """
    return {
        standing.contestant: Carried(
            # Back to a numerator: the value of a percentage is out of 100.
            weight * standing.value * (Fraction(1) if standing.of is None else standing.of / 100),
            None if standing.of is None else weight * standing.of,
        )
        for standing in standings
    }


def _natural(key: Hashable) -> tuple[int, str]:
    """2 before 10, whether keys are numbers or texts."""
    return len(text := str(key)), text
