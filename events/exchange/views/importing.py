"""A file of results in the browser: all that would be stored, then the session."""

from dataclasses import replace

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from clubscore.actor import actor
from clubscore.intake.carrying import Received
from clubscore.permissions import director_required
from clubscore.problems import Refused
from clubscore.sentences import translate_refusal
from events.exchange.domain.session_plan import SessionPlan, compare
from events.exchange.forms.importing import ImportForm
from events.exchange.services import files, opening
from events.exchange.services.planning import plan_of
from events.exchange.views import preview_rows as rows
from events.exchange.views import preview_texts as texts
from events.exchange.views.hands import start_analysis
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
        stored = files.import_file(source=source, plan=plan, comparison=compare(plan), by=by)
    except files.ImportedBeforeError as before:
        messages.info(request, " ".join(translate_refusal(before)))
        return redirect(before.session)
    if plan.hands:
        start_analysis()
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
    comparison = compare(plan)
    notices = rows.notices(opened, plan)
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
        "standings": rows.standings(plan, comparison),
        "names": rows.name_counts(plan),
        "notices": notices[: rows.MAX_NOTICES],
        "more_notices": max(0, len(notices) - rows.MAX_NOTICES),
        "lines": rows.lines(plan),
    }
    return render(request, "events/exchange/preview.html", context, status=status)
