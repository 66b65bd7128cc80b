import pytest

from events.tournaments.domain.ratings.egf import (
    change_of_game,
    expected_score,
    forecasts,
    start_rating,
)
from events.tournaments.domain.results import Code, Colour, Result
from events.tournaments.domain.tournament import Entrant, Tournament


@pytest.mark.parametrize(
    ("own", "other", "score", "after"),
    [
        (2100, 2100, 1, 2109.306),
        (2100, 2200, 1, 2111.903),
        (2100, 2200, 0, 2094.323),
        (1500, 1600, 1, 1522.138),
        (100, 200, 1, 152.397),
        (2700, 2600, 0, 2695.673),
    ],
)
def test_the_values_that_were_computed_beforehand(own, other, score, after):
    assert round(own + change_of_game(own, other, score), 3) == after


def test_what_two_expect_adds_up():
    assert round(expected_score(1800, 1500) + expected_score(1500, 1800), 9) == 1


@pytest.mark.parametrize(
    ("rating", "grade", "start"),
    [
        (None, "1d", 2100), (None, "", None), (1950, "1d", 1950), (1700, "2k", 1900),
        (1700, "3d", 2100), (2200, "5d", 2200),
    ],
)  # fmt: skip
def test_a_grade_lifts_a_rating(rating, grade, start):
    assert start_rating(Entrant(1, "A", rating=rating, grade=grade)) == start


def test_a_tournament():
    def game(opponent, colour, code, handicap=0):
        return Result(opponent, colour, code, handicap)

    entrants = (
        Entrant(1, "A", grade="1d", results=(game(2, Colour.WHITE, Code.LOSS, 3),)),
        Entrant(2, "B", grade="3k", results=(game(1, Colour.BLACK, Code.WIN, 3),)),
        Entrant(3, "C", results=(game(1, Colour.BLACK, Code.FORFEIT_WIN),)),
    )
    first, second, third = forecasts(Tournament("T", entrants=entrants))
    assert (first.games, first.points, round(first.expected, 2)) == (1, 0, 0.56)
    assert first.after < 2100
    assert second.after > 1800
    assert (third.rating, third.games, third.after) == (None, 0, None)
    halved = forecasts(Tournament("T", entrants=entrants), weight=0.5)[0]
    assert round(2 * (halved.after - 2100), 6) == round(first.after - 2100, 6)
