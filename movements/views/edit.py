"""Changing a movement cell by cell. One that a session uses is stored under another name.

Importing, renaming and deleting movements, for directors.
"""

from collections.abc import Iterable, Sequence
from pathlib import PurePath

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from clubscore.text.numbers import whole_number
from clubscore.text.problems import Problem, Refused, verbatim
from clubscore.text.sentences import translate
from clubscore.web.editing import SHOWN, compare_texts, shown_field, shown_texts, under_lock
from clubscore.web.permissions import director_required
from clubscore.web.refusals import refusals_in, refusals_told
from movements import selectors, services
from movements.domain.change import arrow_switched, exchanged
from movements.domain.check import check
from movements.domain.movement import Movement as Value, Reading
from movements.figures import grid_texts, movement_text, read_grid
from movements.forms import KeepForm, RenameForm, UploadForm
from movements.models import Movement
from movements.views import tables
from movements.views.tables import beside_cells, beside_source, numbered


@director_required
@require_http_methods(["GET", "HEAD", "POST"])
@under_lock(services.hold_movement, when=lambda request: request.POST.get("action") == "save")
def edit(request: HttpRequest, movement_id: int) -> HttpResponse:
    """The grid of fields; a button acts on what they hold, stored or not."""
    movement = get_object_or_404(selectors.movements(), pk=movement_id)
    stored = selectors.movement_value(movement)
    if request.method != "POST":
        name = selectors.free_name(movement.name)
        return _page(request, movement, grid_texts(stored), name, value=stored)
    texts = _texts(request, movement)
    name = request.POST.get("name", movement.name)
    action, _colon, argument = request.POST.get("action", "check").partition(":")
    if action == "save":
        texts, asked = _compared(request, movement, grid_texts(stored), texts)
        if asked:
            return _page(request, movement, texts, name, asked, is_asked=True)
    try:
        reading = read_grid(
            texts,
            individual=stored.individual,
            comments=stored.comments,
            contestants=stored.contestants,
        )
        value = _changed(request, reading.movement, action, argument)
        if action == "save":
            return redirect(_save(request, movement, value))
    except Refused as refusal:
        return _page(request, movement, texts, name, refusal.problems, is_live=action == "live")
    # After the reading, so that a wrong name does not hide what is wrong with the cells.
    if action == "copy":
        try:
            return redirect(_save(request, movement, value, name))
        except Refused as refusal:
            wrong = [translate(problem) for problem in refusal.problems]
            return _page(request, movement, texts, name, value=value, wrong_name=wrong)
    if value != reading.movement:
        texts = grid_texts(value)
    return _page(request, movement, texts, name, reading.notices, value, is_live=action == "live")


def _changed(request: HttpRequest, value: Value, action: str, argument: str) -> Value:
    """The movement after a round was switched or two numbers were exchanged."""
    if action == "switch" and (number := whole_number(argument, most=len(value.rounds))):
        return arrow_switched(value, number)
    if action == "exchange":
        one, other = (
            whole_number(request.POST.get(field, ""), most=value.contestants)
            for field in ("one", "other")
        )
        if one and other:
            return exchanged(value, one, other)
        messages.error(request, _("Enter two numbers of this movement to exchange."))
    return value


def _save(
    request: HttpRequest, movement: Movement, value: Value, name: str | None = None
) -> Movement:
    """Store the movement in place of the old one, or beside it under a name.

    Raises :class:`Refused`; where there is a name, because of it.
    """
    text = movement_text(value)
    if name is not None:
        movement = services.store_movement(name=name, text=text)
    else:
        services.replace_movement(movement=movement, text=text)
    messages.success(request, _("“%(name)s” is stored.") % {"name": movement.name})
    return movement


