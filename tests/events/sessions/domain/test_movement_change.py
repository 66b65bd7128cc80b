from events.sessions.domain.movement_change import ExistingLine, Seating, plan_change

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
