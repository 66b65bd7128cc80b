import pytest

from events.sessions.core.domain.progress import (
    STAGE_OF,
    Evening,
    Stage,
    State,
    Task,
    can_finish,
    is_near_end,
    latest_round,
    next_task,
    state_of,
)


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


@pytest.mark.parametrize(
    ("evening", "task", "stage"),
    [
        (Evening(0, 0), Task.ADD_SECTION, Stage.PREPARE),
        (Evening(0, 6, unnamed=1), Task.NAMES, Stage.PREPARE),
        (Evening(0, 6, is_coming=True), Task.PRINT, Stage.PREPARE),
        (Evening(0, 6), Task.ENTER, Stage.PLAY),
        (Evening(1, 6, unnamed=4, doubts=1), Task.ENTER, Stage.PLAY),
        (Evening(5, 6, is_published=True), Task.ENTER, Stage.PLAY),
        (Evening(5, 6, objected=1), Task.ENTER, Stage.PLAY),
        (Evening(6, 6, objected=1, doubts=1), Task.SETTLE, Stage.CHECK),
        (Evening(6, 6, objected=1, to_draw=2), Task.DRAW, Stage.PLAY),
        (Evening(6, 6, doubts=1), Task.DOUBTS, Stage.CHECK),
        (Evening(5, 6, to_draw=2), Task.ENTER, Stage.PLAY),
        (Evening(6, 6, doubts=1, to_draw=2), Task.DRAW, Stage.PLAY),
        (Evening(6, 6), Task.FINISH, Stage.CHECK),
        (Evening(5, 6, doubts=1, is_finished=True), Task.MISSING, Stage.CHECK),
        (Evening(6, 6, doubts=1, is_finished=True), Task.DOUBTS, Stage.CHECK),
        (Evening(6, 6, unnamed=1, is_finished=True), Task.PUBLISH, Stage.PUBLISH),
        (Evening(6, 6, is_finished=True, is_published=True), Task.SHARE, Stage.PUBLISH),
        (Evening(5, 6, doubts=1, is_finished=True, is_published=True), Task.SHARE, Stage.PUBLISH),
    ],
)
def test_each_stage_has_one_next_task(evening: Evening, task: Task, stage: Stage) -> None:
    assert (next_task(evening), STAGE_OF[next_task(evening)]) == (task, stage)


def test_every_task_is_of_a_stage() -> None:
    assert set(STAGE_OF) == set(Task)


@pytest.mark.parametrize(
    ("evening", "possible", "near"),
    [
        (Evening(0, 8), False, False),
        (Evening(0, 8, is_past=True), False, True),
        (Evening(1, 8), True, False),
        (Evening(5, 8), True, False),
        (Evening(6, 8), True, True),
        (Evening(8, 8), True, True),
        (Evening(8, 8, is_past=True, to_draw=2), True, False),
        (Evening(1, 8, is_past=True), True, True),
        (Evening(8, 8, is_finished=True), False, True),
    ],
)
def test_the_end_is_possible_with_a_result_and_near_with_most_or_when_the_day_is_over(
    evening: Evening, possible: bool, near: bool
) -> None:
    assert (can_finish(evening), is_near_end(evening)) == (possible, near)
