"""Many files imported one after another: each is stored whole or not at all, and none twice.

The files wait in the database. A process of its own reads and scores each, and settles it in one
transaction; when the process is stopped, the others still wait, and it can be started again.
"""

import datetime
import zlib
from collections.abc import Iterable
from dataclasses import dataclass

from django.utils import timezone

from clubscore.database.transactions import in_transaction
from clubscore.text.problems import Refused, gettext_noop, sentence
from clubscore.text.sentences import translate
from clubscore.web.visitors import Actor
from events.exchange.domain.session_plan import Comparison, SessionPlan
from events.exchange.figures.opening import MAX_FILE_SIZE, open_results
from events.exchange.figures.planning import compared, plan_of
from events.exchange.services.importing import (
    ImportedBeforeError,
    Source,
    import_file,
    session_of_content,
    source_of,
)
from events.models import BatchFile, FileBatch
from events.models.imported_file import MAX_FILE_NAME
from players.services.log import change_register

REMEMBERED = datetime.timedelta(days=30)
"""How long the outcomes of a batch can be read."""
MAX_MESSAGES = 5
MAX_TRIES = 2
"""How often a file is tried whose reading ends the process."""
_INTERRUPTED = gettext_noop(
    "The import was interrupted twice while this file was read. Send it again by itself."
)
_LARGE = gettext_noop("The file is larger than the limit of %(limit)s MiB.")


@dataclass(frozen=True, slots=True)
class Outcome:
    """What was read of a file: its session, or why there is none."""

    source: Source
    plan: SessionPlan | None = None
    comparison: Comparison | None = None
    message: str = ""


@in_transaction
def create_batch(*, files: Iterable[tuple[str, bytes]], by: Actor) -> FileBatch:
    """Store files, compressed, that wait for their import; old batches are forgotten."""
    FileBatch.objects.filter(created_at__lt=timezone.now() - REMEMBERED).delete()
    batch = FileBatch.objects.create(created_by=by.user)
    BatchFile.objects.bulk_create(
        (BatchFile(batch=batch, name=name[-MAX_FILE_NAME:], data=data) for name, data in files),
        batch_size=50,
    )
    return batch


@in_transaction
def mark_active(*, batch: FileBatch) -> None:
    """Note that the process of a batch is at work."""
    FileBatch.objects.filter(pk=batch.pk).update(active_at=timezone.now())


def import_batch(*, batch: FileBatch, by: Actor) -> None:
    """Import every file of a batch that waits."""
    waiting = batch.files.filter(state=BatchFile.State.WAITING).values_list("pk", flat=True)
    for pk in list(waiting):
        file = begin_file(pk=pk)
        if file is None:
            continue
        outcome = _given_up(file) if file.tries > MAX_TRIES else outcome_of(file)
        settle_file(file=file, outcome=outcome, by=by)


@in_transaction
def begin_file(*, pk: int) -> BatchFile | None:
    """Note that a file is being read, so that one which ends the process is not read for ever;
    ``None`` where it waits no more."""
    waiting = BatchFile.objects.select_for_update().filter(state=BatchFile.State.WAITING)
    file = waiting.filter(pk=pk).first()
    if file:
        file.tries += 1
        file.save(update_fields=["tries"])
    return file


def _given_up(file: BatchFile) -> Outcome:
    data = zlib.decompress(bytes(file.data))
    return Outcome(source_of(file.name, data), message=translate(sentence(_INTERRUPTED)))


def outcome_of(file: BatchFile) -> Outcome:
    """Read and score a file; nothing is written."""
    data = zlib.decompress(bytes(file.data))
    source = source_of(file.name, data)
    try:
        if len(data) > MAX_FILE_SIZE:
            raise Refused(sentence(_LARGE, limit=MAX_FILE_SIZE // 2**20))
        plan = plan_of(open_results(data).reading)
        return Outcome(source, plan, compared(plan))
    except Refused as refusal:
        messages = [translate(problem) for problem in refusal.problems[:MAX_MESSAGES]]
        return Outcome(source, message=" ".join(messages))


@in_transaction
def settle_file(*, file: BatchFile, outcome: Outcome, by: Actor) -> None:
    """Store the session of a file and what became of it, unless another process has done so."""
    # The register is locked before anything else; whoever settles the same file waits here.
    change_register()
    waiting = BatchFile.objects.select_related("batch").filter(state=BatchFile.State.WAITING)
    stored = waiting.filter(pk=file.pk).first()
    if stored is None:
        return
    mark_active(batch=stored.batch)
    stored.data = b""
    stored.state = BatchFile.State.REFUSED
    stored.message = outcome.message
    again = session_of_content(outcome.plan) if outcome.plan else None
    if again:
        stored.state, stored.session = BatchFile.State.BEFORE, again
    elif outcome.plan and outcome.comparison:
        try:
            made = import_file(
                source=outcome.source, plan=outcome.plan, comparison=outcome.comparison, by=by
            )
            stored.state, stored.session = BatchFile.State.IMPORTED, made.session
        except ImportedBeforeError as before:
            stored.state, stored.session = BatchFile.State.BEFORE, before.session
    stored.save(update_fields=["data", "state", "message", "session"])
