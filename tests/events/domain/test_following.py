import pytest

from events.domain.following import State, is_over, latest_round, state_of


@pytest.mark.parametrize(
    ("entered", "expected", "over", "state"),
    [
        (0, 3, False, State.NOTHING),
        (1, 3, False, State.PLAYING),
        (3, 3, False, State.COMPLETE),
        (3, 3, True, State.COMPLETE),
        (2, 3, True, State.MISSING),
        (0, 3, True, State.MISSING),
        (0, 0, True, State.COMPLETE),
    ],
)
def test_a_place_stands_by_what_is_in(
    entered: int, expected: int, over: bool, state: State
) -> None:
    assert state_of(entered, expected, is_over=over) is state


@pytest.mark.parametrize(
    ("entered", "latest"),
    [([], 0), ([(1, 0), (2, 0)], 0), ([(1, 3), (2, 1), (3, 0)], 2), ([(None, 5)], 0)],
)
def test_the_latest_round_is_the_highest_with_anything_in(
    entered: list[tuple[int | None, int]], latest: int
) -> None:
    assert latest_round(entered) == latest


@pytest.mark.parametrize(
    ("number", "is_finished", "over"),
    [(1, False, True), (2, False, False), (3, False, False), (3, True, True), (None, False, False),
     (None, True, True)],
)  # fmt: skip
def test_a_round_is_over_when_a_later_one_has_begun_or_all_is_finished(
    number: int | None, is_finished: bool, over: bool
) -> None:
    assert is_over(number, 2, is_finished=is_finished) is over
