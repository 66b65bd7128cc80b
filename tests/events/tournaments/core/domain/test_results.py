from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, strategies as st

from clubscore.text.problems import Refused
from events.tournaments.core.domain.results import (
    Code,
    Colour,
    Outcome,
    PointSystem,
    Result,
    agree,
    describe_bye,
    describe_outcome,
    outcome_of,
    read_bye,
    read_outcome,
    read_points,
    show_outcome,
    write_outcome,
    write_points,
)

AGREEING = {
    ("1", "0"), ("=", "="), ("=", "0"), ("0", "0"),
    ("W", "L"), ("D", "D"), ("D", "L"), ("L", "L"),
    ("+", "-"), ("-", "-"), ("+", "+"), ("*", "*"),
}  # fmt: skip


def test_agree_on_every_pair_of_codes() -> None:
    found = {(one, other) for one, other in product(Code, Code) if agree(one, other)}

    assert found == AGREEING | {(other, one) for one, other in AGREEING}


def test_points_of_every_code_in_the_usual_system() -> None:
    points = {code.value: PointSystem().points(code) for code in Code}

    half = Fraction(1, 2)
    assert points == {
        "1": 1, "=": half, "0": 0, "W": 1, "D": half, "L": 0, "+": 1, "-": 0,
        "U": 1, "H": half, "F": 1, "Z": 0, "*": None,
    }  # fmt: skip


def test_result_of_a_bye_with_an_opponent_is_a_mistake() -> None:
    with pytest.raises(ValueError, match="PAIRING_BYE"):
        Result(3, None, Code.PAIRING_BYE)


def test_result_of_a_game_without_an_opponent_is_a_mistake() -> None:
    with pytest.raises(ValueError, match="WIN"):
        Result(None, Colour.WHITE, Code.WIN)


def test_other_colour() -> None:
    assert Colour.WHITE.other is Colour.BLACK
    assert Colour.BLACK.other is Colour.WHITE


def test_the_outcomes_are_the_pairs_of_codes_that_agree() -> None:
    games = [code for code in Code if not code.is_bye]
    pairs = {one.value + other.value for one in games for other in games if agree(one, other)}
    assert {outcome.value for outcome in Outcome} == pairs | {"??"}


@pytest.mark.parametrize("outcome", Outcome)
def test_an_outcome_is_its_two_sides(outcome: Outcome) -> None:
    known = Outcome.PENDING if outcome is Outcome.ADJOURNED else outcome
    assert outcome_of(outcome.first, outcome.second) is known
    assert outcome_of(outcome.second, outcome.first) is known.reversed


@pytest.mark.parametrize(
    ("first", "second"),
    [(Code.WIN, Code.WIN), (Code.WIN, Code.DRAW), (Code.WIN, Code.FORFEIT_LOSS)],
)
def test_sides_that_contradict_each_other_are_no_outcome(first: Code, second: Code) -> None:
    with pytest.raises(ValueError, match="against"):
        outcome_of(first, second)


@pytest.mark.parametrize("outcome", Outcome)
def test_an_outcome_is_read_as_it_is_written(outcome: Outcome) -> None:
    assert read_outcome(write_outcome(outcome)) is outcome


@pytest.mark.parametrize("outcome", Outcome)
def test_the_two_codes_of_an_outcome_mean_it(outcome: Outcome) -> None:
    typed = outcome.value[:1] if outcome.is_open else outcome.value
    assert read_outcome(typed) is outcome


@pytest.mark.parametrize("outcome", Outcome)
def test_what_pages_show_reads_back_but_for_rating(outcome: Outcome) -> None:
    rated = {"W": "1", "D": "=", "L": "0"}
    expected = "".join(rated.get(code, code) for code in outcome.value)
    assert read_outcome(show_outcome(outcome)) is Outcome(expected)


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("", Outcome.PENDING),
        (" 1 ", Outcome.FIRST_WINS),
        ("1:0", Outcome.FIRST_WINS),
        ("0 - 1", Outcome.SECOND_WINS),
        ("½", Outcome.DRAWN),
        ("1/2", Outcome.DRAWN),
        ("−", Outcome.FORFEIT_TO_SECOND),
        ("— –", Outcome.FORFEIT_BY_BOTH),
        ("+:+", Outcome.FORFEIT_TO_BOTH),
        ("W", Outcome.UNRATED_FIRST_WINS),
    ],
)
def test_a_result_may_be_typed_in_several_ways(text: str, outcome: Outcome) -> None:
    assert read_outcome(text) is outcome


