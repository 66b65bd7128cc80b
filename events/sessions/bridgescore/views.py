"""BridgeScore files in the browser: upload, correct, score, save; and download as a file."""

from dataclasses import dataclass, field

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from clubscore.text.problems import Refused
from clubscore.text.sentences import refusal_text, translate
from clubscore.web.permissions import director_required
from clubscore.web.visitors import actor
from events.models import Session
from events.sessions.bridgescore.domain import Reading
from events.sessions.bridgescore.figures import bridgescore_text, report_of
from events.sessions.bridgescore.forms import BridgeScoreForm, SaveForm
from events.sessions.bridgescore.services import create_session_from_file, file_of_session
from events.sessions.scoring.domain.field import score_field
from events.sessions.scoring.domain.settings import Settings

MAX_SHOWN = 500
"""The most mistakes on the page; the others are only counted."""


@dataclass(slots=True)
class FaultyLine:
    """A line of the text with everything that is wrong with it; number 0 is the whole file."""

    number: int
    text: str
    messages: list[str] = field(default_factory=list)


@require_http_methods(["GET", "POST"])
@director_required
def upload(request: HttpRequest) -> HttpResponse:
    """Read a file: its report, or every mistake beside its line, to be corrected there."""
    form = BridgeScoreForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid() and form.reading:
        # A browser cannot send an uploaded file again: from here on it is a text in a field.
        save_form = SaveForm(
            initial={
                "text": form.source,
                "any_score": form.cleaned_data["any_score"],
                "neuberg": form.cleaned_data["neuberg"],
                "date": timezone.localdate(),
            }
        )
        return _show_report(request, save_form, form.reading, form.cleaned_data["neuberg"])
    faults, found = _faulty_lines(form), form.problems
    if form.source:
        form = BridgeScoreForm(
            initial={
                "text": form.source,
                "any_score": form.cleaned_data.get("any_score"),
                "neuberg": form.cleaned_data.get("neuberg"),
            }
        )
    context = {"form": form, "faults": faults, "more": max(0, len(found) - MAX_SHOWN)}
    status = 422 if faults or form.errors else 200
    return render(request, "events/sessions/bridgescore/bridgescore.html", context, status=status)


@require_POST
@director_required
def keep(request: HttpRequest) -> HttpResponse:
    """Save a previewed file as a session."""
    form = SaveForm(request.POST)
    if form.is_valid() and form.reading:
        session = create_session_from_file(
            file=form.reading.file,
            title=form.cleaned_data["title"],
            date=form.cleaned_data["date"],
            neuberg=form.cleaned_data["neuberg"],
            by=actor(request),
        )
        messages.success(request, _("The session is stored. Names can be entered now or later."))
        return redirect(session)
    if form.reading is None:
        return redirect("events:bridgescore")
    return _show_report(request, form, form.reading, bool(form.data.get("neuberg")), status=422)


@require_GET
@director_required
def download(request: HttpRequest, session_id: int) -> HttpResponse:
    """The session as a BridgeScore file."""
    session = get_object_or_404(Session, pk=session_id)
    try:
        text = bridgescore_text(file_of_session(session=session))
    except Refused as refusal:
        messages.error(request, refusal_text(refusal))
        return redirect(session)
    name = slugify(session.title) or "session"
    return HttpResponse(
        text,
        content_type="text/plain; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}.txt"'},
    )


def _show_report(
    request: HttpRequest, form: SaveForm, reading: Reading, neuberg: bool, status: int = 200
) -> HttpResponse:
    scored = score_field(reading.file.lines, Settings(winners=2, neuberg=neuberg))
    context = {
        "form": form,
        "notices": [translate(notice) for notice in reading.notices],
        "report": report_of(scored),
    }
    return render(
        request, "events/sessions/bridgescore/bridgescore_report.html", context, status=status
    )


def _faulty_lines(form: BridgeScoreForm) -> list[FaultyLine]:
    lines = form.source.split("\n")
    faults: dict[int, FaultyLine] = {}
    for problem in form.problems[:MAX_SHOWN]:
        number = problem.line if problem.line and problem.line <= len(lines) else 0
        text = lines[number - 1] if number else ""
        fault = faults.setdefault(number, FaultyLine(number, text))
        fault.messages.append(translate(problem))
    return [faults[number] for number in sorted(faults)]
