from fractions import Fraction

import pytest

from clubscore.problems import Refused
from events.sessions.domain.teams.other_scales import acbl_20, acbl_30, swiss_pairs


def test_acbl_scale_of_twenty():
    short, long = acbl_20(7), acbl_20(9)
    assert [short.points(margin)[0] // 100 for margin in (0, 1, 3, 5, 8, 27, 28)] == [
        *(10, 11, 12, 13, 14, 19, 20)
    ]
    assert [long.points(margin)[0] // 100 for margin in (3, 5, 6, 9, 10, 35, 36)] == [
        *(12, 12, 13, 13, 14, 19, 20)
    ]
    assert short.points(-5) == (700, 1300)


def test_acbl_scale_of_thirty():
    scale = acbl_30(8)
    assert scale.points(0) == (1500, 1500)
    assert [scale.points(margin)[0] // 100 for margin in (1, 2, 6, 13, 28)] == [18, 19, 22, 25, 30]
    assert acbl_30(11).points(-4) == (1000, 2000)


@pytest.mark.parametrize("scale", [acbl_20, acbl_30])
@pytest.mark.parametrize("boards", [5, 12])
def test_a_length_that_the_scale_does_not_have(scale, boards: int):
    with pytest.raises(Refused, match="6 to 11 boards"):
        scale(boards)


@pytest.mark.parametrize(
    ("percentage", "vps"),
    [("50", 10), ("50.65", 10), ("50.66", 11), ("56.23", 14), ("68.35", 19), ("68.36", 20)],
)
def test_swiss_pairs_of_eight_boards(percentage: str, vps: int):
    above = Fraction(percentage)
    assert swiss_pairs(8).points(above) == vps
    assert swiss_pairs(8).points(100 - above) == 20 - vps


def test_half_a_match_of_swiss_pairs():
    scale = swiss_pairs(4, half=True)
    found = [scale.points(Fraction(each)) for each in ("50", "51.33", "66.39", "40")]
    assert found == [5, 6, 10, 2]


@pytest.mark.parametrize(("boards", "half"), [(28, False), (14, True)])
def test_swiss_pairs_of_a_length_that_is_not_known(boards: int, half: bool):
    with pytest.raises(Refused, match=f"not of {boards}"):
        swiss_pairs(boards, half=half)
