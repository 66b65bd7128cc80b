"""A tournament as its director sees it: progress, next step, papers, log."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import get_language, gettext, gettext_lazy as _, pgettext
from django.views.decorators.http import require_GET, require_POST

from clubscore.web.caching import for_visitors, kept
from clubscore.web.permissions import director_required, is_director
from events.common.selectors import tournament_stamp
from events.common.views.desk import NextStep, Step, public_link, stage_marks, take_step
from events.common.views.papers import Moment, present_first
from events.hall.views.attention import hall_attention
from events.models import Entry, Tournament
from events.tournaments.core import services as tournaments
from events.tournaments.core.domain.stage import (
    STAGE_OF,
    Course,
    Stage,
    Task,
    can_finish,
    next_task,
)
from events.tournaments.core.domain.tournament import KNOCKOUT, kind_of
from events.tournaments.core.permissions import tournament_for_reader
from events.tournaments.core.selectors.entries import shown_entries, tournament_entries
from events.tournaments.core.selectors.rounds import RoundProgress, current_round, visible_progress
from events.tournaments.core.views.byes import shown_points
from events.tournaments.desk.selectors import tournament_log
from events.tournaments.desk.views.attention import address_of, attention, warnings_of
from events.tournaments.pairing.selectors import without_superfluous
from events.tournaments.rounds.services.results import last_result
from events.tournaments.rounds.views.log import log_rows
from events.tournaments.rounds.views.play_offs import play_offs
from events.tournaments.standings.views import StandingRow, read_standings, standings_table
from events.tournaments.teams.views import places_in_matches, team_leaders

LOG_SHOWN = 300

LEADERS = 5
"""How many lines of the standings stand on the desk."""

STEPS = {
    "finish": Step(tournaments.finish_tournament, _("The tournament is finished.")),
    "reopen": Step(tournaments.reopen_tournament, _("The tournament is reopened.")),
    "publish": Step(
        tournaments.publish_tournament, _("The tournament is published: everybody can read it.")
    ),
    "withdraw": Step(
        tournaments.withdraw_tournament, _("The tournament is unpublished: only directors see it.")
    ),
}


@for_visitors
@require_GET
def overview(request: HttpRequest, slug: str) -> HttpResponse:
    """The director's page; a visitor is redirected to the standings, or to the start list."""
    tournament = tournament_for_reader(request, slug)
    rounds = visible_progress(tournament)
    begun = any(round_progress.is_paired for round_progress in rounds)
    if not is_director(request):
        name = "standings" if begun else "players"
        return redirect(f"events:tournament-{name}", tournament.slug)
    played = any(round_progress.entered for round_progress in rounds)
    rounds = without_superfluous(tournament, rounds)
    entries = list(tournament_entries(tournament))
    course = _course(tournament, rounds, entries)
    current = current_round(rounds)
    number = course.play_off or (current.number if current else 1)
    task = next_task(course)
    warnings = warnings_of(tournament, rounds, entries)
    missing = sum(round_progress.missing for round_progress in rounds)
    context = {
        "tournament": tournament,
        "tab": "overview",
        "rounds": rounds,
        "current": current,
        "stages": stage_marks(stage_labels(number), STAGE_OF[task], is_over=task is Task.SHARE),
        "task": task,
        "next": next_step(tournament, task, course, number),
        "can_finish": can_finish(course) and not (tournament.fide_mode and missing),
        "attention": [*hall_attention(tournament), *attention(tournament, rounds, warnings)],
        "public": public_link(request, request.path) if tournament.is_published else None,
        "missing": missing,
        "unpaired": sum(not round_progress.is_paired for round_progress in rounds),
        "entries": len(entries),
        "leaders": _leaders(tournament) if played else Leaders([], ""),
        "team_leaders": team_leaders(tournament, LEADERS) if played else [],
    }
    return render(request, "events/tournaments/desk/overview.html", context)


def _course(
    tournament: Tournament, rounds: Sequence[RoundProgress], entries: Iterable[Entry]
) -> Course:
    registered = [entry.registered for entry in entries]
    last_day = tournament.finish or tournament.start
    return Course(
        entries=len(registered),
        unregistered=registered.count(False),
        rounds=len(rounds),
        paired=sum(round_progress.is_paired for round_progress in rounds),
        complete=sum(
            round_progress.is_paired and not round_progress.missing for round_progress in rounds
        ),
        play_off=_open_play_off(tournament, rounds),
        is_closed=tournament.registration_is_closed,
        is_finished=tournament.is_finished,
        is_published=tournament.is_published,
        is_past=last_day is not None and last_day < timezone.localdate(),
    )


def _open_play_off(tournament: Tournament, rounds: Sequence[RoundProgress]) -> int:
    """The first round with a game that leaves open who goes on; 0 where there is none."""
    if kind_of(tournament.kind) != KNOCKOUT:
        return 0
    begun = (here for here in rounds if here.is_paired)
    asked = (
        here.number for here in begun if not all(e.goes_on for e in play_offs(tournament, here))
    )
    return next(asked, 0)


@dataclass(frozen=True, slots=True)
class Leaders:
    """The first of the standings, and what the figure is called where it is not the points."""

    rows: list[StandingRow]
    score: str


