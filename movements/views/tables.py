"""A movement as the pages show it: rows of ready strings, so that a large one displays at once.

The *grid* has a row for each round and a column for each table; the *schedules* have a row for
each contestant and a column for each round; a *card* is one contestant's rounds.

Findings as a page shows them: those about cells have a number, which the cells show too.

Problems beside the lines of the text that they are about.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from types import MappingProxyType

from django.utils.translation import gettext as _

from clubscore.text.letters import seat_letters
from clubscore.text.problems import Problem, Sentence
from clubscore.text.sentences import translate
from movements.domain.findings import Finding
from movements.domain.movement import Cell, Movement, Place, boards_of

NOTHING = "—"

COLUMNS_OF_PAIRS, COLUMNS_OF_PLAYERS = 7, 5
"""A table with more columns is too wide for a sheet of paper and gets another layout."""


@dataclass(frozen=True, slots=True)
class Note:
    """A finding with its number; 0 where it is about no cells."""

    number: int
    level: str
    code: str
    message: Sentence
    places: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class GridCell:
    """Who is here, against whom if that is shown separately, and the boards.

    ``label`` names the column; ``kind`` is ``played``, ``half`` (somebody sits out) or
    ``empty``; ``notes`` are the findings about the cell.
    """

    label: str
    who: str
    boards: str
    kind: str
    against: str = ""
    notes: tuple[Note, ...] = ()


@dataclass(frozen=True, slots=True)
class GridRow:
    """One round; ``away`` are the contestants who sit at no table."""

    round: int
    cells: tuple[GridCell, ...]
    away: str


@dataclass(frozen=True, slots=True)
class Grid:
    tables: tuple[str, ...]
    rows: tuple[GridRow, ...]
    is_wide: bool

    @property
    def anybody_away(self) -> bool:
        return any(row.away for row in self.rows)


@dataclass(frozen=True, slots=True)
class ScheduleRow:
    contestant: int
    cells: tuple[GridCell, ...]


@dataclass(frozen=True, slots=True)
class Schedules:
    rounds: tuple[str, ...]
    rows: tuple[ScheduleRow, ...]
    is_wide: bool


@dataclass(frozen=True, slots=True)
class Stop:
    """One contestant in one round; without opponents when the contestant sits out."""

    round: int
    table: str = ""
    direction: str = ""
    partner: str = ""
    opponents: str = ""
    boards: str = ""

    @property
    def sits_out(self) -> bool:
        return not self.opponents


def grid(
    movement: Movement,
    boards: int | None = None,
    first: int = 1,
    notes: Mapping[tuple[int, int], tuple[Note, ...]] = MappingProxyType({}),
) -> Grid:
    """Rounds × tables; with ``boards`` to a group, board numbers in place of groups.

    ``notes`` are by round and table.
    """
    labels = tuple(_("Table %(table)s") % {"table": n} for n in range(1, movement.tables + 1))
    rows = tuple(
        GridRow(
            round=number,
            cells=tuple(
                replace(
                    _grid_cell(
                        movement, label, cell, boards_of_group(movement, cell.group, boards, first)
                    ),
                    notes=notes.get((number, table), ()),
                )
                for table, (label, cell) in enumerate(zip(labels, row, strict=True), 1)
            ),
            away=", ".join(map(str, _away(movement, row))),
        )
        for number, row in enumerate(movement.rounds, 1)
    )
    return Grid(labels, rows, _is_wide(movement, len(labels)))


def schedules(movement: Movement, boards: int | None = None, first: int = 1) -> Schedules:
    """Contestants × rounds."""
    numbers = range(1, len(movement.rounds) + 1)
    labels = tuple(_("Round %(round)s") % {"round": number} for number in numbers)
    rows = tuple(
        ScheduleRow(
            contestant,
            tuple(
                _schedule_cell(label, stop)
                for label, stop in zip(labels, _stops(movement, places, boards, first), strict=True)
            ),
        )
        for contestant, places in movement.schedules.items()
    )
    return Schedules(labels, rows, _is_wide(movement, len(labels)))


def card(
    movement: Movement, contestant: int, boards: int | None = None, first: int = 1
) -> tuple[Stop, ...]:
    """One contestant's rounds. Raises ``KeyError`` for an unknown number."""
    return _stops(movement, movement.schedule(contestant), boards, first)


def boards_of_group(movement: Movement, group: int, boards: int | None, first: int = 1) -> str:
    """The boards of a cell: their numbers, or the group; empty for group 0."""
    if group == 0:
        return ""
    if boards is None:
        return movement.group_name(group)
    return board_numbers(boards_of(group, boards, first))


def board_numbers(boards: Sequence[int]) -> str:
    """Boards in their order: ``4–6``, ``4``, ``4, 6``; empty for none."""
    if len(boards) > 1 and boards[-1] - boards[0] == len(boards) - 1:
        return f"{boards[0]}–{boards[-1]}"
    return ", ".join(map(str, boards))


