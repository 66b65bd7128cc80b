"""Contestants ranked: points added up, percentages, places.

Ties are those of the printed value, with two decimals, because that is what the players see.
Points come as whole numbers over one denominator and become fractions once for every
contestant.

Handicap: a percentage added, and the scratch list and the handicap list side by side.

The *scratch* list is the ranking as played; it never changes. In the handicap list everybody's
handicap is added to the value that is ranked: percentage points, or for methods without tops
points for the session. Who sets the handicaps, and by which formula, is for the club to decide. A
handicap may be negative, and a handicap result may pass 100 %: it is no longer a part of the
tops, only a number to rank by.
"""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Final, NamedTuple, cast

from events.common.domain import UNPLACED, Place, hundredths, round_quotient
from events.sessions.core.domain.contract import Side
from events.sessions.scoring.domain.sit_outs import SatOut

if TYPE_CHECKING:
    pass


Contestants = tuple[Hashable, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """A line of the ranking.

    ``direction`` is ``None`` in a list of one winner. ``of`` is the sum of the tops, ``None``
    for methods without tops. ``points`` are after the ``penalty``. ``place`` is ``3``, ``2=``,
    or empty for whoever is listed without one. ``boards`` counts those that were scored;
    ``by_board`` says that the place is by the points of a board. ``sat_out`` is in the points and
    in the tops, but not in the boards; ``unopposed``, what is given for boards that could not be
    played, is in the boards too.
    """

    direction: Side | None
    contestant: Hashable
    total: int | Fraction
    of: Fraction | None
    place: Place
    boards: int
    section: str = ""
    penalty: Fraction = Fraction(0)
    by_board: bool = False
    denominator: int = 1
    sat_out: SatOut | None = None
    unopposed: SatOut | None = None

    @property
    def points(self) -> Fraction:
        """The total over the denominator; a fraction where it is printed."""
        return Fraction(self.total, self.denominator)

    @property
    def per_board(self) -> Fraction | None:
        """The points of a board, on average; ``None`` when none was scored."""
        return Fraction(self.total, self.denominator * self.boards) if self.boards else None

    @property
    def counted(self) -> int:
        """The boards that the points are of: those scored, those that could not be played, and
        those sat out for a part of a top."""
        return self.boards + (self.sat_out.boards if self.sat_out else 0)

    @property
    def percentage(self) -> Fraction | None:
        """0 to 100 but for penalties; ``None`` where there is nothing to be a part of."""
        return Fraction(100 * self.total, self.denominator * self.of) if self.of else None


@dataclass(frozen=True, slots=True)
class Penalty:
    """Taken off a contestant's total: ``points``, or ``tops`` as a part of a full top.

    ``direction`` is that of the contestant's list, ``None`` with one winner.
    """

    contestant: Hashable
    direction: Side | None = None
    section: str = ""
    points: Fraction = Fraction(0)
    tops: Fraction = Fraction(0)


class Sums(NamedTuple):
    """One contestant's totals: numerator of the points, sum of tops, number of boards."""

    points: int
    of: int
    boards: int


_BOARDS: Final = 24
"""Bits for the number of boards of a contestant, and above them for the sum of their tops."""

_TOPS: Final = 40


class Tally:
    """Sums of one list, over one denominator.

    One number for every contestant: its points, the sum of tops and the number of boards one beside
    the other, so that a result is one addition.
    """

    def __init__(self) -> None:
        self._totals: defaultdict[Contestants, int] = defaultdict(int)

    def add(
        self,
        contestants: Sequence[Contestants],
        scores: Sequence[int],
        table: Mapping[int, int],
        top: int | None,
        factor: int = 1,
    ) -> None:
        """Add to each contestant the numerator of its score in the table, times the factor."""
        # Local names: this loop runs once for every result of the largest events.
        totals, one = self._totals, _together(0, top)
        added = {
            score: (numerator * factor << _TOPS + _BOARDS) + one
            for score, numerator in table.items()
        }
        for key, score in zip(contestants, scores, strict=True):
            totals[key] += added[score]

    def add_one(self, contestants: Contestants, numerator: int | None, top: int | None) -> None:
        """Add a single numerator; ``None`` lists the contestant without counting a board."""
        self._totals[contestants] += 0 if numerator is None else _together(numerator, top)

    def sums(self) -> dict[Hashable, Sums]:
        """Every contestant's sums; partners of an individual each get what their side got."""
        found: dict[Hashable, Sums] = {}
        for contestants, total in self._totals.items():
            part = Sums(
                total >> _TOPS + _BOARDS,
                total >> _BOARDS & (1 << _TOPS) - 1,
                total & (1 << _BOARDS) - 1,
            )
            for contestant in contestants:
                before = found.get(contestant)
                found[contestant] = part if before is None else _add(before, part)
        return found


def _together(numerator: int, top: int | None) -> int:
    return (numerator << _TOPS + _BOARDS) + ((top or 0) << _BOARDS) + 1


def _add(one: Sums, other: Sums) -> Sums:
    return Sums(one.points + other.points, one.of + other.of, one.boards + other.boards)


def merge_directions(
    sums: Mapping[Side, Mapping[Hashable, Sums]], lists: Mapping[Hashable, Side]
) -> dict[Side | None, dict[Hashable, Sums]]:
    """The sums of each direction; those of a contestant in ``lists`` all go to its own list."""
    merged: dict[Side | None, dict[Hashable, Sums]] = {side: {} for side in sums}
    for side, of_side in sums.items():
        for contestant, sat_there in of_side.items():
            own = merged[lists.get(contestant, side)]
            before = own.get(contestant)
            own[contestant] = sat_there if before is None else _add(before, sat_there)
    return merged


def printed(sums: Sums, denominator: int, tops: bool, per_board: bool = False) -> int | None:
    """The value that is ranked, in the hundredths that are printed: the percentage, or without
    ``tops`` the points, or those ``per_board``. ``None`` when nothing was scored.
    """
    if not sums.boards:
        return None
    if not tops:
        if per_board:
            return round_quotient(sums.points * 100, denominator * sums.boards)
        return round_quotient(sums.points * 100, denominator)
    if not sums.of:
        return None
    # Hundredths of a percent.
    return round_quotient(sums.points * 10_000, denominator * sums.of)


def rank(values: Mapping[Hashable, int | None]) -> list[tuple[Place, Hashable]]:
    """Places and contestants, best first: ``1``, ``2=``, ``2=``, ``4``.

    Whoever has no value comes last, and its place is empty. Equals are in the order of their
    keys, short before long, so that 2 comes before 10 whether it is a number or a text.
    """
    equals: defaultdict[int | None, list[Hashable]] = defaultdict(list)
    for contestant, value in values.items():
        equals[value].append(contestant)
    unplaced = equals.pop(None, [])
    ranked: list[tuple[Place, Hashable]] = []
    for value in sorted(cast(Iterable[int], equals), reverse=True):
        place = Place(len(ranked) + 1, len(equals[value]) > 1)
        ranked += ((place, contestant) for contestant in _by_name(equals[value]))
    return ranked + [(UNPLACED, contestant) for contestant in _by_name(unplaced)]


def _by_name(contestants: list[Hashable]) -> list[Hashable]:
    return sorted(contestants, key=lambda contestant: (len(str(contestant)), str(contestant)))


def pair_handicap(players: Sequence[Fraction], *, added: bool = False) -> Fraction:
    """The mean of the players' handicaps, as each plays half of the pair, or their sum; 0 for
    nobody.

    A player without a handicap has 0 and must be among them.
    """
    total = sum(players, Fraction(0))
    return total / len(players) if players and not added else total


@dataclass(frozen=True, slots=True)
class Handicapped:
    """A standing of one session with its handicap; ``scratch`` is the line as played.

    ``value`` is the percentage, or the points, with the handicap added; ``None`` where nothing
    was scored. ``place`` is that in the handicap list.
    """

    scratch: Standing
    handicap: Fraction
    value: Fraction | None
    place: Place


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
