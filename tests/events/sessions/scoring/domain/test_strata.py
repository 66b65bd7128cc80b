from decimal import Decimal
from fractions import Fraction

import pytest

from clubscore.text.problems import Refused
from events.common.domain import Place
from events.sessions.scoring.domain.strata import StrataBy, StrataRule, places_within, strata_in_use

STRONGER = StrataRule(StrataBy.RATING, False, Decimal(1500), Decimal(500))
MEAN = StrataRule(StrataBy.RATING, True, Decimal(1500))
HANDICAP = StrataRule(StrataBy.HANDICAP, False, Decimal(3), Decimal("7.5"))


@pytest.mark.parametrize(
    ("rule", "value", "stratum"),
    [
        (STRONGER, (1500, 200), "A"),
        (STRONGER, (1499, 200), "B"),
        (STRONGER, (499, 200), "C"),
        (STRONGER, (499, None), "A"),
        (STRONGER, (), "A"),
        (MEAN, (2500, 400), "B"),
        (MEAN, (100, 100), "B"),
        (HANDICAP, Fraction(5, 2), "A"),
        (HANDICAP, Fraction(3), "B"),
        (HANDICAP, Fraction(8), "C"),
        (HANDICAP, None, "A"),
    ],
)
def test_limits_give_the_stratum(rule, value, stratum):
    found = rule.of_ratings(value) if isinstance(value, tuple) else rule.of_handicap(value)
    assert found == stratum


@pytest.mark.parametrize(
    ("by", "b", "c", "message"),
    [
        ("rating", None, None, "A limit of stratum B is needed where strata are by limits."),
        ("rating", 500, 1500, "The limit of stratum C must be lower than that of B."),
        ("handicap", 7, 3, "The limit of stratum C must be higher than that of B."),
    ],
)
def test_limits_that_make_no_strata_are_refused(by, b, c, message):
    with pytest.raises(Refused) as refusal:
        StrataRule(StrataBy(by), False, b, c)
    assert [str(problem) for problem in refusal.value.problems] == [message]


def test_whoever_is_in_c_is_ranked_in_b_too_and_ties_stay():
    ranked = [
        (Place(1), "A"),
        (Place(2), "C"),
        (Place(3, True), "A"),
        (Place(3, True), "B"),
        (Place(3, True), "C"),
        (Place(6), "B"),
        (Place(0), "B"),
    ]
    places = places_within(ranked, ("B", "C"))
    assert [tuple(map(str, own)) for own in places] == [
        ("", ""), ("1", "1"), ("", ""), ("2=", ""), ("2=", "2"), ("4", ""), ("", ""),
    ]  # fmt: skip
    assert strata_in_use(["", "A", "C"]) == ("C",)
    assert strata_in_use(["", "A"]) == ()
