from collections.abc import Mapping
from datetime import UTC, datetime, timedelta

import pytest

from events.devices.domain.clock import (
    Clock,
    Phase,
    add,
    as_of,
    finish_at,
    go_back,
    go_on,
    pause,
    take_break,
)
from events.tables.domain.clock import Move, Seating, Timetable, move_after, seconds_a_board


def mitchell(tables: int, rounds: int, *, skip: int = 0, switch: int = 0):
    """Pairs E–W go up one table, boards down one; with a skip before a round, and one that is
    switched."""
    found: dict[int, list[Seating]] = {}
    for number in range(1, rounds + 1):
        step = number - 1 + (1 if skip and number >= skip else 0)
        found[number] = []
        for table in range(1, tables + 1):
            ns, ew = (table,), (100 + (table - 1 - step) % tables,)
            boards = (1 + (table - 1 + number - 1) % tables,)
            pair = (ew, ns) if number == switch else (ns, ew)
            found[number].append(Seating(table, *pair, boards))
    return found


def test_the_move_of_a_mitchell():
    assert move_after(mitchell(7, 7), 3) == Move(ns=0, ew=1, boards=-1)


def test_there_is_no_move_after_the_last_round():
    assert move_after(mitchell(7, 7), 7) is None
    assert move_after({}, 1) is None


def test_a_skip_is_two_tables_at_once():
    assert move_after(mitchell(8, 7, skip=5), 4) == Move(ns=0, ew=2, boards=-1, is_skip=True)
    assert move_after(mitchell(8, 7, skip=5), 3) == Move(ns=0, ew=1, boards=-1)


def test_an_arrow_switch_is_said_and_is_no_skip():
    assert move_after(mitchell(7, 7, switch=7), 6) == Move(ns=0, ew=1, boards=-1, is_switch=True)


def test_a_howell_has_no_sentence_for_all():
    first, second = "81 27 36 45", "82 31 47 56"
    rounds: Mapping[int, list[Seating]] = {
        number: [
            Seating(table, (int(pairs[0]),), (int(pairs[1]),), (boards + table,))
            for table, pairs in enumerate(text.split(), 1)
        ]
        for number, text, boards in ((1, first, 0), (2, second, 1))
    }

    move = move_after(rounds, 1)

    assert move is not None
    assert (move.ew, move.boards, move.is_switch) == (None, -1, False)


NOW = datetime(2026, 11, 19, 20, 0, tzinfo=UTC)

TABLE = Timetable(rounds=3, boards=4, a_board=450, move=120, extra=300)


def after(**values: int) -> datetime:
    return NOW + timedelta(**values)


def test_go_on_passes_through_an_evening():
    seen = []
    clock, now = Clock(), NOW
    while clock.phase is not Phase.END:
        clock = go_on(clock, TABLE, now)
        seen.append((clock.round, str(clock.phase), clock.ends_at and clock.ends_at - now))
        now = clock.ends_at or now

    assert seen == [
        (1, "play", timedelta(minutes=35)),
        (1, "move", timedelta(minutes=2)),
        (2, "play", timedelta(minutes=30)),
        (2, "move", timedelta(minutes=2)),
        (3, "play", timedelta(minutes=30)),
        (3, "end", None),
    ]
    assert go_on(clock, TABLE, now) == clock
    assert finish_at(Clock(), TABLE, NOW) == now
    assert finish_at(clock, TABLE, now) is None


def test_a_move_becomes_the_next_round_by_itself_and_play_does_not():
    moving = Clock(1, Phase.MOVE, NOW)
    playing = Clock(1, Phase.PLAY, NOW)

    assert as_of(moving, TABLE, after(minutes=1)) == Clock(2, Phase.PLAY, after(minutes=30))
    assert as_of(moving, TABLE, after(seconds=-1)) == moving
    assert as_of(playing, TABLE, after(minutes=1)) == playing


def test_pause_holds_the_time_and_gives_it_back():
    clock = Clock(2, Phase.PLAY, after(minutes=7))

    stands = pause(clock, NOW)

    assert stands == Clock(2, Phase.PLAY, None, 420)
    assert pause(stands, after(hours=1)).ends_at == after(hours=1, minutes=7)
    assert pause(Clock(), NOW) == Clock()


@pytest.mark.parametrize(
    ("left", "minutes", "then"), [(300, 1, 360), (300, -1, 240), (30, -1, 0), (-600, 1, 60)]
)
def test_add_shifts_the_end(left: int, minutes: int, then: int):
    running = Clock(1, Phase.PLAY, after(seconds=left))

    assert add(running, minutes, NOW).ends_at == after(seconds=then)
    if left > 0:
        assert add(Clock(1, Phase.PLAY, None, left), minutes, NOW).paused_left == then
    assert add(Clock(), 1, NOW) == Clock()


def test_go_back_undoes_go_on_phase_by_phase():
    moving = Clock(2, Phase.MOVE, NOW)

    playing = go_back(moving, TABLE, NOW)
    before = go_back(playing, TABLE, NOW)

    assert (playing.round, playing.phase, playing.ends_at) == (2, Phase.PLAY, after(minutes=1))
    assert (before.round, before.phase) == (1, Phase.MOVE)
    assert go_back(Clock(1, Phase.PLAY, NOW), TABLE, NOW) == Clock()


def test_a_break_follows_a_round_but_not_the_last():
    clock = take_break(Clock(2, Phase.PLAY, NOW), TABLE, NOW)

    assert (clock.round, clock.phase, clock.ends_at) == (2, Phase.BREAK, after(minutes=10))
    assert go_on(clock, TABLE, NOW).round == 3
    assert take_break(Clock(3, Phase.PLAY, NOW), TABLE, NOW).phase is Phase.PLAY
    assert take_break(Clock(), TABLE, NOW) == Clock()


def test_finish_at_counts_the_moves_that_are_left():
    assert finish_at(Clock(2, Phase.PLAY, after(minutes=10)), TABLE, NOW) == after(minutes=42)
    assert finish_at(Clock(2, Phase.MOVE, after(minutes=2)), TABLE, NOW) == after(minutes=32)
    assert finish_at(Clock(3, Phase.PLAY, None, 60), TABLE, NOW) == after(minutes=1)


def test_seconds_a_board_fit_into_the_evening():
    total = finish_at(Clock(), TABLE, NOW)

    assert total is not None
    assert seconds_a_board(TABLE, total - NOW) == 450
    assert seconds_a_board(TABLE, timedelta(minutes=5)) == 60
