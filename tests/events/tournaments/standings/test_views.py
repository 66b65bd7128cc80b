from fractions import Fraction

from events.tournaments.standings.views import tie_column

HALF = Fraction(1, 2)


def test_halves_stay_halves() -> None:
    assert tie_column([Fraction(2), HALF, None]) == ["2", "½", "–"]


def test_with_a_quarter_the_whole_column_has_two_decimals() -> None:
    values = [Fraction(1), HALF, Fraction(1, 4), Fraction(1, 3), None]
    third = '<span title="1/3">0.33</span>'
    assert tie_column(values) == ["1.00", "0.50", "0.25", third, "–"]
