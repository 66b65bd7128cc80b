"""Fields with published awards, in hundredths.

Club points by a rule of the club's own.

The table of a season.
"""

from fractions import Fraction

import pytest
from hypothesis import given, strategies as st

from clubscore.text.problems import Refused
from events.sessions.club_points.domain import (
    FieldKind,
    OwnRule,
    Rule,
    club_points,
    own_points,
    season_lines,
)

EBU, ABF, ACBL = Rule.EBU_CLUB, Rule.ABF_CLUB, Rule.ACBL_OPEN

PAIRS, TWO, TEAMS, SINGLES = (
    FieldKind.PAIRS,
    FieldKind.TWO_WINNER,
    FieldKind.TEAMS,
    FieldKind.INDIVIDUAL,
)


def awards(rule: Rule, field: FieldKind, number: int, tables: int, **options) -> list[int]:
    """The points above nothing of so many who share no place."""
    found = club_points(rule, field, places=range(1, number + 1), tables=tables, **options)
    return [point for point in found if point]


@pytest.mark.parametrize(
    ("field", "number", "tables", "expected"),
    [
        (PAIRS, 35, 17, range(72, 0, -6)),
        (PAIRS, 13, 6, range(24, 0, -6)),
        (TWO, 11, 11, range(40, 0, -10)),
        (TWO, 16, 16, range(60, 0, -10)),
        (TEAMS, 10, 10, range(40, 0, -10)),
        (SINGLES, 12, 3, (12, 9, 6, 6)),
        (SINGLES, 24, 6, (24, 21, 18, 15, 12, 9, 6, 6)),
    ],
)
def test_ebu_club_scale(field: FieldKind, number: int, tables: int, expected):
    assert awards(EBU, field, number, tables) == list(expected)


def test_shared_places_have_the_mean():
    assert club_points(EBU, PAIRS, places=[1, 2, 2, 4], tables=17) == [72, 63, 63, 54]
    # The last award and none.
    assert club_points(EBU, TEAMS, places=[1, 2, 2], tables=6) == [20, 5, 5]


def test_abf_club_session():
    assert awards(ABF, PAIRS, 12, 6, weight=Fraction(5, 2)) == [60, 42, 30, 20, 15, 12]
    # Three times the number of tables.
    assert awards(ABF, TWO, 8, 8)[:3] == [24, 17, 12]
    assert awards(ABF, PAIRS, 8, 4) == [24, 17, 12, 8]
    assert len(awards(ABF, TEAMS, 7, 7)) == 3


def test_acbl_open_game():
    assert awards(ACBL, TWO, 10, 10) == [100, 70, 50, 35]
    assert awards(ACBL, PAIRS, 14, 7) == [140, 98, 70, 49, 28, 23]
    assert awards(ACBL, TWO, 20, 20)[0] == 150


@pytest.mark.parametrize("places", [[2], [1, 1, 2], [1, 3], [0]])
def test_places_that_cannot_be(places: list[int]):
    with pytest.raises(Refused, match=f"Place {max(places) if places != [1, 1, 2] else 2} cannot"):
        club_points(EBU, PAIRS, places=places, tables=5)


def test_a_session_of_another_length():
    with pytest.raises(Refused, match="18 to 35 boards"):
        club_points(EBU, PAIRS, places=[1], tables=5, boards=42)
    with pytest.raises(Refused, match="not 0"):
        club_points(EBU, PAIRS, places=[1], tables=0)


def test_half_tables():
    # Six and a half tables: seven pairs North–South, six East–West.
    lines = [(range(1, 8), 7), (range(1, 7), 6)]

    def of(rule: Rule, tables: int) -> list[list[int]]:
        found = [
            club_points(rule, TWO, places=places, tables=tables, size=size)
            for places, size in lines
        ]
        return [[point for point in points if point] for points in found]

    # The English rule ignores the half, the two others count it full for both lines.
    assert of(EBU, 6) == [[20, 10], [20, 10]]
    assert of(ABF, 7) == [[21, 15, 11], [21, 15, 11]]
    assert of(ACBL, 7) == [[70, 49, 35], [70, 49, 35]]


