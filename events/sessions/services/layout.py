"""Setting up a section: its contestants and the lines of its travellers, from the movement.

A board group is played whole in a round, its boards numbered as
:func:`movements.domain.movement.boards_of` says. A table where a contestant sits alone (half table)
has no line.
"""

from collections.abc import Iterable, Iterator

from clubscore.problems import Refused, gettext_noop, sentence
from events.models import Contestant, LineContestant, Section, TravellerLine
from events.sessions.domain.movement_change import Seating
from movements.domain.movement import Movement, boards_of

MAX_BOARD = 999


def set_up_section(*, section: Section, movement: Movement) -> None:
    """Store the contestants and the empty lines of a new section.

    Raises :class:`Refused` when the boards would go past 999.
    """
    refuse_high_boards(section, movement)
    create_lines(
        section=section,
        seatings=seatings(movement, section.first_board, section.boards_per_round),
    )


def create_lines(*, section: Section, seatings: Iterable[Seating]) -> None:
    """Store empty lines, and those of their contestants that the section does not have yet."""
    seatings = list(seatings)
    by_number = {contestant.number: contestant for contestant in section.contestants.all()}
    numbers = {number for seating in seatings for number in seating.ns + seating.ew}
    Contestant.objects.bulk_create(
        by_number.setdefault(number, Contestant(section=section, number=number))
        for number in sorted(numbers - by_number.keys())
    )
    # Both databases return the keys of the new rows, which the seats below refer to.
    lines = TravellerLine.objects.bulk_create(
        TravellerLine(
            section=section, board=seating.board, round=seating.round, table=seating.table
        )
        for seating in seatings
    )
    LineContestant.objects.bulk_create(
        LineContestant(
            line=line,
            contestant=by_number[number],
            board=seating.board,
            direction=direction,
            position=position,
        )
        for line, seating in zip(lines, seatings, strict=True)
        for direction, side in (("NS", seating.ns), ("EW", seating.ew))
        for position, number in enumerate(side, start=1)
    )


def refuse_high_boards(section: Section, movement: Movement) -> None:
    """Raise :class:`Refused` when the boards would go past 999."""
    last_board = boards_of(movement.groups, section.boards_per_round, section.first_board)[-1]
    if last_board > MAX_BOARD:
        too_high = gettext_noop("The last board would be %(board)s; %(highest)s is the highest.")
        raise Refused(sentence(too_high, board=last_board, highest=MAX_BOARD))


def seatings(movement: Movement, first: int, boards_per_round: int) -> Iterator[Seating]:
    """The seating of every line of a movement, round by round."""
    for round_number, round_ in enumerate(movement.rounds, start=1):
        for table, cell in enumerate(round_, start=1):
            # A half table: one side sits out, so there is nothing to score.
            if not (cell.ns and cell.ew):
                continue
            for board in boards_of(cell.group, boards_per_round, first):
                yield Seating(round_number, table, board, cell.ns, cell.ew)
