from collections.abc import Mapping

from events.tables.domain.moving import Move, Seating, move_after


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
