"""The list of the register: searched, filtered, sorted, a page at a time."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubscore.permissions import director_required
from players.forms.listing import WantedForm
from players.models import Player
from players.selectors.club_settings import facts_in_use, label_of
from players.selectors.register import SORTS, wanted_players

PAGE = 50
COLUMNS = {
    "title": "on-wide",
    "rating": "number",
    "grade": "number",
    "club": "",
    "federation": "on-wide",
    "country": "on-wide",
}
"""The facts that the list shows where they are in use, none of them private, with the classes of
their columns."""
MAX_PAGE_LENGTH = 1000
"""How many players one page shows when all are asked for, to print them."""


@dataclass(frozen=True, slots=True)
class Column:
    """A heading that sorts: what to ask for, and how the list is sorted by it now, if it is."""

    label: str
    sort: str
    aria_sort: str
    css: str


@dataclass(frozen=True, slots=True)
class Row:
    """A player, with a text and a class for every column of facts."""

    player: Player
    cells: list[tuple[str, str]]


@require_safe
@director_required
def index(request: HttpRequest) -> HttpResponse:
    """The players wanted; nobody, with a sentence, when the search is not valid."""
    form = WantedForm(request.GET)
    sort, falling = _sort(request.GET.get("sort", ""))
    wanted = form.wanted
    players = (
        wanted_players(wanted, sort=sort, falling=falling) if wanted else Player.objects.none()
    )
    # The list shows none of the private fields, so they are not even read.
    shown = players.defer(*Player.PRIVATE)
    facts = _shown_facts()
    size = MAX_PAGE_LENGTH if "all" in request.GET else PAGE
    page = Paginator(shown, size).get_page(request.GET.get("page"))
    context = {
        "form": form,
        "wanted": wanted,
        "page": page,
        "pages": page.paginator.get_elided_page_range(page.number, on_each_side=2, on_ends=1),
        "fits_one_page": PAGE < page.paginator.count <= MAX_PAGE_LENGTH and size == PAGE,
        "columns": _columns(facts, sort, falling=falling),
        "rows": [_row(player, facts) for player in page],
    }
    return render(request, "players/list.html", context, status=200 if wanted else 422)


def _shown_facts() -> dict[str, str]:
    """The facts in use that the list shows, with the classes of their columns."""
    shown = {fact: COLUMNS[fact] for fact in facts_in_use() if fact in COLUMNS}
    # A phone has room for one of them beside a strength, and for none beside two.
    if {"rating", "grade"} <= shown.keys() and "club" in shown:
        shown["club"] = "on-wide"
    return shown


def _row(player: Player, facts: Mapping[str, str]) -> Row:
    values = ((getattr(player, fact), css) for fact, css in facts.items())
    return Row(player, [("" if value is None else str(value), css) for value, css in values])


def _sort(text: str) -> tuple[str, bool]:
    """The column, and whether it is descending; by name when there is no such column."""
    sort = text.removeprefix("-")
    return (sort, text.startswith("-")) if sort in SORTS else ("name", False)


def _columns(facts: Mapping[str, str], sort: str, *, falling: bool) -> list[Column]:
    headings = [("name", _("Name"), ""), ("number", _("No."), "number")]
    headings += [(fact, label_of(fact), css) for fact, css in facts.items()]
    columns = []
    for key, label, css in headings:
        aria_sort = ("descending" if falling else "ascending") if key == sort else ""
        columns.append(
            Column(
                label=label,
                sort=f"-{key}" if key == sort and not falling else key,
                aria_sort=aria_sort,
                css=css,
            )
        )
    return columns
