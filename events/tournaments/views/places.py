"""Places round by round, as a chart and as a table; ``?for=`` marks a player,
``?only=chart`` leaves the table out, for a page that shows the chart alone."""

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from clubscore.charts.places import Course, PlaceChart, draw
from clubscore.permissions import is_director
from clubscore.visitor_pages import for_visitors
from events.common.selectors.stamp import tournament_stamp
from events.common.views.fragments import cached_value
from events.models import Tournament
from events.tournaments.permissions import tournament_for_reader
from events.tournaments.selectors.entries import shown_entries
from events.tournaments.selectors.tournaments import tournament_value
from events.tournaments.services.places import places_by_round
from events.tournaments.views.result_rows import Entries

BEST = 5
"""Of how many players at the top the chart has a line."""
MAX_DIGITS = 6


@dataclass(frozen=True, slots=True)
class PlaceRow:
    """A player and their place after each round."""

    number: int
    name: str
    places: tuple[int, ...]


@for_visitors
@require_GET
def places(request: HttpRequest, slug: str) -> HttpResponse:
    """The chart of the first in the standings, and of the player asked for; the table of all."""
    tournament = tournament_for_reader(request, slug)
    found = _places(tournament)
    entries = shown_entries(tournament, public=not is_director(request))
    rows = [
        PlaceRow(number, entries[number].name, each)
        for number, each in found.items()
        if number in entries
    ]
    mine = _asked_for(request, entries)
    context = {
        "tournament": tournament,
        "tab": "places",
        "rows": rows,
        "mine": mine,
        "with_table": request.GET.get("only") != "chart",
        "rounds": range(1, len(rows[0].places) + 1) if rows else range(0),
        "chart": _chart(rows, mine),
    }
    return render(request, "events/tournaments/places.html", context)


def _places(tournament: Tournament) -> dict[int, tuple[int, ...]]:
    """Cached until anything changes: every round is ranked for itself."""

    def make() -> dict[int, tuple[int, ...]]:
        # Its settings may have changed after it was read and before the stamp was.
        tournament.refresh_from_db()
        return places_by_round(tournament_value(tournament))

    name = f"tournament:places:{tournament.pk}:{tournament.shows_hidden_rounds}"
    return cached_value(name, stamp=lambda: tournament_stamp(tournament.pk), make=make)


def _asked_for(request: HttpRequest, entries: Entries) -> int | None:
    typed = request.GET.get("for", "")
    if not (typed.isascii() and typed.isdecimal() and len(typed) <= MAX_DIGITS):
        return None
    return int(typed) if int(typed) in entries else None


def _chart(rows: list[PlaceRow], mine: int | None) -> PlaceChart | None:
    """The player asked for comes first, so that their line always looks the same."""
    own = [row for row in rows if row.number == mine]
    shown = own + [row for row in rows[:BEST] if row.number != mine]
    if not shown:
        return None
    courses = [Course(row.name, row.places) for row in shown[:BEST]]
    return draw(courses, label=_("%(name)s, after round %(round)s: %(place)s"))
