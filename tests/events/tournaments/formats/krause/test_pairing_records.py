from fractions import Fraction

import pytest

from events.tournaments.domain.pairing.proposal import Acceleration
from events.tournaments.domain.results import Colour
from events.tournaments.domain.tournament import PreservedLine
from events.tournaments.formats.krause.pairing_records import accelerations_of, initial_colour_of


def lines(*texts):
    return [PreservedLine(text) for text in texts]


@pytest.mark.parametrize(
    ("texts", "colour"),
    [
        ((), None),
        (("152 W",), Colour.WHITE),
        (("152 B",), Colour.BLACK),
        (("XXC white1",), Colour.WHITE),
        (("XXC rank black1",), Colour.BLACK),
        (("152 ?", "XXC rank"), None),
        (("a comment W",), None),
        (("152 B", "152 X"), Colour.BLACK),
    ],
)
def test_the_lot(texts, colour):
    assert initial_colour_of(lines(*texts)) is colour


def test_accelerations():
    read = accelerations_of(
        lines(
            "250  2.0  1.0   1   3    1   82",
            "250  1.0  0.5   4   5    1   82",
            "250  1.0  0.5   x   5    1   82",
            "250",
        )
    )

    assert read == (
        Acceleration(Fraction(1), 1, 3, frozenset(range(1, 83))),
        Acceleration(Fraction(1, 2), 4, 5, frozenset(range(1, 83))),
    )
