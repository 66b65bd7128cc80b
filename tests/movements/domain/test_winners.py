import pytest

from movements.domain import plans
from movements.domain.balance import combined
from movements.domain.movement import Cell, Movement
from movements.domain.plans import Family, Plan
from movements.domain.winners import is_compared, ranking_lists, winners, winners_finding
from movements.formats.asc import read
from tests.movements.domain.building import mitchell, rainbow

HOWELL = read("4 2 3 3 0\n1-2 A 3-4 A\n1-3 B 2-4 B\n1-4 C 2-3 C").movement
ONE_TABLE = Movement(2, 1, False, ((Cell((1,), (2,), 1),),))


def test_winners_and_lists_are_as_many_as_every_plan_for_pairs_says():
    for contestants in (*range(2, 31), 60):
        for plan in plans.plans(contestants):
            movement = plans.build(plan)
            assert winners(movement) == len(ranking_lists(movement)) == plan.winners, plan


def test_winners_are_as_many_as_every_plan_for_players_says():
    for players in range(20, 93, 4):
        for plan in plans.plans(players, individual=True):
            assert winners(plans.build(plan)) == plan.winners, plan


@pytest.mark.parametrize(
    ("movement", "number"),
    [
        (mitchell(7, 7), 2),
        (mitchell(7, 7, 1), 1),
        (mitchell(4, 2), 3),
        (rainbow(5), 2),
        (HOWELL, 1),
        (combined([HOWELL, HOWELL]), 1),
        (read("8 4 3 6 0\n1-2 A 3-4 A 5-6 D 7-8 D\n1-3 B 2-4 B 5-7 E 6-8 E\n"
              "1-4 C 2-3 C 5-8 F 6-7 F").movement, 2),
        (read("4 1 3 3 1\n1 2 3 4 A\n1 3 2 4 B\n1 4 2 3 C").movement, 1),
        (ONE_TABLE, 2),
        (plans.build(Plan(Family.MITCHELL, 9, 2)), 2),
        (plans.build(Plan(Family.MITCHELL_ONE, 9, 2)), 1),
        (plans.build(Plan(Family.MITCHELL_ONE, 12, 2)), 1),
        (plans.build(Plan(Family.RAINBOW, 20, 1)), 2),
    ],
    ids=[
        "Mitchell",
        "switched",
        "parted",
        "rainbow",
        "Howell",
        "two sections with the same boards",
        "two sections with boards of their own",
        "one table of players",
        "one table",
        "half table",
        "half table, switched",
        "linked by meeting alone",
        "one round of players",
    ],
)  # fmt: skip
def test_winners(movement, number):
    assert winners(movement) == number


@pytest.mark.parametrize(
    ("text", "lists"),
    [
        ("6 3 2 3 0\n1-4 A 2-5 B 3-6 C\n1-6 B 2-4 C 3-5 A\n", [{1, 2, 3}, {4, 5, 6}]),
        ("4 2 2 2 0\n1-2 A 3-4 A\n3-1 B 4-2 B\n", [{1, 2, 3, 4}]),
        ("4 1 2 2 1\n1-2-3-4 A\n1-2-4-3 B\n", [{1, 2, 3, 4}]),
        ("2 1 1 1 0\n1-2 A\n", [{1}, {2}]),
        ("3 2 2 2 0\n1-2 A 3-0 B\n1-3 B 0-2 A\n", [{1}, {2, 3}]),
        ("3 2 2 2 0\n1-2 A 3-0 B\n3-1 B 0-2 A\n", [{1, 2, 3}]),
        ("4 2 1 2 0\n1-2 A 3-0 B\n", [{1}, {2}]),
    ],
    ids=[
        "Mitchell",
        "Howell",
        "individual",
        "one table",
        "half table",
        "half table of a Howell",
        "who never plays",
    ],
)
def test_ranking_lists_are_two_where_nobody_changes_direction(text, lists):
    assert list(ranking_lists(read(text).movement)) == lists


@pytest.mark.parametrize(
    ("movement", "compared"),
    [
        (mitchell(3, 2), True),
        (mitchell(3, 1), False),
        (rainbow(5), True),
        (read("3 2 2 2 0\n1-2 A 3-0 B\n1-3 B 0-2 A\n").movement, False),
        (HOWELL, True),
    ],
    ids=["Mitchell", "one round", "partners", "with nobody but at a half table", "Howell"],
)
def test_is_compared(movement, compared):
    assert is_compared(movement) is compared


@pytest.mark.parametrize(
    ("movement", "messages"),
    [
        (
            mitchell(7, 7),
            [
                "There are 2 winners: the contestants form that many groups, and none is compared "
                "with another group."
            ],
        ),
        (mitchell(7, 7, 1), ["There is one winner: everybody is compared in one ranking list."]),
        (ONE_TABLE, []),
    ],
    ids=["two", "one", "nobody compared"],
)
def test_winners_finding_says_how_many(movement, messages):
    found = [
        (finding.level.value, finding.code, str(finding.message))
        for finding in winners_finding(movement)
    ]
    assert found == [("information", "winners", message) for message in messages]
