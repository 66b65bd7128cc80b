import pytest

from clubscore.text.problems import Refused
from movements.domain import plans
from movements.domain.check import unusable
from movements.domain.plans import Family, Plan
from tests.movements.domain.building import boards_played, most_meetings, sharing

SMALL = [plan for contestants in range(3, 23) for plan in plans.plans(contestants)]
LARGE = [plan for contestants in (27, 28, 47, 60, 79, 80) for plan in plans.plans(contestants)]
PLAYERS = [
    plan for players in (8, 12, 20, 28, 148) for plan in plans.plans(players, individual=True)
]


def test_build_any_plan_is_as_announced():
    for plan in [*SMALL, *LARGE[::9], *PLAYERS[::7]]:
        movement = plans.build(plan)
        assert (movement.contestants, movement.tables, len(movement.rounds), movement.groups) == (
            plan.contestants,
            plan.tables,
            plan.rounds,
            plan.groups,
        )
        assert unusable(movement) == ()
        odd = 0 if plan.is_individual else plan.contestants % 2
        assert {len(movement.sitting_out(n)) for n in range(1, plan.rounds + 1)} == {odd}
        assert min(boards_played(movement).values()) >= plan.rounds - odd - _twice(plan)
        if plan.copies == 1:
            assert (sharing(movement) != set()) == plan.shares_boards
        if not plan.is_individual:
            assert most_meetings(movement) == 1


def _twice(plan):
    """How often the extra pair of a bump sits out again: not everywhere is there a place."""
    is_bump = plan.family in (Family.BUMP, Family.BUMP_ONE)
    return int(is_bump and plan.tables % 3 == 0 and plan.rounds >= plan.tables - 1)


def test_build_any_bump_the_extra_pair_displaces_each_pair_once():
    for plan in plans.plans(13):
        if plan.family is Family.BUMP:
            movement = plans.build(plan)
            out = [movement.sitting_out(number) for number in range(1, plan.rounds + 1)]
            assert out[0] == (13,)
            assert len(set(out)) == len(out)
            assert all(pair <= 6 for (pair,) in out[1:])


def test_any_pair_may_be_missing_and_nothing_else_changes():
    for plan in plans.plans(9):
        if not plan.has_half_table:
            continue
        for missing in range(1, 11):
            chosen = plans.find(plan.family, 9, plan.rounds, missing)
            movement = plans.build(chosen)
            assert unusable(movement) == ()
            assert most_meetings(movement) == 1
            assert (sharing(movement) != set()) == chosen.shares_boards or chosen.copies > 1
            ours = plans.whole(plan).schedule(missing)
            others = [place.opponents[0] for place in ours if place]
            alone = [movement.sitting_out(n)[0] for n in range(1, plan.rounds + 1)]
            assert alone == [each - (each > missing) for each in others]


@pytest.mark.parametrize(
    ("family", "contestants", "missing"),
    [("mitchell", 13, 15), ("mitchell", 14, 1), ("bump", 13, 1)],
)
def test_nobody_is_missing_who_is_not_there(family, contestants, missing):
    with pytest.raises(Refused, match="There is no such movement"):
        plans.find(family, contestants, 5, missing)


def test_plans_of_fourteen_pairs_are_these():
    found = {family: [] for family in Family}
    for plan in plans.plans(14):
        found[plan.family].append(plan.rounds)
    assert {family.value: rounds for family, rounds in found.items() if rounds} == {
        "mitchell": [1, 2, 3, 4, 5, 6, 7],
        "mitchell-one": [2, 3, 4, 5, 6, 7],
        "hesitation": [8],
        "double-hesitation": [9],
        "howell": [13, 11],
    }


def test_plans_of_an_even_number_of_tables_leave_out_a_mitchell_without_its_skip():
    found = [plan.rounds for plan in plans.plans(16) if plan.family is Family.MITCHELL]
    assert found == [5, 6, 7]


@pytest.mark.parametrize("contestants", [-1, 0, 1, 2, 81, 10**30])
def test_plans_for_too_few_or_too_many_pairs_are_none(contestants):
    assert plans.plans(contestants) == ()


@pytest.mark.parametrize("players", [0, 4, 14, 21, 22, 56, 60, 164, 10**30])
def test_plans_for_players_without_an_individual_are_none(players):
    assert plans.plans(players, individual=True) == ()


def test_find_is_the_plan_of_an_address():
    assert plans.find("howell", 13, 11) == Plan(Family.HOWELL, 13, 11)
    assert plans.find("rainbow", 20, 5) == Plan(Family.RAINBOW, 20, 5)
    assert plans.find("whist", 12, 11) == Plan(Family.WHIST, 12, 11)


@pytest.mark.parametrize(
    ("family", "contestants", "rounds"),
    [
        ("howell", 14, 12),
        ("nonsense", 14, 7),
        ("mitchell", 0, 7),
        ("rainbow", 24, 5),
        ("whist", 12, 12),
        ("whist", 14, 7),
        ("mitchell", 10**30, 10**30),
        ("web", 14, 0),
    ],
)
def test_find_what_there_is_not_is_refused(family, contestants, rounds):
    with pytest.raises(Refused, match="There is no such movement"):
        plans.find(family, contestants, rounds)


@pytest.mark.parametrize(
    ("plan", "named"),
    [
        (Plan(Family.HOWELL, 14, 13), "Howell, 14 pairs, 13 rounds"),
        (Plan(Family.HOWELL, 13, 11), "Three-quarter Howell, 13 pairs, 11 rounds"),
        (Plan(Family.MITCHELL_ONE, 16, 4), "Mitchell with arrow switch, 16 pairs, 4 rounds"),
        (Plan(Family.MITCHELL, 16, 5), "Skip Mitchell, 16 pairs, 5 rounds"),
        (Plan(Family.RAINBOW, 20, 5), "Rainbow individual, 20 players, 5 rounds"),
        (Plan(Family.WHIST, 12, 11), "Complete individual, 12 players, 11 rounds"),
        (Plan(Family.WHIST, 16, 12), "Individual, 16 players, 12 rounds"),
        (
            Plan(Family.MITCHELL, 13, 7, missing=10),
            "Mitchell, 13 pairs, 7 rounds, without 10 of 14",
        ),
    ],
)
def test_name_distinguishes_a_movement_from_others(plan, named):
    assert str(plans.name(plan)) == named


def test_quality_is_in_tenths():
    assert plans.quality(Plan(Family.HOWELL, 14, 13)) == 913
    assert plans.quality(Plan(Family.RAINBOW, 20, 5)) is None
