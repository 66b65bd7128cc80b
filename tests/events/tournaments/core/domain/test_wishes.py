import pytest

from clubscore.text.problems import Refused
from events.tournaments.core.domain.results import Code, Colour, Result
from events.tournaments.core.domain.tournament import Entrant, Forbidden, Tournament, Wish
from events.tournaments.core.domain.wishes import (
    MAX_LINES,
    Wishes,
    as_text,
    preferred_pairs,
    read_forbidden,
    read_wishes,
    wishes_of,
)

PLAYERS = (
    Entrant(1, "A", club="Mill", federation="NED"),
    Entrant(2, "B", club="mill ", federation="BEL"),
    Entrant(3, "C", club="Lake", federation="NED"),
    Entrant(4, "D"),
    Entrant(5, "E"),
)


def cup(*, entrants=PLAYERS, **wishes):
    return Tournament("T", entrants=entrants, **wishes)


def groups(found):
    return [sorted(group) for group in found]


def test_pairs_typed_by_hand():
    wishes = wishes_of(
        cup(
            forbidden=(Forbidden((1, 2)), Forbidden((3, 4), 2, 3)),
            wishes=(Wish((1, 3), prefer=False), Wish((1, 4), prefer=True)),
        ),
        1,
    )

    assert (groups(wishes.never), groups(wishes.avoid)) == ([[1, 2]], [[1, 3]])
    assert groups(wishes.prefer) == [[1, 4]]


@pytest.mark.parametrize(("round_", "holds"), [(1, False), (2, True), (3, True), (4, False)])
def test_some_are_forbidden_in_some_rounds_only(round_, holds):
    wishes = wishes_of(cup(forbidden=(Forbidden((3, 4), 2, 3),)), round_)

    assert wishes.forbids(4, 3) is holds


def test_clubs_and_federations():
    wishes = wishes_of(cup(same_club="never", same_federation="avoid"), 1)

    # Nobody without a club is of one with another.
    assert (groups(wishes.never), groups(wishes.avoid)) == ([[1, 2]], [[1, 3]])
    assert wishes_of(cup(), 1) == Wishes()


def test_a_preferred_pair_is_made_once_and_by_those_who_play():
    wishes = (Wish((1, 2), prefer=True), Wish((2, 3), prefer=True), Wish((4, 5), prefer=True))
    met = (
        *PLAYERS[:3],
        Entrant(4, "D", results=(Result(5, Colour.WHITE, Code.WIN),)),
        Entrant(5, "E", results=(Result(4, Colour.BLACK, Code.LOSS),)),
    )

    assert preferred_pairs(cup(wishes=wishes), 1, range(1, 6)) == [(1, 2), (4, 5)]
    assert preferred_pairs(cup(wishes=wishes), 1, [2, 3, 4]) == [(2, 3)]
    assert preferred_pairs(cup(entrants=met, wishes=wishes), 2, range(1, 6)) == [(1, 2)]
    forbidden = cup(wishes=wishes, forbidden=(Forbidden((1, 2)),))
    assert preferred_pairs(forbidden, 1, range(1, 6)) == [(2, 3), (4, 5)]


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
