"""The table of a season."""

from hypothesis import given
from hypothesis import strategies as st

from events.sessions.domain.teams.season_points import season_lines


def table(sessions, best=None):
    return [
        (line.place, line.player, line.total, sorted(line.dropped))
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

    assert {line.player for line in lines} == {who for each in sessions.values() for who in each}
    totals = [line.total for line in lines]
    assert totals == sorted(totals, reverse=True)
    for line in lines:
        points = [each[line.player] for each in sessions.values() if line.player in each]
        assert line.total == sum(sorted(points, reverse=True)[:best])
        assert line.place.rstrip("=") == str(1 + sum(total > line.total for total in totals))
        assert line.place.endswith("=") == (totals.count(line.total) > 1)
