"""Mismatches and wrongly seated matches, by the worked figures of the White Book."""

from fractions import Fraction

import pytest

from events.sessions.domain.teams.wrong_matches import Wrong, met_stronger, met_weaker, remedies


@pytest.mark.parametrize(("points", "given"), [(12, 14), (20, 20), (0, 5), (8, 11)])
def test_against_a_stronger_opponent(points, given):
    assert met_stronger(Fraction(points)) == given


@pytest.mark.parametrize(("points", "given"), [(13, 11), (5, 5), (3, 3), (20, Fraction(65, 4))])
def test_against_a_weaker_opponent(points, given):
    assert met_weaker(Fraction(points)) == given


def test_before_there_are_points_only_the_seating_can_be_wrong():
    found = {each.wrong: each.points for each in remedies(None)}

    assert found == {Wrong.SEATED: (8, 8), Wrong.SEATED_BY_DIRECTOR: (12, 12)}


def test_only_the_points_of_the_side_concerned_change():
    found = {each.wrong: each.points for each in remedies((Fraction(13), Fraction(7)))}

    assert found[Wrong.HOME_MET_WEAKER] == (11, 7)
    assert found[Wrong.AWAY_MET_STRONGER] == (13, Fraction(41, 4))
