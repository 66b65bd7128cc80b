"""The balance as a picture: how much every two pairs are compared with each other.

A square for every two pairs, its colour by how far it is from the mean: even colour, even
comparison. The same numbers are in a table beside it.
"""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from movements.domain.comparisons import comparisons
from movements.domain.movement import Movement

MAX_PAIRS = 60
"""More pairs make a picture of squares too small to see."""
SIDE = 10
STEPS = 4
"""How many colours there are on either side of the mean."""


@dataclass(frozen=True, slots=True)
class Square:
    """``shade`` names the colour: ``more-1`` to ``more-4``, ``less-1`` to ``less-4``, ``even``."""

    x: int
    y: int
    shade: str
    description: str


@dataclass(frozen=True, slots=True)
class Label:
    at: int
    pair: int


@dataclass(frozen=True, slots=True)
class HeatMap:
    """The picture (lengths in units of its view box), its numbers, and a summary."""

    size: int
    squares: tuple[Square, ...]
    labels: tuple[Label, ...]
    rows: tuple[tuple[int, tuple[str, ...]], ...]
    summary: str

    @property
    def pairs(self) -> tuple[int, ...]:
        return tuple(label.pair for label in self.labels)


def heat_map(movement: Movement) -> HeatMap | None:
    """The picture; ``None`` where nothing is compared, and for very many pairs."""
    matrix = comparisons(movement)
    if matrix is None or not 2 < len(matrix.pairs) <= MAX_PAIRS:
        return None
    couples = matrix.couples
    mean = round(sum(c for c, _one, _other in couples) / len(couples))
    squares = tuple(
        Square(
            x=(column + 1) * SIDE,
            y=(row + 1) * SIDE,
            shade=_shade(c - mean),
            description=_("%(one)s and %(other)s: %(c)s")
            % {"one": one, "other": other, "c": _signed(c)},
        )
        for row, one in enumerate(matrix.pairs)
        for column, other in enumerate(matrix.pairs)
        if row != column
        for c in (matrix.rows[row][column],)
    )
    return HeatMap(
        size=(len(matrix.pairs) + 1) * SIDE,
        squares=squares,
        labels=tuple(Label((i + 1) * SIDE + SIDE // 2, p) for i, p in enumerate(matrix.pairs)),
        rows=tuple(
            (pair, tuple("" if i == row else _signed(c) for i, c in enumerate(matrix.rows[row])))
            for row, pair in enumerate(matrix.pairs)
        ),
        summary=_summary(couples),
    )


def _summary(couples: list[tuple[int, int, int]]) -> str:
    """Who is compared most and least with whom."""
    most, least = max(couples), min(couples)
    if most[0] == least[0]:
        return _("Every pair is compared equally with every other: this is perfect.")
    return _(
        "Pairs %(one)s and %(other)s are compared most (%(most)s), pairs %(third)s and %(fourth)s "
        "least (%(least)s)."
    ) % {
        "one": most[1],
        "other": most[2],
        "most": _signed(most[0]),
        "third": least[1],
        "fourth": least[2],
        "least": _signed(least[0]),
    }


def _shade(difference: int) -> str:
    if difference == 0:
        return "even"
    return f"{'more' if difference > 0 else 'less'}-{min(STEPS, abs(difference))}"


def _signed(c: int) -> str:
    return f"−{-c}" if c < 0 else str(c)
