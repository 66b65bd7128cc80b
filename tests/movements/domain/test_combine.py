from movements.domain.balance import measure
from movements.domain.combine import combined
from movements.domain.movement import Cell
from movements.domain.winners import winners
from tests.movements.domain.building import mitchell, rainbow


def test_contestants_and_tables_are_numbered_on():
    both = combined([mitchell(3, 3), mitchell(4, 2)])
    assert (both.contestants, both.tables, both.groups, len(both.rounds)) == (14, 7, 4, 3)
    assert both.rounds[0][2:4] == (Cell((3,), (6,), 3), Cell((7,), (11,), 1))
    assert both.rounds[2][3:] == (Cell(),) * 4


def test_one_section_is_itself():
    assert combined([mitchell(5, 5, 1)]) == mitchell(5, 5, 1)


def test_directions_are_one_field_across_sections():
    assert winners(combined([mitchell(5, 5), mitchell(5, 5)])) == 2
    assert winners(combined([mitchell(5, 5, 1), mitchell(5, 5, 1)])) == 1


def test_more_sections_compare_more_pairs():
    assert measure(combined([mitchell(5, 5, 1)] * 2)).qf < measure(mitchell(5, 5, 1)).qf


def test_players_stay_players():
    assert combined([rainbow(5), rainbow(5)]).individual
