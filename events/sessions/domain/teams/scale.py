"""A scale: the victory points of both sides of a match, by the margin in IMPs."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

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
