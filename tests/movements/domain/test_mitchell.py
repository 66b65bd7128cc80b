import pytest

from clubscore.problems import Refused
from movements.domain.balance import measure
from movements.domain.check import unusable
from movements.domain.mitchell import mitchell, share_and_relay, usual_switches
from movements.domain.movement import Cell
from movements.domain.variants import drop, switch_last
from tests.movements.domain.building import boards_played, most_meetings, sharing

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
