from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, strategies as st

from events.common.domain import Place
from events.sessions.scoring.domain.ranking import Standing
from events.sessions.scoring.domain.series import (
    Adding,
    Carried,
    SeriesSettings,
    SessionResult,
    Unit,
    carry_forward,
    rank_series,
    session_results,
)

F = Fraction
HALF = F(1, 2)


def result(session, contestant, points, of=100, **more):
    return SessionResult(session, contestant, F(points), None if of is None else F(of), 20, **more)


def listed(results, settings=SeriesSettings(), **more):  # noqa: B008 - frozen
    return [
        (str(standing.place), standing.contestant, standing.value)
        for standing in rank_series(results, settings, **more)
    ]


def evenings(*percentages, contestant="A"):
    return [result(number, contestant, value) for number, value in enumerate(percentages, 1)]


# Three ways of adding up


UNLIKE = [
    result(1, "A", 60), result(2, "A", 80, 200),
    result(1, "B", 45), result(2, "B", 120, 200),
]  # fmt: skip


def test_average_counts_every_session_equally():
    # A: 60 and 40 %; B: 45 and 60 %.
    assert listed(UNLIKE) == [("1", "B", F(105, 2)), ("2", "A", 50)]


def test_matchpoints_count_every_top_equally():
    # A: 140 of 300; B: 165 of 300.
    assert listed(UNLIKE, SeriesSettings(Adding.MATCHPOINTS)) == [
        ("1", "B", 55),
        ("2", "A", F(140, 3)),
    ]


def test_totals_are_added():
    results = [
        result(1, "A", "30.5", None), result(2, "A", -12, None), result(1, "B", 20, None),
    ]  # fmt: skip
    assert listed(results, SeriesSettings(Adding.TOTAL)) == [("1", "B", 20), ("2", "A", F(37, 2))]


def test_ties_are_those_of_the_printed_value():
    # 50.004 and 50.001 are both printed 50.00, 50.005 is printed 50.01.
    results = [
        result(1, "A", "50.004"), result(1, "B", "50.001"), result(1, "C", "50.005"),
        result(1, "D", 40),
    ]  # fmt: skip
    assert [(place, contestant) for place, contestant, _ in listed(results)] == [
        ("1", "C"), ("2=", "A"), ("2=", "B"), ("4", "D"),
    ]  # fmt: skip


@pytest.mark.parametrize("adding", [Adding.AVERAGE, Adding.MATCHPOINTS])
def test_percentages_are_not_made_of_totals(adding):
    with pytest.raises(ValueError, match="no percentages"):
        listed([result(1, "A", 20, None)], SeriesSettings(adding))


# Best n of m, attendance, penalties


def test_only_the_best_count():
    results = evenings(48, 61, 55, 39) + evenings(57, 57, contestant="B")
    (first, second) = rank_series(results, SeriesSettings(best=2))
    assert (str(first.place), first.contestant, first.value, first.attended) == ("1", "A", 58, 4)
    assert [one.session for one in first.counted] == [2, 3]
    assert [one.session for one in first.dropped] == [1, 4]
    assert (str(second.place), second.contestant, second.value, second.attended) == (
        "2",
        "B",
        57,
        2,
    )
    assert second.dropped == ()


def test_fewer_than_the_best_count_as_they_are():
    assert listed(evenings(48, 52), SeriesSettings(best=3)) == [("1", "A", 50)]


def test_the_best_are_chosen_by_percentage_not_by_matchpoints():
    results = [result(1, "A", 60), result(2, "A", 100, 200)]
    assert listed(results, SeriesSettings(Adding.MATCHPOINTS, best=1)) == [("1", "A", 60)]


def test_the_best_of_totals_have_the_most_points():
    results = [result(n, "A", points, None) for n, points in enumerate((-5, 12, -30, 7))]
    assert listed(results, SeriesSettings(Adding.TOTAL, best=3)) == [("1", "A", 14)]


def test_too_few_sessions_are_listed_last_without_a_place_the_better_first():
    results = [
        *evenings(50, 50), *evenings(70, contestant="B"), *evenings(72, contestant="C"),
        *evenings(48, 48, contestant="D"),
    ]  # fmt: skip
    assert listed(results, SeriesSettings(minimum=2)) == [
        ("1", "A", 50), ("2", "D", 48), ("", "C", 72), ("", "B", 70),
    ]  # fmt: skip


def test_penalties_come_off_the_value():
    results = evenings(50, 60) + evenings(54, contestant="B")
    (first, second) = rank_series(results, SeriesSettings(), penalties={"A": F(3, 2)})
    assert (first.contestant, first.value, first.penalty) == ("B", 54, 0)
    assert (second.contestant, second.value, second.penalty) == ("A", F(107, 2), F(3, 2))


