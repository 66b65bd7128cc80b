"""The crosstable as ready rows: by rounds, and in a round robin the square of all against all."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from django.utils.html import format_html
from django.utils.safestring import SafeString

from clubscore.sentences import decimals
from events.models import Tournament
from events.tournaments.domain.crosstable import Cell, Crosstable
from events.tournaments.views.result_rows import (
    Entries,
    TieBreakColumn,
    safe_cells,
    tie_break_columns,
)
from events.tournaments.views.tie_figures import shown_points, tie_rows

_NONE = SafeString("")
_ABSENT = SafeString("·")
_OWN = SafeString("×")


@dataclass(frozen=True, slots=True)
class CrossRow:
    """``cells`` are those of the rounds, ``values`` those of the tie-breaks, each in one piece;
    ``grade`` is empty outside go."""

    row: str
    place: str
    number: str
    name: str
    grade: str
    cells: SafeString
    square: SafeString
    points: str
    values: SafeString


@dataclass(frozen=True, slots=True)
class CrossTable:
    rows: list[CrossRow]
    tie_breaks: list[TieBreakColumn]
    rounds: range
    columns: range
    is_wide: bool
    grades: bool
    handicaps: bool


WIDE = 9
"""With more columns of rounds and tie-breaks than this the table is printed in landscape."""


def cross_rows(tournament: Tournament, table: Crosstable, entries: Entries) -> CrossTable:
    """The crosstable; a round robin has its square, where the column is the opponent."""
    values = tie_rows([row.values for row in table.rows])
    rows = [
        CrossRow(
            row=str(row.row),
            place=row.place,
            number=str(row.number),
            name=entries[row.number].name,
            grade=entries[row.number].strength if tournament.has_grades else "",
            cells=safe_cells(map(cross_cell, row.cells), "cross"),
            square=_square_cells(table.square[row.row - 1], row.row) if table.square else _NONE,
            points=shown_points(row.points),
            values=safe_cells(cells, "number"),
        )
        for row, cells in zip(table.rows, values, strict=True)
    ]
    tie_breaks = tie_break_columns(tournament, tournament.tie_breaks)
    return CrossTable(
        rows=rows,
        tie_breaks=tie_breaks,
        rounds=range(1, table.rounds + 1),
        columns=range(1, len(rows) + 1) if table.square else range(0),
        grades=any(row.grade for row in rows),
        handicaps=any(cell and cell.result.handicap for row in table.rows for cell in row.cells),
        is_wide=table.rounds + len(tie_breaks) > WIDE,
    )


def cross_cell(cell: Cell | None) -> SafeString:
    """``12w1``: the opponent's row, the colour, the score; a dot where the player was absent."""
    return _cross_text(decimals(cell.text)) if cell else _ABSENT


@lru_cache(maxsize=8192)
def _cross_text(text: str) -> SafeString:
    return format_html("{}", text.replace("-", "−"))


def _square_cells(cells: Sequence[Sequence[Cell]], row: int) -> SafeString:
    texts = []
    for column, games in enumerate(cells, start=1):
        texts.append(_OWN if column == row else format_html("{}", " ".join(map(_score, games))))
    return safe_cells(texts, "cross")


def _score(game: Cell) -> str:
    if game.points is None:
        return "*"
    # A forfeit by its sign, as in the table of rounds.
    is_forfeit = game.result.code.is_forfeit
    sign = game.result.code.value.replace("-", "−")
    text = sign if is_forfeit else shown_points(game.points)
    return text if game.counts else f"({text})"
