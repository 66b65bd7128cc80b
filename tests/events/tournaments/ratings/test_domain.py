from datetime import date
from fractions import Fraction

import pytest

from events.tournaments.core.domain.results import Code, Colour, Result
from events.tournaments.core.domain.tournament import Entrant, Tournament
from events.tournaments.ratings.domain import (
    change_of_game,
    egf_forecasts,
    expected_percent,
    expected_score,
    factor_of,
    fide_forecasts,
    start_rating,
)


@pytest.mark.parametrize(
    ("own", "other", "percent"),
    [
        (2000, 2000, 50), (2003, 2000, 50), (2004, 2000, 51), (2000, 2004, 49), (2100, 2000, 64),
        (2400, 2000, 92), (2600, 2000, 92), (2000, 2600, 8), (2700, 2000, 99), (2800, 2000, 100),
    ],
)  # fmt: skip
def test_the_table(own, other, percent):
    assert expected_percent(own, other) == percent


@pytest.mark.parametrize(
    ("rating", "born", "k"),
    [
        (1800, "", 20), (1800, "2008", 40), (1800, "2007-12-31", 20), (2300, "2010", 20),
        (2399, "", 20), (2400, "2010", 10),
    ],
)  # fmt: skip
def test_k_by_the_rule(rating, born, k):
    assert factor_of(rating, born=born, year=2026) == k


def played(*games: tuple[int, Code]) -> tuple[Result, ...]:
    return tuple(Result(opponent, Colour.WHITE, code) for opponent, code in games)


def test_fide_a_tournament():
    entrants = (
        Entrant(1, "A", rating=2000, results=played((2, Code.WIN), (3, Code.WIN))),
        Entrant(2, "B", rating=2100, results=played((1, Code.LOSS), (3, Code.DRAW))),
        Entrant(3, "C", results=played((2, Code.DRAW), (1, Code.LOSS))),
        Entrant(4, "D", rating=1900, results=played((1, Code.FORFEIT_WIN))),
    )
    value = Tournament("T", start=date(2026, 3, 6), entrants=entrants)
    first, second, third, fourth = fide_forecasts(value)

    # The game with the player who has no rating does not count for rating.
    assert (first.games, first.points, first.expected) == (1, 1, Fraction(36, 100))
    assert (first.performance, first.k, first.change) == (2900, 20, Fraction(64, 5))
    assert second.change == Fraction(-64, 5)
    assert (third.rating, third.games, third.performance) == (None, 2, 1857)
    assert third.change is None
    assert (fourth.games, fourth.performance, fourth.change) == (0, None, 0)
    assert fide_forecasts(value, k=40)[0].change == Fraction(128, 5)


def test_k_times_the_games_is_limited():
    games = played(*[(2, Code.WIN)] * 20)
    value = Tournament("T", entrants=(Entrant(1, "A", rating=1500, results=games),
                                      Entrant(2, "B", rating=1500)))  # fmt: skip

    assert fide_forecasts(value, k=40)[0].k == 35


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
    first, second, third = egf_forecasts(Tournament("T", entrants=entrants))
    assert (first.games, first.points, round(first.expected, 2)) == (1, 0, 0.56)
    assert first.after < 2100
    assert second.after > 1800
    assert (third.rating, third.games, third.after) == (None, 0, None)
    halved = egf_forecasts(Tournament("T", entrants=entrants), weight=0.5)[0]
    assert round(2 * (halved.after - 2100), 6) == round(first.after - 2100, 6)
