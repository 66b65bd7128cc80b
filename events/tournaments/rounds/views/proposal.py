"""A round as a system proposes it: the rows of the pairings page, filled in, and nothing saved.

A job beside requests makes the proposal; the page shows how far it is, and is left without harm.

Byes that stand in the rows of the pairings when a round is proposed: kept, and said.

Pairings judged while they are changed: what is impossible and what is unusual, by rows; nothing
is saved.

Pairings that were typed and not saved when a round is proposed: asked about, and not lost.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _, ngettext
from django.views.decorators.http import require_http_methods, require_POST

from clubscore.jobs.queue import Why, stop as stop_job, wait
from clubscore.models import Job
from clubscore.text.problems import Problem, Refused, gettext_noop, sentence
from clubscore.text.sentences import refusal_text, translate
from clubscore.web.permissions import director_required
from clubscore.web.visitors import actor
from events.models import Entry, Round, Tournament
from events.tournaments.core.domain.fide_mode import is_swiss
from events.tournaments.core.domain.pairings import FIRST, SECOND, pairings_so_far
from events.tournaments.core.domain.results import Code, Colour, write_bye
from events.tournaments.core.forms import RoundDateForm
from events.tournaments.core.selectors.entries import tournament_entries
from events.tournaments.core.selectors.rounds import (
    RoundLines,
    RoundProgress,
    progress,
    round_lines,
    stored_round,
    tournament_round,
)
from events.tournaments.core.selectors.tournaments import tournament_value
from events.tournaments.pairing.domain.proposal import BY_LOT, TIME_LIMIT
from events.tournaments.pairing.domain.stored_proposal import problems_from_json, proposal_from_json
from events.tournaments.pairing.forms import ProposalForm
from events.tournaments.pairing.selectors import (
    PROPOSAL,
    asked_proposal,
    games_without_result,
    is_outdated,
    is_proposal,
    is_proposal_asked,
    waiting_proposal,
)
from events.tournaments.pairing.services import ask_for_proposal, known_lot
from events.tournaments.rounds.services.pairings import ASKED, keep_asked_byes
from events.tournaments.rounds.services.results import adjourn_missing
from events.tournaments.rounds.views.end_check import what_is_told
from events.tournaments.rounds.views.pairing_rows import (
    PairingRow,
    pairing_rows,
    proposed_rows,
    typed_rows,
)
from events.tournaments.rounds.views.pairings import questions_of
from events.tournaments.rounds.views.rounds import names_of, refusals_of, round_here, show_pairings
from events.tournaments.teams.views import place_of, places_in_matches
from players.domain.characters import search_key

_STOPPED: Final = gettext_noop("Pairing round %(number)s was stopped. Nothing is saved.")

_FAILURES: Final = {
    Why.KILLED: gettext_noop(
        "Pairing round %(number)s was interrupted twice, and is given up. Nothing is saved: type"
        " the pairings, or choose another system. Whoever keeps the server finds the reason in its"
        " log."
    ),
    Why.OVERTIME: gettext_noop(
        "Pairing round %(round)s took longer than %(seconds)s seconds and was stopped. Nothing is"
        " saved; type the pairings."
    ),
    Why.ERROR: gettext_noop(
        "The pairing engine failed in round %(round)s. Nothing is saved; type the pairings."
    ),
}

IN_REQUEST: Final = 4
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
    job = asked_proposal(here.pk)
    if job is None:
        return redirect("events:tournament-pairings", slug, number)
    if job.is_under_way:
        return _progress(request, tournament, here, job)
    return _answered(request, tournament, here, job)


@require_POST
@director_required
def stop(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Stop the pairing of a round that is under way."""
    tournament = get_object_or_404(Tournament, slug=slug)
    round_here(progress(tournament.pk), number)
    if stop_job(kind=PROPOSAL, subject=tournament_round(tournament.pk, number).pk):
        text = _("Pairing round %(number)s was stopped. Nothing is saved.")
        messages.success(request, text % {"number": number})
    return redirect("events:tournament-pairings", slug, number)


