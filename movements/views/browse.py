"""Looking at movements: the list, one movement, one contestant of it, and the file."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubscore.sentences import NothingHereError
from movements import selectors
from movements.domain.check import check
from movements.formats import asc
from movements.forms import BoardsForm
from movements.models import Movement
from movements.views import paper as papers
from movements.views import tables
from movements.views.findings import beside_cells, numbered
from movements.views.heatmap import heat_map


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """All movements, for anybody."""
    return render(request, "movements/index.html", {"movements": selectors.movements()})


@require_safe
def detail(request: HttpRequest, movement_id: int) -> HttpResponse:
    """One movement: its grid, and where every contestant goes."""
    movement = get_object_or_404(selectors.movements(), pk=movement_id)
    value = selectors.movement_value(movement)
    form = BoardsForm(request.GET or None)
    notes = numbered(check(value))
    context = {
        "movement": movement,
        "value": value,
        "findings": notes,
        "grid": tables.grid(value, form.number, form.first_board, beside_cells(notes)),
        "heat_map": heat_map(value),
        "schedules": tables.schedules(value, form.number, form.first_board),
        "boards_form": form,
        "boards": form.number,
        "numbers": form.query,
    }
    return render(request, "movements/detail.html", context)


@require_safe
def contestant(request: HttpRequest, movement_id: int, number: int) -> HttpResponse:
    """One contestant's rounds."""
    movement = get_object_or_404(Movement, pk=movement_id)
    if not 1 <= number <= movement.contestants:
        raise Http404
    form = BoardsForm(request.GET or None)
    context = {
        "movement": movement,
        "number": number,
        "previous": number - 1,
        "next": number + 1 if number < movement.contestants else 0,
        "card": tables.card(
            selectors.movement_value(movement), number, form.number, form.first_board
        ),
        "boards_form": form,
        "boards": form.number,
        "numbers": form.query,
    }
    return render(request, "movements/contestant.html", context)


@require_safe
def paper(request: HttpRequest, movement_id: int, kind: str) -> HttpResponse:
    """Cards to print: for the tables, for the contestants, or to go round with the boards."""
    movement = get_object_or_404(Movement, pk=movement_id)
    if kind not in list(papers.Kind):
        raise Http404
    value = selectors.movement_value(movement)
    form = BoardsForm(request.GET or None)
    boards = form.number or papers.usual_boards(value)
    if papers.is_too_large(value, boards):
        raise NothingHereError(_("This movement is too large to print all its cards."))
    play = papers.Play(value, boards, form.first_board)
    context = {
        "movement": movement,
        "title": papers.TITLES[papers.Kind(kind)],
        "kind": kind,
        "papers": papers.papers(papers.Kind(kind), [play]),
        "boards_form": form,
        "boards": boards,
    }
    return render(request, "movements/paper.html", context)


@require_safe
def download(request: HttpRequest, movement_id: int) -> HttpResponse:
    """The movement as an .ASC file."""
    movement = get_object_or_404(Movement, pk=movement_id)
    text = asc.write(selectors.movement_value(movement))
    name = slugify(movement.name) or "movement"
    return HttpResponse(
        text,
        content_type="text/plain; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}.asc"'},
    )
