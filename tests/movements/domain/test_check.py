import pytest
from hypothesis import given

from movements.domain.check import check, unusable
from movements.domain.findings import Level
from movements.domain.movement import Cell, Movement
from movements.formats.asc import read
from tests.movements.domain.building import mitchell
from tests.movements.strategies import movements

FOUR = "4 2 3 3 0\n1-2 A 3-4 A\n1-3 B 2-4 B\n1-4 C 2-3 C\n"


def found(text: str, code: str) -> list[str]:
    """The messages of one code about a movement given as .ASC text."""
    return [str(f.message) for f in check(read(text).movement) if f.code == code]


def test_check_group_replayed_is_an_error():
    text = "4 2 2 2 0\n1-2 A 3-4 B\n1-3 B 2-4 A\n"
    findings = [f for f in check(read(text).movement) if f.level is Level.ERROR]
    assert [(f.code, str(f.message), f.round, f.table, f.contestants) for f in findings] == [
        (
            "group-replayed",
            f"Pair {pair} plays board group {group} more than once: in rounds 1, 2, at tables "
            f"{tables}.",
            2,
            int(tables[-1]),
            (pair,),
        )
        for pair, group, tables in [(2, "A", "1, 2"), (3, "B", "2, 1")]
    ]
    assert unusable(read(text).movement) == tuple(f.message for f in findings)


def test_check_good_movement_has_no_error():
    assert unusable(mitchell(7, 7)) == ()
    assert Level.ERROR not in {finding.level for finding in check(mitchell(7, 7))}


def test_check_group_at_a_half_table_is_not_played():
    assert unusable(read("3 2 2 2 0\n1-2 A 3-0 B\n3-1 B 0-2 A\n").movement) == ()


@pytest.mark.parametrize(
    ("row", "messages"),
    [
        (
            (Cell((1,), (2,), 1), Cell((3,), (1,), 2)),
            [(1, 2, (1,), "Round 1: contestant 1 sits at table 1 and at table 2.")],
        ),
        (
            (Cell((1,), (1,), 1), Cell((2,), (3,), 2)),
            [(1, 1, (1,), "Round 1, table 1: contestant 1 meets itself.")],
        ),
        (
            (Cell((1,), (2,), 1), Cell((1,), (), 2), Cell((), (1,), 3)),
            [
                (1, 2, (1,), "Round 1: contestant 1 sits at table 1 and at table 2."),
                (1, 3, (1,), "Round 1: contestant 1 sits at table 1 and at table 3."),
            ],
        ),
        ((Cell((1,), (2,), 1), Cell(), Cell((3,), (4,), 2)), []),
    ],
    ids=["two tables", "against itself", "half tables", "nobody twice"],
)
def test_check_a_contestant_seated_twice_in_a_round_is_an_error(row, messages):
    movement = Movement(4, 3, individual=False, rounds=(row,))
    found = [each for each in check(movement) if each.code == "seated-twice"]
    assert [(f.round, f.table, f.contestants, str(f.message)) for f in found] == messages
    assert [finding.level for finding in found] == [Level.ERROR] * len(messages)
    assert set(unusable(movement)) >= {finding.message for finding in found}


def test_check_a_player_seated_twice_is_an_error():
    twice = Cell((1, 2), (3, 1), 1), Cell((5, 6), (7, 8), 1)
    movement = Movement(8, 1, individual=True, rounds=(twice,))
    assert [str(message) for message in unusable(movement)] == [
        "Round 1, table 1: contestant 1 meets itself.",
        "Player 1 plays board group A more than once: in rounds 1, 1, at tables 1, 1.",
    ]


@given(movements())
def test_check_any_movement_that_was_read_seats_nobody_twice(movement):
    assert [f for f in check(movement) if f.code == "seated-twice"] == []


@given(movements())
def test_check_any_movement_puts_the_gravest_first(movement):
    levels = [list(Level).index(finding.level) for finding in check(movement)]
    assert levels == sorted(levels)


def test_check_pairs_meeting_twice():
    text = FOUR.replace("1-4 C 2-3 C", "4-2 C 3-1 C")
    assert found(text, "opponents-again") == [
        "Pairs 1 and 3 meet 2 times: in rounds 2, 3.",
        "Pairs 2 and 4 meet 2 times: in rounds 2, 3.",
    ]
    assert found(FOUR, "opponents-again") == []


def test_check_partners_again():
    text = "8 2 2 2 1\n1-2-3-4 A 5-6-7-8 B\n2-1-5-7 B 3-6-4-8 A\n"
    assert found(text, "partners-again") == [
        "Players 1 and 2 are partners more than once: in rounds 1, 2."
    ]


