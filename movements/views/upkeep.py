"""Importing, renaming and deleting movements, for directors."""

from pathlib import PurePath

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from clubscore.editing.locking import under_lock
from clubscore.permissions import director_required
from clubscore.problems import Refused
from clubscore.sentences import translate_refusal
from movements import selectors, services
from movements.domain.check import check
from movements.formats import asc
from movements.forms import KeepForm, RenameForm, UploadForm
from movements.views import tables
from movements.views.findings import beside_cells, numbered
from movements.views.source import beside_source


@director_required
@require_http_methods(["GET", "HEAD", "POST"])
def upload(request: HttpRequest) -> HttpResponse:
    """Read a file or a text, and show it before anything is stored, or what is wrong with it."""
    form = UploadForm(request.POST or None, request.FILES or None)
    if form.is_valid() and form.reading:
        file = request.FILES.get("file")
        name = form.reading.title or (PurePath(str(file.name)).stem if file else "")
        keep = KeepForm(initial={"name": name[: selectors.MAX_NAME_LENGTH], "text": form.source})
        return _preview(request, keep, form.reading)
    complaints = beside_source(form.source, form.problems)
    if form.source:
        # The text of a file too, so that it can be corrected here.
        form = UploadForm(initial={"text": form.source})
    return render(request, "movements/upload.html", {"form": form, "complaints": complaints})


@director_required
@require_POST
def keep(request: HttpRequest) -> HttpResponse:
    """Store a movement that was previewed."""
    form = KeepForm(request.POST)
    if form.is_valid():
        try:
            movement = services.store_movement(name=form.cleaned_data["name"], text=form.source)
        except Refused as refusal:
            form.add_error("name", translate_refusal(refusal))
        else:
            messages.success(request, _("“%(name)s” is stored.") % {"name": movement.name})
            return redirect(movement)
    if form.reading is None:
        return redirect("movements:upload")
    return _preview(request, form, form.reading)


@director_required
@require_http_methods(["GET", "HEAD", "POST"])
@under_lock(services.hold_movement)
def rename(request: HttpRequest, movement_id: int) -> HttpResponse:
    """Give a movement another name."""
    movement = get_object_or_404(selectors.movements(), pk=movement_id)
    name = movement.name
    form = RenameForm(request.POST or None, instance=movement)
    if form.is_valid():
        try:
            services.rename_movement(movement=movement, name=form.cleaned_data["name"])
        except Refused as refusal:
            form.add_error("name", translate_refusal(refusal))
        else:
            return redirect(movement)
    return render(
        request, "movements/rename.html", {"form": form, "movement": movement, "name": name}
    )


@director_required
@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: HttpRequest, movement_id: int) -> HttpResponse:
    """Delete a movement that no session uses, after asking."""
    movement = get_object_or_404(selectors.movements(), pk=movement_id)
    if request.method != "POST":
        return render(request, "movements/delete.html", {"movement": movement})
    try:
        services.delete_movement(movement=movement)
    except Refused as refusal:
        messages.error(request, " ".join(translate_refusal(refusal)))
        return redirect(movement)
    messages.success(request, _("“%(name)s” is deleted.") % {"name": movement.name})
    return redirect("movements:list")


def _preview(request: HttpRequest, form: KeepForm, reading: asc.Reading) -> HttpResponse:
    movement = reading.movement
    notes = numbered(check(movement))
    context = {
        "form": form,
        "value": movement,
        "grid": tables.grid(movement, notes=beside_cells(notes)),
        "findings": notes,
        "notices": reading.notices,
    }
    return render(request, "movements/preview.html", context)
