import pytest

from events.sessions.domain.teams.seating import RoundPlan, seated_round
from events.sessions.domain.teams.tables import at_home_tables, at_kept_tables, away_from_table

PAIRS = ((1, 4), (2, 5), (3, 6))


@pytest.mark.parametrize(
    ("keeps", "expected"),
    [
        ({}, PAIRS),
        ({2: 2}, PAIRS),
        ({1: 3}, ((2, 5), (3, 6), (1, 4))),
        # Whoever keeps a table is North–South.
        ({6: 1}, ((6, 3), (1, 4), (2, 5))),
        ({3: 1, 5: 3}, ((3, 6), (1, 4), (5, 2))),
        # There are only three tables, and one of two who meet moves.
        ({2: 4}, PAIRS),
        ({2: 1, 5: 3}, ((2, 5), (1, 4), (3, 6))),
    ],
)
def test_a_pair_keeps_its_table(keeps: dict[int, int], expected: object):
    assert at_kept_tables(PAIRS, keeps, tables=1) == expected


@pytest.mark.parametrize(
    ("keeps", "expected"),
    [
        # Tables 3 and 4 are those of the second match: home is North–South at the first.
        ({1: 3}, ((2, 5), (1, 4), (3, 6))),
        ({1: 4}, ((2, 5), (4, 1), (3, 6))),
        ({4: 1}, ((4, 1), (2, 5), (3, 6))),
        ({4: 2}, PAIRS),
    ],
)
def test_a_team_keeps_the_table_of_its_north_south_pair(keeps: dict[int, int], expected: object):
    seated = at_kept_tables(PAIRS, keeps, tables=2)
    assert seated == expected
    assert away_from_table(seated, keeps, tables=2) == []


def test_who_is_away_from_its_table():
    assert away_from_table(PAIRS, {4: 1, 2: 3, 3: 3}, tables=1) == [4, 2]
    assert away_from_table(PAIRS, {4: 1, 2: 3, 3: 5, 5: 4}, tables=2) == [4]


def test_home_tables():
    rows, matches = at_home_tables(*seated_round(RoundPlan(1, (1,), ((2, 5), (4, 1)), bye=3)))

    assert [(each.home, each.away, each.table, each.second_table) for each in matches] == [
        (2, 5, 2, 5),
        (4, 1, 4, 1),
    ]
    (row,) = rows
    assert [(cell.ns, cell.ew) for cell in row] == [
        ((1,), (8,)),
        ((3,), (10,)),
        ((), ()),
        ((7,), (2,)),
        ((9,), (4,)),
    ]


def test_home_tables_in_a_triangle():
    plan = RoundPlan(1, (1, 2), ((4, 5),), triangle=(3, 1, 2), extra_group=3)
    rows, matches = at_home_tables(*seated_round(plan))

    assert [[cell.ns[0] for cell in row] for row in rows] == [[1, 3, 5, 7, 9]] * 2
    assert [(each.table, each.second_table) for each in matches] == [
        (4, 5),
        (3, None),
        (1, None),
        (2, None),
    ]
