from fractions import Fraction

import pytest

from clubscore.web.visitors import Actor
from events.tournaments.core.domain.pairings import Pairings
from events.tournaments.core.domain.results import Code
from events.tournaments.rounds.selectors import scores_before, shown_before, shows_mcmahon_scores
from events.tournaments.rounds.services.pairings import set_pairings
from tests.events.tournaments import cups

pytestmark = pytest.mark.django_db


def test_points_are_those_of_the_rounds_before():
    cup = cups.played()
    half = Fraction(1, 2)

    assert scores_before(cup, 1) == dict.fromkeys((1, 2, 3, 4), 0)
    assert scores_before(cup, 2) == {1: 1, 2: half, 3: 0, 4: half}
    # The game between 3 and 4 is still to be played.
    assert scores_before(cup, 3) == {1: 2, 2: half, 3: 0, 4: half}


def test_byes_and_forfeits_count_as_the_point_system_has_them():
    cup = cups.tournament(entries=4)
    byes = Pairings(((1, 2),), byes=((3, Code.HALF_BYE), (4, Code.PAIRING_BYE)))
    set_pairings(round=cup.rounds.get(number=1), pairings=byes, by=Actor())
    cups.play(cup, 2, (1, 2, "+"))

    assert scores_before(cup, 2) == {1: 0, 2: 0, 3: Fraction(1, 2), 4: 1}
    assert scores_before(cup, 3) == {1: 1, 2: 0, 3: Fraction(1, 2), 4: 1}


def test_somebody_without_a_starting_number_has_no_score():
    cup = cups.played()
    cup.entries.filter(number=4).update(number=None)

    assert set(scores_before(cup, 3)) == {1, 2, 3}


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ({"discipline": "go", "kind": "McMahon", "tie_breaks": ["MMS", "SOS"]}, 31),
        ({"discipline": "go", "kind": "McMahon", "tie_breaks": ["SOS", "MMS"]}, 1),
        ({"tie_breaks": ["BH"]}, 1),
    ],
)
def test_the_mcmahon_score_is_shown_where_it_decides(values, expected):
    cup = cups.tournament(entries=2, **values)
    cup.entries.update(grade="1d")
    cups.play(cup, 1, (1, 2, "1"))

    assert shows_mcmahon_scores(cup) is (expected == 31)
    assert shown_before(cup, 2) == {1: expected, 2: expected - 1}