def test_check_opponents_more_often_than_others():
    everybody_twice = "4 1 3 3 1\n1-2-3-4 A\n1-3-2-4 B\n1-4-2-3 C\n"
    assert found(everybody_twice, "opponents-again") == []
    uneven = "4 1 3 3 1\n1-2-3-4 A\n2-1-3-4 B\n1-4-2-3 C\n"
    assert found(uneven, "opponents-again") == [
        "Players 1 and 3 meet 3 times: in rounds 1, 2, 3.",
        "Players 1 and 4 meet 2 times: in rounds 1, 2.",
        "Players 2 and 3 meet 2 times: in rounds 1, 2.",
        "Players 2 and 4 meet 3 times: in rounds 1, 2, 3.",
    ]


def test_check_shared_groups_by_tables():
    assert found(FOUR, "group-shared") == [
        "Tables 1, 2 have the same boards and share them or need copies: in rounds 1, 2, 3, "
        "board groups A, B, C."
    ]
    assert found("4 2 1 1 0\n1-2 A 3-4 A\n", "group-shared") == [
        "Tables 1, 2 have the same boards and share them or need copies: in round 1, board group A."
    ]


def test_check_half_table_shares_nothing():
    assert found("3 2 1 1 0\n1-2 A 3-0 A\n", "group-shared") == []


THREE = "4 2 3 3 0\n1-2 A 3-0 B\n3-1 B 0-0 0\n2-3 C 0-1 A\n"


def test_check_different_numbers_of_boards():
    assert found(THREE.replace("2-3 C", "0-2 C"), "boards-uneven") == [
        "Pairs 2, 3 play only 1 board groups, others play 2.",
        "Pair 4 plays only 0 board groups, others play 2.",
    ]
    assert found(FOUR, "boards-uneven") == []


def test_check_fewer_than_70_per_cent_of_the_boards():
    assert found(THREE, "few-boards") == [
        "Pairs 1, 2, 3 play fewer than 70 % of the boards: 2 of 3 board groups.",
        "Pair 4 plays fewer than 70 % of the boards: 0 of 3 board groups.",
    ]
    assert [f.code for f in check(mitchell(10, 7)) if f.code == "few-boards"] == []
    assert [f.code for f in check(mitchell(10, 6)) if f.code == "few-boards"] == ["few-boards"]


def test_check_sit_outs_by_pair_and_round():
    assert found(THREE.replace("4", "3", 1), "sit-out") == [
        "Pair 1 sits out in round 3.",
        "Pair 2 sits out in round 2.",
        "Pair 3 sits out in round 1.",
    ]
    assert found("3 1 2 2 0\n1-2 A\n1-2 B\n", "sit-out") == ["Pair 3 sits out in rounds 1, 2."]


def test_check_many_sit_outs_are_one_finding():
    (finding,) = [f for f in check(read(THREE).movement) if f.code == "sit-out"]
    assert str(finding.message) == (
        "Pairs 1–4 sit out: pair 1 in round 3, pair 2 in round 2, pair 3 in round 1, pair 4 in "
        "rounds 1, 2, 3."
    )
    assert (finding.level, finding.round, finding.contestants) == (Level.WARNING, 1, (1, 2, 3, 4))
    assert finding.places == ((3, 2), (1, 2))


def test_check_everybody_sitting_out_once_is_reported():
    five = "5 3 5 5 0\n" + "".join(
        f"{r}-0 {'ABCDE'[r - 1]} {(r + 0) % 5 + 1}-{(r + 3) % 5 + 1} {'BCDEA'[r - 1]} "
        f"{(r + 1) % 5 + 1}-{(r + 2) % 5 + 1} {'CDEAB'[r - 1]}\n"
        for r in range(1, 6)
    )
    assert found(five, "sit-out") == [
        "Each of the pairs 1–5 sits out once: pair 1 in round 1, pair 2 in round 2, pair 3 in "
        "round 3, pair 4 in round 4, pair 5 in round 5."
    ]
    eight = "8 1 2 2 1\n1-2-3-4 A\n5-6-7-8 B\n"
    (players,) = found(eight, "sit-out")
    assert players.startswith("Each of the players 1–8 sits out once: player 1 in round 2, player")


def test_check_groups_played_unequally():
    assert found("4 2 2 2 0\n1-2 A 3-4 A\n1-3 B 0-0 0\n", "groups-uneven") == [
        "The board groups are not played equally often (times: groups): 2: A; 1: B."
    ]
    assert found(FOUR, "groups-uneven") == []


def test_check_ends_with_winners_and_balance():
    assert [finding.code for finding in check(mitchell(7, 7))][-2:] == ["winners", "balance"]
