"""The table of jobs: who takes which, who may answer, what happens when a worker is gone."""

import logging
from pathlib import Path

import pytest
from django.utils import timezone
from django.utils.translation import get_language, override

from clubscore.jobs import queue as jobs
from clubscore.jobs.queue import Why
from clubscore.models import Job
from clubscore.web.visitors import Actor
from tests.concurrency.threads import at_once
from tests.jobs import work_off

KINDS = "tests.clubscore.jobs.kinds"
BY = Actor()

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@pytest.fixture(autouse=True)
def _kinds(settings) -> None:
    settings.JOBS = {
        "urgent": {"run": f"{KINDS}.note"},
        "note": {"run": f"{KINDS}.note", "failed": f"{KINDS}.tell"},
        "nothing": {"run": f"{KINDS}.nothing"},
    }


def ask(kind: str = "note", subject: str = "", **values: object) -> Job:
    job, is_new = jobs.ask(kind=kind, subject=subject, by=BY, **values)
    assert is_new
    return job


def state(job: Job) -> str:
    return Job.objects.get(pk=job.pk).state


def silence() -> None:
    Job.objects.update(active_at=timezone.now() - 2 * jobs.SILENCE)


def test_one_that_is_under_way_is_joined_and_an_answer_forgotten(tmp_path: Path) -> None:
    job = ask(file=str(tmp_path / "file"))
    assert jobs.ask(kind="note", by=BY) == (job, False)
    work_off()
    assert state(job) == "done"
    assert ask() != job
    assert Job.objects.count() == 1


def test_the_most_urgent_is_taken_first_and_then_the_oldest() -> None:
    for kind, subject in (("note", "1"), ("note", "2"), ("urgent", "3")):
        ask(kind, subject)
    taken = [jobs.take(worker="a") for _ in range(4)]
    assert [job and job.subject for job in taken] == ["3", "1", "2", None]


def test_a_job_is_taken_up_again_once_after_silence_and_then_given_up(tmp_path: Path) -> None:
    file = tmp_path / "file"
    job = ask(subject="7", file=str(file))
    for worker in "ab":
        assert jobs.take(worker=worker) == job
        assert jobs.take(worker="c") is None
        silence()
    assert jobs.is_any_free()
    assert jobs.take(worker="c") is None
    # Its kind was told, and keeps nothing.
    assert file.read_text() == "7\n"
    assert not Job.objects.exists()


def test_who_was_taken_to_be_gone_answers_nothing() -> None:
    ask("urgent")
    first = jobs.take(worker="a")
    silence()
    second = jobs.take(worker="b")
    assert (jobs.is_wanted(first), jobs.is_wanted(second)) == (False, True)
    jobs.finish(job=first, answer={"of": "a"})
    jobs.fail(job=first, why=Why.OVERTIME)
    jobs.release(worker="a")
    assert state(second) == "running"
    jobs.finish(job=second, answer={"of": "b"})
    assert Job.objects.get().answer == {"of": "b"}


def test_a_sign_of_life_keeps_a_job() -> None:
    ask()
    job = jobs.take(worker="a")
    silence()
    jobs.keep(job=job)
    assert not jobs.is_any_free()


def test_a_job_that_is_stopped_is_not_answered() -> None:
    job = ask("urgent", "1")
    begun = jobs.take(worker="a")
    assert jobs.stop(kind="urgent", subject=1)
    assert not jobs.stop(kind="urgent", subject=1)
    assert not jobs.is_wanted(begun)
    jobs.finish(job=begun, answer={"of": "a"})
    assert (state(job), jobs.is_any_free()) == ("stopped", False)


def test_turns_that_get_on_are_no_tries() -> None:
    job = ask()
    for _ in range(5):
        begun = jobs.take(worker="a")
        assert begun.tries == 1
        jobs.finish(job=begun, answer=None)
    assert state(job) == "waiting"


def test_what_is_asked_for_again_meanwhile_has_another_turn() -> None:
    job = ask()
    begun = jobs.take(worker="a")
    assert jobs.ask(kind="note", by=BY, again=True) == (job, False)
    jobs.finish(job=begun, answer={})
    assert state(job) == "waiting"
    jobs.finish(job=jobs.take(worker="a"), answer={})
    assert not Job.objects.exists()


def test_an_error_is_logged_and_ends_the_job(caplog: pytest.LogCaptureFixture) -> None:
    job = ask("nothing")
    with caplog.at_level(logging.ERROR):
        assert work_off() == 1
    assert caplog.messages == ["The job “nothing” failed"]
    job.refresh_from_db()
    assert (job.state, job.answer) == ("failed", {"why": "error"})


def test_a_job_is_done_in_the_language_of_whoever_asked(settings, monkeypatch, tmp_path) -> None:
    said: list[str | None] = []
    monkeypatch.setattr("tests.clubscore.jobs.kinds.note", lambda job: said.append(get_language()))
    with override("nl"):
        ask()
    jobs.carry_out(jobs.take(worker="a"))
    assert said == ["nl"]


def test_old_answers_are_forgotten() -> None:
    for kind in ("urgent", "note"):
        ask(kind, file="/dev/null")
    jobs.finish(job=jobs.take(worker="a"), answer={"of": "a"})
    Job.objects.update(asked_at=timezone.now() - 2 * jobs.REMEMBERED)
    ask("urgent", "another")
    assert list(Job.objects.values_list("kind", "subject")) == [("note", ""), ("urgent", "another")]


@pytest.mark.django_db(transaction=True)
def test_workers_that_come_at_once_take_different_jobs() -> None:
    for number in range(4):
        ask(subject=str(number))
    taken = at_once(*(lambda: jobs.take(worker="a") for _ in range(6)))
    assert sorted(job.subject for job in taken if isinstance(job, Job)) == list("0123")
    assert [job for job in taken if isinstance(job, Exception)] == []


@pytest.mark.django_db(transaction=True)
def test_two_who_ask_at_once_get_the_same_job() -> None:
    asked = at_once(*(lambda: jobs.ask(kind="note", by=BY) for _ in range(4)))
    assert len({job.pk for job, _is_new in asked}) == 1
    assert sorted(is_new for _job, is_new in asked) == [False, False, False, True]
