from datetime import date
from fractions import Fraction

import pytest

from events.tournaments.domain.ratings.fide import expected_percent, factor_of, forecasts
from events.tournaments.domain.results import Code, Colour, Result
from events.tournaments.domain.tournament import Entrant, Tournament


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


def test_a_tournament():
    entrants = (
        Entrant(1, "A", rating=2000, results=played((2, Code.WIN), (3, Code.WIN))),
        Entrant(2, "B", rating=2100, results=played((1, Code.LOSS), (3, Code.DRAW))),
        Entrant(3, "C", results=played((2, Code.DRAW), (1, Code.LOSS))),
        Entrant(4, "D", rating=1900, results=played((1, Code.FORFEIT_WIN))),
    )
    value = Tournament("T", start=date(2026, 3, 6), entrants=entrants)
    first, second, third, fourth = forecasts(value)

    # The game with the player who has no rating does not count for rating.
    assert (first.games, first.points, first.expected) == (1, 1, Fraction(36, 100))
    assert (first.performance, first.k, first.change) == (2900, 20, Fraction(64, 5))
    assert second.change == Fraction(-64, 5)
    assert (third.rating, third.games, third.performance) == (None, 2, 1857)
    assert third.change is None
    assert (fourth.games, fourth.performance, fourth.change) == (0, None, 0)
    assert forecasts(value, k=40)[0].change == Fraction(128, 5)


def test_k_times_the_games_is_limited():
    games = played(*[(2, Code.WIN)] * 20)
    value = Tournament("T", entrants=(Entrant(1, "A", rating=1500, results=games),
                                      Entrant(2, "B", rating=1500)))  # fmt: skip

    assert forecasts(value, k=40)[0].k == 35
