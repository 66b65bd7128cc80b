"""Many files imported one after another: each is stored whole or not at all, and none twice.

The files wait in the database, each with a job. It reads and scores the file, and settles it in one
transaction; a file whose reading ends its process again and again holds up none of the others.
"""

import datetime
import re
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils import timezone

from clubscore.database.transactions import in_transaction
from clubscore.jobs import queue as jobs
from clubscore.models import Job
from clubscore.text.days import day_told
from clubscore.text.moments import expired
from clubscore.text.problems import Refused, Sentence, gettext_noop, sentence
from clubscore.web.visitors import Actor
from events.exchange.domain.plan_comparison import Comparison
from events.exchange.domain.session_plan import SessionPlan
from events.exchange.figures.opening import MAX_FILE_SIZE, Read, open_results
from events.exchange.figures.planning import compared, plan_of
from events.exchange.figures.remarks import losses, notices, stored_remarks, with_lines
from events.exchange.services.analysis import ask_for_analysis
from events.exchange.services.importing import (
    ImportedBeforeError,
    Source,
    import_file,
    session_of_content,
    source_of,
)
from events.exchange.services.play_lines import add_missing
from events.models import BatchFile, FileBatch, Session
from events.models.imported_file import MAX_FILE_NAME
from players.services.log import change_register

REMEMBERED = datetime.timedelta(days=30)
"""How long the outcomes of a batch can be read."""
FILE = "file"
"""The kind of the jobs; their subjects are the files' numbers in the database."""
_INTERRUPTED = gettext_noop(
    "The import did not get to the end of this file. Send it again by itself."
)
_LARGE = gettext_noop("The file is larger than the limit of %(limit)s MiB.")


@dataclass(frozen=True, slots=True)
class Outcome:
    """What was read of a file: its session and what is said of it, or why there is none."""

    source: Source
    plan: SessionPlan | None = None
    comparison: Comparison | None = None
    remarks: Sequence[Sentence] = ()
    reading: Read | None = None


@in_transaction
def create_batch(*, files: Iterable[tuple[str, bytes]], by: Actor) -> FileBatch:
    """Store files, compressed, that wait for their import; old batches are forgotten."""
    FileBatch.objects.filter(**expired("created_at", REMEMBERED, now=timezone.now())).delete()
    batch = FileBatch.objects.create(created_by=by.user)
    BatchFile.objects.bulk_create(
        (BatchFile(batch=batch, name=name[-MAX_FILE_NAME:], data=data) for name, data in files),
        batch_size=50,
    )
    return batch


@in_transaction
def begin_batch(*, batch: FileBatch, by: Actor) -> None:
    """Ask for the import of every file of a batch that waits."""
    waiting = batch.files.filter(state=BatchFile.State.WAITING)
    jobs.ask_for_each(kind=FILE, subjects=waiting.values_list("pk", flat=True), by=by)


def import_waiting(job: Job) -> jobs.Answer:
    """Import the file of a job."""
    file = BatchFile.objects.filter(pk=int(job.subject), state=BatchFile.State.WAITING).first()
    if file:
        settle_file(file=file, outcome=outcome_of(file), by=Actor(user=job.created_by))
    # Hands that came with it are worked out.
    ask_for_analysis(by=Actor())
    return {}


def give_file_up(job: Job) -> None:
    """Refuse the file of a job that came to nothing."""
    remarks = stored_remarks([sentence(_INTERRUPTED)])
    waiting = BatchFile.objects.filter(pk=int(job.subject), state=BatchFile.State.WAITING)
    waiting.update(data=b"", state=BatchFile.State.REFUSED, remarks=remarks)


def outcome_of(file: BatchFile) -> Outcome:
    """Read and score a file; nothing is written."""
    data = zlib.decompress(bytes(file.data))
    source = source_of(file.name, data)
    try:
        if len(data) > MAX_FILE_SIZE:
            raise Refused(sentence(_LARGE, limit=MAX_FILE_SIZE // 2**20))
        opened = open_results(data)
        plan = plan_of(opened.reading, date=_day_in(file.name))
        comparison = compared(plan)
        told = [*losses(opened, plan), *notices(opened, plan, comparison)]
        return Outcome(source, plan, comparison, told, opened.reading)
    except Refused as refusal:
        return Outcome(source, remarks=with_lines(refusal.problems))


def _day_in(name: str) -> str | None:
    """The day in the name of a file, for one that has none inside: ``2026-01-19 club.csv``."""
    found = re.search(r"(?<!\d)(20\d\d)[-_.]?(\d\d)[-_.]?(\d\d)(?!\d)", name, re.ASCII)
    return day_told("-".join(found.groups())) if found else None


@in_transaction
def settle_file(*, file: BatchFile, outcome: Outcome, by: Actor) -> None:
    """Store the session of a file and what became of it, unless another process has done so."""
    # The register is locked before anything else; whoever settles the same file waits here.
    change_register()
    waiting = BatchFile.objects.filter(state=BatchFile.State.WAITING)
    stored = waiting.filter(pk=file.pk).first()
    if stored is None:
        return
    stored.data = b""
    stored.state = BatchFile.State.REFUSED
    stored.remarks = stored_remarks(outcome.remarks)
    again = session_of_content(outcome.plan) if outcome.plan else None
    if again:
        stored.state, stored.session = BatchFile.State.BEFORE, again
        _add_play(again, outcome, by)
    elif outcome.plan and outcome.comparison:
        try:
            made = import_file(
                source=outcome.source, plan=outcome.plan, comparison=outcome.comparison, by=by
            )
            stored.state, stored.session = BatchFile.State.IMPORTED, made.session
        except ImportedBeforeError as before:
            stored.state, stored.session = BatchFile.State.BEFORE, before.session
            _add_play(before.session, outcome, by)
    stored.save(update_fields=["data", "state", "remarks", "session"])


def _add_play(session: Session, outcome: Outcome, by: Actor) -> None:
    """What a file of results that are stored already says of auctions and card play."""
    if outcome.reading is not None:
        add_missing(session=session, reading=outcome.reading, file_name=outcome.source.name, by=by)