def _compared(
    request: HttpRequest, movement: Movement, stored: list[list[str]], sent: list[list[str]]
) -> tuple[list[list[str]], list[Problem]]:
    """The fields with what others changed meanwhile, and a question about what both changed."""
    rows = compare_texts(
        shown=request.POST.get(SHOWN), stored=_by_field(stored), sent=_by_field(sent)
    )
    places = [
        (number, table)
        for number in range(1, movement.rounds + 1)
        for table in range(1, movement.tables + 1)
    ]
    texts = [
        [rows.texts.get(_field(number, table), "") for table in range(1, movement.tables + 1)]
        for number in range(1, movement.rounds + 1)
    ]
    asked = [
        Problem(verbatim(question), line=number, column=table)
        for number, table in places
        if (question := rows.questions.get(_field(number, table)))
    ]
    return texts, asked


def _by_field(texts: Iterable[Sequence[str]]) -> dict[str, str]:
    return {
        _field(number, table): text
        for number, row in enumerate(texts, 1)
        for table, text in enumerate(row, 1)
    }


def _shown(request: HttpRequest, stored: list[list[str]]) -> SafeString:
    """What the page shows as stored; until it is saved, what it showed at first."""
    shown = request.POST.get(SHOWN)
    if shown is None or request.POST.get("action") == "save":
        return shown_texts(SHOWN, _by_field(stored))
    return shown_field(SHOWN, shown)


def _texts(request: HttpRequest, movement: Movement) -> list[list[str]]:
    return [
        [
            request.POST.get(_field(number, table), "")[:40]
            for table in range(1, movement.tables + 1)
        ]
        for number in range(1, movement.rounds + 1)
    ]


def _field(number: int, table: int) -> str:
    return f"c{number}-{table}"


def _page(
    request: HttpRequest,
    movement: Movement,
    texts: list[list[str]],
    name: str,
    problems: Iterable[Problem] = (),
    value: Value | None = None,
    *,
    is_live: bool = False,
    is_asked: bool = False,
    wrong_name: Sequence[str] = (),
) -> HttpResponse:
    """The page; for the script that asks while somebody types, only the report.

    ``problems`` are notices where there is a value, else why there is none.
    """
    problems = tuple(problems)
    wrong = {(p.line, p.column) for p in problems if value is None}
    stored = grid_texts(selectors.movement_value(movement))
    context = {
        "shown": _shown(request, stored),
        "is_asked": is_asked,
        "movement": movement,
        "name": name,
        "wrong_name": wrong_name,
        "is_changed": texts != stored,
        "value": value,
        "problems": [
            {
                "message": translate(problem),
                "field": _field(problem.line, problem.column)
                if problem.line and isinstance(problem.column, int)
                else "",
            }
            for problem in problems
        ],
        "findings": numbered(check(value)) if value else [],
        "tables": range(1, movement.tables + 1),
        "rows": [
            (
                number,
                [
                    {
                        "name": _field(number, table),
                        "text": text,
                        "wrong": (number, table) in wrong,
                        "label": _("Round %(round)s, table %(table)s")
                        % {"round": number, "table": table},
                    }
                    for table, text in enumerate(row, 1)
                ],
            )
            for number, row in enumerate(texts, 1)
        ],
    }
    template = "movements/_edit_report.html" if is_live else "movements/edit.html"
    # The script shows what it gets as long as the status is 200.
    refused = not is_live and (value is None or wrong_name)
    return render(request, template, context, status=422 if refused else 200)


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
        with refusals_in(form, "name"):
            movement = services.store_movement(name=form.cleaned_data["name"], text=form.source)
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
        with refusals_in(form, "name"):
            services.rename_movement(movement=movement, name=form.cleaned_data["name"])
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
    with refusals_told(request):
        services.delete_movement(movement=movement)
        messages.success(request, _("“%(name)s” is deleted.") % {"name": movement.name})
        return redirect("movements:list")
    return redirect(movement)


def _preview(request: HttpRequest, form: KeepForm, reading: Reading) -> HttpResponse:
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
