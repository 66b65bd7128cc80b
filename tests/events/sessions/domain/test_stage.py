import pytest

from events.sessions.domain.stage import STAGE_OF, Evening, Stage, Task, can_finish, next_task


@pytest.mark.parametrize(
    ("evening", "task", "stage"),
    [
        (Evening(0, 0), Task.ADD_SECTION, Stage.PREPARE),
        (Evening(0, 6, unnamed=1), Task.NAMES, Stage.PREPARE),
        (Evening(0, 6, is_coming=True), Task.PRINT, Stage.PREPARE),
        (Evening(0, 6), Task.ENTER, Stage.PLAY),
        (Evening(1, 6, unnamed=4, doubts=1), Task.ENTER, Stage.PLAY),
        (Evening(5, 6, is_published=True), Task.ENTER, Stage.PLAY),
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
    ("evening", "sensible"),
    [
        (Evening(0, 8), False),
        (Evening(0, 8, is_past=True), False),
        (Evening(1, 8), False),
        (Evening(5, 8), False),
        (Evening(6, 8), True),
        (Evening(8, 8), True),
        (Evening(8, 8, is_past=True, to_draw=2), False),
        (Evening(1, 8, is_past=True), True),
        (Evening(8, 8, is_finished=True), False),
    ],
)
def test_the_end_is_offered_when_most_results_are_in_or_the_day_is_over(
    evening: Evening, sensible: bool
) -> None:
    assert can_finish(evening) is sensible
