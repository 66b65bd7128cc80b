import pytest

from events.sessions.domain.board import Vulnerability, dealer, vulnerability
from events.sessions.domain.contract import Side


def test_dealer_goes_round():
    assert "".join(dealer(number) for number in range(1, 10)) == "NESWNESWN"


@pytest.mark.parametrize(
    ("vulnerable", "boards"),
    [
        (Vulnerability.NONE, [1, 8, 11, 14]),
        (Vulnerability.NS, [2, 5, 12, 15]),
        (Vulnerability.EW, [3, 6, 9, 16]),
        (Vulnerability.BOTH, [4, 7, 10, 13]),
    ],
)
def test_vulnerability_of_sixteen_boards_and_the_next(vulnerable, boards):
    assert [n for n in range(1, 17) if vulnerability(n) is vulnerable] == boards
    assert [n - 16 for n in range(17, 33) if vulnerability(n) is vulnerable] == boards


def test_vulnerability_of_sides():
    assert [[v.of(side) for side in Side] for v in Vulnerability] == [
        [False, False],
        [True, False],
        [False, True],
        [True, True],
    ]
