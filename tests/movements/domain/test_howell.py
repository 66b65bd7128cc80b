from fractions import Fraction

import pytest

from clubscore.text.problems import Refused
from movements.domain.balance import quality
from movements.domain.check import unusable
from movements.domain.howell import SIZES, howell
from movements.domain.winners import winners
from tests.movements.domain.building import boards_played, most_meetings, sharing

PUBLISHED = {
    (6, 5): "60",
    (8, 7): "100",
    (10, 9): "83.33",
    (12, 11): "100",
    (14, 13): "91.30",
    (16, 15): "100",
    (18, 17): "94.73",
    (20, 19): "100",
    (12, 9): "87.7",
    (14, 11): "91.37",
    (16, 13): "90.5",
    (18, 13): "89.3",
    (20, 13): "86",
}


@pytest.mark.parametrize(("pairs", "rounds"), SIZES)
def test_howell_any_size_passes_the_checker(pairs, rounds):
    movement = howell(pairs, rounds)
    assert (len(movement.rounds), movement.groups, movement.tables) == (rounds, rounds, pairs // 2)
    assert unusable(movement) == ()
    assert most_meetings(movement) == 1
    assert (sharing(movement) == set()) == (pairs > 6)
    assert set(boards_played(movement).values()) == {rounds}
    assert len(boards_played(movement)) == pairs
    assert winners(movement) == 1


@pytest.mark.parametrize(("size", "published"), PUBLISHED.items())
def test_howell_reaches_the_published_balance(size, published):
    assert (quality(howell(*size)) or 0) >= Fraction(published)


def test_howell_is_complete_when_no_rounds_are_asked_for():
    assert howell(8) == howell(8, 7)


@pytest.mark.parametrize(
    ("pairs", "rounds", "nearest"),
    [
        (13, None, "12 pairs in 11"),
        (22, None, "20 pairs in 19"),
        (16, 11, "16 pairs in 13"),
        (0, 0, "4 pairs in 3"),
    ],
)
def test_howell_that_there_is_not_is_refused_with_the_nearest(pairs, rounds, nearest):
    with pytest.raises(Refused, match=rf"there is one for {nearest} rounds\.$"):
        howell(pairs, rounds)
