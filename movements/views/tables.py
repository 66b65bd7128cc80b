"""A movement as the pages show it: rows of ready strings, so that a large one displays at once.

The *grid* has a row for each round and a column for each table; the *schedules* have a row for
each contestant and a column for each round; a *card* is one contestant's rounds.
"""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from movements.domain.movement import Cell, Movement, Place, boards_of

NOTHING = "—"


@dataclass(frozen=True, slots=True)
class GridCell:
    """Who meets at a table, and the boards; ``kind`` is ``played``, ``half`` or ``empty``."""

    who: str
    boards: str
    kind: str


@dataclass(frozen=True, slots=True)
class GridRow:
    round: int
    cells: tuple[GridCell, ...]
    sitting_out: str


@dataclass(frozen=True, slots=True)
class Grid:
    tables: range
    rows: tuple[GridRow, ...]
    has_sit_outs: bool


@dataclass(frozen=True, slots=True)
class Stop:
    """One contestant in one round; everything but ``round`` is empty for who sits out."""

    round: int
    table: str = ""
    direction: str = ""
    partner: str = ""
    opponents: str = ""
    boards: str = ""
    half_table: bool = False

    @property
    def sits_out(self) -> bool:
        return not self.opponents


@dataclass(frozen=True, slots=True)
class ScheduleRow:
    contestant: int
    stops: tuple[Stop, ...]


def grid(movement: Movement, boards: int | None = None) -> Grid:
    """Rounds × tables; with ``boards`` to a group, board numbers in place of groups."""
    rows = tuple(
        GridRow(
            round=number,
            cells=tuple(_grid_cell(movement, cell, boards) for cell in row),
            sitting_out=", ".join(map(str, movement.sitting_out(number))),
        )
        for number, row in enumerate(movement.rounds, 1)
    )
    return Grid(range(1, movement.tables + 1), rows, any(row.sitting_out for row in rows))


def schedules(movement: Movement, boards: int | None = None) -> tuple[ScheduleRow, ...]:
    """Contestants × rounds."""
    return tuple(
        ScheduleRow(contestant, _stops(movement, places, boards))
        for contestant, places in movement.schedules.items()
    )


def card(movement: Movement, contestant: int, boards: int | None = None) -> tuple[Stop, ...]:
    """One contestant's rounds. Raises ``KeyError`` for a number that there is not."""
    return _stops(movement, movement.schedule(contestant), boards)


def _grid_cell(movement: Movement, cell: Cell, boards: int | None) -> GridCell:
    if cell.is_empty:
        return GridCell(NOTHING, "", "empty")
    group = _boards(movement, cell.group, boards)
    if cell.is_half:
        who = _("%(pair)s sits out") % {"pair": _side(cell.ns or cell.ew)}
        return GridCell(who, group, "half")
    return GridCell(f"{_side(cell.ns)}–{_side(cell.ew)}", group, "played")


def _stops(
    movement: Movement, places: tuple[Place | None, ...], boards: int | None
) -> tuple[Stop, ...]:
    return tuple(_stop(movement, number, place, boards) for number, place in enumerate(places, 1))


def _stop(movement: Movement, number: int, place: Place | None, boards: int | None) -> Stop:
    if place is None:
        return Stop(number)
    if place.sits_out:
        return Stop(number, table=str(place.table), half_table=True)
    return Stop(
        round=number,
        table=str(place.table),
        direction=place.seat or place.direction.value,
        partner="" if place.partner is None else str(place.partner),
        opponents=_side(place.opponents),
        boards=_boards(movement, place.group, boards),
    )


def _side(side: tuple[int, ...]) -> str:
    return "+".join(map(str, side))


def _boards(movement: Movement, group: int, boards: int | None) -> str:
    if boards is None:
        return movement.group_name(group)
    numbers = boards_of(group, boards)
    return str(numbers[0]) if boards == 1 else f"{numbers[0]}–{numbers[-1]}"
