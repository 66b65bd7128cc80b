"""Handicap: a percentage added, and the scratch list and the handicap list side by side.

The *scratch* list is the ranking as played; it never changes. In the handicap list everybody's
handicap is added to the value that is ranked: percentage points, or for methods without tops
points for the session. Who sets the handicaps, and by which formula, is for the club to decide. A
handicap may be negative, and a handicap result may pass 100 %: it is no longer a part of the
tops, only a number to rank by.
"""

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from events.common.domain.rounding import hundredths
from events.sessions.domain.contract import Side
from events.sessions.domain.scoring.ranking import Standing, rank


def pair_handicap(players: Sequence[Fraction]) -> Fraction:
    """The mean of the players' handicaps, as each plays half of the pair; 0 for nobody.

    A player without a handicap has 0 and must be among them.
    """
    return sum(players, Fraction(0)) / len(players) if players else Fraction(0)


@dataclass(frozen=True, slots=True)
class Handicapped:
    """A standing of one session with its handicap; ``scratch`` is the line as played.

    ``value`` is the percentage, or the points, with the handicap added; ``None`` where nothing
    was scored. ``place`` is that in the handicap list.
    """

    scratch: Standing
    handicap: Fraction
    value: Fraction | None
    place: str


def handicap_list(
    standings: Iterable[Standing], handicap: Callable[[Standing], Fraction]
) -> tuple[Handicapped, ...]:
    """The handicap lists of a session, one for each list of the standings, in their order.

    Ties are those of the printed value. Whoever has no place on the scratch list has none here.
    """
    lists: dict[tuple[Side | None, str], dict[Hashable, Standing]] = {}
    for standing in standings:
        own = lists.setdefault((standing.direction, standing.section), {})
        own[standing.contestant] = standing
    return tuple(line for own in lists.values() for line in _ranked(own, handicap))


def _ranked(
    own: dict[Hashable, Standing], handicap: Callable[[Standing], Fraction]
) -> Iterable[Handicapped]:
    added = {contestant: handicap(standing) for contestant, standing in own.items()}
    values = {
        contestant: _value(standing, added[contestant]) for contestant, standing in own.items()
    }
    ranked = {
        contestant: hundredths(value) if value is not None and own[contestant].place else None
        for contestant, value in values.items()
    }
    for place, contestant in rank(ranked):
        yield Handicapped(own[contestant], added[contestant], values[contestant], place)


def _value(standing: Standing, handicap: Fraction) -> Fraction | None:
    if not standing.boards:
        return None
    if standing.of is None:
        return standing.points + handicap
    return None if standing.percentage is None else standing.percentage + handicap
