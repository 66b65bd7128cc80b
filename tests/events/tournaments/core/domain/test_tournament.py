import pytest
from hypothesis import given, strategies as st

from clubscore.text.problems import Refused
from events.tournaments.core.domain.results import Code
from events.tournaments.core.domain.tournament import read_missed_rounds, write_missed_rounds

H, F = Code.HALF_BYE, Code.FULL_BYE


@pytest.mark.parametrize(
    ("text", "missed"),
    [
        ("", {}),
        ("5, 2", {2: None, 5: None}),
        ("2 5h 6F", {2: None, 5: H, 6: F}),
        ("3z", {3: None}),
        ("2 2", {2: None}),
    ],
)
def test_rounds_and_byes_are_read(text, missed):
    assert read_missed_rounds(text) == missed


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("x", "“x” is not a round."),
        ("0", "“0” is not a round."),
        ("1000", "“1000” is not a round."),
        ("5u", "“5u” is not a round."),
        ("٣", "“٣” is not a round."),
        ("5 5h", "Round 5 is there twice, with two kinds of bye."),
    ],
)
def test_what_is_wrong_is_said(text, problem):
    with pytest.raises(Refused) as refusal:
        read_missed_rounds(text)

    assert str(refusal.value).startswith(problem)


@given(st.dictionaries(st.integers(1, 999), st.sampled_from([None, H, F])))
def test_what_is_written_is_read_again(missed):
    assert read_missed_rounds(write_missed_rounds(missed)) == missed
