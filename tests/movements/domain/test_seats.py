from movements.domain.seats import never_moving, one_direction, one_seat, staying
from movements.formats.asc import read
from tests.movements.domain.building import mitchell, rainbow


def messages(findings) -> list[tuple[str, str, str]]:
    return [(f.level.value, f.code, str(f.message)) for f in findings]


def test_one_direction_names_the_pairs():
    assert messages(one_direction(mitchell(3, 3))) == [
        ("information", "one-direction", "Pairs 1, 2, 3 always sit NS."),
        ("information", "one-direction", "Pairs 4, 5, 6 always sit EW."),
    ]
    assert messages(one_direction(mitchell(3, 3, 1))) == []


def test_one_direction_once_is_no_habit():
    assert messages(one_direction(mitchell(3, 1))) == []


def test_never_moving_names_who_stays():
    assert messages(never_moving(mitchell(3, 3))) == [
        (
            "information",
            "never-moves",
            "Pairs 1, 2, 3 never move: a place for players who cannot walk.",
        )
    ]
    assert messages(never_moving(mitchell(3, 1))) == []


def test_never_moving_says_who_turns():
    assert messages(never_moving(mitchell(3, 3, 1))) == [
        (
            "information",
            "never-moves",
            "Pairs 1, 2, 3 keep their table all evening, turning between North-South and "
            "East-West: a place for players who cannot walk.",
        )
    ]
    one_turns = read("4 2 3 3 0\n1-2 A 3-4 A\n3-1 B 2-4 B\n1-4 C 2-3 C").movement
    assert messages(never_moving(one_turns)) == [
        (
            "information",
            "never-moves",
            "Pair 1 keeps its table all evening, turning between North-South and East-West: a "
            "place for players who cannot walk.",
        )
    ]


def test_never_moving_players_change_seats():
    turned = read("4 1 2 2 1\n1-2-3-4 A\n1-3-4-2 B").movement
    assert [text for _level, _code, text in messages(never_moving(turned))] == [
        "Player 1 never moves: a place for players who cannot walk.",
        "Players 2, 3, 4 keep their table all evening, but change seats there: a place for players "
        "who cannot walk.",
    ]


def test_staying_counts_only_rounds_that_are_played():
    assert staying(read("3 2 2 2 0\n1-2 A 3-0 B\n3-1 B 0-2 A\n").movement) == (1,)
    assert staying(read("3 2 3 3 0\n1-2 A 0-3 A\n1-3 B 0-2 B\n0-1 C 2-3 C\n").movement) == (1,)
    assert staying(mitchell(3, 1)) == (1, 2, 3, 4, 5, 6)


def test_one_seat_names_players_of_each_seat():
    assert messages(one_seat(rainbow(5))) == [
        ("warning", "one-seat", "Players 1, 2, 3, 4, 5 sit in seat N only."),
        ("warning", "one-seat", "Players 6, 7, 8, 9, 10 sit in seat S only."),
        ("warning", "one-seat", "Players 11, 12, 13, 14, 15 sit in seat E only."),
        ("warning", "one-seat", "Players 16, 17, 18, 19, 20 sit in seat W only."),
    ]
    assert messages(one_seat(mitchell(3, 3))) == []
