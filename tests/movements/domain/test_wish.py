from fractions import Fraction

import pytest

from movements.domain.plans import Family, Plan
from movements.domain.wish import Wish, too_few_stay

HOWELL = Plan(Family.HOWELL, 14, 13)


@pytest.mark.parametrize(
    ("wish", "target"),
    [
        (Wish(14), 24),
        (Wish(14, boards=27), 27),
        (Wish(14, minutes=150), 20),
        (Wish(14, boards=27, minutes=150), 20),
        (Wish(14, boards=18, minutes=150), 18),
        (Wish(14, minutes=3), 1),
    ],
)
def test_target_is_what_is_wanted_and_there_is_time_for(wish, target):
    assert wish.target == target


def test_max_boards_is_rounded_down_exactly():
    assert Wish(14, minutes=7, minutes_a_board=Fraction(7, 3)).max_boards == 3


@pytest.mark.parametrize(
    ("wish", "missed"),
    [
        (Wish(14, boards=26, max_rounds=13, minutes=195, winners=1, staying=1), []),
        (Wish(14, winners=2), ["It has one ranking, not two."]),
        (Wish(14, max_rounds=12), ["It has 13 rounds, more than 12."]),
        (
            Wish(14, minutes=194),
            ["Its 26 boards take longer than there is time for: 25 boards."],
        ),
        (Wish(14, boards=40), ["Everybody plays 26 boards, not about 40."]),
        (
            Wish(14, minutes=90),
            ["The time is too short for even one board a round: it has 13 rounds."],
        ),
    ],
)
def test_misses_says_what_is_not_met(wish, missed):
    assert [str(each) for each in wish.misses(HOWELL, 26)] == missed


def test_misses_one_winner_where_there_are_two_rankings():
    (missed,) = Wish(14, winners=1, boards=28).misses(Plan(Family.MITCHELL, 14, 7), 28)
    assert str(missed) == "It has two rankings, not one."


def test_misses_time_for_no_board_at_all():
    (missed,) = Wish(14, minutes=3).misses(Plan(Family.MITCHELL, 14, 1), 1)
    assert str(missed) == "The time is too short for even one board."


@pytest.mark.parametrize(
    ("staying", "told"),
    [
        (0, "Nobody can stay at one table."),
        (1, "Only 1 can stay at its table."),
        (2, "Only 2 can stay at their tables."),
    ],
)
def test_too_few_stay_says_how_many(staying, told):
    assert str(too_few_stay(staying)) == told
