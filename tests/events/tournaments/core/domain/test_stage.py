import pytest

from events.tournaments.core.domain.stage import (
    STAGE_OF,
    Course,
    Stage,
    Task,
    can_finish,
    next_task,
)


@pytest.mark.parametrize(
    ("course", "task", "stage"),
    [
        (Course(8, 0, 0), Task.ROUNDS, Stage.PLAYERS),
        (Course(1, 0, 5), Task.PLAYERS, Stage.PLAYERS),
        (Course(8, 1, 5), Task.REGISTER, Stage.REGISTRATION),
        (Course(8, 0, 5), Task.CLOSE, Stage.REGISTRATION),
        (Course(8, 1, 5, is_closed=True), Task.PAIR, Stage.ROUND),
        (Course(8, 0, 5, paired=1), Task.ENTER, Stage.ROUND),
        (Course(8, 0, 5, paired=1, complete=1), Task.PAIR, Stage.ROUND),
        (Course(8, 0, 5, paired=5, complete=5), Task.FINISH, Stage.PUBLISH),
        (Course(8, 0, 5, paired=5, complete=4), Task.ENTER, Stage.ROUND),
        (Course(8, 0, 5, paired=4, complete=4, is_finished=True), Task.PUBLISH, Stage.PUBLISH),
        (
            Course(8, 0, 5, paired=5, complete=5, is_finished=True, is_published=True),
            Task.SHARE,
            Stage.PUBLISH,
        ),
    ],
)
def test_each_stage_has_one_next_task(course: Course, task: Task, stage: Stage) -> None:
    assert (next_task(course), STAGE_OF[next_task(course)]) == (task, stage)


def test_every_task_is_of_a_stage() -> None:
    assert set(STAGE_OF) == set(Task)


@pytest.mark.parametrize(
    ("course", "sensible"),
    [
        (Course(8, 0, 4, is_past=True), False),
        (Course(8, 0, 4, paired=1, is_past=True), True),
        (Course(8, 0, 4, paired=3, complete=2), False),
        (Course(8, 0, 4, paired=4, complete=3), True),
        (Course(8, 0, 4, paired=4, complete=4), True),
        (Course(8, 0, 4, paired=4, complete=4, is_finished=True), False),
    ],
)
def test_the_end_is_offered_when_most_is_played_or_the_last_day_is_over(
    course: Course, sensible: bool
) -> None:
    assert can_finish(course) is sensible
