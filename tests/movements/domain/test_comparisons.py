from fractions import Fraction

import pytest

from movements.domain.balance import measure
from movements.domain.comparisons import comparisons
from movements.formats.asc import read
from tests.movements.domain.building import mitchell, rainbow

PERFECT = "4 2 3 3 0\n1-2 A 3-4 A\n1-3 B 4-2 B\n1-4 C 2-3 C\n"


def test_four_pairs_are_compared_equally():
    found = comparisons(read(PERFECT).movement)
    assert found.pairs == (1, 2, 3, 4)
    assert found.rows == ((0, 1, 1, 1), (1, 0, 1, 1), (1, 1, 0, 1), (1, 1, 1, 0))
    assert found.couples == [(1, 1, 2), (1, 1, 3), (1, 2, 3), (1, 1, 4), (1, 2, 4), (1, 3, 4)]


@pytest.mark.parametrize("switched", [0, 1, 2])
@pytest.mark.parametrize("tables", [3, 7])
def test_matrix_gives_the_balance(tables, switched):
    movement = mitchell(tables, tables, switched)
    couples = [c for c, _one, _other in comparisons(movement).couples]
    mean = Fraction(sum(couples), len(couples))
    variance = Fraction(sum(c * c for c in couples), len(couples)) - mean**2
    assert variance == measure(movement).variance


def test_pair_that_never_plays_is_left_out():
    assert comparisons(read("4 1 1 1 0\n1-4 A\n").movement).pairs == (1, 4)


@pytest.mark.parametrize("movement", [rainbow(5), read("2 1 1 1 0\n1-0 A\n").movement])
def test_nothing_to_compare(movement):
    assert comparisons(movement) is None