def _asked(request: HttpRequest, tournament: Tournament, here: RoundProgress) -> HttpResponse:
    address = redirect("events:tournament-proposal", tournament.slug, here.number)
    chosen = ProposalForm(request.POST, tournament=tournament)
    if not chosen.is_valid():
        messages.error(request, _("There is no such system in this tournament."))
        return redirect("events:tournament-pairings", tournament.slug, here.number)
    by = actor(request)
    asked = stored_round(here.pk)
    entries = [entry for entry in tournament_entries(tournament) if entry.number is not None]
    if not any(entry.attends(here.number) for entry in entries):
        text = _("Nobody is registered for round %(number)s yet: register the players first.")
        messages.error(request, text % {"number": here.number})
        return redirect("events:tournament-registration", tournament.slug)
    lines = round_lines(here.pk)
    if rows := unsaved_rows(request, asked, lines, entries, names_of(entries)):
        stored = pairing_rows(lines, entries, here.number)
        form = RoundDateForm(initial={"date": here.date})
        return show_pairings(
            request, tournament, here, rows, form, entries=entries, stored=stored,
            proposal_form=chosen, is_unsaved=True,
            has_proposal=is_proposal_asked(here.pk),
        )  # fmt: skip
    try:
        keep_typed_byes(request, asked, names_of(entries))
        adjourned = adjourn_missing(tournament=tournament, number=here.number, by=by)
        job, is_new = ask_for_proposal(
            round=asked,
            system=chosen.choice.system,
            is_accelerated=chosen.choice.accelerated,
            by=by,
        )
    except Refused as refusal:
        messages.error(request, refusal_text(refusal))
        return redirect("events:tournament", tournament.slug)
    for game in adjourned:
        values = {"round": game.round.number, "board": game.board_number}
        text = _("Round %(round)s, board %(board)s has no result: the game is adjourned.")
        messages.warning(request, text % values)
    if here.number == 1 and (text := too_many_rounds(tournament, entries)):
        messages.warning(request, text)
    if is_new and tournament.entries.count() <= SMALL:
        wait(job, seconds=IN_REQUEST)
    return address


def too_many_rounds(tournament: Tournament, entries: Sequence[Entry]) -> str:
    """That a Swiss cannot be paired to its end, for everybody meets everybody before."""
    most = len(entries) - 1 + len(entries) % 2
    if not tournament.fide_mode or tournament.teams_meet or not is_swiss(tournament.kind):
        return ""
    if tournament.rounds_planned <= most:
        return ""
    return _(
        "%(players)s players can be paired in at most %(most)s rounds, and %(rounds)s are planned."
    ) % {"players": len(entries), "most": most, "rounds": tournament.rounds_planned}


