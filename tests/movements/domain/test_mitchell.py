from fractions import Fraction

import pytest

from clubscore.text.problems import Refused
from movements.domain.balance import measure
from movements.domain.check import unusable
from movements.domain.mitchell import (
    double_hesitation,
    drop,
    exists,
    hesitation,
    mitchell,
    share_and_relay,
    switch_last,
    usual_switches,
    web,
    wrap,
)
from movements.domain.movement import Cell
from movements.domain.winners import winners
from tests.movements.domain.building import boards_played, most_meetings, sharing


@pytest.mark.parametrize("tables", range(3, 41))
def test_hesitation_any_size_passes_the_checker(tables):
    movement = hesitation(tables)
    assert (len(movement.rounds), movement.groups) == (tables + 1, tables + 1)
    assert unusable(movement) == ()
    assert most_meetings(movement) == 1
    assert sharing(movement) == (set() if tables % 2 else {(1, tables)})
    assert set(boards_played(movement).values()) == {tables + 1}
    assert winners(movement) == 1


@pytest.mark.parametrize("tables", range(4, 41, 2))
def test_hesitation_without_ns_of_the_first_table_shares_nothing(tables):
    assert sharing(drop(hesitation(tables), 1)) == set()


@pytest.mark.parametrize(("tables", "qf"), [(5, "64.202"), (7, "73.598"), (8, "74.790")])
def test_hesitation_has_the_known_qf(tables, qf):
    found = measure(hesitation(tables))
    assert found is not None
    assert round(found.qf, 3) == Fraction(qf)


@pytest.mark.parametrize("tables", range(5, 41))
def test_double_hesitation_any_size_passes_the_checker(tables):
    movement = double_hesitation(tables)
    assert (len(movement.rounds), movement.groups) == (tables + 2, tables + 2)
    assert unusable(movement) == ()
    assert most_meetings(movement) == 1
    assert sharing(movement) == set()
    assert set(boards_played(movement).values()) == {tables + 2}
    assert winners(movement) == 1


@pytest.mark.parametrize(("build", "fewest"), [(hesitation, 3), (double_hesitation, 5)])
def test_hesitation_for_too_few_tables_is_refused(build, fewest):
    with pytest.raises(Refused, match=rf"needs at least {fewest} tables, not {fewest - 1}\."):
        build(fewest - 1)


