import pytest

from clubscore.problems import Refused
from events.tournaments.domain.outcome import Outcome
from events.tournaments.domain.outcome_text import (
    describe_bye,
    describe_outcome,
    read_bye,
    read_outcome,
    show_outcome,
    write_outcome,
)
from events.tournaments.domain.results import Code


@pytest.mark.parametrize("outcome", Outcome)
def test_an_outcome_is_read_as_it_is_written(outcome: Outcome) -> None:
    assert read_outcome(write_outcome(outcome)) is outcome


@pytest.mark.parametrize("outcome", Outcome)
def test_the_two_codes_of_an_outcome_mean_it(outcome: Outcome) -> None:
    typed = "*" if outcome is Outcome.PENDING else outcome.value
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
        "first); + or - if one side did not come, -- if neither did; * for a game to be played."
    )


def test_a_bye_is_no_result_of_a_game() -> None:
    with pytest.raises(Refused, match="Change the pairings to give a bye"):
        read_outcome("H")


def test_a_bye_is_read_from_its_letter_in_either_case() -> None:
    assert [read_bye(letter) for letter in ("u", "H", " f ", "z")] == [
        Code.PAIRING_BYE,
        Code.HALF_BYE,
        Code.FULL_BYE,
        Code.ZERO_BYE,
    ]


@pytest.mark.parametrize("text", ["", "1", "uu", "bye"])
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
