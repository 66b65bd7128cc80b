"""Letting clubscore choose: the wish, the offers, and one of the offers.

An offer has an address of its own, which says how it is built; it is stored only when the
director takes it.
"""

from dataclasses import dataclass
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from clubscore.permissions import director_required
from clubscore.problems import Problem, Refused
from clubscore.sentences import NothingHereError, decimals, translate
from movements.domain import choose as domain
from movements.domain import plans
from movements.domain.check import check
from movements.domain.choose import Choice, Offer
from movements.domain.findings import ranges
from movements.formats import asc
from movements.forms import BoardsForm, WishForm
from movements.services import store_movement_once
from movements.views import tables
from movements.views.findings import beside_cells, numbered
from movements.views.heatmap import heat_map


@dataclass(frozen=True, slots=True)
class Card:
    """An offer as the page shows it: ready strings, and the address to look at it."""

    offer: Offer
    title: str
    address: str
    boards: str
    time: str
    balance: str
    staying: str


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
        "cards": [_card(offer) for offer in choice.offers] if choice else [],
    }
    status = 422 if asked and form.errors else 200
    return render(request, "movements/choose.html", context, status=status)


@director_required
@require_http_methods(["GET", "HEAD", "POST"])
def offer(request: HttpRequest, family: str, contestants: int, rounds: int) -> HttpResponse:
    """One offer: show it, or store it and go on to ``next`` with it."""
    try:
        plan = plans.find(family, contestants, rounds)
    except Refused as refusal:
        raise NothingHereError(translate(refusal.problems[0])) from refusal
    value, name = plans.build(plan), translate(plans.name(plan))
    form = BoardsForm(request.POST or request.GET or None)
    if request.method == "POST":
        movement = store_movement_once(name=name, text=asc.write(value))
        following = request.POST.get("next", "")
        # It comes from the address of the page: only a path of this server is followed.
        if not url_has_allowed_host_and_scheme(following, allowed_hosts=None):
            return redirect(movement)
        query = {"movement": movement.pk}
        if form.number:
            query["boards_per_round"] = form.number
        # Not redirect(): it takes what has no slash for the name of a page.
        return HttpResponseRedirect(f"{following}?{urlencode(query)}")
    notes = numbered(check(value))
    context = {
        "name": name,
        "value": value,
        "findings": notes,
        "grid": tables.grid(value, form.number, notes=beside_cells(notes)),
        "heat_map": heat_map(value),
        "boards": form.number,
        "back": _back(request),
    }
    return render(request, "movements/offer.html", context)


def _back(request: HttpRequest) -> str:
    """The page of the offers, with the wish if the browser sends it as the referrer."""
    page = reverse("movements:choose")
    came_from = request.headers.get("Referer", "")
    _host, _page, query = came_from.partition(f"{page}?")
    return f"{page}?{query}" if query else page


def _card(offer: Offer) -> Card:
    plan = offer.plan
    parts = {"contestants": plan.contestants, "rounds": plan.rounds, "family": plan.family.value}
    hours, minutes = divmod(offer.minutes, 60)
    return Card(
        offer=offer,
        title=translate(plans.kind(plan)),
        address=reverse("movements:offer", kwargs=parts),
        boards=str(offer.most) if offer.fewest == offer.most else f"{offer.fewest}–{offer.most}",
        time=_("%(hours)s h %(minutes)s") % {"hours": hours, "minutes": f"{minutes:02d}"},
        balance=_balance(offer),
        staying=ranges(offer.staying) or _("nobody"),
    )


def _balance(offer: Offer) -> str:
    """Qf with its decimal; a dash where two rankings are not compared, for it says little there."""
    if offer.qf is None or offer.plan.winners != 1:
        return "—"
    return decimals(f"{offer.qf // 10}.{offer.qf % 10}")
