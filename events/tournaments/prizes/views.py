"""Prizes: the fund, who gets what and why, and what is left; public once the tournament is."""

from dataclasses import dataclass, replace
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from clubscore.text.numbers import whole_number
from clubscore.text.sentences import decimals, translate
from clubscore.web.caching import for_visitors, kept
from clubscore.web.editing import under_lock
from clubscore.web.permissions import director_required, is_director
from clubscore.web.visitors import actor
from events.common.services import hold_tournament_alone
from events.models import Tournament
from events.tournaments.core.domain.results import write_points
from events.tournaments.core.permissions import tournament_for_reader
from events.tournaments.core.selectors.entries import shown_entries
from events.tournaments.core.services import change_details
from events.tournaments.prizes.domain.awards import divide
from events.tournaments.prizes.domain.chances import Chances, chances
from events.tournaments.prizes.domain.fund import MAX_CATEGORIES, Fund, Player
from events.tournaments.prizes.domain.lines import stored_fund
from events.tournaments.prizes.figures import players_of
from events.tournaments.prizes.forms import METHODS, PrizesForm
from events.tournaments.standings.views import read_standings, read_value


@dataclass(frozen=True, slots=True)
class AwardRow:
    """A line of the awards, written out."""

    place: str
    number: int
    name: str
    points: str
    category: str
    amount: str
    why: str


@dataclass(frozen=True, slots=True)
class ChanceRow:
    """What a player still can have, written out."""

    number: int
    name: str
    least: str
    most: str
    told: str


@for_visitors
@require_GET
def prizes(request: HttpRequest, slug: str) -> HttpResponse:
    """What there is to win, and who has it as the standings are."""
    tournament = tournament_for_reader(request, slug)
    fund = stored_fund(tournament.prizes)
    context: dict[str, Any] = {"tournament": tournament, "tab": "prizes", "fund": fund}
    if fund:
        context |= _divided(tournament, fund, public=not is_director(request))
    return render(request, "events/tournaments/prizes/prizes.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@director_required
@under_lock(hold_tournament_alone, when=lambda request: "more" not in request.POST)
def edit(request: HttpRequest, slug: str) -> HttpResponse:
    """The prizes as rows; a button adds empty ones, and stores nothing."""
    tournament = get_object_or_404(Tournament, slug=slug)
    stored = tournament.prizes
    if "more" in request.POST:
        blank = min(whole_number(request.POST["more"]) or 0, MAX_CATEGORIES)
        form = PrizesForm(stored=stored, typed=request.POST, blank=blank)
    else:
        form = PrizesForm(request.POST or None, stored=stored)
    if request.method == "POST" and form.is_valid():
        if form.cleaned_data["prizes"] != tournament.prizes:
            tournament.prizes = form.cleaned_data["prizes"]
            change_details(tournament=tournament, fields=["prizes"], by=actor(request))
        messages.success(request, _("The prizes are saved."))
        return redirect("events:tournament-prizes", slug)
    context = {"tournament": tournament, "tab": "prizes", "form": form}
    status = 422 if form.errors else 200
    return render(request, "events/tournaments/prizes/edit.html", context, status=status)


def _divided(tournament: Tournament, fund: Fund, *, public: bool) -> dict[str, Any]:
    names = {number: each.name for number, each in shown_entries(tournament, public=public).items()}
    standings = read_standings(tournament)
    players = players_of(tournament, standings, names)
    by_number = {player.number: player for player in players}
    lines = {line.number: line for line in standings.lines}
    found = divide(fund, players)
    rows = [
        AwardRow(
            str(lines[each.number].place.number),
            each.number,
            by_number[each.number].name,
            decimals(write_points(by_number[each.number].points)),
            each.category,
            decimals(fund.text(each.amount)),
            translate(each.why),
        )
        for each in found.awards
    ]
    to_come = None if tournament.is_finished else _chances(tournament, fund, players)
    return {
        "chances": to_come,
        "chance_rows": _chance_rows(fund, to_come, players) if to_come else (),
        "method": dict(METHODS)[fund.method.value],
        "categories": [
            (category.name, [decimals(fund.text(prize)) for prize in category.prizes])
            for category in fund.categories
        ],
        "rows": rows,
        "unpaid": [
            (each.category, decimals(fund.text(each.amount)), translate(each.why))
            for each in found.unpaid
        ],
        "total": decimals(fund.text(found.total)),
        "is_final": tournament.is_finished,
    }


def _chances(tournament: Tournament, fund: Fund, players: list[Player]) -> Chances | None:
    """What everybody still can have; kept, as it may take half a second."""
    value = read_value(tournament)
    # Names are not the same for all who look.
    nameless = tuple(replace(player, name="") for player in players)
    return kept(
        ("prize chances", tournament.pk, tournament.shows_hidden_rounds),
        state=(value, fund, nameless),
        make=lambda: chances(fund, value, nameless),
    )


def _chance_rows(fund: Fund, found: Chances, players: list[Player]) -> list[ChanceRow]:
    """Those who still can have a prize, in the order of the standings."""
    rows = []
    for player in players:
        here = found.ranges[player.number]
        if not here.most:
            continue
        if here.least == here.most:
            told = _("Has this prize in any case.")
        elif here.least:
            told = _("Has a prize in any case.")
        else:
            told = _("A prize is not certain.")
        least, most = decimals(fund.text(here.least)), decimals(fund.text(here.most))
        rows.append(ChanceRow(player.number, player.name, least, most, told))
    return rows
