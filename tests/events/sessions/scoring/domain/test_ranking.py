from fractions import Fraction

import pytest
from hypothesis import given, strategies as st

from events.common.domain import UNPLACED, Place
from events.sessions.core.domain.contract import Side
from events.sessions.scoring.domain.ranking import (
    Standing,
    Sums,
    Tally,
    handicap_list,
    pair_handicap,
    printed,
    rank,
)
from events.sessions.scoring.domain.series import SeriesSettings, SessionResult, rank_series


def places(values):
    return [(str(place), contestant) for place, contestant in rank(values)]


def test_places_with_ties():
    values = {"A": 5000, "B": 5500, "C": 5500, "D": 4000}
    assert places(values) == [("1=", "B"), ("1=", "C"), ("3", "A"), ("4", "D")]


def test_equals_are_in_the_order_of_their_numbers():
    assert places({10: 1, 9: 1, 2: 1}) == [("1=", 2), ("1=", 9), ("1=", 10)]
    assert places({"10": 1, "9": 1, "2": 1}) == [("1=", "2"), ("1=", "9"), ("1=", "10")]


def test_without_a_value_is_last_and_without_a_place():
    values = {"A": None, "B": -300, "C": 0, "D": None}
    assert places(values) == [("1", "C"), ("2", "B"), ("", "A"), ("", "D")]


def test_printed_value_is_in_hundredths():
    # 27/7 points of 8: 48.214… %
    assert printed(Sums(27, 8, 2), 7, tops=True) == 4821
    assert printed(Sums(27, 0, 2), 7, tops=False) == 386
    assert printed(Sums(0, 0, 2), 1, tops=True) is None
    assert printed(Sums(0, 0, 0), 1, tops=False) is None


def test_tally_of_unlike_tops_and_missing_boards():
    tally = Tally()
    tally.add([("a",), ("b",)], [420, 450], {420: 6, 450: 12}, 6)
    tally.add_one(("a",), 1, 8)
    tally.add_one(("b",), None, 8)
    assert tally.sums() == {"a": Sums(7, 14, 2), "b": Sums(12, 6, 1)}


def test_tally_knows_who_never_scored():
    tally = Tally()
    tally.add_one(("a",), None, 6)
    tally.add_one(("b",), 4, 6)
    assert tally.sums() == {"a": Sums(0, 0, 0), "b": Sums(4, 6, 1)}


def test_tally_gives_partners_the_points_of_their_side():
    tally = Tally()
    tally.add([("a", "b"), ("c", "d")], [420, 50], {420: 2, 50: 0}, 2)
    tally.add([("a", "c"), ("b", "d")], [50, 50], {50: 1}, 2)
    assert tally.sums() == {
        "a": Sums(3, 4, 2),
        "b": Sums(3, 4, 2),
        "c": Sums(1, 4, 2),
        "d": Sums(1, 4, 2),
    }


def test_percentage_of_a_standing():
    points = Standing(None, "1", Fraction(216), Fraction(440), Place(6), 20)
    assert points.percentage == Fraction(540, 11)
    assert Standing(None, "1", Fraction(7), None, Place(1), 20).percentage is None
    assert Standing(None, "1", Fraction(0), Fraction(0), UNPLACED, 0).percentage is None


F = Fraction


def standing(contestant, percentage, place, direction=None, of=100):
    tops = None if of is None else F(of)
    return Standing(direction, contestant, F(percentage), tops, place, 20)


def listed(standings, handicaps):
    return [
        (str(line.place), line.scratch.contestant, line.handicap, line.value)
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
    assert [
        (str(line.place), line.scratch.direction, line.scratch.contestant) for line in lines
    ] == [
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
    ("players", "mean", "total"),
    [([], 0, 0), ([4], 4, 4), ([4, 7], F(11, 2), 11), ([0, -3], F(-3, 2), -3)],
)
def test_handicap_of_a_pair_is_the_mean_or_the_sum(players, mean, total):
    own = [F(player) for player in players]
    assert (pair_handicap(own), pair_handicap(own, added=True)) == (mean, total)


def test_both_lists_of_a_series_rank_the_same_results():
    results = [
        SessionResult(1, "A", F(60), F(100), 20),
        SessionResult(1, "B", F(55), F(100), 20, handicap=F(8)),
    ]
    scratch = rank_series(results, SeriesSettings())
    handicap = rank_series(results, SeriesSettings(), handicap=True)
    assert [(line.contestant, str(line.place)) for line in scratch] == [("A", "1"), ("B", "2")]
    assert [(line.contestant, str(line.place), line.value) for line in handicap] == [
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
    assert {line.scratch.contestant: str(line.place) for line in lines} == places
    assert all(line.value == line.scratch.percentage + handicap for line in lines)
