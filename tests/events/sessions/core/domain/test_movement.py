from events.sessions.core.domain.movement import (
    ExistingLine,
    Seating,
    boards_played,
    movement_of_lines,
    plan_change,
)
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
    lines = [seating for seating in seatings(FOUR) if (seating.round, seating.table) != (2, 2)]
    rounds = movement_of_lines(FOUR, lines, 2, 1).rounds
    assert rounds[1] == (FOUR.rounds[1][0], Cell())
    assert (rounds[0], rounds[2]) == (FOUR.rounds[0], FOUR.rounds[2])


def test_a_line_that_stayed_is_what_was_played():
    stayed = Seating(2, 3, 7, (9,), (8,))
    movement = movement_of_lines(FOUR, [*seatings(FOUR), stayed], 2, 1)
    assert movement.rounds[1][2] == Cell((9,), (8,), 4)
    assert (movement.tables, movement.contestants) == (3, 9)


def test_boards_played_are_those_with_a_line():
    lines = [seating for seating in seatings(FOUR) if (seating.round, seating.board) != (1, 2)]
    assert boards_played(lines)[1, 1] == (1,)
    assert boards_played(lines)[2, 1] == (3, 4)


ALL = range(1, 1000)


def seat(round_number: int, table: int, board: int, ns: int, ew: int) -> Seating:
    return Seating(round_number, table, board, (ns,), (ew,))


def lines(*seatings: Seating, fixed: bool = False) -> list[ExistingLine]:
    return [ExistingLine(pk, seating, fixed) for pk, seating in enumerate(seatings, 1)]


def test_what_is_wanted_already_stays() -> None:
    wanted = [seat(1, 1, 1, 1, 2), seat(1, 2, 2, 3, 4)]
    done = plan_change(lines(*wanted), wanted, ALL)
    assert (done.removed, done.added, done.conflicts) == ((), (), ())


def test_empty_lines_give_way_to_the_movement() -> None:
    old, new = seat(2, 1, 1, 1, 2), seat(2, 1, 1, 1, 3)
    done = plan_change(lines(old), [new], ALL)
    assert ([line.seating for line in done.removed], done.added) == ([old], (new,))
    assert done.conflicts == ()


def test_other_rounds_are_left_alone() -> None:
    existing = lines(seat(1, 1, 1, 1, 2))
    done = plan_change(existing, [seat(1, 1, 1, 5, 6), seat(2, 1, 2, 1, 2)], range(2, 1000))
    assert (done.removed, done.added) == ((), (seat(2, 1, 2, 1, 2),))


def test_a_result_stays_and_is_shown() -> None:
    existing = lines(seat(2, 1, 1, 1, 2), seat(2, 1, 3, 1, 2), fixed=True)
    done = plan_change(existing, [seat(2, 1, 1, 1, 5)], ALL)
    assert (done.removed, done.added) == ((), ())
    assert [str(conflict) for conflict in done.conflicts] == [
        "Round 2: Table 1, boards 1, 3: 1 against 2 has been entered and stays, though the "
        "movement has it otherwise now."
    ]


def test_a_result_with_the_directions_swapped_is_no_conflict() -> None:
    done = plan_change(lines(seat(2, 1, 1, 2, 1), fixed=True), [seat(2, 1, 1, 1, 2)], ALL)
    assert (done.removed, done.added, done.conflicts) == ((), (), ())


def test_nobody_gets_a_board_twice() -> None:
    existing = lines(seat(1, 1, 1, 1, 2), seat(1, 1, 2, 1, 2))
    wanted = [seat(2, 3, 1, 1, 4), seat(2, 3, 2, 1, 4), seat(2, 4, 1, 5, 6)]
    done = plan_change(existing, wanted, range(2, 1000))
    assert done.added == (seat(2, 4, 1, 5, 6),)
    assert [str(conflict) for conflict in done.conflicts] == [
        "Round 2: Table 3, boards 1, 2: 1 and 4 cannot play, because at least one of them has "
        "these boards already. They get no lines there."
    ]


def test_a_movement_that_replays_a_board_lays_it_once() -> None:
    done = plan_change([], [seat(1, 1, 1, 1, 2), seat(2, 1, 1, 2, 1)], ALL)
    assert (done.added, len(done.conflicts)) == ((seat(1, 1, 1, 1, 2),), 1)


def test_nobody_left_to_play_is_shown() -> None:
    done = plan_change(lines(seat(2, 1, 1, 1, 2)), [], range(2, 1000))
    assert [str(described) for described in done.warnings] == ["From round 2 on nobody would play."]


def test_rounds_after_the_last_that_can_be_played_are_shown() -> None:
    existing = lines(seat(1, 1, 1, 1, 2), fixed=True)
    done = plan_change(existing, [seat(2, 1, 2, 1, 2), seat(3, 1, 1, 1, 2)], range(2, 1000))
    assert [str(described) for described in done.warnings] == [
        "From round 3 on nobody would play: this movement does not fit what has been played."
    ]


def test_a_board_given_up_may_be_played_later() -> None:
    done = plan_change(lines(seat(2, 1, 1, 1, 2)), [seat(3, 1, 1, 1, 2)], ALL)
    assert (len(done.removed), done.added, done.conflicts) == (1, (seat(3, 1, 1, 1, 2),), ())