def _leaders(tournament: Tournament) -> Leaders:
    def make() -> Leaders:
        scored = read_standings(tournament)
        best = replace(scored, lines=scored.lines[:LEADERS])
        rows = standings_table(tournament, best, shown_entries(tournament, public=False)).rows
        shown = [
            replace(row, points=shown_points(scored.score_of(line)))
            for row, line in zip(rows, best.lines, strict=True)
        ]
        return Leaders(shown, scored.score_code)

    return kept(
        ("leaders", tournament.pk, get_language()),
        state=partial(tournament_stamp, tournament.pk),
        make=make,
    )


@require_GET
@director_required
def paper(request: HttpRequest, slug: str) -> HttpResponse:
    """What there is to print, what is wanted now first."""
    tournament = get_object_or_404(Tournament, slug=slug)
    paired = [each.number for each in visible_progress(tournament) if each.is_paired]
    context = {
        "tournament": tournament,
        "tab": "paper",
        "rounds": paired,
        "moments": _moments(tournament, paired[::-1]),
    }
    return render(request, "events/tournaments/desk/paper.html", context)


def _moments(tournament: Tournament, rounds: Sequence[int]) -> list[Moment]:
    """What is printed before play, in each of the ``rounds``, the latest one first, and after."""

    def of_tournament(page: str) -> str:
        return reverse(f"events:tournament-{page}", args=[tournament.slug])

    def of_round(page: str, number: int) -> str:
        return reverse(f"events:tournament-{page}", args=[tournament.slug, number])

    papers = (
        (_("Pairings by board"), "round"),
        (_("Pairings by name, for the wall"), "sheet"),
        (_("Result slips"), "slips"),
    )
    is_over = tournament.is_finished
    before = ((_("List of players"), of_tournament("players")),)
    after = (
        (_("Standings"), of_tournament("standings")),
        (_("Crosstable"), of_tournament("crosstable")),
    )
    moments = [Moment(_("Before play"), before, is_now=not rounds and not is_over)]
    if rounds:
        latest, *earlier = rounds
        title = _("Round %(number)s") % {"number": latest}
        of_latest = tuple((label, of_round(page, latest)) for label, page in papers)
        moments.append(Moment(title, of_latest, is_now=not is_over))
        of_earlier = tuple(
            (label, tuple((number, of_round(page, number)) for number in earlier))
            for label, page in papers
        )
        moments.append(Moment(_("Earlier rounds"), rounds=of_earlier if earlier else ()))
    return present_first([*moments, Moment(_("After play"), after, is_now=is_over)])


@require_POST
@director_required
def change_state(request: HttpRequest, slug: str) -> HttpResponse:
    """Finish, reopen, publish, unpublish."""
    tournament = get_object_or_404(Tournament, slug=slug)
    return take_step(request, STEPS, tournament=tournament)


@require_GET
@director_required
def log(request: HttpRequest, slug: str) -> HttpResponse:
    """Everything that was done to the tournament, the latest first."""
    tournament = get_object_or_404(Tournament, slug=slug)
    context = {
        "tournament": tournament,
        "tab": "log",
        "rows": log_rows(tournament_log(tournament)[:LOG_SHOWN], places_in_matches(tournament)),
        "last": last_result(tournament),
    }
    return render(request, "events/tournaments/rounds/log.html", context)


def stage_labels(number: int) -> dict[str, str | Promise]:
    """The stages as the strip shows them, with the number of the current round."""
    return {
        Stage.PLAYERS: gettext("Players"),
        Stage.REGISTRATION: gettext("Registration"),
        Stage.ROUND: gettext("Round %(number)s") % {"number": number},
        Stage.PUBLISH: pgettext("stage", "Publish"),
    }


def next_step(tournament: Tournament, task: Task, course: Course, number: int) -> NextStep:
    """The one large action; ``number`` is the current round."""
    match task:
        case Task.ROUNDS:
            return NextStep(
                gettext("Choose the number of rounds"), address_of("settings", tournament)
            )
        case Task.PLAYERS:
            return NextStep(gettext("Enter the players"), address_of("players", tournament))
        case Task.REGISTER:
            note = gettext("%(count)s of %(entries)s are registered.") % {
                "count": course.entries - course.unregistered,
                "entries": course.entries,
            }
            label = gettext("Register the players")
            return NextStep(label, address_of("registration", tournament), note=note)
        case Task.CLOSE:
            note = gettext("Everybody gets a starting number, by strength.")
            return NextStep(
                gettext("Close the registration"), address_of("close", tournament), note=note
            )
        case Task.PAIR | Task.ENTER | Task.PLAY_OFF:
            return _step_of_round(tournament, task, number)
        case Task.FINISH:
            note = gettext("All results are in.")
            return NextStep(gettext("Finish the tournament"), action="finish", note=note)
        case Task.PUBLISH:
            note = gettext("Then everybody can read it, without a login.")
            return NextStep(gettext("Publish the tournament"), action="publish", note=note)
        case Task.SHARE:
            note = gettext("The tournament is published: everybody can read it.")
            label = gettext("Standings, to read and to print")
            return NextStep(label, address_of("standings", tournament), note=note)


def _step_of_round(tournament: Tournament, task: Task, number: int) -> NextStep:
    page, text, note = {
        Task.PAIR: ("pairings", gettext("Pair round %(number)s"), ""),
        Task.ENTER: ("round", gettext("Enter the results of round %(number)s"), ""),
        Task.PLAY_OFF: (
            "round",
            gettext("Say who goes on after round %(number)s"),
            gettext("A game of it has no winner."),
        ),
    }[task]
    return NextStep(text % {"number": number}, address_of(page, tournament, number), note=note)
