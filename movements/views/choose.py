"""Letting clubscore choose: the wish, the offers, and one of the offers.

An offer has an address of its own, which says how it is built; it is stored only when the
director takes it.
"""

from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_http_methods, require_safe

from clubscore.permissions import director_required
from clubscore.problems import Problem, Refused
from clubscore.sentences import NothingHereError, translate
from movements.domain import choose as domain
from movements.domain import plans
from movements.domain.check import check
from movements.domain.choose import Choice
from movements.formats import asc
from movements.forms import BoardsForm, WishForm
from movements.services import store_movement_once
from movements.views import offers, tables
from movements.views.findings import beside_cells, numbered
from movements.views.heatmap import heat_map


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
        "cards": offers.cards(choice, request.GET.get("sort", "")) if choice else [],
        "headings": offers.headings(request.GET),
        "unsorted": offers.unsorted(request.GET),
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
