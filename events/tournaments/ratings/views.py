"""What the games would do to ratings, marked unofficial: FIDE's in chess, the EGF's in go.

Updating the ratings of a tournament from a federation's list, with the differences; the K of each
player.
"""

import datetime
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _, ngettext
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from clubscore.text.numbers import whole_number
from clubscore.text.sentences import NothingHereError, decimals
from clubscore.web.caching import for_visitors
from clubscore.web.permissions import director_required, is_director
from clubscore.web.refusals import refusals_told
from clubscore.web.visitors import actor
from events.models import Tournament
from events.models.entry import MAX_K
from events.tournaments.core.domain.results import write_points
from events.tournaments.core.domain.tournament import Tournament as Value
from events.tournaments.core.permissions import tournament_for_reader
from events.tournaments.core.selectors.entries import shown_entries
from events.tournaments.ratings import domain as egf
from events.tournaments.ratings.selectors import factors_of
from events.tournaments.ratings.services import (
    differences,
    is_month_loaded,
    list_for,
    month_to_compare,
    set_factors,
    update_entries,
)
from events.tournaments.standings.views import read_value
from players.models import LookupList
from players.selectors.lookup import current_lists
from players.views.ratings import compared


@dataclass(frozen=True, slots=True)
class RatingRow:
    """A player's line, written out; ``k`` is empty in go, and all are for who has no rating."""

    number: int
    name: str
    rating: str
    games: int
    points: str
    expected: str
    performance: str
    k: str
    change: str
    after: str
    own_k: str = ""


@for_visitors
@require_GET
def ratings(request: HttpRequest, slug: str) -> HttpResponse:
    """Expected score, performance and expected change of every player; ``?k=`` takes one K for
    all, ``?class=`` the EGF's class of the tournament."""
    tournament = tournament_for_reader(request, slug)
    if tournament.discipline == Tournament.Discipline.OTHER:
        raise NothingHereError(_("Only chess and go have ratings here."))
    names = {
        number: entry.name
        for number, entry in shown_entries(tournament, public=not is_director(request)).items()
    }
    value = read_value(tournament)
    typed = request.GET.get("k", "").strip()
    known = _factor(typed)
    factors = factors_of(tournament)
    class_ = request.GET.get("class", "A")
    class_ = class_ if class_ in egf.CLASSES else "A"
    context = {
        "tournament": tournament,
        "tab": "standings",
        "is_go": tournament.has_grades,
        "rows": _of_go(value, names, class_)
        if tournament.has_grades
        else _of_chess(value, names, known, factors),
        "factors": factors,
        "k": typed[:4],
        "is_wrong": bool(typed) and known is None,
        "class": class_,
        "classes": list(egf.CLASSES),
    }
    return render(request, "events/tournaments/ratings/ratings.html", context)


@require_POST
@director_required
def factors(request: HttpRequest, slug: str) -> HttpResponse:
    """Save the K of each player; an empty one is that of the rule."""
    tournament = get_object_or_404(Tournament, slug=slug)
    wanted: dict[int, int | None] = {}
    wrong = []
    for name in request.POST:
        number = whole_number(name.removeprefix("k-")) if name.startswith("k-") else None
        if number is None:
            continue
        typed = request.POST.get(name, "").strip()
        wanted[number] = _factor(typed)
        if typed and wanted[number] is None:
            wrong.append(str(number))
    if wrong:
        text = _("K is a whole number from 1 to 40: look at %(numbers)s. Nothing was saved.")
        messages.error(request, text % {"numbers": ", ".join(wrong)})
    else:
        with refusals_told(request):
            set_factors(tournament=tournament, factors=wanted, by=actor(request))
            messages.success(request, _("The K of the players is saved."))
    return redirect("events:tournament-ratings", slug)


@require_http_methods(["GET", "HEAD", "POST"])
@director_required
def update(request: HttpRequest, slug: str) -> HttpResponse:
    """The ratings of the list beside those here, and on the button the change of those ticked."""
    tournament = get_object_or_404(Tournament, slug=slug)
    listing = list_for(tournament, (request.POST or request.GET).get("list", ""))
    if request.method == "POST" and listing:
        numbers = (whole_number(text) for text in request.POST.getlist("entry"))
        with refusals_told(request):
            count = update_entries(
                tournament=tournament,
                listing=listing,
                entries={number for number in numbers if number is not None},
                by=actor(request),
            )
            text = ngettext(
                "The ratings of %(count)s player are updated.",
                "The ratings of %(count)s players are updated.",
                count,
            )
            messages.success(request, text % {"count": count})
        return redirect(
            f"{reverse('events:tournament-ratings-update', args=[slug])}?list={listing.pk}"
        )
    found = differences(tournament, listing) if listing else []
    context = {
        "tournament": tournament,
        "tab": "players",
        "lists": current_lists(),
        "listing": listing,
        "rows": [
            {
                "difference": each,
                "rating": compared((each.entry.rating,), (each.rating,))[0],
                "k": compared((each.entry.k,), (each.k,))[0],
            }
            for each in found
        ],
        "is_any": any(each.is_one for each in found),
        "other_month": _other_month(tournament, listing),
        "is_month_loaded": is_month_loaded(tournament),
    }
    return render(request, "events/tournaments/ratings/update.html", context)


def _other_month(tournament: Tournament, listing: LookupList | None) -> datetime.date | None:
    """The month of the list that the tournament goes by, where another one is shown."""
    if listing is None or listing.month is None:
        return None
    wanted = month_to_compare(tournament)
    is_told = tournament.fide_mode or listing.kind == LookupList.Kind.FIDE
    return wanted if is_told and listing.month != wanted else None


def _factor(typed: str) -> int | None:
    return whole_number(typed, most=MAX_K) or None


def _of_chess(
    value: Value, names: dict[int, str], k: int | None, factors: dict[int, int]
) -> list[RatingRow]:
    return [
        RatingRow(
            number=forecast.number,
            name=names[forecast.number],
            rating=str(forecast.rating or ""),
            games=forecast.games,
            points=decimals(write_points(forecast.points)),
            expected="" if forecast.expected is None else _written(forecast.expected, 2),
            performance=str(forecast.performance or ""),
            k=str(forecast.k or ""),
            own_k=str(factors.get(forecast.number, "")),
            change="" if forecast.change is None else _written(forecast.change, 1, signed=True),
            after="",
        )
        for forecast in egf.fide_forecasts(value, k, factors)
    ]


def _of_go(value: Value, names: dict[int, str], class_: str) -> list[RatingRow]:
    return [
        RatingRow(
            number=forecast.number,
            name=names[forecast.number],
            rating="" if forecast.rating is None else f"{forecast.rating:.0f}",
            games=forecast.games,
            points=decimals(write_points(forecast.points)),
            expected="" if forecast.expected is None else _written(forecast.expected, 2),
            performance="",
            k="",
            change=""
            if forecast.after is None or forecast.rating is None
            else _written(forecast.after - forecast.rating, 1, signed=True),
            after="" if forecast.after is None else _written(forecast.after, 1),
        )
        for forecast in egf.egf_forecasts(value, egf.CLASSES[class_])
    ]


def _written(amount: Fraction | float, places: int, *, signed: bool = False) -> str:
    """A number with decimals, rounded half to even; a change with its sign."""
    exact = Fraction(amount)
    number = round(Decimal(exact.numerator) / Decimal(exact.denominator), places)
    text = f"{abs(number):.{places}f}"
    if signed and number:
        return ("+" if number > 0 else "−") + decimals(text)
    return decimals(text)
