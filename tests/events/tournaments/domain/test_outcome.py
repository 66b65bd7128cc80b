import pytest

from events.tournaments.domain.outcome import Outcome, outcome_of
from events.tournaments.domain.results import Code, agree


def test_the_outcomes_are_the_pairs_of_codes_that_agree() -> None:
    games = [code for code in Code if not code.is_bye]
    pairs = {one.value + other.value for one in games for other in games if agree(one, other)}
    assert {outcome.value for outcome in Outcome} == pairs


@pytest.mark.parametrize("outcome", Outcome)
def test_an_outcome_is_its_two_sides(outcome: Outcome) -> None:
    assert outcome_of(outcome.first, outcome.second) is outcome
    assert outcome_of(outcome.second, outcome.first) is outcome.reversed


@pytest.mark.parametrize(
    ("first", "second"),
    [(Code.WIN, Code.WIN), (Code.WIN, Code.DRAW), (Code.WIN, Code.FORFEIT_LOSS)],
)
def test_sides_that_contradict_each_other_are_no_outcome(first: Code, second: Code) -> None:
    with pytest.raises(ValueError, match="against"):
        outcome_of(first, second)
