"""The table of a season."""

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
