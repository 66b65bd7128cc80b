import pytest

from clubscore.problems import Refused
from events.tournaments.domain.pairing.typed_wishes import (
    MAX_LINES,
    as_text,
    read_forbidden,
    read_wishes,
)


@pytest.mark.parametrize(
    ("text", "stored"),
    [
        ("3 7", {"numbers": [3, 7], "first": None, "last": None}),
        (" 7-3 ", {"numbers": [3, 7], "first": None, "last": None}),
        ("9, 3, 7", {"numbers": [3, 7, 9], "first": None, "last": None}),
        ("3 7 r2", {"numbers": [3, 7], "first": 2, "last": 2}),
        ("3 7 r2-4", {"numbers": [3, 7], "first": 2, "last": 4}),
    ],
)
def test_who_is_never_paired(text, stored):
    assert read_forbidden(f"\n{text}\n") == [stored]
    assert read_forbidden(as_text([stored])) == [stored]


def test_who_is_avoided_or_preferred():
    stored = [{"numbers": [3, 7, 9], "prefer": False}, {"numbers": [1, 2], "prefer": True}]

    assert read_wishes("3 7 9?\n\n2 1 +") == stored
    assert as_text(stored) == "3 7 9 ?\n1 2 +"


@pytest.mark.parametrize(
    ("read", "text", "said"),
    [
        (read_forbidden, "3", "Line 1: “3” is not a pair of starting numbers, such as 3 7."),
        (read_forbidden, "3 3", "Line 1: “3 3” is not a pair of starting numbers, such as 3 7."),
        (read_forbidden, "a 7", "Line 1: “a 7” is not a pair of starting numbers, such as 3 7."),
        (read_forbidden, "0 7", "Line 1: “0 7” is not a pair of starting numbers, such as 3 7."),
        (read_forbidden, "3 7 ?", "Line 1: ? and + belong to the wishes."),
        (read_wishes, "3 7", "Line 1: ? or + is missing behind the numbers."),
        (read_wishes, "3 7 r2 +", "Line 1: a wish holds in all rounds."),
        (read_wishes, "3 7 9 +", "Line 1: a preferred pair has two players."),
        (read_wishes, "1 2 +\n" * (MAX_LINES + 1), "At most 500 lines are read."),
    ],
)
def test_what_is_wrong_is_said(read, text, said):
    with pytest.raises(Refused) as caught:
        read(text)

    assert [str(problem.message) for problem in caught.value.problems] == [said]


def test_every_problem_is_reported_at_once():
    with pytest.raises(Refused) as caught:
        read_forbidden("x\n1 2\ny")

    assert [problem.line for problem in caught.value.problems] == [1, 3]
