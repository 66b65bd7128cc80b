"""The victory points of the World Bridge Federation from 2013 on (spec: teams, section 3).

The continuous scale for a match of N boards: with X = 15√N and R = √5 − 2, a margin of I IMPs is
worth 10 + 10(1 − R^(I/X))/(1 − R) of 20 VPs, rounded to hundredths, and then made concave: no IMP
is worth more than the one before it. The discrete scale comes from the same curve, by the generator
of the tables in the White Book of the English Bridge Union (3.1.1).
"""

from decimal import ROUND_FLOOR, ROUND_HALF_UP, Decimal, localcontext
from functools import cache
from itertools import pairwise
from typing import Final

from clubscore.problems import Refused, gettext_noop, sentence
from events.sessions.domain.teams.scale import VP, Row, Scale, from_first_margins

MAX_BOARDS: Final = 200
_DIGITS: Final = 50
_EQUAL: Final = Decimal(10) ** -30
"""What differs by less is the same number: the logarithms have fifty digits."""


def check_boards(boards: int) -> None:
    """:class:`Refused` for a length that no match has."""
    if not 1 <= boards <= MAX_BOARDS:
        template = gettext_noop("A match has 1 to %(most)s boards, not %(boards)s.")
        raise Refused(sentence(template, most=MAX_BOARDS, boards=boards))


@cache
def continuous(boards: int) -> Scale:
    """The continuous scale for so many boards; :class:`Refused` for too many or none."""
    check_boards(boards)
    with localcontext(prec=_DIGITS):
        blitz = 15 * Decimal(boards).sqrt()
        ratio = Decimal(5).sqrt() - 2
        last = int(blitz.to_integral_value(rounding="ROUND_CEILING"))
        curve = [
            10 + 10 * (1 - (ratio.ln() * margin / blitz).exp()) / (1 - ratio)
            for margin in range(last)
        ]
        values = [int((each * VP).to_integral_value(rounding=ROUND_HALF_UP)) for each in curve]
    values = _concave([*values, 20 * VP])
    return Scale(tuple(Row(margin, won, 20 * VP - won) for margin, won in enumerate(values)))


def _concave(values: list[int]) -> list[int]:
    """Raised by hundredths until no margin adds more than the one before it."""
    while True:
        steps = [after - before for before, after in pairwise(values)]
        low = [place for place in range(len(steps) - 1) if steps[place + 1] > steps[place]]
        if not low:
            return values
        for place in low:
            values[place + 1] += 1


@cache
def discrete(boards: int) -> Scale:
    """Whole VPs of 20 for a match of so many boards; :class:`Refused` for too many or none."""
    check_boards(boards)
    return _whole(squared=225 * boards, draw=10)


@cache
def half_match(boards: int) -> Scale:
    """Whole VPs of 10, for a match of half a round: in a triangle of one round each contestant has
    two. ``boards`` are those of the half match; :class:`Refused` for too many or none."""
    check_boards(boards)
    return _whole(squared=Decimal(225 * boards) / 2, draw=5)


def _whole(*, squared: Decimal | int, draw: int) -> Scale:
    """A scale of whole VPs, ``draw`` for each side of a drawn match, by the square of the margin
    that wins everything."""
    with localcontext(prec=_DIGITS):
        blitz, ratio = Decimal(squared).sqrt(), Decimal(5).sqrt() - 2
        lasts = [
            _below(blitz * (1 - (1 - ratio) * (2 * band + 1) / (2 * draw)).ln() / ratio.ln())
            for band in range(draw)
        ]
    return from_first_margins(
        [0, *(last + 1 for last in _levelled(lasts))], draw=draw, total=2 * draw
    )


def _below(value: Decimal) -> int:
    """The largest margin below a limit. On the limit itself the value ends in exactly a half, and
    is rounded up."""
    nearest = value.to_integral_value()
    if abs(value - nearest) < _EQUAL:
        return int(nearest) - 1
    return int(value.to_integral_value(rounding=ROUND_FLOOR))


def _levelled(lasts: list[int]) -> list[int]:
    """The last margins of each VP, lowered until no band is narrower than the one before it; the
    band of a drawn match goes to both sides."""
    place = 0
    while place < len(lasts) - 1:
        before = 2 * lasts[0] + 1 if place == 0 else lasts[place] - lasts[place - 1]
        if lasts[place + 1] - lasts[place] < before:
            lasts[place] -= 1
            place = 0
        else:
            place += 1
    return lasts
