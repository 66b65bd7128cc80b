"""Many files at once in the browser: which there are, how far they are, what became of each."""

import datetime

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.http import require_http_methods

from clubscore.own_process import start_command
from clubscore.permissions import director_required
from events.exchange.services.batches import mark_active
from events.models import BatchFile, FileBatch

SILENCE = datetime.timedelta(seconds=60)
"""After this the process of a batch is taken to have been stopped."""
LATEST = 20
"""So many of the files that are done are shown while the import goes on."""


@require_http_methods(["GET", "HEAD", "POST"])
@director_required
def batch(request: HttpRequest, batch_id: int) -> HttpResponse:
    """The files of a batch; a button starts the import."""
    found = get_object_or_404(FileBatch, pk=batch_id)
    files = list(found.files.select_related("session__file").defer("data"))
    waiting = [each for each in files if each.state == BatchFile.State.WAITING]
    is_running = bool(waiting) and _is_active(found)
    if request.method == "POST":
        if waiting and not is_running:
            mark_active(batch=found)
            language = get_language() or "en"
            transaction.on_commit(lambda: start(found.pk, language))
        return redirect("events:import-batch", batch_id)
    context = {
        "batch": found,
        "files": _shown(files, is_running=is_running),
        "count": len(files),
        "waiting": len(waiting),
        "done": len(files) - len(waiting),
        "imported": _count(files, BatchFile.State.IMPORTED),
        "before": _count(files, BatchFile.State.BEFORE),
        "refused": _count(files, BatchFile.State.REFUSED),
        "is_running": is_running,
    }
    return render(request, "events/exchange/batch.html", context)


def _shown(files: list[BatchFile], *, is_running: bool) -> list[BatchFile]:
    """Those that were not imported first; while the import goes on, the latest."""
    if is_running:
        done = [each for each in files if each.state != BatchFile.State.WAITING]
        return done[-LATEST:][::-1]
    return sorted(files, key=lambda each: each.state != BatchFile.State.REFUSED)


def _count(files: list[BatchFile], state: BatchFile.State) -> int:
    return sum(each.state == state for each in files)


def _is_active(batch: FileBatch) -> bool:
    return batch.active_at is not None and timezone.now() - batch.active_at < SILENCE


def start(batch_id: int, language: str) -> None:
    """Import the files of a batch in another process; nobody waits for it."""
    start_command("import_batch", str(batch_id), "--language", language)
