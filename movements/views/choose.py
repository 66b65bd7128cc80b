"""Letting clubscore choose: the wish, the offers, and one of the offers.

An offer has an address of its own, which says how it is built; it is stored only when the
director takes it.

The table of offers: a row an offer, in ready strings, and the columns it is sorted by.

Sorting is asked for by ``?sort=`` with the name of a column, with a minus before it for the other
direction; otherwise the best offer comes first.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from clubscore.text.numbers import whole_number
from clubscore.text.problems import Problem, Refused
from clubscore.text.sentences import NothingHereError, decimals, translate
from clubscore.web.next_page import next_page, own_page
from clubscore.web.permissions import director_required
from movements.domain import choose as domain, plans
from movements.domain.check import check
from movements.domain.choose import Choice, Offer
from movements.domain.findings import ranges
from movements.domain.plans import Plan
from movements.figures import movement_text
from movements.forms import BoardsForm, MissingForm, WishForm
from movements.services import store_movement_once
from movements.views import tables
from movements.views.browse import heat_map
from movements.views.tables import Grid, beside_cells, grid, numbered


@director_required
@require_safe
def choose(request: HttpRequest) -> HttpResponse:
    """The form, and the offers once it is filled in."""
    asked = "contestants" in request.GET
    form = WishForm(request.GET if asked else None)
    choice: Choice | None = None
    problems: tuple[Problem, ...] = ()
    if asked and form.is_valid():
        try:
            choice = domain.choose(form.wish)
        except Refused as refusal:
            problems = refusal.problems
    context = {
        "form": form,
        "problems": problems,
        "choice": choice,
        "cards": cards(choice, request.GET.get("sort", "")) if choice else [],
        "headings": headings(request.GET),
        "unsorted": unsorted(request.GET),
        "following": _following(request),
    }
    status = 422 if asked and form.errors else 200
    return render(request, "movements/choose.html", context, status=status)


@director_required
@require_http_methods(["GET", "HEAD", "POST"])
def offer(request: HttpRequest, family: str, contestants: int, rounds: int) -> HttpResponse:
    """One offer: show it, or store it and go on to ``next`` with it; of a half table ``missing``
    may be any number."""
    missing = whole_number((request.POST or request.GET).get("missing", "")) or 0
    try:
        plan = plans.find(family, contestants, rounds, missing)
    except Refused as refusal:
        raise NothingHereError(translate(refusal.problems[0])) from refusal
    value, name = plans.build(plan), translate(plans.name(plan))
    form = BoardsForm(request.POST or request.GET or None)
    if request.method == "POST":
        movement = store_movement_once(name=name, text=movement_text(value))
        # It comes from the address of the page.
        following = own_page(request, request.POST.get("next", ""))
        if not following:
            return redirect(movement)
        query = {"movement": movement.pk}
        if form.number:
            query["boards_per_round"] = form.number
        joint = "&" if "?" in following else "?"
        # Not redirect(): it takes what has no slash for the name of a page.
        return HttpResponseRedirect(f"{following}{joint}{urlencode(query)}")
    notes = numbered(check(value))
    context = {
        "name": name,
        "value": value,
        "findings": notes,
        "grid": tables.grid(value, form.number, notes=beside_cells(notes)),
        "heat_map": heat_map(value),
        "boards": form.number,
        "back": _back(request),
        "following": _following(request),
        "missing": missing,
        "missing_form": MissingForm({"missing": missing or ""}, plan=plan)
        if plan.has_half_table
        else None,
    }
    return render(request, "movements/offer.html", context)


def _following(request: HttpRequest) -> str:
    """The page that asked for a movement, and takes it: the new session unless another did."""
    return next_page(request, otherwise=reverse("events:new"))


def _back(request: HttpRequest) -> str:
    """The page of the offers, with the wish if the browser sends it as the referrer."""
    page = reverse("movements:choose")
    came_from = request.headers.get("Referer", "")
    _host, _page, query = came_from.partition(f"{page}?")
    return f"{page}?{query}" if query else page


MAX_TABLES_SHOWN: Final = 12
"""Rounds and tables of a larger movement are on its own page alone."""


@dataclass(frozen=True, slots=True)
class Card:
    """An offer as the page shows it: ready strings, and the address to look at it; ``half_table``
    says which it is, where there is one; ``grid`` has its rounds and tables, unless it is large."""

    offer: Offer
    title: str
    address: str
    rounds: str
    boards: str
    balance: str
    staying: str
    is_best: bool
    half_table: str
    grid: Grid | None


@dataclass(frozen=True, slots=True)
class Heading:
    """The heading of a column, and the address that sorts by it; ``order`` is that of the table,
    as ``aria-sort`` names it, and empty where it is sorted by another column."""

    name: str
    label: str
    address: str
    order: str


@dataclass(frozen=True, slots=True)
class _Column:
    label: str | Promise
    key: Callable[[Card], Any]


COLUMNS: Final[Mapping[str, _Column]] = {
    "movement": _Column(gettext_lazy("Movement"), lambda card: card.title.casefold()),
    "rounds": _Column(
        gettext_lazy("Rounds × boards"),
        lambda card: (card.offer.plan.rounds, card.offer.boards_a_round),
    ),
    "plays": _Column(gettext_lazy("Each plays"), lambda card: (card.offer.most, card.offer.fewest)),
    "boards": _Column(gettext_lazy("Boards needed"), lambda card: card.offer.boards_in_all),
    "minutes": _Column(gettext_lazy("Minutes"), lambda card: card.offer.minutes),
    "sitting-out": _Column(gettext_lazy("Sit-outs"), lambda card: card.offer.sitting_out),
    "rankings": _Column(gettext_lazy("Rankings"), lambda card: card.offer.plan.winners),
    "balance": _Column(gettext_lazy("Balance"), lambda card: _comparable_qf(card.offer)),
}


def cards(choice: Choice, sort: str) -> list[Card]:
    """The offers in the order asked for."""
    found = [
        _card(offer, is_best=choice.fits and place == 0)
        for place, offer in enumerate(choice.offers)
    ]
    name, is_descending = _sorting(sort)
    # A stable sort: among equals the better offer stays before the other.
    return sorted(found, key=COLUMNS[name].key, reverse=is_descending) if name else found


def headings(asked: QueryDict) -> list[Heading]:
    """The headings of the table for a page with this query."""
    name, is_descending = _sorting(asked.get("sort", ""))
    shown = []
    for each, column in COLUMNS.items():
        query = asked.copy()
        is_here = each == name
        query["sort"] = f"-{each}" if is_here and not is_descending else each
        order = ("descending" if is_descending else "ascending") if is_here else ""
        shown.append(Heading(each, str(column.label), f"?{query.urlencode()}", order))
    return shown


def unsorted(asked: QueryDict) -> str:
    """The address of the page with the best offer first; empty if it is so already."""
    if not _sorting(asked.get("sort", ""))[0]:
        return ""
    query = asked.copy()
    del query["sort"]
    return f"?{query.urlencode()}"


def _sorting(asked: str) -> tuple[str, bool]:
    """The column that is asked for, empty for none, and whether the highest comes first."""
    name = asked.removeprefix("-")
    return (name, asked.startswith("-")) if name in COLUMNS else ("", False)


def _card(offer: Offer, *, is_best: bool) -> Card:
    plan = offer.plan
    parts = {"contestants": plan.contestants, "rounds": plan.rounds, "family": plan.family.value}
    small = plan.tables <= MAX_TABLES_SHOWN
    return Card(
        offer=offer,
        title=translate(plans.kind(plan)),
        address=reverse("movements:offer", kwargs=parts),
        rounds=f"{plan.rounds} × {offer.boards_a_round}",
        boards=str(offer.most) if offer.fewest == offer.most else f"{offer.fewest}–{offer.most}",
        balance=_balance(offer),
        staying=ranges(offer.staying) or _("nobody"),
        is_best=is_best,
        half_table=_half_table(plan),
        grid=grid(plans.build(plan), offer.boards_a_round) if small else None,
    )


def _half_table(plan: Plan) -> str:
    if not plan.has_half_table:
        return ""
    table = plans.half_table(plan)
    which = _("table %(table)s in all rounds") % {"table": table} if table else _("it moves")
    return _("%(which)s; another one by the preview") % {"which": which}


def _comparable_qf(offer: Offer) -> int:
    """Qf in tenths, −1 where it says little."""
    return -1 if offer.qf is None or offer.plan.winners != 1 else offer.qf


def _balance(offer: Offer) -> str:
    """Qf with its decimal; a dash where two rankings are not compared, for it says little there."""
    qf = _comparable_qf(offer)
    return "—" if qf < 0 else decimals(f"{qf // 10}.{qf % 10}")
