"""The crosstable of a round-by-round tournament: who met whom, with which colour and result.

Rows are in the order of the standings or of the starting numbers, and cells name the opponent by
the row, so that ``12w1`` is a win with White against the player of row 12. A round robin has a
square table as well, where the column is the opponent.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, zip_longest

from events.tournaments.domain.kind import is_round_robin
from events.tournaments.domain.points import write_points
from events.tournaments.domain.results import PointSystem, Result
from events.tournaments.domain.tiebreaks.exact import ZERO
from events.tournaments.domain.tiebreaks.stage import rounds_counted
from events.tournaments.domain.tiebreaks.standings import standings
from events.tournaments.domain.tournament import Entrant, Tournament
from events.tournaments.domain.withdrawals import counted_results


@dataclass(frozen=True, slots=True)
class Cell:
    """``row`` is the opponent's, from 1, ``None`` without one. ``points`` are ``None`` while the
    game is still to be played. What does not count was cancelled by a withdrawal."""

    result: Result
    row: int | None
    points: Fraction | None
    counts: bool = True

    @property
    def text(self) -> str:
        """``12w1``, ``7b½``, ``3w+``, ``28b1h2`` with a handicap; ``*`` where the game is to be
        played, ``–½`` for a bye; ``(12w1)`` for what does not count."""
        return self._text if self.counts else f"({self._text})"

    @property
    def _text(self) -> str:
        points = "*" if self.points is None else write_points(self.points)
        if self.row is None:
            return f"–{points}"
        # With its sign, for the points alone would look like those of a game that was played.
        score = self.result.code.value if self.result.code.is_forfeit else points
        stones = f"h{self.result.handicap}" if self.result.handicap else ""
        return f"{self.row}{self.result.colour or ''}{score}{stones}"


@dataclass(frozen=True, slots=True)
class Row:
    """``row`` counts from 1. ``cells`` and ``progress``, the points after each round, are by
    round; a cell is ``None`` where the player was absent."""

    row: int
    number: int
    place: str
    points: Fraction
    values: tuple[Fraction | None, ...]
    cells: tuple[Cell | None, ...]
    progress: tuple[Fraction, ...]


@dataclass(frozen=True, slots=True)
class Crosstable:
    """``square[r][c]`` are the cells of row r + 1 against row c + 1, in the order of the rounds;
    empty when this is no round robin."""

    rows: tuple[Row, ...]
    rounds: int
    provisional: bool
    square: tuple[tuple[tuple[Cell, ...], ...], ...] = ()


def crosstable(
    tournament: Tournament,
    *,
    tie_breaks: Iterable[str],
    through: int | None = None,
    by_number: bool = False,
) -> Crosstable:
    """The table after a round, by default after the last one that was begun.

    Rows are in the order of the standings, or ``by_number`` in that of the starting numbers.
    """
    rounds = rounds_counted(tournament, through)
    lines = standings(tournament, tie_breaks=tie_breaks, through=rounds)
    if by_number:
        lines = tuple(sorted(lines, key=lambda line: line.number))
    row_of = {line.number: row for row, line in enumerate(lines, start=1)}
    counting = counted_results(tournament, rounds)
    results_of = {
        entrant.number: _shown(entrant, counted, rounds)
        for entrant, counted in zip(tournament.entrants, counting.entrants, strict=True)
    }
    rows = []
    for row, line in enumerate(lines, start=1):
        cells = tuple(
            _cell(result, row_of, tournament.system, counts=counts)
            for result, counts in results_of[line.number]
        )
        # A game that is still to be played has no points yet, and adds nothing.
        points = ((cell and cell.counts and cell.points) or ZERO for cell in cells)
        rows.append(
            Row(
                row=row,
                number=line.number,
                place=line.place,
                points=line.points,
                values=line.values,
                cells=cells,
                progress=tuple(accumulate(points)),
            )
        )
    return Crosstable(
        rows=tuple(rows),
        rounds=rounds,
        provisional=any(line.provisional for line in lines),
        # In a Swiss nearly all of the square would be empty.
        square=_square(rows) if is_round_robin(tournament) else (),
    )


def _shown(entrant: Entrant, counted: Entrant, rounds: int) -> list[tuple[Result | None, bool]]:
    """The results of every round as they count, and those that do not, with whether they do."""
    # Results end with the player's last one: whoever left early has fewer than the others.
    pairs = zip_longest(entrant.results[:rounds], counted.results[:rounds])
    shown = [
        (result, True) if result or not original else (original, False)
        for original, result in pairs
    ]
    return shown + [(None, True)] * (rounds - len(shown))


def _cell(
    result: Result | None, row_of: dict[int, int], system: PointSystem, *, counts: bool
) -> Cell | None:
    if result is None:
        return None
    row = None if result.opponent is None else row_of[result.opponent]
    return Cell(result, row, system.points(result.code), counts)


def _square(rows: Iterable[Row]) -> tuple[tuple[tuple[Cell, ...], ...], ...]:
    rows = tuple(rows)
    return tuple(
        tuple(
            tuple(cell for cell in row.cells if cell and cell.row == column.row) for column in rows
        )
        for row in rows
    )