SIZES = [(tables, rounds) for tables in range(4, 41, 2) for rounds in range(tables // 2, tables)]


def test_web_any_size_passes_the_checker_with_two_copies():
    for tables, rounds in SIZES:
        movement = web(tables, rounds)
        assert (len(movement.rounds), movement.groups) == (rounds, rounds)
        assert unusable(movement) == ()
        assert most_meetings(movement) == 1
        assert set(boards_played(movement).values()) == {rounds}
        half = tables // 2
        for row in movement.rounds:
            for tables_of_a_copy in (row[:half], row[half:]):
                assert len({cell.group for cell in tables_of_a_copy}) == half


def test_web_exists_for_these_sizes_alone():
    found = [(t, r) for t in range(1, 41) for r in range(45) if exists(t, r)]
    assert found == SIZES


@pytest.mark.parametrize(
    ("tables", "rounds", "nearest"),
    [
        (13, 8, "14 tables there is one of 8"),
        (12, 5, "12 tables there is one of 6"),
        (12, 12, "12 tables there is one of 11"),
        (1, 1, "4 tables there is one of 2"),
    ],
)
def test_web_that_there_is_not_is_refused_with_the_nearest(tables, rounds, nearest):
    with pytest.raises(Refused, match=rf"For {nearest} rounds\.$"):
        web(tables, rounds)


def test_wrap_counts_from_one():
    assert [wrap(number, 3) for number in (-1, 0, 1, 3, 4, 7)] == [2, 3, 1, 3, 1, 1]


def test_switch_last_changes_directions_at_all_tables_but_some():
    plain, switched = mitchell(3), switch_last(mitchell(3), 1, all_but=(3,))
    assert switched.rounds[:2] == plain.rounds[:2]
    assert switched.rounds[2] == (Cell((5,), (1,), 3), Cell((6,), (2,), 1), Cell((3,), (4,), 2))


def test_drop_leaves_a_half_table_and_numbers_without_a_gap():
    movement = drop(mitchell(3), 3)
    assert movement.contestants == 5
    assert movement.rounds[0] == (Cell((1,), (3,), 1), Cell((2,), (4,), 2), Cell((), (5,), 3))
    assert [movement.sitting_out(number) for number in (1, 2, 3)] == [(5,), (4,), (3,)]


EVEN = range(2, 41, 2)


@pytest.mark.parametrize("tables", range(2, 41))
def test_mitchell_any_size_passes_the_checker(tables):
    movement = mitchell(tables)
    assert (len(movement.rounds), movement.tables) == (tables - 1 + tables % 2, tables)
    assert unusable(movement) == ()
    assert most_meetings(movement) == 1
    assert sharing(movement) == set()
    assert set(boards_played(movement).values()) == {len(movement.rounds)}


def test_mitchell_skips_after_half_of_an_even_number_of_tables():
    movement = mitchell(4)
    assert [row[0] for row in movement.rounds] == [
        Cell((1,), (5,), 1),
        Cell((1,), (8,), 2),
        Cell((1,), (6,), 3),
    ]


def test_mitchell_of_fewer_rounds_is_its_beginning():
    assert mitchell(13, 12).rounds == mitchell(13).rounds[:12]


@pytest.mark.parametrize(
    ("tables", "rounds", "message"),
    [
        (7, 8, "A Mitchell for 7 tables has from 1 to 7 rounds, not 8."),
        (8, 8, "A Mitchell for 8 tables has from 1 to 7 rounds, not 8."),
        (8, 0, "A Mitchell for 8 tables has from 1 to 7 rounds, not 0."),
        (1, None, "A Mitchell needs at least 2 tables, not 1."),
    ],
)
def test_mitchell_that_there_is_not_is_refused(tables, rounds, message):
    with pytest.raises(Refused) as refusal:
        mitchell(tables, rounds)
    assert str(refusal.value) == message


@pytest.mark.parametrize(
    ("tables", "deviations"),
    [
        (7, ["3.4896", "1.0491", "3.3086"]),
        (9, ["4.4922", "1.1646", "2.8186"]),
        (11, ["5.4938", "1.8748", "2.2447"]),
        (13, ["6.4948", "2.7609", "1.7727"]),
    ],
)
def test_mitchell_switched_has_the_known_deviations(tables, deviations):
    found = [measure(switch_last(mitchell(tables), switched)) for switched in (0, 1, 2)]
    assert [f"{each.sd:.4f}" for each in found if each] == deviations


@pytest.mark.parametrize("tables", EVEN)
def test_share_and_relay_any_even_size_passes_the_checker(tables):
    movement = share_and_relay(tables)
    assert len(movement.rounds) == tables
    assert unusable(movement) == ()
    assert most_meetings(movement) == 1
    assert sharing(movement) == {(1, tables)}
    assert set(boards_played(movement).values()) == {tables}


@pytest.mark.parametrize("tables", EVEN)
def test_share_and_relay_without_ns_of_the_last_table_shares_nothing(tables):
    movement = drop(share_and_relay(tables), tables)
    assert movement.contestants == 2 * tables - 1
    assert unusable(movement) == ()
    assert sharing(movement) == set()
    assert [len(movement.sitting_out(number)) for number in range(1, tables + 1)] == [1] * tables


def test_share_and_relay_for_an_odd_number_is_refused_with_the_nearest():
    with pytest.raises(Refused, match=r"an even number of tables, such as 8, not 7"):
        share_and_relay(7)


def test_usual_switches_are_one_up_to_eleven_tables_and_then_two():
    assert [usual_switches(tables) for tables in (4, 5, 11, 12, 40)] == [0, 1, 1, 2, 2]


def test_usual_switch_gains_nothing_for_four_tables():
    plain, switched = (measure(switch_last(share_and_relay(4), n)) for n in (0, 1))
    assert plain is not None
    assert switched is not None
    assert plain.qf == switched.qf
