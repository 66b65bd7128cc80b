import pytest

from events.tournaments.core.domain.go_settings import read_rank


@pytest.mark.parametrize(
    ("text", "rank"),
    [("1d", 0), ("4D", 3), ("9d", 8), ("1k", -1), (" 12K ", -12), ("30K", -30), ("2p", 8)],
)
def test_ranks(text, rank):
    assert read_rank(text) == rank


@pytest.mark.parametrize("text", ["", "d", "0k", "0d", "31k", "10d", "4", "4x", "²k", "-1k"])
def test_no_ranks(text):
    assert read_rank(text) is None
