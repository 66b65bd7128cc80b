from fractions import Fraction

import pytest
from hypothesis import given, strategies as st

from clubscore.text.problems import Refused
from events.sessions.core.domain.adjustment import (
    NOT_PLAYED,
    Artificial,
    Average,
    Component,
    Split,
    Weighted,
    components_of,
    notation,
    read_adjustment,
    scores_of,
)
from events.sessions.core.domain.contract import PASS, read_played
from tests.events.sessions.scoring.domain.strategies import ADJUSTMENTS

WEIGHTED = Weighted((Component(Fraction(3, 5), 420), Component(Fraction(2, 5), -50)))


@pytest.mark.parametrize(
    ("text", "adjustment"),
    [
        ("NP", NOT_PLAYED),
        ("A6040", Artificial(Fraction(60), Fraction(40))),
        ("A0505", Artificial(Fraction(5), Fraction(5))),
        ("A+-", Artificial(Average.PLUS, Average.MINUS)),
        ("A++", Artificial(Average.PLUS, Average.PLUS)),
        ("A=", Artificial(Average.EQUAL, Average.EQUAL)),
        ("A+40", Artificial(Average.PLUS, Fraction(40))),
        ("A100/0", Artificial(Fraction(100), Fraction(0))),
        ("A62.5/37.5", Artificial(Fraction(125, 2), Fraction(75, 2))),
        ("A100/-", Artificial(Fraction(100), Average.MINUS)),
        ("60:420/40:-50", WEIGHTED),
        ("33.33:0/66.67:50", Weighted((
            Component(Fraction(3333, 10_000), 0), Component(Fraction(6667, 10_000), 50),
        ))),
        ("100:420(4SN=)", Weighted((Component(Fraction(1), 420, read_played("4SN=")),))),
        ("60:420(4SN=)/40:-1100(3NTxxE+1)", Weighted((
            Component(Fraction(3, 5), 420, read_played("4SN=")),
            Component(Fraction(2, 5), -1100, read_played("3NTxxE+1")),
        ))),
        ("100:0(PASS)", Weighted((Component(Fraction(1), 0, PASS),))),
        ("60:420/40:-50|100:-50", Split(WEIGHTED, Weighted((Component(Fraction(1), -50),)))),
        ("60:420/40:-50|A+", Split(WEIGHTED, Average.PLUS)),
        ("A62.5|60:420/40:-50", Split(Fraction(125, 2), WEIGHTED)),
        ("NP|60:420/40:-50", Split(NOT_PLAYED, WEIGHTED)),
    ],
)  # fmt: skip
def test_text_and_value_of_adjustment(text, adjustment):
    assert read_adjustment(text) == adjustment
    assert str(adjustment) == text


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("np", "NP"),
        (" a 60 40 ", "A6040"),
        ("a+−", "A+-"),
        ("A==", "A="),
        ("A60/40", "A6040"),
        ("60%:+420 / 40%:−50", "60:420/40:-50"),
    ],
)
def test_other_ways_of_writing(text, canonical):
    assert str(read_adjustment(text)) == canonical


@given(ADJUSTMENTS)
def test_adjustment_to_text_to_adjustment_is_the_same(adjustment):
    assert read_adjustment(str(adjustment)) == adjustment


@given(st.text(alphabet="Aa0456789+-=:/|.% NPS()", max_size=20) | st.text(max_size=20))
def test_any_text_is_an_adjustment_or_refused(text):
    try:
        adjustment = read_adjustment(text)
    except Refused:
        return
    assert read_adjustment(str(adjustment)) == adjustment


@pytest.mark.parametrize(
    "text",
    [
        *("", "A", "A+", "A60", "A604", "A60400", "B6040", "60:", ":420"),
        *("A+|A-", "NP|NP", "NP|A+", "100:420|", "100:420|A=|A="),
    ],
)
def test_adjustment_refused(text):
    with pytest.raises(Refused) as refusal:
        read_adjustment(text)
    assert str(refusal.value).startswith(f"“{text}” is not an adjusted score")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("100:420(4XN)", "“4XN” is not a contract with its result, such as 4SN= or 3NTxW-2."),
        ("A101/0", "“A101/0” gives a side more than 100 % of the board."),
        ("60:420/30:-50", "The weights of “60:420/30:-50” add up to 90 %, not 100 %."),
        ("100:420/0:-50", "“100:420/0:-50” has a score of weight 0."),
        (
            "20:0/20:50/20:100/20:150/10:200/10:250",
            "“20:0/20:50/20:100/20:150/10:200/10:250” has more than five weighted scores.",
        ),
    ],
)
def test_adjustment_refused_because(text, message):
    with pytest.raises(Refused) as refusal:
        read_adjustment(text)
    assert str(refusal.value) == message


@pytest.mark.parametrize(
    "components",
    [
        (),
        (Component(Fraction(1, 2), 0),),
        (Component(Fraction(3, 2), 0), Component(Fraction(-1, 2), 50)),
    ],
)
def test_weighted_that_is_no_whole_is_our_mistake(components):
    with pytest.raises(ValueError, match=r"components|weights"):
        Weighted(components)


def test_scores_of_an_adjustment():
    split = Split(WEIGHTED, Weighted((Component(Fraction(1), 110),)))
    assert list(scores_of(split)) == [420, -50, 110]
    assert list(scores_of(Artificial(Average.PLUS, Average.MINUS))) == []
    assert list(scores_of(None)) == []


def test_components_of_an_adjustment():
    split = Split(WEIGHTED, Weighted((Component(Fraction(1), 110),)))
    assert list(components_of(split)) == [*WEIGHTED.components, Component(Fraction(1), 110)]
    assert list(components_of(NOT_PLAYED)) == []


def test_assigned_score_is_the_only_one():
    assert WEIGHTED.assigned is None
    assert Weighted((Component(Fraction(1), 110),)).assigned == Component(Fraction(1), 110)


def test_averages():
    assert [average.percentage for average in Average] == [60, 50, 40]


def test_a_text_longer_than_any_adjusted_score_is_refused():
    assert str(read_adjustment("60:420" + " " * 900 + "/40:-50")) == "60:420/40:-50"
    with pytest.raises(Refused, match="An adjusted score has at most 1000 characters"):
        read_adjustment("60:420" + " " * 1000 + "/40:-50")


@pytest.mark.parametrize(
    ("text", "usual"),
    [
        ("A6040", "A60/40"),
        ("A62.5/37.5", "A62.5/37.5"),
        ("A+-", "A+/A−"),
        ("A+40", "A+/A40"),
        ("A50/=", "A50/A="),
        ("A=", "A="),
        ("NP", "not played"),
        ("100:420", "+420"),
        ("100:0(PASS)", "0"),
        ("100:-50(4SN-1)", "4♠N−1 −50"),
        ("60:420(4SN=)/40:-50", "60 % 4♠N= +420, 40 % −50"),
        ("100:420|60:420(4SN=)/40:-50", "NS +420; EW 60 % 4♠N= +420, 40 % −50"),
    ],
)
def test_usual_notation(text, usual):
    assert str(notation(read_adjustment(text))) == usual
