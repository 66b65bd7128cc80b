from fractions import Fraction

import pytest

from events.models import MatchPlay
from events.sessions.services.match_notes import match_notes
from tests.events.sessions import match_evenings

pytestmark = pytest.mark.django_db


def notes(session):
    """Of board 1: what both sides have and the match so far, at table 1 and at table 2."""
    found = match_notes(session, 1)
    lines = (match_evenings.line(session, 1, table) for table in (1, 2))
    return [(found[each.pk].won, found[each.pk].so_far, found[each.pk].by_points) for each in lines]


def test_a_board_is_seen_from_north_south_of_each_room():
    session = match_evenings.made("teams", 2)
    assert notes(session) == [(None, (0, 0), False)] * 2
    match_evenings.play(session)

    assert notes(session) == [((4, -4), (8, 0), False), ((-4, 4), (0, 8), False)]


def test_a_ruling_gives_each_side_its_own():
    session = match_evenings.made("teams", 2)
    match_evenings.play(session, only={"board": 1})
    match_evenings.enter(match_evenings.line(session, 1, 1), "A++")

    assert [each[0] for each in notes(session)] == [(3, 3), (3, 3)]


def test_point_a_board_counts_points():
    session = match_evenings.made("teams", 2, scored_by=MatchPlay.ScoredBy.POINT_A_BOARD)
    match_evenings.play(session, only={"board": 1})
    assert notes(session) == [((1, 0), (1, 0), True), ((0, 1), (0, 1), True)]
    match_evenings.enter(match_evenings.line(session, 1, 1), "p")

    half = Fraction(1, 2)
    assert notes(session) == [((half, half), (half, half), True)] * 2


def test_pairs_have_no_other_room():
    assert match_notes(match_evenings.made("swiss-pairs", 4), 1) == {}
