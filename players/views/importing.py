"""A file of players, previewed and imported: into the register, or through the same page into a
tournament (by the app that knows tournaments).

The preview stores nothing. What is imported is checked again, and stored whole or not at all. By
default a file is a list of members (:mod:`.member_import`); here is what the choice "exactly as
GoDraw" does.
"""

import json
from collections.abc import Iterator
from contextlib import closing

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from clubscore.text.problems import Refused
from clubscore.web.permissions import director_required
from clubscore.web.visitors import Actor, actor
from players.domain.register_rows import Reading
from players.domain.registration import Registration
from players.figures import Checked, Source, check_register_file
from players.forms.importing import STRICT, SourceForm
from players.selectors.clubs import unused_facts
from players.services.importing import import_in_steps, import_members
from players.views.import_rows import (
    MAX_EDITABLE_LENGTH,
    Destination,
    label_of_encoding,
    mistake_of,
    preview_of,
    text_of,
)
from players.views.member_import import import_list

STEPS = "application/x-ndjson"
"""Requested by the page's script, which shows the progress of the import."""
MAX_ROUNDS = 99


@require_http_methods(["GET", "HEAD", "POST"])
@director_required
def import_file(request: HttpRequest) -> HttpResponseBase:
    """Import a file of players into the register."""
    destination = Destination(
        # Rounds are for a tournament; without one they are only checked.
        registration=Registration(rounds=MAX_ROUNDS),
        steps=import_in_steps,
        members=import_members,
        address=reverse("players:import"),
        afterwards=reverse("players:list"),
        unused=unused_facts(),
    )
    return import_page(request, destination)


def import_page(request: HttpRequest, destination: Destination) -> HttpResponseBase:
    """Ask for a file; show what is in it, or its first mistake; import it."""
    if request.method != "POST":
        return _ask(request, destination, SourceForm())
    form = SourceForm(request.POST, request.FILES)
    if not form.is_valid():
        return _ask(request, destination, form, status=422)
    try:
        source = form.received()
        if form.cleaned_data["profile"] != STRICT:
            return import_list(request, destination, source)
        checked = check_register_file(source=source, registration=destination.registration)
        # Another encoding may have been chosen since the players were shown.
        if "import" in request.POST and request.POST.get("seen") == source.encoding:
            return _store(request, destination, checked.reading)
        return _preview(request, destination, source, checked)
    except Refused as refusal:
        return _refuse(request, destination, form.source, refusal)


def _store(request: HttpRequest, destination: Destination, reading: Reading) -> HttpResponseBase:
    by, count = actor(request), len(reading.rows)
    message = _imported(count, destination)
    if STEPS in request.headers.get("Accept", ""):
        lines = _progress_lines(destination, reading, by, message)
        # nginx would otherwise hold the lines back until the last one.
        return StreamingHttpResponse(lines, content_type=STEPS, headers={"X-Accel-Buffering": "no"})
    with closing(destination.steps(reading=reading, by=by)) as steps:
        for _done in steps:
            pass
    messages.success(request, message)
    return redirect(destination.afterwards)


def _progress_lines(
    destination: Destination, reading: Reading, by: Actor, message: str
) -> Iterator[str]:
    """JSON lines: how many are stored, at the end that all are, or that the file is refused."""
    total = len(reading.rows)
    # Closed when the browser goes away in the middle: the transaction is rolled back at once.
    try:
        with closing(destination.steps(reading=reading, by=by)) as steps:
            for done in steps:
                yield json.dumps({"done": done, "total": total}) + "\n"
    except Refused:
        yield json.dumps({"refused": True}) + "\n"
    else:
        yield json.dumps({"said": message, "afterwards": destination.afterwards}) + "\n"


def _imported(count: int, destination: Destination) -> str:
    if destination.tournament:
        return ngettext(
            "%(count)s player is new in the register and entered in “%(tournament)s”.",
            "%(count)s players are new in the register and entered in “%(tournament)s”.",
            count,
        ) % {"count": count, "tournament": destination.tournament}
    return ngettext(
        "%(count)s player is new in the register.",
        "%(count)s players are new in the register.",
        count,
    ) % {"count": count}


def _ask(
    request: HttpRequest, destination: Destination, form: SourceForm, status: int = 200
) -> HttpResponse:
    context = {"form": form, "destination": destination}
    return render(request, "players/import.html", context, status=status)


def _refuse(
    request: HttpRequest, destination: Destination, source: Source | None, refusal: Refused
) -> HttpResponse:
    text = text_of(source) if source else None
    editable = text.text if text and len(text.text) <= MAX_EDITABLE_LENGTH else ""
    context = {
        "destination": destination,
        # The text of a file too, so that it can be corrected here.
        "form": SourceForm(
            initial={
                "text": editable,
                "name": source.name if source else "",
                "profile": request.POST.get("profile", ""),
            }
        ),
        "again": _again(request, source) if source and _may_be_decoded(source) else None,
        "read_as": label_of_encoding(text.encoding) if text else "",
        "mistake": mistake_of(refusal),
    }
    return render(request, "players/import.html", context, status=422)


def _preview(
    request: HttpRequest, destination: Destination, source: Source, checked: Checked
) -> HttpResponse:
    context = {
        "destination": destination,
        "again": _again(request, source),
        "source": source,
        "preview": preview_of(checked, destination.registration, everybody="all" in request.POST),
        "read_as": label_of_encoding(checked.encoding) if _may_be_decoded(source) else "",
        "for_tournament": bool(destination.tournament),
    }
    return render(request, "players/import_preview.html", context)


def _again(request: HttpRequest, source: Source) -> SourceForm:
    """The file as the page carries it along, and the choice of an encoding."""
    profile = {"profile": request.POST.get("profile", "")}
    return SourceForm(initial=SourceForm().carried(source) | profile)


def _may_be_decoded(source: Source) -> bool:
    """Whether another encoding could help: what was pasted has no name, and no bytes."""
    return bool(source.name) and not (source.is_spreadsheet or source.is_archive)