# Weights and carry-forward


@pytest.mark.parametrize(
    ("adding", "value"), [(Adding.AVERAGE, 56), (Adding.MATCHPOINTS, 56), (Adding.TOTAL, 84)]
)
def test_a_session_of_weight_one_half_counts_half(adding, value):
    # (½ · 48 + 60) / (½ + 1)
    results = [result(1, "A", 48, weight=HALF), result(2, "A", 60)]
    assert listed(results, SeriesSettings(adding)) == [("1", "A", value)]


@pytest.mark.parametrize(
    ("adding", "value"), [(Adding.AVERAGE, 54), (Adding.MATCHPOINTS, 54), (Adding.TOTAL, 108)]
)
def test_every_session_carried_forward_counts_with_the_weight(adding, value):
    # (½ · 60 + ½ · 60 + 48) / (½ + ½ + 1)
    settings = SeriesSettings(adding)
    carried = carry_forward(rank_series(evenings(60, 60), settings), HALF)
    assert listed([result(3, "A", 48)], settings, carried=carried) == [("1", "A", value)]


def test_carried_forward_again_it_is_weighted_again():
    settings = SeriesSettings(Adding.TOTAL)
    first = rank_series([result(1, "A", 40, None)], settings)
    second = rank_series([result(2, "A", 10, None)], settings, carried=carry_forward(first, HALF))
    assert second[0].value == 30
    assert carry_forward(second, HALF) == {"A": Carried(F(15), None)}


def test_penalties_are_carried_forward():
    first = rank_series(evenings(60), SeriesSettings(), penalties={"A": F(2)})
    assert listed([result(2, "A", 50)], carried=carry_forward(first, F(1))) == [("1", "A", 54)]


def test_what_is_carried_is_never_dropped_and_no_attendance():
    carried = {"A": Carried(F(40), F(1)), "B": Carried(F(90), F(1))}
    (standing,) = rank_series(
        [result(2, "A", 60), result(3, "A", 50)], SeriesSettings(best=1, minimum=3), carried=carried
    )
    assert (str(standing.place), standing.contestant, standing.attended) == ("", "A", 2)
    assert (standing.value, standing.points, standing.of) == (F(2030, 1), F(203, 5), 2)


def test_a_total_is_not_carried_into_percentages():
    with pytest.raises(ValueError, match="do not add up"):
        listed(evenings(50), carried={"A": Carried(F(40), None)})


# From the standings of a session

FIRST = Place(1)


def standing(contestant, points, place=FIRST, of=100, boards=20):
    return Standing(None, contestant, F(points), None if of is None else F(of), place, boards)


PLAYERS = {1: (17, 3), 2: (5, 4), 3: ()}


def players(one):
    return PLAYERS[one.contestant]


def test_partners_get_the_result_of_their_pair():
    results = session_results(
        "s", [standing(1, 60), standing(2, 45, "2")], players, unit=Unit.PLAYER
    )
    assert [(one.contestant, one.percentage) for one in results] == [
        (17, 60), (3, 60), (5, 45), (4, 45),
    ]  # fmt: skip


def test_a_pair_is_the_same_whoever_sat_north():
    results = session_results("s", [standing(1, 60)], players, unit=Unit.PAIR, weight=HALF)
    assert results == [SessionResult("s", (3, 17), F(60), F(100), 20, HALF)]


def test_nobody_and_the_unplaced_have_no_result():
    lines = [standing(1, 60, ""), standing(2, 40), standing(3, 50)]
    results = session_results("s", lines, players, unit=Unit.PAIR)
    assert [one.contestant for one in results] == [(4, 5)]


def test_a_player_of_two_contestants_has_one_result_of_all_boards():
    lines = [standing(1, 12, of=20, boards=5), standing(2, 30, of=60, boards=15)]
    (one,) = session_results(
        "s",
        lines,
        lambda line: (7,),
        unit=Unit.PLAYER,
        handicap=lambda line: F(4 * line.contestant),
    )
    # (4 · 5 + 8 · 15) / 20
    assert one == SessionResult("s", 7, F(42), F(80), 20, handicap=F(7))


def test_a_player_of_two_contestants_has_the_sum_of_their_totals():
    lines = [standing(1, 12, of=None, boards=5), standing(2, -30, of=None, boards=15)]
    (one,) = session_results("s", lines, lambda line: (7,), unit=Unit.PLAYER)
    assert (one.points, one.of, one.boards) == (-18, None, 20)


# Handicap


