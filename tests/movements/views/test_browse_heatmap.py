import pytest

from movements.formats.asc import read
from movements.views.browse import MAX_PAIRS, heat_map
from tests.movements.domain.building import mitchell, rainbow
from tests.movements.domain.test_balance import PERFECT


def test_perfect_movement_has_one_colour():
    picture = heat_map(read(PERFECT).movement)
    assert {square.shade for square in picture.squares} == {"even"}
    assert len(picture.squares) == 12
    assert (picture.size, picture.pairs) == (50, (1, 2, 3, 4))
    assert picture.summary == ("Every pair is compared equally with every other: this is perfect.")


def test_mitchell_shows_its_two_fields():
    picture = heat_map(mitchell(3, 3))
    shades = {(square.x, square.y): square.shade for square in picture.squares}
    assert (shades[20, 10], shades[40, 10]) == ("more-2", "less-1")
    assert picture.rows[0] == (1, ("", "3", "3", "0", "0", "0"))
    assert picture.summary == ("Pairs 5 and 6 are compared most (3), pairs 1 and 4 least (0).")


@pytest.mark.parametrize("movement", [rainbow(5), mitchell(MAX_PAIRS // 2 + 1, 1)])
def test_no_picture_of_individuals_and_of_very_many(movement):
    assert heat_map(movement) is None
