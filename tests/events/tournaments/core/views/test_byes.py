from fractions import Fraction

import pytest

from events.tournaments.core.domain.results import Code, PointSystem
from events.tournaments.core.views.byes import bye_cell, bye_text


@pytest.mark.parametrize(
    ("code", "system", "text"),
    [
        (Code.PAIRING_BYE, PointSystem(), "bye, 1 point"),
        (Code.PAIRING_BYE, PointSystem(pairing_bye=Fraction(3)), "bye, 3 points"),
        (Code.HALF_BYE, PointSystem(), "bye, ½ point"),
        (Code.ZERO_BYE, PointSystem(), "bye, 0 points"),
    ],
)
def test_a_bye_says_its_points(code: Code, system: PointSystem, text: str) -> None:
    assert bye_text(code, system) == text


def test_the_kind_of_bye_is_in_the_title() -> None:
    expected = '<span title="bye">bye, 1 point</span>'
    assert bye_cell(Code.PAIRING_BYE, PointSystem()) == expected
