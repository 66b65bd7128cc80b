import pytest

from players.domain.lookup import Listed
from players.formats.lookup import egd
from tests.players.formats.lookup.lists import EGD


def test_players_are_between_the_headings():
    assert list(egd.read(iter(EGD.splitlines()))) == [
        (6, Listed("10000012", "Finch, Clara", "", 2301, "NL", "", "3d")),
        (7, Listed("10000020", "van der Berg, Jan", "", 115, "BE", "", "20k")),
        (8, Listed("10000039", "Cher", "", None, "UK", "", "30k")),
    ]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("  10000012  Finch Clara     NL  Hol   3d   --     2301     12  T260912A", True),
        ("<a>10000012</a>  Finch Clara NL Hol 3d -- 2301 12 T260912A", True),
        ("  10000012  Finch Clara", False),
        ("10000012;Finch, Clara;NL", False),
    ],
)
def test_a_player_is_told_from_other_lines(line: str, expected: bool):
    assert egd.is_player(line) is expected


def test_a_line_of_a_pin_alone_has_no_player():
    assert list(egd.read(iter(["  10000012  (undefined)"]))) == [(1, None)]
