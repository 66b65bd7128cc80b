"""A file of results in the browser: all that would be stored, then the session.

Many files at once in the browser: which there are, how far they are, what became of each.
"""

from dataclasses import replace

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from clubscore.files.uploads import Received
from clubscore.jobs.queue import UNDER_WAY, jobs_on
from clubscore.text.problems import Refused
from clubscore.text.sentences import refusal_text, translate
from clubscore.web.permissions import director_required
from clubscore.web.visitors import actor
from events.exchange.domain.session_plan import SessionPlan
from events.exchange.figures import opening, remarks
from events.exchange.figures.planning import compared, plan_of
from events.exchange.forms import ImportForm
from events.exchange.services import importing as files
from events.exchange.services.analysis import ask_for_analysis
from events.exchange.services.batches import FILE, begin_batch
from events.exchange.services.play_lines import add_missing
from events.exchange.views import preview as texts
from events.exchange.views.hands import tell_added
from events.models import BatchFile, FileBatch
from events.models.imported_file import MAX_FILE_NAME


@require_POST
@director_required
def import_session(request: HttpRequest) -> HttpResponse:
    """Store the session of a file that was previewed."""
    form = ImportForm(request.POST)
    is_filled_in = form.is_valid()
    try:
        came = form.received()
        opened = opening.open_results(came.data)
        plan = plan_of(opened.reading, date="")
    except (Refused, ValidationError):
        # Whatever does not come from the preview.
        messages.error(request, _("The file did not come back unchanged. Choose it again."))
        return redirect("events:open-file")
    source = files.source_of(came.name, came.data)
    if not is_filled_in:
        return _page(request, form, opened, plan, source, 422)
    cleaned = form.cleaned_data
    plan = replace(plan, title=cleaned["title"], date=cleaned["date"].isoformat())
    by = actor(request)
    try:
        stored = files.import_file(source=source, plan=plan, comparison=compared(plan), by=by)
    except files.ImportedBeforeError as before:
        messages.info(request, refusal_text(before))
        added = add_missing(
            session=before.session, reading=opened.reading, file_name=source.name, by=by
        )
        if added.auctions or added.plays:
            tell_added(request, added)
            ask_for_analysis(by=by)
        return redirect(before.session)
    if plan.hands:
        ask_for_analysis(by=by)
    messages.success(request, texts.stored_text(stored))
    return redirect(stored.session)


def preview(request: HttpRequest, came: Received, opened: opening.Opened) -> HttpResponse:
    """The session of a file before anything is stored. Raises :class:`Refused` where there is
    none."""
    plan = plan_of(opened.reading, date="")
    form = ImportForm(
        initial={
            **ImportForm().carried(Received(came.data, came.name[-MAX_FILE_NAME:])),
            "title": plan.title,
            "date": plan.date or None,
        }
    )
    return _page(request, form, opened, plan, files.source_of(came.name, came.data))


def _page(
    request: HttpRequest,
    form: ImportForm,
    opened: opening.Opened,
    plan: SessionPlan,
    source: files.Source,
    status: int = 200,
) -> HttpResponse:
    comparison = compared(plan)
    notices = list(map(translate, remarks.notices(opened, plan, comparison)))
    losses = list(map(translate, remarks.losses(opened, plan)))
    context = {
        "form": form,
        "plan": plan,
        "file_name": source.name,
        "kind": texts.KINDS[opened.kind],
        "before": files.session_of(source),
        "same": files.session_of_content(plan),
        "alike": files.alike(plan),
        "facts": texts.facts(plan, comparison.settings),
        "comparison": comparison,
        "explained": texts.explained(comparison, is_matches=plan.matches is not None),
        "standings": texts.standings(plan, comparison),
        "names": texts.name_counts(plan),
        "losses": losses[: texts.MAX_NOTICES],
        "more_losses": max(0, len(losses) - texts.MAX_NOTICES),
        "notices": notices[: texts.MAX_NOTICES],
        "more_notices": max(0, len(notices) - texts.MAX_NOTICES),
        "lines": texts.lines(plan),
    }
    return render(request, "events/exchange/preview.html", context, status=status)


LATEST = 20
"""How many of the files that are done are shown while the import goes on."""


@require_http_methods(["GET", "HEAD", "POST"])
@director_required
def batch(request: HttpRequest, batch_id: int) -> HttpResponse:
    """The files of a batch; a button starts the import."""
    file_batch = get_object_or_404(FileBatch, pk=batch_id)
    files = list(file_batch.files.select_related("session__file").defer("data"))
    waiting = [file for file in files if file.state == BatchFile.State.WAITING]
    if request.method == "POST":
        begin_batch(batch=file_batch, by=actor(request))
        return redirect("events:import-batch", batch_id)
    is_running = jobs_on(FILE, [file.pk for file in waiting]).filter(state__in=UNDER_WAY).exists()
    context = {
        "batch": file_batch,
        "files": [
            (file, remarks.remarks_text(file.remarks))
            for file in _shown(files, is_running=is_running)
        ],
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
    """The files, those that were not imported first; while the import goes on, the latest ones."""
    if is_running:
        done = [file for file in files if file.state != BatchFile.State.WAITING]
        return done[-LATEST:][::-1]
    return sorted(files, key=lambda file: file.state != BatchFile.State.REFUSED)


def _count(files: list[BatchFile], state: BatchFile.State) -> int:
    return sum(file.state == state for file in files)
