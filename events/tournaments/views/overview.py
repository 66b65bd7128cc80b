"""A tournament as its director sees it: its progress, what to do next, what was done."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_GET, require_POST

from clubscore.permissions import director_required, is_director
from clubscore.problems import Sentence
from clubscore.sentences import translate
from clubscore.visitor_pages import for_visitors
from events.common.selectors.stamp import tournament_stamp
from events.common.views.desk import public_link, stage_marks
from events.common.views.fragments import cached_value
from events.common.views.state import Step, take_step
from events.models import Entry, LogEntry, Tournament
from events.tournaments.domain.stage import STAGE_OF, Course, Task, can_finish, next_task
from events.tournaments.permissions import tournament_for_reader
from events.tournaments.selectors.entries import (
    shown_entries,
    tournament_entries,
    unknown_grades,
)
from events.tournaments.selectors.rounds import (
    RoundProgress,
    current_round,
    entries_paired,
    visible_progress,
)
from events.tournaments.services import tournaments
from events.tournaments.services.pairing import unusual_pairings
from events.tournaments.services.results import last_result
from events.tournaments.views.krause import FORMATS, H9, H9_NAME
from events.tournaments.views.log_rows import log_rows
from events.tournaments.views.next_step import Warnings, attention, next_step, stage_labels
from events.tournaments.views.ranked import read_standings
from events.tournaments.views.result_rows import StandingRow, standings_table
from events.tournaments.views.team_leaders import team_leaders
from events.tournaments.views.tie_figures import shown_points

LOG_SHOWN = 300
MMS = "MMS"
LEADERS = 5
"""So many of the standings stand on the desk."""

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
    begun = any(each.is_paired for each in rounds)
    if not is_director(request):
        name = "standings" if begun else "players"
        return redirect(f"events:tournament-{name}", tournament.slug)
    entries = list(tournament_entries(tournament))
    course = _course(tournament, rounds, entries)
    current = current_round(rounds)
    number = current.number if current else 1
    task = next_task(course)
    warnings = _warnings(tournament, rounds, entries)
    context = {
        "tournament": tournament,
        "tab": "overview",
        "rounds": rounds,
        "current": current,
        "stages": stage_marks(stage_labels(number), STAGE_OF[task], is_over=task is Task.SHARE),
        "task": task,
        "next": next_step(tournament, task, course, number),
        "can_finish": can_finish(course),
        "attention": list(attention(tournament, rounds, warnings)),
        "public": public_link(request, request.path) if tournament.is_published else None,
        "missing": sum(each.missing for each in rounds),
        "unpaired": sum(not each.is_paired for each in rounds),
        "entries": len(entries),
        "formats": _formats(tournament),
        "by_mms": _is_by_mms(tournament),
        "leaders": _leaders(tournament) if begun else [],
        "team_leaders": team_leaders(tournament, LEADERS) if begun else [],
    }
    return render(request, "events/tournaments/overview.html", context)


def _formats(tournament: Tournament) -> dict[str, str]:
    """The files that can be downloaded, by their name in the address; that of go's first."""
    known = {each.value: translate(Sentence(name)) for each, (name, _meaning) in FORMATS.items()}
    return {H9: translate(Sentence(H9_NAME))} | known if tournament.has_grades else known


def _course(
    tournament: Tournament, rounds: Sequence[RoundProgress], entries: Iterable[Entry]
) -> Course:
    registered = [entry.registered for entry in entries]
    last_day = tournament.finish or tournament.start
    return Course(
        entries=len(registered),
        unregistered=registered.count(False),
        rounds=len(rounds),
        paired=sum(each.is_paired for each in rounds),
        complete=sum(each.is_paired and not each.missing for each in rounds),
        is_closed=tournament.registration_is_closed,
        is_finished=tournament.is_finished,
        is_published=tournament.is_published,
        is_past=last_day is not None and last_day < timezone.localdate(),
    )


def _warnings(
    tournament: Tournament, rounds: Sequence[RoundProgress], entries: Iterable[Entry]
) -> Warnings:
    """What is worth a look while the tournament is played."""
    entries = list(entries)
    paired = [each for each in rounds if each.is_paired]
    is_closed = bool(paired) or tournament.registration_is_closed
    number = paired[-1].number if paired and not tournament.is_finished else 0
    return Warnings(
        withdrawn=sum(entry.withdrawn_after is not None for entry in entries),
        unregistered=sum(not entry.registered for entry in entries) if is_closed else 0,
        without_grade=len(unknown_grades(tournament.pk)),
        without_rating=_without_rating(tournament, entries),
        last_round=number,
        unpaired=_unpaired(paired[-1], entries) if paired and not tournament.is_finished else 0,
        unusual=_unusual(tournament, number) if number else 0,
    )


def _unpaired(here: RoundProgress, entries: Sequence[Entry]) -> int:
    """Who means to play in a round under way, and has neither a game nor a bye in it: late entries
    above all."""
    if not here.missing:
        return 0
    seen = entries_paired(here.pk)
    return sum(
        entry.number is not None and entry.attends(here.number) and entry.pk not in seen
        for entry in entries
    )


def _without_rating(tournament: Tournament, entries: Sequence[Entry]) -> int:
    """Players of chess without a rating among others who have one: the strength by which they are
    numbered. Where nobody has, nothing is missing."""
    if tournament.discipline != Tournament.Discipline.CHESS:
        return 0
    unrated = sum(not entry.rating for entry in entries)
    return unrated if unrated < len(entries) else 0


def _unusual(tournament: Tournament, number: int) -> int:
    return cached_value(
        f"unusual:{tournament.pk}:{number}",
        stamp=lambda: tournament_stamp(tournament.pk),
        make=lambda: len(unusual_pairings(tournament, number)),
    )


def _leaders(tournament: Tournament) -> list[StandingRow]:
    def make() -> list[StandingRow]:
        scored = read_standings(tournament)
        best = replace(scored, lines=scored.lines[:LEADERS])
        rows = standings_table(tournament, best, shown_entries(tournament, public=False)).rows
        if not _is_by_mms(tournament):
            return rows
        # The score that comes before the points.
        scores = [line.values[0] for line in best.lines]
        return [
            replace(row, points=shown_points(score or Fraction(0)))
            for row, score in zip(rows, scores, strict=True)
        ]

    return cached_value(
        f"leaders:{tournament.pk}:{get_language()}",
        stamp=lambda: tournament_stamp(tournament.pk),
        make=make,
    )


def _is_by_mms(tournament: Tournament) -> bool:
    return list(tournament.tie_breaks)[:1] == [MMS]


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
    changes = LogEntry.objects.filter(tournament=tournament).select_related("user")
    context = {
        "tournament": tournament,
        "tab": "log",
        "rows": log_rows(changes[:LOG_SHOWN]),
        "last": last_result(tournament),
    }
    return render(request, "events/tournaments/log.html", context)
