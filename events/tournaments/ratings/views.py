"""What the games would do to ratings, marked unofficial: FIDE's in chess, the EGF's in go."""

from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from clubscore.text.numbers import whole_number
from clubscore.text.sentences import NothingHereError, decimals
from clubscore.web.caching import for_visitors
from clubscore.web.permissions import is_director
from events.models import Tournament
from events.tournaments.core.domain.results import write_points
from events.tournaments.core.domain.tournament import Tournament as Value
from events.tournaments.core.permissions import tournament_for_reader
from events.tournaments.core.selectors.entries import shown_entries
from events.tournaments.ratings import domain as egf
from events.tournaments.standings.views import read_value

MAX_K = 40
"""The largest K of FIDE."""


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
    class_ = request.GET.get("class", "A")
    class_ = class_ if class_ in egf.CLASSES else "A"
    context = {
        "tournament": tournament,
        "tab": "standings",
        "is_go": tournament.has_grades,
        "rows": _of_go(value, names, class_)
        if tournament.has_grades
        else _of_chess(value, names, known),
        "k": typed[:4],
        "is_wrong": bool(typed) and known is None,
        "class": class_,
        "classes": list(egf.CLASSES),
    }
    return render(request, "events/tournaments/ratings/ratings.html", context)


def _factor(typed: str) -> int | None:
    return whole_number(typed, most=MAX_K) or None


def _of_chess(value: Value, names: dict[int, str], k: int | None) -> list[RatingRow]:
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
            change="" if forecast.change is None else _written(forecast.change, 1, signed=True),
            after="",
        )
        for forecast in egf.fide_forecasts(value, k)
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