def _is_wide(movement: Movement, columns: int) -> bool:
    return columns > (COLUMNS_OF_PLAYERS if movement.individual else COLUMNS_OF_PAIRS)


def _away(movement: Movement, row: tuple[Cell, ...]) -> list[int]:
    seated = {contestant for cell in row for contestant in cell.contestants}
    return [n for n in range(1, movement.contestants + 1) if n not in seated]


def _grid_cell(movement: Movement, label: str, cell: Cell, boards: str) -> GridCell:
    if cell.is_empty:
        return GridCell(label, NOTHING, "", "empty")
    if cell.is_half:
        who = _("%(pair)s sits out") % {"pair": side_of(cell.ns or cell.ew)}
        return GridCell(label, who, boards, "half")
    versus = " – " if movement.individual else "–"
    return GridCell(label, f"{side_of(cell.ns)}{versus}{side_of(cell.ew)}", boards, "played")


def _schedule_cell(label: str, stop: Stop) -> GridCell:
    if stop.sits_out:
        return GridCell(label, _("sits out"), "", "half")
    against = _("v %(opponents)s") % {"opponents": stop.opponents}
    if stop.partner:
        against = _("with %(partner)s v %(opponents)s") % {
            "partner": stop.partner,
            "opponents": stop.opponents,
        }
    return GridCell(label, f"{stop.table} {stop.direction}", stop.boards, "played", against)


def _stops(
    movement: Movement, places: tuple[Place | None, ...], boards: int | None, first: int
) -> tuple[Stop, ...]:
    return tuple(
        _stop(number, place, boards_of_group(movement, place.group if place else 0, boards, first))
        for number, place in enumerate(places, 1)
    )


def _stop(number: int, place: Place | None, boards: str) -> Stop:
    if place is None:
        return Stop(number)
    # At a half table there is a table to wait at, but nobody to play against.
    if place.sits_out:
        return Stop(number, table=str(place.table))
    return Stop(
        round=number,
        table=str(place.table),
        direction=seat_letters(place.seat or place.direction.value),
        partner="" if place.partner is None else str(place.partner),
        opponents=side_of(place.opponents),
        boards=boards,
    )


def side_of(side: tuple[int, ...], section: str = "") -> str:
    """A pair's number, or both partners'; with the letter of a ``section`` where there are
    several."""
    return "+".join(f"{section}{number}" for number in side)


LISTED = 40
"""How many findings of a level are listed one by one; only these are numbered."""


def numbered(findings: Iterable[Finding]) -> list[Note]:
    """The findings, numbered in their order as far as they are about cells."""
    notes: list[Note] = []
    count = 0
    for _level, of_level in groupby(findings, key=lambda finding: finding.level):
        for index, finding in enumerate(of_level):
            is_numbered = bool(finding.places) and index < LISTED
            count += is_numbered
            number = count if is_numbered else 0
            notes.append(
                Note(number, finding.level.value, finding.code, finding.message, finding.places)
            )
    return notes


def beside_cells(notes: Sequence[Note]) -> dict[tuple[int, int], tuple[Note, ...]]:
    """The numbered findings by the rounds and tables that they are about."""
    found: dict[tuple[int, int], tuple[Note, ...]] = defaultdict(tuple)
    for note in notes:
        if note.number:
            for place in dict.fromkeys(note.places):
                found[place] += (note,)
    return dict(found)


AROUND = 36
"""How many characters are shown on either side of the place."""


@dataclass(frozen=True, slots=True)
class SourceProblem:
    """A problem with its source line, cut into what comes before, at and after the place."""

    line: int | None
    column: int | str | None
    message: str
    before: str = ""
    mark: str = ""
    after: str = ""


def beside_source(text: str, problems: Iterable[Problem]) -> tuple[SourceProblem, ...]:
    """Every problem with its line of the text, shortened around the column."""
    lines = text.split("\n")
    return tuple(_with_source(lines, problem) for problem in problems)


def _with_source(lines: list[str], problem: Problem) -> SourceProblem:
    message = translate(problem)
    if problem.line is None or problem.line > len(lines):
        return SourceProblem(problem.line, problem.column, message)
    source = lines[problem.line - 1]
    if not isinstance(problem.column, int):
        return SourceProblem(problem.line, None, message, before=_shorten(source, 2 * AROUND))
    start = problem.column - 1
    end = start + min(len(problem.value or " "), AROUND)
    before, after = source[:start], source[end:]
    return SourceProblem(
        problem.line,
        problem.column,
        message,
        before=before if len(before) <= AROUND else "…" + before[-AROUND:],
        mark=source[start:end],
        after=_shorten(after, AROUND),
    )


def _shorten(text: str, length: int) -> str:
    return text if len(text) <= length else text[:length] + "…"
