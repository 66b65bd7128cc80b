import sys
import threading
from pathlib import Path

import pytest

from tools import pool
from tools.pool import Job, Outcome, run_job, run_jobs


def python(code: str, **environment: str) -> Job:
    return Job("part", code, (sys.executable, "-c", code), environment)


def test_job_gives_its_code_and_all_that_it_prints():
    code = "import os, sys; print(os.environ['WORD'], file=sys.stderr); print(2); sys.exit(3)"

    outcome = run_job(python(code, WORD="one"))

    assert (outcome.code, sorted(outcome.output.split())) == (3, ["2", "one"])


def test_job_that_is_killed_has_failed():
    outcome = run_job(python("import os; os.kill(os.getpid(), 9)"))

    assert outcome.code == -9


def test_processor_is_that_of_all_that_the_job_started():
    code = "sum(range(10**7))"
    outer = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {code!r}])"

    assert run_job(python(outer)).processor > run_job(python("pass")).processor > 0


def test_live_job_prints_at_once(capfd: pytest.CaptureFixture[str]):
    job = Job("part", "live", (sys.executable, "-c", "print('now')"), is_live=True)

    assert run_job(job).output == ""
    assert capfd.readouterr().out == "now\n"


def test_jobs_run_so_many_at_once(monkeypatch: pytest.MonkeyPatch):
    together = threading.Barrier(2, timeout=30)
    running: list[str] = []
    most: list[int] = []

    def run(job: Job) -> Outcome:
        running.append(job.title)
        most.append(len(running))
        together.wait()
        running.remove(job.title)
        return Outcome(job, 0, "", 0, 0)

    monkeypatch.setattr(pool, "run_job", run)
    outcomes = list(run_jobs([python(str(number)) for number in range(6)], at_once=2))

    assert sorted(outcome.job.title for outcome in outcomes) == list("012345")
    assert max(most) == 2


def test_no_job_begins_after_an_interruption(tmp_path: Path):
    jobs = [python(f"open({str(tmp_path / str(number))!r}, 'w')") for number in range(4)]
    outcomes = run_jobs(jobs, at_once=1)
    next(outcomes)
    outcomes.close()

    assert len(list(tmp_path.iterdir())) < 4
