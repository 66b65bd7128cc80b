import pytest

from movements.domain.findings import LISTED, called, listed
from tests.movements.domain.building import mitchell, rainbow


@pytest.mark.parametrize(
    ("numbers", "text"),
    [
        ([3], "3"),
        ([5, 1, 2], "1, 2, 5"),
        (range(1, LISTED + 1), ", ".join(map(str, range(1, LISTED + 1)))),
        ([*range(1, LISTED + 1), 30], "1–20, 30"),
        ([*range(1, 20), 30, 31, 40], "1–19, 30, 31, 40"),
    ],
)
def test_listed(numbers, text):
    assert listed(numbers) == text


def test_called_by_kind_and_number():
    words = [
        called(movement, n) for movement in (mitchell(3, 3), rainbow(5)) for n in ([1], [1, 2])
    ]
    assert list(map(str, words)) == ["Pair", "Pairs", "Player", "Players"]
