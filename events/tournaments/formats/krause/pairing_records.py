"""The records for pairing programs that a tournament preserves: the lot, and acceleration.

152 W, XXC white1                          the colour of number 1 in round 1
250 MMMM PPPP FFF LLL NNNN NNNN            virtual points in rounds F to L of numbers N to N,
                                           of teams the match points MMMM
"""

from collections.abc import Iterable
from fractions import Fraction

from clubscore.numbers import whole_number
from events.tournaments.domain.pairing.proposal import Acceleration
from events.tournaments.domain.results import Colour
from events.tournaments.domain.tournament import PreservedLine
from events.tournaments.formats.krause.points import points_from

_COLOURS = {"W": Colour.WHITE, "B": Colour.BLACK, "WHITE1": Colour.WHITE, "BLACK1": Colour.BLACK}
_ROUNDS_AND_NUMBERS = ((15, 17), (19, 21), (23, 26), (28, 31))
"""Columns of record 250 after the points."""


def initial_colour_of(lines: Iterable[PreservedLine]) -> Colour | None:
    """The colour that the lot gave; the last one in the file counts."""
    found = None
    for line in lines:
        tag, *words = line.text.upper().split() or [""]
        if tag in ("152", "XXC"):
            found = next((_COLOURS[word] for word in words if word in _COLOURS), found)
    return found


def accelerations_of(lines: Iterable[PreservedLine]) -> tuple[Acceleration, ...]:
    """The records 250 that can be read, in their order."""
    return _accelerations(lines, slice(9, 13))


def accelerations_of_teams(lines: Iterable[PreservedLine]) -> tuple[Acceleration, ...]:
    """The records 250 as those of teams, in match points."""
    return _accelerations(lines, slice(4, 8))


def _accelerations(lines: Iterable[PreservedLine], columns: slice) -> tuple[Acceleration, ...]:
    read = (_acceleration(line.text, columns) for line in lines if line.text.startswith("250 "))
    return tuple(each for each in read if each)


def _acceleration(text: str, columns: slice) -> Acceleration | None:
    points = points_from(text[columns]) or Fraction(0)
    numbers = [whole_number(text[first - 1 : last]) for first, last in _ROUNDS_AND_NUMBERS]
    if None in numbers:
        return None
    first_round, last_round, first, last = (number or 0 for number in numbers)
    return Acceleration(points, first_round, last_round, frozenset(range(first, last + 1)))
