"""Laying a section out: its contestants and the lines of its travellers, from the movement.

A board group is played whole in a round: group *g* of *n* boards is boards
``first + (g - 1) * n`` to ``first + g * n - 1``. A table where a contestant sits alone (half
table) has no line.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from clubscore.problems import Refused, gettext_noop, sentence
from events.models import Contestant, LineContestant, Section, TravellerLine
from movements.domain.movement import Cell, Movement

HIGHEST_BOARD = 999


@dataclass(frozen=True, slots=True)
class _Place:
    """A line to be: one board at one table in one round."""

    board: int
    round: int
    table: int
    cell: Cell


def lay_out(*, section: Section, movement: Movement) -> None:
    """Store the contestants and the empty lines of a new section.

    Raises :class:`Refused` when the boards would go past 999.
    """
    last_board = section.first_board + movement.groups * section.boards_per_round - 1
    if last_board > HIGHEST_BOARD:
        too_high = gettext_noop("The last board would be %(board)s; %(highest)s is the highest.")
        raise Refused(sentence(too_high, board=last_board, highest=HIGHEST_BOARD))
    places = list(_places(movement, section.first_board, section.boards_per_round))
    numbers = sorted({number for place in places for number in place.cell.ns + place.cell.ew})
    contestants = Contestant.objects.bulk_create(
        Contestant(section=section, number=number) for number in numbers
    )
    by_number = {contestant.number: contestant for contestant in contestants}
    lines = TravellerLine.objects.bulk_create(
        TravellerLine(section=section, board=place.board, round=place.round, table=place.table)
        for place in places
    )
    LineContestant.objects.bulk_create(
        LineContestant(
            line=line,
            contestant=by_number[number],
            board=place.board,
            direction=direction,
            position=position,
        )
        for line, place in zip(lines, places, strict=True)
        for direction, numbers in (("NS", place.cell.ns), ("EW", place.cell.ew))
        for position, number in enumerate(numbers, start=1)
    )


def winners_of(movement: Movement) -> int:
    """Two where nobody ever plays in both directions, else one."""
    if movement.individual:
        return 1
    cells = [cell for round_ in movement.rounds for cell in round_ if cell.ns and cell.ew]
    north_south = {number for cell in cells for number in cell.ns}
    east_west = {number for cell in cells for number in cell.ew}
    return 1 if north_south & east_west else 2


def _places(movement: Movement, first: int, boards_per_round: int) -> Iterator[_Place]:
    for round_number, round_ in enumerate(movement.rounds, start=1):
        for table, cell in enumerate(round_, start=1):
            if not (cell.ns and cell.ew):
                continue
            start = first + (cell.group - 1) * boards_per_round
            for board in range(start, start + boards_per_round):
                yield _Place(board, round_number, table, cell)
