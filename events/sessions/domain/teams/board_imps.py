"""A board of a match: what both tables scored becomes IMPs, or points of point-a-board.

An adjusted score counts for each side by itself (Laws 12C and 86B): weighted scores are compared
with every score of the other table, average plus is 3 IMPs. The two sides then need not have the
same with opposite signs.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from events.sessions.domain.adjustments import (
    NOT_PLAYED,
    Artificial,
    Average,
    Award,
    Split,
    Weighted,
)
from events.sessions.domain.contract import Side
from events.sessions.domain.line_result import LineResult
from events.sessions.domain.scoring.imps import artificial_imps, imps

HALF = Fraction(1, 2)
Both = tuple[Fraction, Fraction]
"""Of the home and of the away team."""


@dataclass(frozen=True, slots=True)
class BoardOfMatch:
    """What the home and the away team won on a board, in IMPs, signed, and in points from 0 to 1;
    ``None`` where the board does not count (yet). ``is_played`` is false for a board that will
    not be scored."""

    number: int
    imps: Both | None = None
    points: Both | None = None
    is_played: bool = True


def score_board(
    number: int, open_room: LineResult | None, closed: LineResult | None
) -> BoardOfMatch:
    """A board by the results of the open room, where the home team is North–South, and of the
    closed room, where it is East–West; ``None`` or empty for a result that is not in."""
    rooms = (open_room, closed)
    if any(room is not None and room.adjustment is NOT_PLAYED for room in rooms):
        return BoardOfMatch(number, is_played=False)
    if open_room is None or closed is None or open_room.is_empty or closed.is_empty:
        return BoardOfMatch(number)
    if open_room.adjustment is None and closed.adjustment is None:
        won, part = _plain((open_room.score_ns or 0) - (closed.score_ns or 0))
        return BoardOfMatch(number, won, part)
    home = ((open_room, Side.NS), (closed, Side.EW))
    away = ((closed, Side.NS), (open_room, Side.EW))
    return BoardOfMatch(
        number,
        (_value(home, _imps, artificial_imps), _value(away, _imps, artificial_imps)),
        (_value(home, _point, _part), _value(away, _point, _part)),
    )


@cache
def _plain(difference: int) -> tuple[Both, Both]:
    """IMPs and points of both teams by the difference of two scores; there are a few hundred."""
    won, part = _imps(difference), _point(difference)
    return (won, -won), (part, 1 - part)


_Seats = tuple[tuple[LineResult, Side], tuple[LineResult, Side]]


def _value(
    seats: _Seats, compared: Callable[[int], Fraction], awarded: Callable[[Award], Fraction]
) -> Fraction:
    """What a team has, by its seat at both tables: an award takes the place of the comparison."""
    awards = [award for result, side in seats if (award := _award(result, side)) is not None]
    if awards:
        # One board, one award: with one in each room, their mean.
        return sum(map(awarded, awards), Fraction(0)) / len(awards)
    (first, first_side), (second, second_side) = seats
    return sum(
        (
            weight * other_weight * compared(score + other)
            for weight, score in _scores(first, first_side)
            for other_weight, other in _scores(second, second_side)
        ),
        Fraction(0),
    )


def _award(result: LineResult, side: Side) -> Award | None:
    match result.adjustment:
        case Artificial(ns, ew):
            return ns if side is Side.NS else ew
    return None


def _scores(result: LineResult, side: Side) -> Iterator[tuple[Fraction, int]]:
    """The scores for a side, positive where it won, with their weights."""
    sign = 1 if side is Side.NS else -1
    weighted: Weighted | None = None
    match result.adjustment:
        case Weighted():
            weighted = result.adjustment
        case Split(ns, ew):
            weighted = ns if side is Side.NS else ew
    if weighted is None:
        yield Fraction(1), sign * (result.score_ns or 0)
        return
    for component in weighted.components:
        yield component.weight, sign * component.score_ns


def _imps(difference: int) -> Fraction:
    return Fraction(imps(difference))


def _point(difference: int) -> Fraction:
    return HALF if difference == 0 else Fraction(int(difference > 0))


def _part(award: Award) -> Fraction:
    percentage = award.percentage if isinstance(award, Average) else award
    return percentage / 100