@pytest.mark.parametrize("adding", [Adding.AVERAGE, Adding.MATCHPOINTS])
def test_handicap_is_added_to_every_session(adding):
    results = [result(1, "A", 50, handicap=F(4)), result(2, "A", 60, handicap=F(2))]
    settings = SeriesSettings(adding)
    assert listed(results, settings) == [("1", "A", 55)]
    assert listed(results, settings, handicap=True) == [("1", "A", 58)]


def test_handicap_of_totals_is_in_points():
    results = [result(1, "A", 50, None, handicap=F(4), weight=HALF)]
    assert listed(results, SeriesSettings(Adding.TOTAL), handicap=True) == [("1", "A", 27)]


def test_handicap_list_may_count_other_sessions():
    results = [result(1, "A", 55), result(2, "A", 52, handicap=F(5))]
    best = SeriesSettings(best=1)
    assert [one.counted[0].session for one in rank_series(results, best)] == [1]
    (one,) = rank_series(results, best, handicap=True)
    assert (one.counted[0].session, one.value) == (2, 57)


# What must hold of every series


@st.composite
def series(draw: st.DrawFn) -> list[SessionResult]:
    """Up to five sessions of equal tops, in which up to four contestants played or did not."""
    of = draw(st.integers(1, 30))
    return [
        SessionResult(
            session,
            contestant,
            F(draw(st.integers(0, of))),
            F(of),
            of,
            handicap=F(draw(st.integers(0, 9))),
        )
        for session in range(draw(st.integers(1, 5)))
        for contestant in "ABCD"
        if draw(st.booleans())
    ]


SETTINGS = st.builds(
    SeriesSettings,
    adding=st.sampled_from(Adding),
    best=st.none() | st.integers(1, 4),
    minimum=st.integers(0, 4),
)


@given(series(), SETTINGS, st.booleans(), st.randoms())
def test_order_of_the_results_does_not_matter(results, settings, handicap, random):
    shuffled = random.sample(results, len(results))
    assert listed(shuffled, settings, handicap=handicap) == listed(
        results, settings, handicap=handicap
    )


@given(series(), SETTINGS, st.booleans())
def test_with_equal_tops_both_percentages_agree(results, settings, handicap):
    assert listed(results, replace(settings, adding=Adding.AVERAGE), handicap=handicap) == listed(
        results, replace(settings, adding=Adding.MATCHPOINTS), handicap=handicap
    )


@given(series(), SETTINGS, st.fractions(F(1, 9), 9), st.sampled_from(Adding))
def test_one_weight_for_all_changes_no_percentage(results, settings, weight, adding):
    heavier = [replace(one, weight=weight) for one in results]
    settings = replace(settings, adding=adding)
    factor = weight if adding is Adding.TOTAL else 1
    values = {one.contestant: one.value for one in rank_series(results, settings)}
    assert {one.contestant: one.value for one in rank_series(heavier, settings)} == {
        contestant: factor * value for contestant, value in values.items()
    }


@given(series(), SETTINGS)
def test_more_sessions_counted_never_raise_an_average(results, settings):
    settings = replace(settings, adding=Adding.AVERAGE)
    best = {one.contestant: one for one in rank_series(results, settings)}
    everything = rank_series(results, replace(settings, best=None))
    for one in everything:
        assert one.value <= best[one.contestant].value
        own_results = [part for part in results if part.contestant == one.contestant]
        assert sorted(best[one.contestant].counted + best[one.contestant].dropped, key=str) == (
            sorted(own_results, key=str)
        )
    assert {one.contestant for one in everything} == {one.contestant for one in results}


@given(series(), SETTINGS)
def test_carrying_everything_forward_is_going_on(results, settings):
    settings = replace(settings, best=None, minimum=0)
    early = [one for one in results if one.session < 2]
    late = [one for one in results if one.session >= 2]
    carried = carry_forward(rank_series(early, settings), F(1))
    both = {one.contestant for one in late}
    values = {one.contestant: one.value for one in rank_series(results, settings)}
    assert {one.contestant: one.value for one in rank_series(late, settings, carried=carried)} == {
        contestant: value for contestant, value in values.items() if contestant in both
    }


@pytest.mark.parametrize("settings", [{"best": 0}, {"minimum": -1}])
def test_settings_that_make_no_sense_are_our_mistake(settings):
    with pytest.raises(ValueError):
        SeriesSettings(**settings)


def test_two_results_of_one_session_are_our_mistake():
    with pytest.raises(ValueError, match="two results"):
        listed([result(1, "A", 50), result(1, "A", 60)])


def test_weight_of_nothing_is_our_mistake():
    with pytest.raises(ValueError, match="positive"):
        result(1, "A", 50, weight=F(0))