def _progress(
    request: HttpRequest, tournament: Tournament, here: RoundProgress, job: Job
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
    return render(request, "events/tournaments/rounds/proposal_progress.html", context)


def _answered(
    request: HttpRequest, tournament: Tournament, here: RoundProgress, job: Job
) -> HttpResponse:
    """The rows as they were proposed, or why there is no proposal."""
    entries = [entry for entry in tournament_entries(tournament) if entry.number is not None]
    rows = stored = pairing_rows(round_lines(here.pk), entries, here.number)
    problems: list[Problem] = []
    more: dict[str, Any] = {"proposal_form": ProposalForm(tournament=tournament, chosen=job)}
    if is_proposal(job):
        rows = proposed_rows(proposal_from_json(job.answer["proposal"]), stored, entries)
        more |= _beside(tournament, here, job)
    elif job.state == Job.State.DONE:
        problems = list(problems_from_json(job.answer))
    else:
        reason = _FAILURES[Why(job.answer["why"])] if job.answer else _STOPPED
        values = {"number": here.number, "round": here.number, "seconds": TIME_LIMIT}
        problems = [Problem(sentence(reason, **values))]
    form = RoundDateForm(initial={"date": here.date})
    return show_pairings(
        request, tournament, here, rows, form, entries=entries, stored=stored, problems=problems,
        **more,
    )  # fmt: skip


def _beside(tournament: Tournament, here: RoundProgress, job: Job) -> dict[str, object]:
    """What the page of a proposal shows beside the rows."""
    is_drawn = job.arguments["system"] in BY_LOT
    lot = known_lot(tournament_value(tournament)) if is_drawn and here.number == 1 else None
    places = places_in_matches(tournament)
    return {
        "proposed": True,
        "is_outdated": is_outdated(tournament, here.number, job),
        "lot": _lot(lot) if lot else "",
        "missing": [
            {
                "address": reverse("events:tournament-round", args=[tournament.slug, round_]),
                "text": _("round %(round)s, board %(board)s")
                % {"round": round_, "board": place_of(places, round_, board)},
            }
            for round_, board in games_without_result(tournament, here.number)
        ],
    }


def _lot(lot: Colour) -> str:
    if lot is Colour.WHITE:
        return _("Drawn by lot: number 1 begins with White.")
    return _("Drawn by lot: number 1 begins with Black.")


def keep_typed_byes(request: HttpRequest, here: Round, names: Mapping[int, str]) -> None:
    """Store the byes of the rows that were sent along. Raises :class:`Refused`."""
    firsts, seconds = request.POST.getlist(FIRST), request.POST.getlist(SECOND)
    read = pairings_so_far(list(zip(firsts, seconds, strict=False)), names, key=search_key)
    kept = keep_asked_byes(round=here, byes=read.pairings.byes, by=actor(request))
    if kept:
        players = "; ".join(
            f"{number} {names[number]} ({write_bye(Code(code))})" for number, code in kept
        )
        text = _("Saved, so that they are not paired: %(players)s.")
        messages.success(request, text % {"players": players})


@require_POST
@director_required
def judge(request: HttpRequest, slug: str, number: int) -> JsonResponse:
    """``rows`` has the sentences of each row, ``others`` those of no row, ``summary`` how many."""
    tournament = get_object_or_404(Tournament, slug=slug)
    here = round_here(progress(tournament.pk), number)
    entries = [entry for entry in tournament_entries(tournament) if entry.number is not None]
    typed = typed_rows(request.POST.getlist(FIRST), request.POST.getlist(SECOND))
    texts = [(row.first, row.second) for row in typed]
    read = pairings_so_far(texts, names_of(entries), key=search_key)
    problems = refusals_of(here.pk, read)
    questions = questions_of(tournament, number, read)
    rows: dict[int, list[dict[str, object]]] = {}
    others = []
    for problem in problems:
        said = {"text": translate(problem), "impossible": True}
        if problem.line:
            rows.setdefault(problem.line, []).append(said)
        else:
            others.append(said)
    for question in questions:
        for row in question.rows:
            asked: dict[str, object] = {"text": question.short, "impossible": False}
            if question.stones is not None:
                asked["stones"] = question.stones
                asked["use"] = _use(question.stones)
            rows.setdefault(row, []).append(asked)
        if not question.rows:
            others.append({"text": question.text, "impossible": False})
    byes = what_is_told(tournament, number, read.pairings, entries)
    others += [{"text": text, "impossible": False} for text in byes]
    summary = _summary(
        len(problems), len(questions) + len(byes), is_compared=bool(tournament.fide_mode)
    )
    return JsonResponse({"rows": rows, "others": others, "summary": summary})


def _use(stones: int) -> str:
    if not stones:
        return _("No handicap")
    return ngettext("Give %(count)s stone", "Give %(count)s stones", stones) % {"count": stones}


def _summary(impossible: int, unusual: int, *, is_compared: bool) -> str:
    parts = []
    if impossible:
        text = ngettext("One thing is impossible.", "%(count)s things are impossible.", impossible)
        parts.append(text % {"count": impossible})
    if unusual:
        text = ngettext("One thing is unusual.", "%(count)s things are unusual.", unusual)
        parts.append(text % {"count": unusual})
    if not parts and is_compared:
        return _("Nothing is unusual. Saving compares these pairings with those of the rules.")
    return " ".join(parts) or _("These pairings break no rule.")


REPLACE = "replace"
"""The field that says that a proposal may replace what was typed."""


def unsaved_rows(
    request: HttpRequest,
    here: Round,
    lines: RoundLines,
    entries: Sequence[Entry],
    names: Mapping[int, str],
) -> list[PairingRow]:
    """All rows that were sent along, if some of them would be lost by a proposal; no rows if none
    would: each is stored, was proposed, or is a bye that is kept by itself."""
    if REPLACE in request.POST:
        return []
    rows = typed_rows(request.POST.getlist(FIRST), request.POST.getlist(SECOND))
    stored = pairing_rows(lines, entries, here.number)
    known = {*_texts(stored), *_texts(_proposed_pairs(here, stored, entries)), ("", "")}
    lost = [row for row in rows if _text(row) not in known]
    if not lines.games:
        lost = [row for row in lost if not _is_kept(row, names)]
    return rows if lost else []


def _proposed_pairs(
    here: Round, stored: Sequence[PairingRow], entries: Sequence[Entry]
) -> list[PairingRow]:
    """The rows of the proposal that waits to be saved; of players who are still there."""
    proposal = waiting_proposal(here.pk)
    if proposal is None:
        return []
    try:
        return proposed_rows(proposal, stored, entries)
    except KeyError:
        return []


def _is_kept(row: PairingRow, names: Mapping[int, str]) -> bool:
    """Whether it is a bye that somebody asked for, which a proposal stores."""
    byes = pairings_so_far([(row.first, row.second)], names, key=search_key).pairings.byes
    return any(code in ASKED for _number, code in byes)


def _texts(rows: Iterable[PairingRow]) -> set[tuple[str, str]]:
    return {_text(row) for row in rows}


def _text(row: PairingRow) -> tuple[str, str]:
    return (row.first.strip(), row.second.strip())
