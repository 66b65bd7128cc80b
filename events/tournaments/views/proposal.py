"""A round as a system proposes it: the rows of the pairings page, filled in, and nothing saved."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_POST

from clubscore.actor import actor
from clubscore.permissions import director_required
from clubscore.problems import Problem, Refused
from clubscore.sentences import decimals
from events.models import Tournament
from events.tournaments.domain.pairing.history import History, histories
from events.tournaments.domain.pairing.proposal import Proposal, System, before_round
from events.tournaments.domain.points import write_points
from events.tournaments.domain.results import Colour
from events.tournaments.engines.worker import pair_in_process
from events.tournaments.forms.proposal import Choice, ProposalForm
from events.tournaments.forms.round import RoundDateForm
from events.tournaments.selectors.entries import tournament_entries
from events.tournaments.selectors.proposals import games_without_result, proposal_task
from events.tournaments.selectors.rounds import RoundProgress, progress, round_lines
from events.tournaments.selectors.tournaments import tournament_value
from events.tournaments.services.lot import draw_lot
from events.tournaments.views.pairing_rows import pairing_rows, proposed_rows
from events.tournaments.views.result_rows import strength_heading
from events.tournaments.views.rounds import round_here, show_pairings

TIME_LIMIT = 20
"""Seconds: the browser waits for the answer, and the server gives a request thirty."""


@require_POST
@director_required
def propose(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Pair the round by the chosen system, and show it to be changed and saved."""
    tournament = get_object_or_404(Tournament, slug=slug)
    here = round_here(progress(tournament.pk), number)
    chosen = ProposalForm(request.POST, tournament=tournament)
    if here.entered or not chosen.is_valid():
        messages.error(request, _("This round has results: it is not paired again."))
        return redirect("events:tournament-pairings", slug, number)
    entries = [each for each in tournament_entries(tournament) if each.number is not None]
    rows = stored = pairing_rows(round_lines(here.pk), entries, number)
    problems: list[Problem] = []
    more: dict[str, Any] = {"proposal_form": chosen}
    try:
        proposal, lot = _proposal(request, tournament, number, chosen.choice)
    except Refused as refusal:
        problems = list(refusal.problems)
    else:
        rows = proposed_rows(proposal, stored, entries)
        more |= {
            "proposed": True,
            "lot": _lot(lot) if number == 1 and lot else "",
            "missing": games_without_result(tournament, number),
            "histories": _histories(tournament, here),
            "strength": strength_heading(tournament),
            "by_mms": chosen.choice.system is System.MCMAHON,
        }
    form = RoundDateForm(initial={"date": here.date})
    return show_pairings(
        request, tournament, here, rows, form, entries=entries, stored=stored, problems=problems,
        **more,
    )  # fmt: skip


def _proposal(
    request: HttpRequest, tournament: Tournament, number: int, choice: Choice
) -> tuple[Proposal, Colour | None]:
    """The round, and the lot where the system needs one."""
    is_swiss = choice.system is System.DUTCH
    lot = draw_lot(tournament=tournament, by=actor(request)) if is_swiss else None
    task = proposal_task(
        tournament,
        number,
        choice.system,
        accelerated=choice.accelerated,
        lot=lot or Colour.WHITE,
    )
    return pair_in_process(task, seconds=TIME_LIMIT), lot


def _lot(lot: Colour) -> str:
    if lot is Colour.WHITE:
        return _("Drawn by lot: number 1 begins with White.")
    return _("Drawn by lot: number 1 begins with Black.")


def _histories(tournament: Tournament, here: RoundProgress) -> list[dict[str, object]]:
    if here.number == 1:
        return []
    found = histories(before_round(tournament_value(tournament), here.number))
    return [_shown(each) for each in found]


def _letter(colour: str) -> str:
    letters = {"W": pgettext("colour", "W"), "B": pgettext("colour", "B")}
    return letters.get(colour, colour)


def _shown(each: History) -> dict[str, object]:
    return {
        "number": each.number,
        "name": each.name,
        "strength": each.strength,
        "points": decimals(write_points(each.points)),
        "colours": "".join(_letter(colour) for colour in each.colours),
        "floats": each.floats,
        "opponents": ", ".join(map(str, each.opponents)),
    }
