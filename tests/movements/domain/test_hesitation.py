from fractions import Fraction

import pytest

from clubscore.problems import Refused
from movements.domain.balance import measure
from movements.domain.check import unusable
from movements.domain.hesitation import double_hesitation, hesitation
from movements.domain.variants import drop
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