def test_who_has_no_place_is_compared_all_the_same():
    assert club_points(ABF, PAIRS, places=range(1, 6), tables=4, size=8) == [24, 17, 12, 8, 0]
    # Three tables and one player: the half table does not count, or the player does.
    assert club_points(EBU, SINGLES, places=[1, 2, 3, 4, 5], tables=3, size=13)[3:] == [6, 0]
    assert club_points(ACBL, SINGLES, places=[1], tables=4, size=13) == [130]


THIRD = Fraction(1, 3)


@pytest.mark.parametrize(
    ("rule", "places", "size", "points"),
    [
        # Ten pairs: four awards, six each step.
        (OwnRule(THIRD, 6), (1, 2, 3, 4, 5), 10, [24, 18, 12, 6, 0]),
        # Equal places share the mean, halves up: (18 + 12) / 2, and (12 + 6) / 2 with one more.
        (OwnRule(THIRD, 6), (1, 2, 2, 4), 10, [24, 15, 15, 6]),
        (OwnRule(THIRD, 5), (1, 1, 3), 5, [8, 8, 0]),
        (OwnRule(THIRD, 6, best_of_ties=True), (1, 2, 2, 4), 10, [24, 18, 18, 6]),
        # Half of a shared last award.
        (OwnRule(THIRD, 6), (1, 2, 3, 4, 4), 10, [24, 18, 12, 3, 3]),
        (OwnRule(THIRD, 6, least=10), (1, 2, 3, 4), 10, [24, 18, 12, 10]),
        (OwnRule(THIRD, 6, most=20), (1, 2, 3, 4), 10, [20, 18, 12, 6]),
        (OwnRule(Fraction(1), 1), (1, 2, 3), 3, [3, 2, 1]),
    ],
)
def test_steps(rule, places, size, points):
    assert own_points(rule, places=places, size=size) == points


@given(
    rule=st.builds(
        OwnRule,
        st.integers(1, 100).map(lambda percent: Fraction(percent, 100)),
        st.integers(1, 500),
        least=st.integers(0, 300),
        most=st.integers(0, 3000),
        best_of_ties=st.booleans(),
    ),
    scores=st.lists(st.integers(0, 12), min_size=1, max_size=40),
)
def test_a_better_place_never_gets_less_and_equal_places_the_same(rule, scores):
    places = [1 + sum(other > score for other in scores) for score in scores]
    points = own_points(rule, places=places, size=len(places))

    by_place = dict(zip(places, points, strict=True))
    assert points == [by_place[place] for place in places]
    in_order = [by_place[place] for place in sorted(by_place)]
    assert in_order == sorted(in_order, reverse=True)
    assert in_order[-1] >= 0


def table(sessions, best=None):
    return [
        (str(line.place), line.player, line.total, sorted(line.dropped))
        for line in season_lines(sessions, best=best)
    ]


def test_sums_and_shared_places():
    sessions = {1: {7: 24, 8: 18}, 2: {8: 6, 9: 12}}

    assert table(sessions) == [("1=", 7, 24, []), ("1=", 8, 24, []), ("3", 9, 12, [])]


def test_the_best_count():
    sessions = {1: {7: 24}, 2: {7: 6}, 3: {7: 12}}

    assert table(sessions, best=2) == [("1", 7, 36, [2])]
    assert table({1: {7: 5}, 2: {7: 5}}, best=1) == [("1", 7, 5, [2])]


@given(
    sessions=st.dictionaries(
        st.integers(1, 8), st.dictionaries(st.integers(1, 6), st.integers(0, 90)), max_size=8
    ),
    best=st.none() | st.integers(1, 9),
)
def test_everybody_has_the_sum_of_the_best_sessions(sessions, best):
    lines = season_lines(sessions, best=best)

    assert {line.player for line in lines} == {
        who for session in sessions.values() for who in session
    }
    totals = [line.total for line in lines]
    assert totals == sorted(totals, reverse=True)
    for line in lines:
        points = [session[line.player] for session in sessions.values() if line.player in session]
        assert line.total == sum(sorted(points, reverse=True)[:best])
        assert str(line.place.number) == str(1 + sum(total > line.total for total in totals))
        assert line.place.is_shared == (totals.count(line.total) > 1)
