"""The figures are those of the World Bridge Federation and of the White Book (spec: teams)."""

from itertools import pairwise

import pytest

from clubscore.problems import Refused
from events.sessions.domain.teams.scale import Scale
from events.sessions.domain.teams.wbf_scales import continuous, discrete, half_match

EIGHT_BOARDS = """
10.00 10.44 10.86 11.27 11.67 12.05 12.42 12.77 13.12 13.45 13.78 14.09 14.39 14.68 14.96 15.23
15.50 15.75 16.00 16.23 16.46 16.68 16.90 17.11 17.31 17.50 17.69 17.87 18.04 18.21 18.37 18.53
18.68 18.83 18.97 19.11 19.24 19.37 19.50 19.62 19.74 19.85 19.95 20.00
"""
RAISED = {
    8: {40: 1974},
    10: {27: 1734, 29: 1768, 31: 1800},
    12: {42: 1902, 44: 1924, 49: 1974},
    14: {8: 1244, 36: 1791, 38: 1817},
    16: {14: 1375, 27: 1626, 38: 1785, 46: 1877, 49: 1907, 55: 1961, 59: 1993},
}
"""By the number of boards: margins whose value is a hundredth more than the formula's."""
FIRST_MARGINS = """
5 0 1 3 5 7 10 13 16 20 25 31
6 0 1 3 5 8 11 14 18 22 27 33
7 0 1 3 6 9 12 15 19 24 29 36
8 0 1 4 7 10 13 17 21 26 31 39
9 0 1 4 7 10 13 17 22 27 33 41
10 0 1 4 7 10 14 18 23 28 35 43
11 0 2 5 8 11 15 19 24 30 37 45
12 0 2 5 8 12 16 20 25 31 38 47
13 0 2 5 8 12 16 21 26 32 40 49
14 0 2 5 9 13 17 22 27 34 41 51
15 0 2 5 9 13 17 22 28 35 43 53
16 0 2 5 9 13 18 23 29 36 44 54
20 0 2 6 10 15 20 26 32 40 49 61
24 0 2 6 11 16 22 28 35 44 54 66
28 0 2 7 12 18 24 30 38 47 58 72
32 0 3 8 13 19 25 33 41 51 62 77
40 0 3 8 14 21 28 36 46 56 69 86
48 0 3 9 16 23 31 40 50 62 76 94
56 0 3 10 17 25 33 43 54 67 82 101
64 0 4 11 18 26 36 46 58 71 88 108
"""
TABLES = [tuple(map(int, row.split())) for row in FIRST_MARGINS.strip().splitlines()]


def winners(scale: Scale) -> list[int]:
    return [row.winner for row in scale.rows]


def margins(scale: Scale) -> tuple[int, ...]:
    return tuple(row.margin for row in scale.rows)


def test_eight_boards_are_those_of_the_printed_table():
    expected = [int(each.replace(".", "")) for each in EIGHT_BOARDS.split()]
    assert winners(continuous(8)) == expected


def test_fourteen_boards_are_those_of_the_printed_table():
    found = winners(continuous(14))
    assert found[1:8] == [1033, 1066, 1097, 1128, 1158, 1187, 1216]
    assert (found[10], found[20]) == (1297, 1526)


@pytest.mark.parametrize("boards", RAISED)
def test_the_concave_pass_raises_these(boards: int):
    found = winners(continuous(boards))
    assert {margin: found[margin] for margin in RAISED[boards]} == RAISED[boards]


def test_the_lengths_of_the_tables():
    assert (len(continuous(6).rows), len(continuous(32).rows)) == (38, 86)


@pytest.mark.parametrize("boards", range(1, 101))
def test_no_imp_is_worth_more_than_the_one_before(boards: int):
    found = winners(continuous(boards))
    steps = [after - before for before, after in pairwise(found)]
    assert steps == sorted(steps, reverse=True)
    assert (found[0], found[-1], min(steps) >= 0) == (1000, 2000, True)
    assert all(sum(continuous(boards).points(margin)) == 2000 for margin in range(-99, 99))


@pytest.mark.parametrize("row", TABLES, ids=lambda row: f"{row[0]} boards")
def test_discrete_first_margins(row: tuple[int, ...]):
    assert margins(discrete(row[0])) == row[1:]


@pytest.mark.parametrize("boards", range(1, 101))
def test_discrete_bands_rise(boards: int):
    found = margins(discrete(boards))
    assert len(found) == 11
    assert list(found) == sorted(found)


def test_a_whole_vp_is_not_the_rounded_one():
    differing = [
        margin
        for margin in range(60)
        if discrete(16).points(margin)[0] != round(continuous(16).points(margin)[0], -2)
    ]
    assert differing


def test_half_matches():
    assert margins(half_match(3)) == (0, 1, 4, 7, 10, 15)
    assert margins(half_match(4)) == (0, 1, 4, 8, 12, 18)
    # Exactly 7.50, which no rounding error decides.
    assert half_match(2).points(5) == (800, 200)
    assert half_match(8).points(10) == (800, 200)


def test_a_lost_match():
    assert continuous(8).points(-3) == (873, 1127)
    assert discrete(8).points(-1000) == (0, 2000)


@pytest.mark.parametrize("scale", [continuous, discrete, half_match])
@pytest.mark.parametrize("boards", [0, -1, 201])
def test_no_such_match(scale, boards: int):
    with pytest.raises(Refused, match=f"not {boards}"):
        scale(boards)
