"""A round as a system proposes it: the rows of the pairings page, filled in, and nothing saved.

A process of its own makes the proposal; the page shows how far it is, and is left without harm.
"""

from typing import Any, Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from clubscore.actor import actor
from clubscore.own_process import start_command
from clubscore.permissions import director_required
from clubscore.problems import Problem, Refused, gettext_noop, sentence
from clubscore.sentences import translate_refusal
from events.models import PairingJob, Round, Tournament
from events.tournaments.domain.pairing.proposal import System
from events.tournaments.domain.pairing.stored_proposal import (
    problems_from_json,
    proposal_from_json,
    stamp_of,
)
from events.tournaments.domain.results import Colour
from events.tournaments.engines.worker import TIME_LIMIT
from events.tournaments.forms.proposal import ProposalForm
from events.tournaments.forms.round import RoundDateForm
from events.tournaments.selectors.entries import tournament_entries
from events.tournaments.selectors.proposals import games_without_result, proposal_task
from events.tournaments.selectors.rounds import RoundProgress, progress, round_lines
from events.tournaments.selectors.tournaments import tournament_value
from events.tournaments.services.lot import known_lot
from events.tournaments.services.proposing import (
    ask_for_proposal,
    is_given_up,
    is_gone,
    is_under_way,
    stop_proposal,
    work,
)
from events.tournaments.views.asked_byes import keep_typed_byes
from events.tournaments.views.pairing_rows import pairing_rows, proposed_rows
from events.tournaments.views.rounds import names_of, round_here, show_pairings
from events.tournaments.views.unsaved_rows import unsaved_rows

_STOPPED: Final = gettext_noop("Pairing round %(number)s was stopped. Nothing is saved.")
_GONE: Final = gettext_noop(
    "Pairing round %(number)s was interrupted, as when the server starts again. Nothing is saved:"
    " propose the round once more, or type the pairings."
)
_GIVEN_UP: Final = gettext_noop(
    "Pairing round %(number)s was interrupted twice, and is given up. Nothing is saved: type the"
    " pairings, or choose another system. Whoever keeps the server finds the reason in its log."
)
IN_REQUEST: Final = 2
"""Seconds: a small field is paired while the browser waits."""
SMALL: Final = 80
"""Players of a small field."""


