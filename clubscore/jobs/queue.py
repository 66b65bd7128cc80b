"""The queue of jobs: asked for, taken by a worker, kept up, answered, stopped.

What is done for a kind is named in the settings, by the paths of functions. ``run`` takes the job
and returns its answer: an empty one where nobody will ask for it, ``None`` when there is more to do
after whatever is more urgent. ``failed`` is told of a job that is given up, which is forgotten
then. What ``is_low`` is done below the priority of the pages.

There is one job of a kind on a subject. Whoever works at it says so every few seconds; after some
silence it is taken to be gone, and another worker begins the job again, once. A job whose row is
gone or stopped meanwhile is ended, and what comes of it is dropped.
"""

import datetime
import logging
import threading
import time
from collections.abc import Iterable
from enum import StrEnum
from typing import Any, Final

from django.conf import settings
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.module_loading import import_string
from django.utils.translation import get_language, override

from clubscore.database.transactions import in_transaction
from clubscore.models import Job
from clubscore.text.moments import expired, lately
from clubscore.web.visitors import Actor

SILENCE: Final = datetime.timedelta(seconds=20)
"""A worker is taken to be gone after this time without a sign of life."""
MAX_TRIES: Final = 2
"""How many workers may go before a job is given up."""
REMEMBERED: Final = datetime.timedelta(days=30)
"""How long answers that nobody came for are kept."""

UNDER_WAY: Final = (Job.State.WAITING, Job.State.RUNNING)
_PAUSE: Final = 0.05

Answer = dict[str, Any]

logger = logging.getLogger(__name__)

news = threading.Event()
"""Set when this process has asked for a job, so that its worker need not sleep on."""


class Why(StrEnum):
    """Why a job failed."""

    ERROR = "error"
    OVERTIME = "overtime"
    KILLED = "killed"


@in_transaction
def ask(
    *,
    kind: str,
    by: Actor,
    subject: str = "",
    seconds: int | None = None,
    again: bool = False,
    **arguments: Any,
) -> tuple[Job, bool]:
    """The job, and whether it is a new one: one that is under way is joined, and with ``again``
    it looks once more for what there is to do; an earlier answer is forgotten. It may take some
    ``seconds``."""
    now = timezone.now()
    jobs = Job.objects.filter(kind=kind, subject=subject)
    job = jobs.select_for_update().first()
    if job and job.is_under_way:
        if again:
            job.asked_at = now
            job.save(update_fields=["asked_at"])
        return job, False
    ended = Job.objects.exclude(state__in=UNDER_WAY)
    is_old = Q(**expired("asked_at", REMEMBERED, now=now))
    ended.filter(Q(kind=kind, subject=subject) | is_old).delete()
    values = {"seconds": seconds, "arguments": arguments, **_values(kind, by)}
    transaction.on_commit(news.set)
    return Job.objects.get_or_create(kind=kind, subject=subject, defaults=values)


@in_transaction
def ask_for_each(*, kind: str, subjects: Iterable[object], by: Actor) -> None:
    """Ask for a job on each of many subjects, but for those that have one."""
    values = _values(kind, by)
    jobs = (Job(kind=kind, subject=str(subject), **values) for subject in subjects)
    Job.objects.bulk_create(jobs, ignore_conflicts=True)
    transaction.on_commit(news.set)


def _values(kind: str, by: Actor) -> dict[str, Any]:
    return {
        "rank": list(settings.JOBS).index(kind),
        "language": get_language() or settings.LANGUAGE_CODE,
        "asked_at": timezone.now(),
        "created_by": by.user,
    }


def jobs_on(kind: str, subjects: Iterable[object]) -> QuerySet[Job]:
    """The jobs of a kind on these subjects."""
    return Job.objects.filter(kind=kind, subject__in=[str(subject) for subject in subjects])


def wait(job: Job, *, seconds: float) -> None:
    """Wait a little for the answer of a job."""
    end = time.monotonic() + seconds
    while jobs_on(job.kind, [job.subject]).filter(state__in=UNDER_WAY).exists():
        if time.monotonic() > end:
            return
        time.sleep(_PAUSE)


@in_transaction
def stop(*, kind: str, subject: object) -> bool:
    """Stop a job; its process ends within a second or two. Whether there was one."""
    jobs = jobs_on(kind, [subject]).filter(state__in=UNDER_WAY)
    return bool(jobs.update(state=Job.State.STOPPED))


@in_transaction
def take(*, worker: str, above: int | None = None) -> Job | None:
    """Begin the most urgent job that waits or whose worker is gone, with ``above`` one that is more
    urgent than this rank; ``None`` without one."""
    free = _free() if above is None else _free().filter(rank__lt=above)
    while job := free.select_for_update(skip_locked=True).order_by("rank", "pk").first():
        if job.tries >= MAX_TRIES:
            fail(job=job, why=Why.KILLED)
            continue
        job.state, job.worker, job.tries = Job.State.RUNNING, worker, job.tries + 1
        job.active_at = timezone.now()
        job.save(update_fields=["state", "worker", "tries", "active_at"])
        return job
    return None


def is_any_free() -> bool:
    """Whether there is a job to take."""
    return _free().exists()


def _free() -> QuerySet[Job]:
    is_alive = Q(**lately("active_at", SILENCE, now=timezone.now()))
    is_gone = Q(state=Job.State.RUNNING, active_at__isnull=False) & ~is_alive
    return Job.objects.filter(Q(state=Job.State.WAITING) | is_gone)


def is_wanted(job: Job) -> bool:
    """Whether a job was neither stopped nor taken by another worker."""
    return _begun(job).exists()


@in_transaction
def keep(*, job: Job) -> None:
    """Say that a job is being worked at."""
    _begun(job).update(active_at=timezone.now())


@in_transaction
def release(*, worker: str) -> bool:
    """Let the job of a worker that has died wait again: it is begun once more, or given up. Whether
    there was one."""
    begun = Job.objects.filter(worker=worker, state=Job.State.RUNNING)
    return bool(begun.update(state=Job.State.WAITING))


def carry_out(job: Job) -> None:
    """Do a job that was taken, in this process, and store what comes of it."""
    try:
        with override(job.language):
            answer = import_string(settings.JOBS[job.kind]["run"])(job)
    except Exception:
        logger.exception("The job “%s” failed", job)
        fail(job=job, why=Why.ERROR)
    else:
        finish(job=job, answer=answer)


@in_transaction
def finish(*, job: Job, answer: Answer | None) -> None:
    """Store the answer of a job; without one, or when it was asked for again meanwhile, it waits
    for its next turn."""
    begun = _begun(job).select_for_update().first()
    if begun is None:
        return
    if answer is None or begun.asked_at != job.asked_at:
        _begun(job).update(state=Job.State.WAITING, tries=0)
    elif answer:
        _begun(job).update(state=Job.State.DONE, answer=answer)
    else:
        begun.delete()


@in_transaction
def fail(*, job: Job, why: Why) -> None:
    """Give a job up."""
    stored = Job.objects.filter(pk=job.pk, worker=job.worker, state__in=UNDER_WAY)
    if not stored.update(state=Job.State.FAILED, answer={"why": why.value}):
        return
    if path := settings.JOBS[job.kind].get("failed"):
        import_string(path)(job)
        Job.objects.filter(pk=job.pk).delete()


def _begun(job: Job) -> QuerySet[Job]:
    """The row of a job that is still this worker's."""
    return Job.objects.filter(pk=job.pk, state=Job.State.RUNNING, worker=job.worker)
