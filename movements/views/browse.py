"""Looking at movements: the list, one movement, one contestant of it, and the file.

Several sections scored as one field: how even the comparison is then.

The balance as a picture: how much every two pairs are compared with each other.

A square for every two pairs, its colour by how far it is from the mean: even colour, even
comparison. The same numbers are in a table beside it.
"""

from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubscore.text.sentences import NothingHereError
from movements import selectors
from movements.domain.balance import balance_finding, combined, comparisons
from movements.domain.check import check
from movements.domain.movement import Movement as MovementValue
from movements.domain.winners import winners_finding
from movements.figures import movement_text
from movements.forms import BoardsForm, TogetherForm
from movements.models import Movement
from movements.views import paper as papers, tables
from movements.views.tables import beside_cells, numbered


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
    text = movement_text(selectors.movement_value(movement))
    name = slugify(movement.name) or "movement"
    return HttpResponse(
        text,
        content_type="text/plain; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}.asc"'},
    )


@require_safe
def together(request: HttpRequest) -> HttpResponse:
    """The balance of two or more stored movements together."""
    form = TogetherForm(request.GET or None)
    context: dict[str, object] = {"form": form}
    if form.is_valid():
        sections = form.sections
        values = selectors.movement_values(sections)
        value = combined([values[movement.pk] for movement in sections])
        starts = [1]
        for movement in sections[:-1]:
            starts.append(starts[-1] + movement.contestants)
        context |= {
            "value": value,
            "sections": [
                (movement, start, start + movement.contestants - 1)
                for movement, start in zip(sections, starts, strict=True)
            ],
            "findings": numbered([*winners_finding(value), *balance_finding(value)]),
            "heat_map": heat_map(value),
        }
    return render(request, "movements/together.html", context)


MAX_PAIRS = 60
"""More pairs make a picture of squares too small to see."""

SIDE = 10

STEPS = 4
"""How many colours there are on either side of the mean."""


@dataclass(frozen=True, slots=True)
class Square:
    """``shade`` names the colour: ``more-1`` to ``more-4``, ``less-1`` to ``less-4``, ``even``."""

    x: int
    y: int
    shade: str
    description: str


@dataclass(frozen=True, slots=True)
class Label:
    at: int
    pair: int


@dataclass(frozen=True, slots=True)
class HeatMap:
    """The picture (lengths in units of its view box), its numbers, and a summary."""

    size: int
    squares: tuple[Square, ...]
    labels: tuple[Label, ...]
    rows: tuple[tuple[int, tuple[str, ...]], ...]
    summary: str

    @property
    def pairs(self) -> tuple[int, ...]:
        return tuple(label.pair for label in self.labels)


def heat_map(movement: MovementValue) -> HeatMap | None:
    """The picture; ``None`` where nothing is compared, and for very many pairs."""
    matrix = comparisons(movement)
    if matrix is None or not 2 < len(matrix.pairs) <= MAX_PAIRS:
        return None
    couples = matrix.couples
    mean = round(sum(c for c, _one, _other in couples) / len(couples))
    squares = tuple(
        Square(
            x=(column + 1) * SIDE,
            y=(row + 1) * SIDE,
            shade=_shade(c - mean),
            description=_("%(one)s and %(other)s: %(c)s")
            % {"one": one, "other": other, "c": _signed(c)},
        )
        for row, one in enumerate(matrix.pairs)
        for column, other in enumerate(matrix.pairs)
        if row != column
        for c in (matrix.rows[row][column],)
    )
    return HeatMap(
        size=(len(matrix.pairs) + 1) * SIDE,
        squares=squares,
        labels=tuple(Label((i + 1) * SIDE + SIDE // 2, p) for i, p in enumerate(matrix.pairs)),
        rows=tuple(
            (pair, tuple("" if i == row else _signed(c) for i, c in enumerate(matrix.rows[row])))
            for row, pair in enumerate(matrix.pairs)
        ),
        summary=_summary(couples),
    )


def _summary(couples: list[tuple[int, int, int]]) -> str:
    """Who is compared most and least with whom."""
    most, least = max(couples), min(couples)
    if most[0] == least[0]:
        return _("Every pair is compared equally with every other: this is perfect.")
    return _(
        "Pairs %(one)s and %(other)s are compared most (%(most)s), pairs %(third)s and %(fourth)s "
        "least (%(least)s)."
    ) % {
        "one": most[1],
        "other": most[2],
        "most": _signed(most[0]),
        "third": least[1],
        "fourth": least[2],
        "least": _signed(least[0]),
    }


def _shade(difference: int) -> str:
    if difference == 0:
        return "even"
    return f"{'more' if difference > 0 else 'less'}-{min(STEPS, abs(difference))}"


def _signed(c: int) -> str:
    return f"−{-c}" if c < 0 else str(c)
