"""Half matches of an odd number of Swiss pairs: an anchor, and two who sit out a half each."""

from fractions import Fraction

import pytest

from events.models import Session, TravellerLine
from events.sessions.matches.figures.draw import draw_basis, judge, proposal
from tests.events.sessions import match_evenings

pytestmark = pytest.mark.django_db

PAIRS = Session.Matches.SWISS_PAIRS


def of_round(scored, number):
    """The matches of the three, by both numbers."""
    return {
        (each.match.home, each.match.away): each
        for each in scored.scored
        if each.match.round == number
    }


@pytest.mark.parametrize("method", ["mp", "cross-imps"])
def test_three_pairs_play_half_matches(method):
    session = match_evenings.made(PAIRS, 5, method=method, boards=8, odd="halves")
    match_evenings.play(session)
    found = of_round(match_evenings.scored(session), 1)

    assert found.keys() == {(1, 2), (3, 4), (3, 5), (4, None), (5, None)}
    boards = {pair: each.match.boards for pair, each in found.items()}
    assert boards == {
        (1, 2): range(1, 9),
        (3, 4): range(1, 5),
        (3, 5): range(5, 9),
        (4, None): range(5, 9),
        (5, None): range(1, 5),
    }
    # Everybody is +140 North–South: average all over the room.
    points = {pair: each.result.points for pair, each in found.items()}
    assert (points[1, 2], points[3, 4], points[3, 5]) == ((10, 10), (5, 5), (5, 5))
    # 55 % is 7 of 10 VPs, and 6 IMPs on four boards are 7 too.
    assert points[4, None] == points[5, None] == (7, 0)


def test_an_odd_number_of_boards_that_is_sat_out():
    session = match_evenings.made(PAIRS, 3, method="mp", boards=6, odd="halves")
    found = of_round(match_evenings.scored(session), 1)

    # Average plus on two of three boards: 56.67 % is 7 VPs of 10.
    assert found[2, None].result.points == (Fraction(7), Fraction(0))


def test_nobody_sits_out_a_half_twice_before_all_have():
    session = match_evenings.made(PAIRS, 7, method="mp", boards=4, odd="halves", rounds=3)
    for _round in (1, 2):
        match_evenings.play(session)
        match_evenings.draw(session)
    match_evenings.play(session)
    scored = match_evenings.scored(session)

    assert not scored.is_provisional
    out = [
        {number for pair in of_round(scored, number_) for number in pair if None in pair} - {None}
        for number_ in (1, 2)
    ]
    assert not out[0] & out[1]
    lines = TravellerLine.objects.filter(section__session=session)
    seats = list(lines.values_list("board", "sides__contestant"))
    assert len(seats) == len(set(seats))


def test_the_two_others_of_three_may_have_met():
    session = match_evenings.made(PAIRS, 3, method="mp", boards=4, odd="halves", rounds=3)
    match_evenings.play(session)
    now = match_evenings.scored(session)
    basis = draw_basis(now, 2)
    drawn = proposal(basis, now.matches.play)

    assert {contestant.number: contestant.met for contestant in basis.contestants} == {
        1: (2, 3),
        2: (1,),
        3: (1,),
    }
    # Who plays against both others has met one of them, or both; those do not meet.
    anchor = drawn.triangle[0]
    assert len(judge(basis, drawn).warnings) == (2 if anchor == 1 else 1)