@pytest.mark.parametrize("text", ["2", "11", "1=", "x", "1-", "+="])
def test_what_is_no_result_is_refused_with_what_was_typed(text: str) -> None:
    with pytest.raises(Refused) as refused:
        read_outcome(text)
    assert str(refused.value) == (
        f"“{text}” is not a result. Type 1, = or 0 from White’s point of view (White is named "
        "first); + or - if one side did not come, -- if neither did; a for an "
        "adjourned game, * for a game to be played."
    )


def test_a_bye_is_no_result_of_a_game() -> None:
    with pytest.raises(Refused, match="Change the pairings to give a bye"):
        read_outcome("H")


def test_a_bye_is_read_from_its_letter_in_either_case() -> None:
    assert [read_bye(letter) for letter in ("u", "Bye", "H", " f ", "z")] == [
        Code.PAIRING_BYE,
        Code.PAIRING_BYE,
        Code.HALF_BYE,
        Code.FULL_BYE,
        Code.ZERO_BYE,
    ]


@pytest.mark.parametrize("text", ["", "1", "uu", "byes"])
def test_what_is_no_bye_is_refused(text: str) -> None:
    with pytest.raises(Refused, match=f"“{text}” is not a bye"):
        read_bye(text)


def test_an_outcome_is_described_in_words() -> None:
    names = {"first": "Clara Finch", "second": "Hugo Tarrant"}
    assert {
        str(describe_outcome(outcome, **names))
        for outcome in (Outcome.FIRST_WINS, Outcome.FORFEIT_TO_SECOND, Outcome.DRAWN)
    } == {"Clara Finch wins", "Hugo Tarrant wins by forfeit", "draw"}
    assert str(describe_bye(Code.HALF_BYE)) == "half-point bye"


def test_every_outcome_has_its_own_description() -> None:
    told = {str(describe_outcome(outcome, first="A", second="B")) for outcome in Outcome}
    assert len(told) == len(Outcome)


@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("1", Fraction(1)),
        (" 0 ", Fraction(0)),
        ("½", Fraction(1, 2)),
        ("-½", Fraction(-1, 2)),
        ("1½", Fraction(3, 2)),
        ("-1½", Fraction(-3, 2)),
        ("−2", Fraction(-2)),
        ("0.5", Fraction(1, 2)),
        ("0,5", Fraction(1, 2)),
        ("1/2", Fraction(1, 2)),
        ("10.25", Fraction(41, 4)),
    ],
)
def test_points_are_read(text: str, points: Fraction) -> None:
    assert read_points(text) == points


@pytest.mark.parametrize("text", ["", "one", "1/0", "1.", "½½", "x½", "1e3", "٣", "1 1"])
def test_what_is_no_points_is_nothing(text: str) -> None:
    assert read_points(text) is None


@given(st.fractions(min_value=-1000, max_value=1000, max_denominator=1000))
def test_points_are_read_as_they_are_written(points: Fraction) -> None:
    assert read_points(write_points(points)) == points


@pytest.mark.parametrize(
    ("points", "text"),
    [
        (Fraction(0), "0"),
        (Fraction(7), "7"),
        (Fraction(1, 2), "½"),
        (Fraction(-13, 2), "-6½"),
        (Fraction(1, 4), "0.25"),
        (Fraction(11, 10), "1.1"),
        (Fraction(1, 3), "1/3"),
    ],
)
def test_points_are_written_shortly(points: Fraction, text: str) -> None:
    assert write_points(points) == text
