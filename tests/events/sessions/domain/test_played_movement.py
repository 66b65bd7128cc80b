from events.sessions.domain.movement_change import Seating
from events.sessions.domain.played_movement import boards_played, movement_of_lines
from movements.domain.movement import Cell
from movements.formats.asc import read
from tests.movements.factories import FOUR_PAIRS, THREE_PAIRS

FOUR, THREE = read(FOUR_PAIRS).movement, read(THREE_PAIRS).movement


def seatings(movement, boards_per_round=2):
    return [
        Seating(number, table, board, cell.ns, cell.ew)
        for number, table, cell in movement.cells()
        if cell.is_played
        for board in range(
            boards_per_round * (cell.group - 1) + 1, boards_per_round * cell.group + 1
        )
    ]


def test_lines_as_the_movement_wants_them_are_the_movement():
    for movement in (FOUR, THREE):
        assert movement_of_lines(movement, seatings(movement), 2, 1) == movement


def test_a_table_without_lines_is_not_played():
    lines = [each for each in seatings(FOUR) if (each.round, each.table) != (2, 2)]
    rounds = movement_of_lines(FOUR, lines, 2, 1).rounds
    assert rounds[1] == (FOUR.rounds[1][0], Cell())
    assert (rounds[0], rounds[2]) == (FOUR.rounds[0], FOUR.rounds[2])


def test_a_line_that_stayed_is_what_was_played():
    stayed = Seating(2, 3, 7, (9,), (8,))
    movement = movement_of_lines(FOUR, [*seatings(FOUR), stayed], 2, 1)
    assert movement.rounds[1][2] == Cell((9,), (8,), 4)
    assert (movement.tables, movement.contestants) == (3, 9)


def test_boards_played_are_those_with_a_line():
    lines = [each for each in seatings(FOUR) if (each.round, each.board) != (1, 2)]
    assert boards_played(lines)[1, 1] == (1,)
    assert boards_played(lines)[2, 1] == (3, 4)
