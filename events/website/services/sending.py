"""Uploads of the club's site as they are asked for, carried out, stopped and remembered.

Asked for by a director they are a job (:mod:`clubscore.jobs`); the command does the same at once.
*By itself*: what was changed is read from the logs now and then, so that whoever publishes never
waits, and nothing that changes a page has to know of the site.
"""

import datetime
import time
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Final

from django.conf import settings
from django.utils import timezone

from clubscore.database.transactions import in_transaction
from clubscore.jobs import queue as jobs
from clubscore.jobs.worker import giving_way
from clubscore.models import Job
from clubscore.text.moments import is_lately
from clubscore.text.problems import Refused, Sentence, gettext_noop, sentence, sentence_to_json
from clubscore.web.visitors import Actor
from events.models import ClubSite, Series, Session, SiteUpload, Tournament
from events.website.domain import CLUB, Manifest, Target
from events.website.engines.hosts import Credentials
from events.website.selectors import ARRIVED, Logged, behind, last_arrivals
from events.website.services.account import credentials_for, hold_site, stored_target
from events.website.services.exporting import export_site, manifest_in
from events.website.services.uploading import ATTEMPTS, Approve, Outcome, Progress, upload

KIND: Final = "site"
"""Of the jobs."""

FOLDER: Final = "site"
"""Where the site is made, in the data folder."""

QUIET: Final = datetime.timedelta(minutes=2)
"""So long nothing was changed before an upload begins by itself."""

AGAIN: Final = tuple(datetime.timedelta(minutes=minutes) for minutes in (1, 5, 15))
"""So long after a failure it is tried again; then at the next start of the program."""

REMEMBERED: Final = 200
"""Uploads."""

_MAX_TARGET: Final = 400

_STARTED = timezone.now()
_TELL: Final = 0.5
"""Seconds between two notes of the progress."""


class UnknownEventsError(Refused):
    """The host shows events that this database does not know: a director has to agree."""


@in_transaction
def start_upload(
    *, by: Actor, may_remove_unknown: bool = False, is_automatic: bool = False
) -> SiteUpload:
    """Ask for an upload to where the site goes; one that is under way is joined. Raises
    :class:`Refused` where nobody has said where that is."""
    hold_site()
    row = SiteUpload.objects.create(
        user=by.user, target=str(stored_target()), is_automatic=is_automatic
    )
    job, is_new = jobs.ask(kind=KIND, by=by, upload=row.pk, may_remove_unknown=may_remove_unknown)
    if is_new:
        return row
    row.delete()
    running: SiteUpload = SiteUpload.objects.get(pk=job.arguments["upload"])
    return running


@in_transaction
def stop_upload(*, by: Actor) -> bool:
    """Stop the upload that is under way; the next one goes on where it was. Whether there was
    one."""
    # Or an upload that is asked for meanwhile would be stopped, and not its job.
    hold_site()
    is_there = jobs.stop(kind=KIND, subject="")
    return bool(_end(state=SiteUpload.State.STOPPED)) or is_there


def _end(*, state: str, problem: Sentence | None = None, but: int | None = None) -> int:
    """Note of all uploads that seem to be under way that they are not."""
    return (
        SiteUpload.objects.filter(state=SiteUpload.State.RUNNING)
        .exclude(pk=but or 0)
        .update(
            state=state,
            problem=sentence_to_json(problem) if problem else {},
            ended_at=timezone.now(),
        )
    )


def run_upload(job: Job) -> jobs.Answer:
    """Carry out the upload that a job is on."""
    row = SiteUpload.objects.filter(
        pk=job.arguments["upload"], state=SiteUpload.State.RUNNING
    ).first()
    if row:
        try:
            target = Target.read(row.target)
            credentials = credentials_for(target)
        except Refused as refusal:
            _finish(row, Outcome(row.target, refusal=refusal))
        else:
            _carry_out(
                row,
                target,
                credentials,
                may_remove_unknown=job.arguments["may_remove_unknown"],
                is_stopped=lambda: not jobs.is_wanted(job),
                between=giving_way(job),
            )
    return {}


def give_up(job: Job) -> None:
    """Note that an upload ended by itself."""
    _end(state=SiteUpload.State.FAILED, problem=sentence(_ENDED))


_ENDED: Final = gettext_noop("The program ended in the middle of it.")


def send_site(
    *,
    target: Target,
    credentials: Credentials,
    by: Actor,
    folder: Path | None = None,
    attempts: int = ATTEMPTS,
    dry_run: bool = False,
    may_remove_unknown: bool = False,
) -> Outcome:
    """Upload at once: the site of a folder, or of the club as it is now."""
    row = SiteUpload(user=by.user, target=str(target)[:_MAX_TARGET])
    if not dry_run:
        row.save()
    return _carry_out(
        row,
        target,
        credentials,
        folder=folder,
        attempts=attempts,
        dry_run=dry_run,
        may_remove_unknown=may_remove_unknown,
    )


def _carry_out(
    row: SiteUpload,
    target: Target,
    credentials: Credentials,
    *,
    folder: Path | None = None,
    attempts: int = ATTEMPTS,
    dry_run: bool = False,
    may_remove_unknown: bool = False,
    is_stopped: Callable[[], bool] = lambda: False,
    between: Callable[[], None] = lambda: None,
) -> Outcome:
    data = Path(settings.DATA_DIR)

    def before() -> None:
        # Nobody else is uploading: what seems to be under way was killed.
        _end(state=SiteUpload.State.FAILED, problem=sentence(_ENDED), but=row.pk)
        if folder is None:
            logged = Logged.now()
            row.log_entry, row.register_entry = logged.log_entry, logged.register_entry
            export_site(folder=data / FOLDER, between=between)

    is_checked = folder is None and not may_remove_unknown
    outcome = upload(
        folder=folder or data / FOLDER,
        target=target,
        credentials=credentials,
        data=data,
        attempts=attempts,
        dry_run=dry_run,
        before=before,
        approve=_refuse_unknown(str(target)) if is_checked else lambda _there, _digest: None,
        on_progress=(lambda _progress: None) if dry_run else _Teller(row, between),
        is_stopped=is_stopped,
    )
    if not dry_run:
        _finish(row, outcome)
    return outcome


