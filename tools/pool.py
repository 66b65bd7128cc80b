"""A few jobs at once, each a process of its own, and the time of each."""

import os
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Job:
    """A command of some part of the whole, with additions to this process's environment.

    It may leave a ``report``. Its output is collected until it has ended, unless it ``is_live``.
    """

    part: str
    title: str
    command: Sequence[str]
    environment: dict[str, str] = field(default_factory=dict)
    report: Path | None = None
    is_live: bool = False


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a job ended: its exit code, what it printed, and seconds by the clock and of processor,
    those of the processes that it started included.
    """

    job: Job
    code: int
    output: str
    clock: float
    processor: float


def run_jobs(jobs: Sequence[Job], *, at_once: int) -> Iterator[Outcome]:
    """Run the jobs in their order, ``at_once`` in parallel; each outcome as soon as it is there."""
    pool = ThreadPoolExecutor(at_once)
    try:
        for outcome in as_completed([pool.submit(run_job, job) for job in jobs]):
            yield outcome.result()
    finally:
        # After Ctrl+C, which ends those under way, no other begins.
        pool.shutdown(cancel_futures=True)


def run_job(job: Job) -> Outcome:
    """Run one job to its end."""
    start = time.monotonic()
    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen(
            job.command,
            env={**os.environ, **job.environment},
            stdin=subprocess.DEVNULL,
            stdout=None if job.is_live else output,
            stderr=None if job.is_live else subprocess.STDOUT,
        )
        # Not process.wait(), which does not return the processor time.
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        text = output.read().decode(errors="replace")
    clock = time.monotonic() - start
    return Outcome(job, process.returncode, text, clock, usage.ru_utime + usage.ru_stime)
