from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.sessions.domain.contract import Side
from events.sessions.domain.scoring.handicap import handicap_list, pair_handicap
from events.sessions.domain.scoring.ranking import Standing
from events.sessions.domain.series import SeriesSettings, SessionResult, rank_series

F = Fraction


def standing(contestant, percentage, place, direction=None, of=100):
    tops = None if of is None else F(of)
    return Standing(direction, contestant, F(percentage), tops, place, 20)


def listed(standings, handicaps):
    return [
        (line.place, line.scratch.contestant, line.handicap, line.value)
        for line in handicap_list(standings, lambda one: F(handicaps.get(one.contestant, 0)))
    ]


def test_handicap_is_added_and_the_list_ranked_again():
    scratch = [standing("A", 60, "1"), standing("B", 55, "2"), standing("C", 40, "3")]
    assert listed(scratch, {"B": 7, "C": 20}) == [
        ("1", "B", 7, 62),
        ("2=", "A", 0, 60),
        ("2=", "C", 20, 60),
    ]


def test_handicap_of_totals_is_in_points():
    scratch = [standing("A", 12, "1", of=None), standing("B", -3, "2", of=None)]
    assert listed(scratch, {"B": 16, "A": -1}) == [("1", "B", 16, 13), ("2", "A", -1, 11)]


def test_each_direction_is_ranked_for_itself():
    scratch = [
        standing(1, 60, "1", Side.NS), standing(2, 40, "2", Side.NS),
        standing(1, 52, "1", Side.EW), standing(2, 48, "2", Side.EW),
    ]  # fmt: skip
    lines = handicap_list(scratch, lambda one: F(30 if one.direction is Side.NS else 1))
    assert [(line.place, line.scratch.direction, line.scratch.contestant) for line in lines] == [
        ("1", "NS", 1), ("2", "NS", 2), ("1", "EW", 1), ("2", "EW", 2),
    ]  # fmt: skip
    assert [line.value for line in lines] == [90, 70, 53, 49]


def test_without_a_place_on_the_scratch_list_there_is_none_here():
    nothing = Standing(None, "C", F(0), F(0), "", 0)
    scratch = [standing("A", 40, "1"), standing("B", 90, ""), nothing]
    assert listed(scratch, {"B": 5, "C": 5}) == [
        ("1", "A", 0, 40), ("", "B", 5, 95), ("", "C", 5, None),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("players", "handicap"), [([], 0), ([4], 4), ([4, 7], F(11, 2)), ([0, -3], F(-3, 2))]
)
def test_handicap_of_a_pair_is_the_mean(players, handicap):
    assert pair_handicap([F(player) for player in players]) == handicap


def test_both_lists_of_a_series_rank_the_same_results():
    results = [
        SessionResult(1, "A", F(60), F(100), 20),
        SessionResult(1, "B", F(55), F(100), 20, handicap=F(8)),
    ]
    scratch = rank_series(results, SeriesSettings())
    handicap = rank_series(results, SeriesSettings(), handicap=True)
    assert [(line.contestant, line.place) for line in scratch] == [("A", "1"), ("B", "2")]
    assert [(line.contestant, line.place, line.value) for line in handicap] == [
        ("B", "1", 63),
        ("A", "2", 60),
    ]


@given(st.lists(st.integers(0, 100), min_size=1, max_size=8), st.integers(-9, 9))
def test_the_same_handicap_for_all_changes_no_place(percentages, handicap):
    places = {
        key: place
        for place, key, *_ in listed(
            [standing(key, value, "1") for key, value in enumerate(percentages)], {}
        )
    }
    scratch = [standing(key, value, places[key]) for key, value in enumerate(percentages)]
    lines = handicap_list(scratch, lambda one: F(handicap))
    assert {line.scratch.contestant: line.place for line in lines} == places
    assert all(line.value == line.scratch.percentage + handicap for line in lines)