class _Teller:
    """Notes the progress in the row, and lets what is more urgent be done."""

    def __init__(self, row: SiteUpload, between: Callable[[], None]) -> None:
        self._row, self._between, self._told = row, between, 0.0

    def __call__(self, progress: Progress) -> None:
        now = time.monotonic()
        if now - self._told < _TELL and progress.files_done < progress.files:
            return
        self._told = now
        SiteUpload.objects.filter(pk=self._row.pk).update(
            files=progress.files,
            files_done=progress.files_done,
            size=progress.size,
            size_done=progress.size_done,
        )
        self._between()


def _refuse_unknown(target: str) -> Approve:
    """Refuse to remove events that are not here, unless they were sent from here."""

    def approve(there: Manifest, digest: str) -> None:
        last = SiteUpload.objects.filter(target=target).exclude(manifest="").first()
        if last and last.manifest == digest:
            return
        unknown = sorted(unit for unit in there.units if unit != CLUB and not _is_known(unit))
        if unknown:
            raise UnknownEventsError(
                sentence(
                    UNKNOWN_EVENTS,
                    count=len(unknown),
                    events=", ".join(unit.replace("/", " ") for unit in unknown[:_NAMED]),
                )
            )

    return approve


_NAMED: Final = 10

UNKNOWN_EVENTS: Final = gettext_noop(
    "The site at the host has events that are not here (%(count)s: %(events)s): this may be an"
    " older copy of the club’s data. Nothing was changed. If they are to be removed there, say so"
    " on the page Club’s site."
)


def _is_known(unit: str) -> bool:
    kind, _slash, key = unit.partition("/")
    if kind == "tournament":
        return Tournament.everything.filter(slug=key).exists()
    if not key.isdigit() or len(key) > _DIGITS:
        return False
    if kind == "series":
        return Series.everything.filter(pk=int(key)).exists()
    # One of a kind that only a later release has is not known.
    return kind == "session" and Session.everything.filter(pk=int(key)).exists()


_DIGITS: Final = 18
"""More have no number in a database."""


@in_transaction
def _finish(row: SiteUpload, outcome: Outcome) -> None:
    """Note what came of an upload, and forget the oldest; the last one of each place stays, since
    what is there stays, too."""
    State = SiteUpload.State  # noqa: N806 - a class
    problem = next(iter(outcome.problems), None)
    done = State.STOPPED if outcome.is_stopped else State.DONE
    stored = SiteUpload.objects.filter(pk=row.pk)
    stored.update(
        manifest=outcome.manifest,
        log_entry=row.log_entry,
        register_entry=row.register_entry,
        files_done=len(outcome.sent) + len(outcome.removed),
    )
    # One that was stopped stays so.
    stored.filter(state=State.RUNNING).update(
        state=State.FAILED if problem else done,
        problem=sentence_to_json(problem.message) if problem else {},
        asks=isinstance(outcome.refusal, UnknownEventsError),
        ended_at=timezone.now(),
    )
    kept = SiteUpload.objects.values_list("pk", flat=True)[:REMEMBERED]
    SiteUpload.objects.exclude(pk__in=[*kept, *last_arrivals()]).delete()


def what_is_there(target: str) -> tuple[bool, Manifest | None]:
    """Whether anything of the site was sent to a target, and what is there, as far as it is known:
    what was made last was sent there as a whole."""
    last = SiteUpload.objects.filter(ARRIVED, target=target).first()
    if last is None:
        return False, None
    folder = Path(settings.DATA_DIR) / FOLDER
    made = manifest_in(folder)
    is_known = made is not None and last.manifest == sha256(str(made).encode()).hexdigest()
    return True, made if is_known else None


def upload_when_changed() -> SiteUpload | None:
    """Ask for an upload where the site is to follow by itself, something was changed, and nothing
    since for a while; asked for every half minute by each web process."""
    site = ClubSite.objects.filter(uploads_itself=True).exclude(target="").first()
    state = behind() if site else None
    # Not by its row: an upload of a command may have been killed.
    if state is None or jobs.jobs_on(KIND, [""]).filter(state__in=jobs.UNDER_WAY).exists():
        return None
    now = timezone.now()
    if is_lately(state.latest, QUIET, now=now) or not _may_try(state.latest, now):
        return None
    return start_upload(by=Actor(), is_automatic=True)


def _may_try(latest: datetime.datetime, now: datetime.datetime) -> bool:
    """Whether it is time to try again what failed since the last change."""
    failed = list(
        SiteUpload.objects.filter(ended_at__gt=latest)
        .exclude(state=SiteUpload.State.DONE)
        .values_list("state", "asks", "ended_at")[: len(AGAIN) + 1]
    )
    if not failed:
        return True
    state, asks, ended_at = failed[0]
    if asks or state == SiteUpload.State.STOPPED:
        return False
    if ended_at is None:
        return False
    if len(failed) > len(AGAIN):
        return ended_at < _STARTED
    return not is_lately(ended_at, AGAIN[len(failed) - 1], now=now)