@require_http_methods(["GET", "HEAD", "POST"])
@director_required
def proposal(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Have the round paired by the chosen system; show how far that is, and then the proposal, to
    be changed and saved."""
    tournament = get_object_or_404(Tournament, slug=slug)
    here = round_here(progress(tournament.pk), number)
    if here.entered:
        messages.error(request, _("This round has results: it is not paired again."))
        return redirect("events:tournament-pairings", slug, number)
    if request.method == "POST":
        return _asked(request, tournament, here)
    job = PairingJob.objects.filter(round=here.pk).first()
    if job is None:
        return redirect("events:tournament-pairings", slug, number)
    if is_under_way(job):
        return _progress(request, tournament, here, job)
    return _answered(request, tournament, here, job)


@require_POST
@director_required
def stop(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Stop the pairing of a round that is under way."""
    tournament = get_object_or_404(Tournament, slug=slug)
    round_here(progress(tournament.pk), number)
    if stop_proposal(round=Round.objects.get(tournament=tournament, number=number)):
        text = _("Pairing round %(number)s was stopped. Nothing is saved.")
        messages.success(request, text % {"number": number})
    return redirect("events:tournament-pairings", slug, number)


def start(job_id: int) -> None:
    """Pair the round in another process; nobody waits for it."""
    start_command("propose_round", str(job_id))


def _asked(request: HttpRequest, tournament: Tournament, here: RoundProgress) -> HttpResponse:
    address = redirect("events:tournament-proposal", tournament.slug, here.number)
    chosen = ProposalForm(request.POST, tournament=tournament)
    if not chosen.is_valid():
        messages.error(request, _("There is no such system in this tournament."))
        return redirect("events:tournament-pairings", tournament.slug, here.number)
    by = actor(request)
    asked = Round.objects.get(pk=here.pk)
    entries = [each for each in tournament_entries(tournament) if each.number is not None]
    lines = round_lines(here.pk)
    if rows := unsaved_rows(request, asked, lines, entries, names_of(entries)):
        stored = pairing_rows(lines, entries, here.number)
        form = RoundDateForm(initial={"date": here.date})
        return show_pairings(
            request, tournament, here, rows, form, entries=entries, stored=stored,
            proposal_form=chosen, is_unsaved=True,
            has_proposal=PairingJob.objects.filter(round=here.pk).exists(),
        )  # fmt: skip
    try:
        keep_typed_byes(request, asked, names_of(entries))
        job, is_new = ask_for_proposal(
            round=asked,
            system=chosen.choice.system,
            is_accelerated=chosen.choice.accelerated,
            by=by,
        )
    except Refused as refusal:
        messages.error(request, " ".join(translate_refusal(refusal)))
        return redirect("events:tournament", tournament.slug)
    if is_new:
        is_small = tournament.entries.count() <= SMALL
        if not (is_small and work(job=job, by=by, seconds=IN_REQUEST, gives_back=True)):
            start(job.pk)
    return address


def _progress(
    request: HttpRequest, tournament: Tournament, here: RoundProgress, job: PairingJob
) -> HttpResponse:
    """How long the round is being paired."""
    context = {
        "tournament": tournament,
        "tab": "rounds",
        "here": here,
        "job": job,
        "seconds": min(TIME_LIMIT, int((timezone.now() - job.asked_at).total_seconds())),
        "limit": TIME_LIMIT,
        "players": tournament.entries.filter(number__isnull=False).count(),
    }
    return render(request, "events/tournaments/proposal_progress.html", context)


def _answered(
    request: HttpRequest, tournament: Tournament, here: RoundProgress, job: PairingJob
) -> HttpResponse:
    """The rows as they were proposed, or why there is no proposal."""
    entries = [each for each in tournament_entries(tournament) if each.number is not None]
    rows = stored = pairing_rows(round_lines(here.pk), entries, here.number)
    problems: list[Problem] = []
    more: dict[str, Any] = {"proposal_form": ProposalForm(tournament=tournament, chosen=job)}
    if job.state == PairingJob.State.DONE:
        rows = proposed_rows(proposal_from_json(job.answer), stored, entries)
        more |= _beside(tournament, here, job)
    elif job.state == PairingJob.State.REFUSED:
        problems = list(problems_from_json(job.answer))
    else:
        problems = [Problem(sentence(_interruption(job), number=here.number))]
        more["is_interrupted"] = is_gone(job) and not is_given_up(job)
    form = RoundDateForm(initial={"date": here.date})
    return show_pairings(
        request, tournament, here, rows, form, entries=entries, stored=stored, problems=problems,
        **more,
    )  # fmt: skip


def _interruption(job: PairingJob) -> str:
    """Why there is no answer."""
    if job.state == PairingJob.State.STOPPED:
        return _STOPPED
    return _GIVEN_UP if is_given_up(job) else _GONE


def _beside(tournament: Tournament, here: RoundProgress, job: PairingJob) -> dict[str, object]:
    """What the page of a proposal shows beside the rows."""
    is_swiss = job.system in (System.DUTCH, System.TEAM)
    lot = known_lot(tournament_value(tournament)) if is_swiss and here.number == 1 else None
    return {
        "proposed": True,
        "is_outdated": _is_outdated(tournament, here, job),
        "lot": _lot(lot) if lot else "",
        "missing": [
            {
                "address": reverse("events:tournament-round", args=[tournament.slug, round_]),
                "text": _("round %(round)s, board %(board)s") % {"round": round_, "board": board},
            }
            for round_, board in games_without_result(tournament, here.number)
        ],
    }


def _is_outdated(tournament: Tournament, here: RoundProgress, job: PairingJob) -> bool:
    """Whether the round would be paired from something else by now."""
    system = System(job.system)
    try:
        task = proposal_task(
            tournament, here.number, system, accelerated=job.is_accelerated, lot=Colour.WHITE
        )
    except Refused:
        return True
    return stamp_of(task) != job.stamp


def _lot(lot: Colour) -> str:
    if lot is Colour.WHITE:
        return _("Drawn by lot: number 1 begins with White.")
    return _("Drawn by lot: number 1 begins with Black.")
