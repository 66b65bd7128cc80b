"""A scale: the victory points of both sides of a match, by the margin in IMPs.

The victory points of the World Bridge Federation from 2013 on (spec: teams, section 3).

The continuous scale for a match of N boards: with X = 15√N and R = √5 − 2, a margin of I IMPs is
worth 10 + 10(1 − R^(I/X))/(1 − R) of 20 VPs, rounded to hundredths, and then made concave: no IMP
is worth more than the one before it. The discrete scale comes from the same curve, by the generator
of the tables in the White Book of the English Bridge Union (3.1.1).

The scales of the American Contract Bridge League, and the percentages of Swiss pairs of the
English Bridge Union (White Book 3.1.7; spec: teams, section 3).

A scale of victory points that a club types: a line for each smallest margin (spec: teams,
section 3, "own table").

A line holds three numbers: the margin in IMPs from which it counts, the VPs of the winner and of
the loser, as in ``3 12.5 7.5``; between them blanks, tabs or semicolons; a decimal comma is read
too. Empty lines are left out.

The scales of victory points by their names on the command line.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import ROUND_FLOOR, ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction
from functools import cache
from itertools import pairwise
from typing import Final

from clubscore.text.numbers import integer_of
from clubscore.text.problems import Problem, Refused, Sentence, gettext_noop, refuse_if, sentence

VP = 100
"""Victory points are counted in hundredths."""


@dataclass(frozen=True, slots=True)
class Row:
    """The smallest margin in IMPs from which the two sides get so many hundredths of a VP."""

    margin: int
    winner: int
    loser: int


@dataclass(frozen=True, slots=True)
class Scale:
    """The rows of a scale for one length of match, by rising margin, the first for a draw."""

    rows: tuple[Row, ...]

    def points(self, margin: int) -> tuple[int, int]:
        """Hundredths of a VP of the side that won by ``margin`` IMPs, and of the other; a negative
        margin is a loss."""
        row = self.rows[bisect_right(self.rows, abs(margin), key=lambda row: row.margin) - 1]
        return (row.winner, row.loser) if margin >= 0 else (row.loser, row.winner)


def from_first_margins(margins: Sequence[int], *, draw: int, total: int) -> Scale:
    """A scale of whole VPs: the first margins of ``draw``, ``draw`` + 1 … VPs, which have
    ``total`` between them."""
    return Scale(
        tuple(
            Row(margin, winner * VP, (total - winner) * VP)
            for winner, margin in enumerate(margins, start=draw)
        )
    )


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


_Lengths = Mapping[range, tuple[int, ...]]

_ACBL_20: Final[_Lengths] = {
    range(6, 9): (0, 1, 3, 5, 8, 11, 14, 17, 20, 24, 28),
    range(9, 12): (0, 1, 3, 6, 10, 14, 18, 22, 26, 31, 36),
}

_ACBL_30: Final[_Lengths] = {
    range(6, 9): (1, 2, 3, 4, 5, 7, 9, 11, 14, 17, 20, 24, 28),
    range(9, 12): (1, 2, 3, 5, 7, 9, 12, 15, 18, 22, 26, 31, 36),
}
"""First margins of 18 to 30 VPs; a drawn match is 15 each."""

# fmt: off
_PERCENTAGES: Final = (
    (4, (5092, 5280, 5471, 5670, 5880, 6108, 6363, 6661, 7036, 7595)),
    (6, (5078, 5239, 5402, 5572, 5751, 5945, 6162, 6417, 6737, 7213)),
    (9, (5065, 5198, 5333, 5474, 5623, 5783, 5964, 6175, 6440, 6835)),
    (13, (5054, 5165, 5278, 5395, 5519, 5653, 5804, 5980, 6201, 6530)),
    (19, (5045, 5138, 5232, 5330, 5434, 5545, 5671, 5818, 6003, 6278)),
    (27, (5038, 5116, 5194, 5277, 5363, 5457, 5562, 5685, 5840, 6071)),
)
"""Up to so many boards: hundredths of a per cent up to which a pair gets 10, 11 … 19 VPs."""

_HALF_PERCENTAGES: Final = (
    (2, (5186, 5570, 5994, 6512, 7315)),
    (3, (5159, 5487, 5848, 6289, 6975)),
    (4, (5132, 5403, 5703, 6070, 6638)),
    (6, (5109, 5336, 5586, 5892, 6366)),
    (9, (5092, 5281, 5493, 5745, 6141)),
    (13, (5077, 5236, 5410, 5624, 5956)),
)
"""The same for half a match: 5 to 9 VPs."""

# fmt: on


def acbl_20(boards: int) -> Scale:
    """The scale of 20 VPs; :class:`Refused` for a length that it does not have."""
    return from_first_margins(_for_length(_ACBL_20, boards), draw=10, total=20)


def acbl_30(boards: int) -> Scale:
    """The scale of 30 VPs; :class:`Refused` for a length that it does not have."""
    rows = from_first_margins(_for_length(_ACBL_30, boards), draw=18, total=30).rows
    draw = from_first_margins((0,), draw=15, total=30).rows
    return Scale((*draw, *rows))


def _for_length(scales: _Lengths, boards: int) -> tuple[int, ...]:
    check_boards(boards)
    for lengths, margins in scales.items():
        if boards in lengths:
            return margins
    template = gettext_noop("This scale is known for matches of 6 to 11 boards, not of %(boards)s.")
    raise Refused(sentence(template, boards=boards))


@dataclass(frozen=True, slots=True)
class PercentageScale:
    """VPs of a pair by its percentage: ``limits`` in hundredths of a per cent, each the last of its
    VPs, which rise from ``draw`` to twice that."""

    limits: tuple[int, ...]
    draw: int

    def points(self, percentage: Fraction) -> int:
        """Whole VPs; exactly on a limit those nearer to the average."""
        above = abs(percentage - 50) * 100 + 5000
        winner = self.draw + bisect_left(self.limits, above)
        return winner if percentage >= 50 else 2 * self.draw - winner


def swiss_pairs(boards: int, *, half: bool = False) -> PercentageScale:
    """The scale of Swiss pairs for a match, or half a match, of so many boards; :class:`Refused`
    for a length that it does not have."""
    check_boards(boards)
    table, draw = (_HALF_PERCENTAGES, 5) if half else (_PERCENTAGES, 10)
    for most, limits in table:
        if boards <= most:
            return PercentageScale(limits, draw)
    template = gettext_noop(
        "The percentages of this scale are known for matches of up to %(most)s boards, not of "
        "%(boards)s."
    )
    raise Refused(sentence(template, most=table[-1][0], boards=boards))


MAX_ROWS: Final = 500

_MARGIN: Final = re.compile(r"[0-9]{1,4}")

_POINTS: Final = re.compile(r"([0-9]{1,4})(?:[.,]([0-9]{1,2}))?")

_NO_ROWS = gettext_noop("The scale is empty: type a margin and the VPs of both sides, a line each.")

_MANY_ROWS = gettext_noop("A scale has at most %(most)s rows, not %(rows)s.")

_THREE = gettext_noop("A row is a margin, the VPs of the winner and those of the loser: 3 12 8.")

_BAD_MARGIN = gettext_noop("“%(value)s” is not a margin: whole IMPs, 0 to 9999.")

_BAD_POINTS = gettext_noop("“%(value)s” are not VPs: 0 to 9999, with at most two decimals.")

_STARTS = gettext_noop("The scale starts at a margin of 0, not of %(value)s.")

_DRAW = gettext_noop("At a margin of 0 both sides get the same VPs.")

_MARGIN_RISES = gettext_noop("The margin %(value)s is not above %(before)s, the one before it.")

_POINTS_RISE = gettext_noop("The winner’s VPs, %(value)s, are not above those of the row before.")

_SUM = gettext_noop("The VPs of both are %(value)s together; in the first row they are %(sum)s.")


def own_scale(text: str) -> Scale:
    """The scale that a club typed, for every length of match; :class:`Refused` with the line and
    the value of everything that is wrong."""
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    if not lines:
        raise Refused(sentence(_NO_ROWS))
    if len(lines) > MAX_ROWS:
        raise Refused(sentence(_MANY_ROWS, most=MAX_ROWS, rows=len(lines)))
    read = [(number, _row(number, line)) for number, line in lines]
    refuse_if(row for _, row in read if isinstance(row, Problem))
    rows = [(number, row) for number, row in read if isinstance(row, Row)]
    refuse_if(_wrong(rows))
    return Scale(tuple(row for _, row in rows))


def _row(number: int, line: str) -> Row | Problem:
    cells = [cell for cell in re.split(r"[\s;]+", line) if cell]
    if len(cells) != 3:
        return Problem(sentence(_THREE), line=number, value=line.strip())
    margin, *both = cells
    if not _MARGIN.fullmatch(margin):
        return Problem(sentence(_BAD_MARGIN, value=margin), line=number, value=margin)
    points = []
    for cell in both:
        match = _POINTS.fullmatch(cell)
        if not match:
            return Problem(sentence(_BAD_POINTS, value=cell), line=number, value=cell)
        points.append(integer_of(match[1]) * VP + integer_of((match[2] or "").ljust(2, "0")))
    return Row(integer_of(margin), *points)


def _wrong(rows: Sequence[tuple[int, Row]]) -> Iterator[Problem]:
    """What the rows, in the order of their lines, have wrong with each other."""
    line, first = rows[0]
    if first.margin:
        yield _problem(line, first.margin, _STARTS)
    elif first.winner != first.loser:
        yield Problem(sentence(_DRAW), line=line, value=_both(first))
    total = first.winner + first.loser
    for (_, before), (line, row) in pairwise(rows):
        if row.margin <= before.margin:
            template = sentence(_MARGIN_RISES, value=row.margin, before=before.margin)
            yield Problem(template, line=line, value=str(row.margin))
        if row.winner <= before.winner:
            yield _problem(line, _text(row.winner), _POINTS_RISE)
        if row.winner + row.loser != total:
            text: Sentence = sentence(_SUM, value=_text(row.winner + row.loser), sum=_text(total))
            yield Problem(text, line=line, value=_both(row))


def _problem(line: int, value: object, template: str) -> Problem:
    return Problem(sentence(template, value=value), line=line, value=str(value))


def _both(row: Row) -> str:
    return f"{_text(row.winner)} {_text(row.loser)}"


def _text(hundredths: int) -> str:
    whole, rest = divmod(hundredths, VP)
    return f"{whole}.{rest:02}" if rest else str(whole)


SCALES: Final[Mapping[str, Callable[[int], Scale]]] = {
    "wbf2013": continuous,
    "wbf-discrete": discrete,
    "wbf-half": half_match,
    "acbl20": acbl_20,
    "acbl30": acbl_30,
}
"""The scales, each made for a number of boards."""

SWISS_PAIRS: Final = "ebu-swiss-pairs"
"""A scale by percentages, and so not among the others."""
