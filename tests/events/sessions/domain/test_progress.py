import pytest

from events.sessions.domain.progress import State, latest_round, state_of


@pytest.mark.parametrize(
    ("entered", "expected", "missing", "state"),
    [
        (0, 3, 0, State.NOTHING),
        (1, 3, 0, State.PLAYING),
        (3, 3, 0, State.COMPLETE),
        (2, 3, 1, State.MISSING),
        (0, 3, 1, State.MISSING),
        (0, 3, 3, State.MISSING),
        (0, 0, 0, State.COMPLETE),
    ],
)
def test_a_place_stands_by_what_is_in_and_what_is_missing(
    entered: int, expected: int, missing: int, state: State
) -> None:
    assert state_of(entered, expected, missing=missing) is state


@pytest.mark.parametrize(
    ("entered", "latest"),
    [([], 0), ([(1, 0), (2, 0)], 0), ([(1, 3), (2, 1), (3, 0)], 2), ([(None, 5)], 0)],
)
def test_the_latest_round_is_the_highest_with_anything_in(
    entered: list[tuple[int | None, int]], latest: int
) -> None:
    assert latest_round(entered) == latest
