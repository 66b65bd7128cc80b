from fractions import Fraction
from itertools import product

import pytest

from events.tournaments.domain.results import Code, Colour, PointSystem, Result, agree

AGREEING = {
    ("1", "0"), ("=", "="), ("=", "0"), ("0", "0"),
    ("W", "L"), ("D", "D"), ("D", "L"), ("L", "L"),
    ("+", "-"), ("-", "-"), ("+", "+"), ("*", "*"),
}  # fmt: skip


def test_agree_on_every_pair_of_codes() -> None:
    found = {(one, other) for one, other in product(Code, Code) if agree(one, other)}

    assert found == AGREEING | {(other, one) for one, other in AGREEING}


def test_points_of_every_code_in_the_usual_system() -> None:
    points = {code.value: PointSystem().points(code) for code in Code}

    half = Fraction(1, 2)
    assert points == {
        "1": 1, "=": half, "0": 0, "W": 1, "D": half, "L": 0, "+": 1, "-": 0,
        "U": 1, "H": half, "F": 1, "Z": 0, "*": None,
    }  # fmt: skip


def test_result_of_a_bye_with_an_opponent_is_a_mistake() -> None:
    with pytest.raises(ValueError, match="PAIRING_BYE"):
        Result(3, None, Code.PAIRING_BYE)


def test_result_of_a_game_without_an_opponent_is_a_mistake() -> None:
    with pytest.raises(ValueError, match="WIN"):
        Result(None, Colour.WHITE, Code.WIN)


def test_other_colour() -> None:
    assert Colour.WHITE.other is Colour.BLACK
    assert Colour.BLACK.other is Colour.WHITE
