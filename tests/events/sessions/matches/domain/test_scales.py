"""The figures are those of the World Bridge Federation and of the White Book (spec: teams)."""

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given, strategies as st

from clubscore.text.problems import Refused
from events.sessions.matches.domain.scales import (
    MAX_ROWS,
    Scale,
    acbl_20,
    acbl_30,
    continuous,
    discrete,
    half_match,
    own_scale,
    swiss_pairs,
)

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


def test_no_imp_is_worth_more_than_the_one_before():
    for boards in range(1, 101):
        found = winners(continuous(boards))
        steps = [after - before for before, after in pairwise(found)]
        assert steps == sorted(steps, reverse=True)
        assert (found[0], found[-1], min(steps) >= 0) == (1000, 2000, True)
        assert all(sum(continuous(boards).points(margin)) == 2000 for margin in range(-99, 99))


@pytest.mark.parametrize("row", TABLES, ids=lambda row: f"{row[0]} boards")
def test_discrete_first_margins(row: tuple[int, ...]):
    assert margins(discrete(row[0])) == row[1:]


def test_discrete_bands_rise():
    for boards in range(1, 101):
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


def test_acbl_scale_of_twenty():
    short, long = acbl_20(7), acbl_20(9)
    assert [short.points(margin)[0] // 100 for margin in (0, 1, 3, 5, 8, 27, 28)] == [
        10,
        11,
        12,
        13,
        14,
        19,
        20,
    ]
    assert [long.points(margin)[0] // 100 for margin in (3, 5, 6, 9, 10, 35, 36)] == [
        12,
        12,
        13,
        13,
        14,
        19,
        20,
    ]
    assert short.points(-5) == (700, 1300)


def test_acbl_scale_of_thirty():
    scale = acbl_30(8)
    assert scale.points(0) == (1500, 1500)
    assert [scale.points(margin)[0] // 100 for margin in (1, 2, 6, 13, 28)] == [18, 19, 22, 25, 30]
    assert acbl_30(11).points(-4) == (1000, 2000)


@pytest.mark.parametrize("scale", [acbl_20, acbl_30])
@pytest.mark.parametrize("boards", [5, 12])
def test_a_length_that_the_scale_does_not_have(scale, boards: int):
    with pytest.raises(Refused, match="6 to 11 boards"):
        scale(boards)


@pytest.mark.parametrize(
    ("percentage", "vps"),
    [("50", 10), ("50.65", 10), ("50.66", 11), ("56.23", 14), ("68.35", 19), ("68.36", 20)],
)
def test_swiss_pairs_of_eight_boards(percentage: str, vps: int):
    above = Fraction(percentage)
    assert swiss_pairs(8).points(above) == vps
    assert swiss_pairs(8).points(100 - above) == 20 - vps


def test_half_a_match_of_swiss_pairs():
    scale = swiss_pairs(4, half=True)
    found = [scale.points(Fraction(each)) for each in ("50", "51.33", "66.39", "40")]
    assert found == [5, 6, 10, 2]


@pytest.mark.parametrize(("boards", "half"), [(28, False), (14, True)])
def test_swiss_pairs_of_a_length_that_is_not_known(boards: int, half: bool):
    with pytest.raises(Refused, match=f"not of {boards}"):
        swiss_pairs(boards, half=half)


def test_a_scale_is_read_with_blanks_semicolons_and_decimal_commas():
    scale = own_scale("0 10 10\n\n2;11,5;8,5\r\n 6\t14.25 5.75 \n")
    assert [scale.points(margin) for margin in (0, 1, 2, 5, 6, 99)] == [
        (1000, 1000),
        (1000, 1000),
        (1150, 850),
        (1150, 850),
        (1425, 575),
        (1425, 575),
    ]
    assert scale.points(-3) == (850, 1150)


@given(boards=st.integers(1, 100))
def test_a_scale_of_the_wbf_typed_by_hand_is_the_same(boards: int):
    # Rows in which the winner gets no more are those that nobody types.
    usual = continuous(boards)
    rows = usual.rows
    rising = [row for at, row in enumerate(rows) if not at or row.winner > rows[at - 1].winner]
    text = "\n".join(
        f"{row.margin} {row.winner // 100}.{row.winner % 100:02} "
        f"{row.loser // 100}.{row.loser % 100:02}"
        for row in rising
    )
    scale = own_scale(text)
    for margin in range(-rows[-1].margin - 2, rows[-1].margin + 3):
        assert scale.points(margin) == usual.points(margin)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", [(None, None)]),
        ("\n  \n", [(None, None)]),
        ("0 10", [(1, "0 10")]),
        ("0 10 10\nx 11 9\n2 11.555 8", [(2, "x"), (3, "11.555")]),
        ("0 10 10\n-1 11 9", [(2, "-1")]),
        ("\n1 10 10", [(2, "1")]),
        ("0 11 9", [(1, "11 9")]),
        ("0 10 10\n3 11 9\n3 12 8", [(3, "3")]),
        ("0 10 10\n3 12 8\n4 12 8", [(3, "12")]),
        ("0 10 10\n3 12.5 8.5", [(2, "12.50 8.50")]),
        ("0 10 10\n²  11 9", [(2, "²")]),
    ],
)
def test_what_is_wrong_is_told_with_its_line_and_value(text: str, found: list[object]):
    with pytest.raises(Refused) as refused:
        own_scale(text)
    assert [(problem.line, problem.value) for problem in refused.value.problems] == found
    assert str(refused.value)


def test_a_sum_that_changes_names_both_sums():
    with pytest.raises(Refused, match="are 21 together; in the first row they are 20"):
        own_scale("0 10 10\n3 12.5 8.5")


def test_a_scale_of_too_many_rows():
    with pytest.raises(Refused, match=f"at most {MAX_ROWS} rows, not {MAX_ROWS + 1}"):
        own_scale("0 1 1\n" * (MAX_ROWS + 1))


@given(st.text(alphabet="0123456789.,; \n-x", max_size=60))
def test_any_text_is_a_scale_or_refused(text: str):
    try:
        scale = own_scale(text)
    except Refused:
        return
    draw, same = scale.points(0)
    assert draw == same
    assert all(row.winner + row.loser == 2 * draw for row in scale.rows)
