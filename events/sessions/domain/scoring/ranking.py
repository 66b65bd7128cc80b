"""Contestants ranked: points added up, percentages, places.

Ties are those of the printed value, with two decimals, because that is what the players see.
Points come as whole numbers over one denominator and become fractions once for every
contestant.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from typing import NamedTuple

from events.common.domain.rounding import round_quotient
from events.sessions.domain.contract import Side

Contestants = tuple[Hashable, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """A line of the ranking.

    ``direction`` is ``None`` in a list of one winner. ``of`` is the sum of the tops, ``None``
    for methods without tops. ``points`` are after the ``penalty``. ``place`` is ``3``, ``2=``,
    or empty for whoever is listed without one. ``boards`` counts those that were scored;
    ``by_board`` says that the place is by the points of a board.
    """

    direction: Side | None
    contestant: Hashable
    points: Fraction
    of: Fraction | None
    place: str
    boards: int
    section: str = ""
    penalty: Fraction = Fraction(0)
    by_board: bool = False

    @property
    def per_board(self) -> Fraction | None:
        """The points of a board, on average; ``None`` when none was scored."""
        return self.points / self.boards if self.boards else None

    @property
    def percentage(self) -> Fraction | None:
        """0 to 100 but for penalties; ``None`` where there is nothing to be a part of."""
        return 100 * self.points / self.of if self.of else None


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


class Tally:
    """Sums of one list, over one denominator."""

    def __init__(self) -> None:
        self._numerators: defaultdict[Contestants, list[int]] = defaultdict(list)
        self._by_top: defaultdict[int, list[Sequence[Contestants]]] = defaultdict(list)

    def add(
        self,
        contestants: Sequence[Contestants],
        scores: Sequence[int],
        table: Mapping[int, int],
        top: int | None,
    ) -> None:
        """Add to each contestant the numerator of its score in the table."""
        # A local name: this loop runs once for every result of the largest events.
        by_contestants = self._numerators
        for key, score in zip(contestants, scores, strict=True):
            by_contestants[key].append(table[score])
        self._by_top[top or 0].append(contestants)

    def add_one(self, contestants: Contestants, numerator: int | None, top: int | None) -> None:
        """Add a single numerator; ``None`` lists the contestant without counting a board."""
        if numerator is None:
            self._numerators[contestants] += ()
        else:
            self._numerators[contestants].append(numerator)
            self._by_top[top or 0].append([contestants])

    def sums(self) -> dict[Hashable, Sums]:
        """Every contestant's sums; partners of an individual each get what their side got."""
        tops = self._sums_of_tops()
        found: dict[Hashable, Sums] = {}
        for contestants, numerators in self._numerators.items():
            part = Sums(sum(numerators), tops(contestants), len(numerators))
            for contestant in contestants:
                before = found.get(contestant)
                found[contestant] = part if before is None else _add(before, part)
        return found

    def _sums_of_tops(self) -> Callable[[Contestants], int]:
        # Nearly always every board has the same top: one product instead of a count by boards.
        if len(self._by_top) == 1:
            (top,) = self._by_top
            return lambda contestants: top * len(self._numerators[contestants])
        tops: Counter[Contestants] = Counter()
        for top, groups in self._by_top.items():
            for contestants, boards in Counter(chain.from_iterable(groups)).items():
                tops[contestants] += top * boards
        return tops.__getitem__


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


def rank(values: Mapping[Hashable, int | None]) -> list[tuple[str, Hashable]]:
    """Places and contestants, best first: ``1``, ``2=``, ``2=``, ``4``.

    Whoever has no value comes last, and its place is empty. Equals are in the order of their
    keys, short before long, so that 2 comes before 10 whether it is a number or a text.
    """
    # The unique index keeps sorted() from comparing contestants, which may be of any type.
    order = sorted(
        (-value, len(name := str(contestant)), name, index, contestant)
        for index, (contestant, value) in enumerate(values.items())
        if value is not None
    )
    shared = Counter(values.values())
    ranked: list[tuple[str, Hashable]] = []
    place, last = "", None
    for above, (negative, _, _, _, contestant) in enumerate(order, start=1):
        if negative != last:
            place, last = f"{above}{'=' if shared[-negative] > 1 else ''}", negative
        ranked.append((place, contestant))
    unplaced = [contestant for contestant, value in values.items() if value is None]
    unplaced.sort(key=lambda contestant: (len(str(contestant)), str(contestant)))
    return ranked + [("", contestant) for contestant in unplaced]
