import pytest

from events.tournaments.domain.pairing.wishes import Wishes, preferred_pairs, wishes_of
from events.tournaments.domain.results import Code, Colour, Result
from events.tournaments.domain.tournament import Entrant, Forbidden, Tournament, Wish

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
    found = wishes_of(
        cup(
            forbidden=(Forbidden((1, 2)), Forbidden((3, 4), 2, 3)),
            wishes=(Wish((1, 3), prefer=False), Wish((1, 4), prefer=True)),
        ),
        1,
    )

    assert (groups(found.never), groups(found.avoid)) == ([[1, 2]], [[1, 3]])
    assert groups(found.prefer) == [[1, 4]]


@pytest.mark.parametrize(("round_", "holds"), [(1, False), (2, True), (3, True), (4, False)])
def test_some_are_forbidden_in_some_rounds_only(round_, holds):
    found = wishes_of(cup(forbidden=(Forbidden((3, 4), 2, 3),)), round_)

    assert found.forbids(4, 3) is holds


def test_clubs_and_federations():
    found = wishes_of(cup(same_club="never", same_federation="avoid"), 1)

    # Nobody without a club is of one with another.
    assert (groups(found.never), groups(found.avoid)) == ([[1, 2]], [[1, 3]])
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
