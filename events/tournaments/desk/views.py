"""A tournament as its director sees it: its progress, what to do next, what was done.

The next step of a tournament and what needs attention, in words, with the pages they lead to.

Making a tournament on one page, and changing its facts.

Deleting a tournament.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import get_language, gettext, gettext_lazy as _, ngettext, pgettext
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from clubscore.text.sentences import translate
from clubscore.web.caching import for_visitors, kept
from clubscore.web.deletion import Page, ask
from clubscore.web.editing import under_lock
from clubscore.web.one_time_keys import in_its_own_transactions
from clubscore.web.permissions import director_required, is_director
from clubscore.web.refusals import refusals_at_fields
from clubscore.web.visitors import actor
from events.common.selectors import tournament_stamp
from events.common.services import hold_tournament_alone
from events.common.views.desk import Attention, NextStep, Step, public_link, stage_marks, take_step
from events.common.views.papers import Moment, present_first
from events.hall.views.attention import hall_attention
from events.models import Entry, Tournament
from events.tournaments.core import services as tournaments
from events.tournaments.core.domain.fide_mode import against, is_of_fide, settings_of
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
from events.tournaments.core.selectors.entries import (
    shown_entries,
    tournament_entries,
    unknown_grades,
)
from events.tournaments.core.selectors.rounds import (
    RoundProgress,
    current_round,
    entries_paired,
    visible_progress,
)
from events.tournaments.core.selectors.tournaments import stored_tournament, tournament_value
from events.tournaments.core.views import shown_points
from events.tournaments.desk.forms import NewTournamentForm, TournamentForm
from events.tournaments.desk.selectors import tournament_log, tournament_plan
from events.tournaments.desk.services import delete_tournament
from events.tournaments.entries.services.numbering import is_misnumbered
from events.tournaments.fide.selectors import import_questions
from events.tournaments.pairing.selectors import without_superfluous
from events.tournaments.ratings.services import COLUMN_OF, differences, list_for
from events.tournaments.rounds.selectors import expected_in
from events.tournaments.rounds.services.pairings import unusual_pairings
from events.tournaments.rounds.services.results import last_result
from events.tournaments.rounds.views.log import log_rows
from events.tournaments.rounds.views.rows import play_offs
from events.tournaments.standings.domain.catalogue import LEADING
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
    warnings = _warnings(tournament, rounds, entries)
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
class Warnings:
    """How many of the players have withdrawn, are not registered although play has begun, lack a
    grade, or a rating that others have; and the round that was paired last, with how many who play
    in it have no place there, and how many of its pairings are unusual."""

    withdrawn: int = 0
    unregistered: int = 0
    without_grade: int = 0
    without_rating: int = 0
    unpaired: int = 0
    last_round: int = 0
    unusual: int = 0


def _warnings(
    tournament: Tournament, rounds: Sequence[RoundProgress], entries: Iterable[Entry]
) -> Warnings:
    """What is worth a look while the tournament is played."""
    entries = list(entries)
    paired = [round_progress for round_progress in rounds if round_progress.is_paired]
    is_closed = bool(paired) or tournament.registration_is_closed
    number = paired[-1].number if paired and not tournament.is_finished else 0
    return Warnings(
        withdrawn=sum(entry.withdrawn_after is not None for entry in entries),
        unregistered=sum(not entry.registered for entry in entries) if is_closed else 0,
        without_grade=len(unknown_grades(tournament.pk)),
        without_rating=_without_rating(tournament, entries),
        last_round=number,
        unpaired=_unpaired(tournament, paired[-1], entries)
        if paired and not tournament.is_finished
        else 0,
        unusual=_unusual(tournament, number) if number else 0,
    )


def _unpaired(tournament: Tournament, here: RoundProgress, entries: Sequence[Entry]) -> int:
    """Who means to play in a round under way, and has neither a game nor a bye in it: late entries
    above all."""
    if not here.missing:
        return 0
    seen = entries_paired(here.pk)
    numbered = [entry for entry in entries if entry.number is not None]
    expected = expected_in(tournament, here.number, numbered)
    return sum(entry.pk not in seen for entry in expected)


def _without_rating(tournament: Tournament, entries: Sequence[Entry]) -> int:
    """Players of chess without a rating among others who have one: the strength by which they are
    numbered. Where nobody has, nothing is missing."""
    if tournament.discipline != Tournament.Discipline.CHESS:
        return 0
    unrated = sum(not entry.rating for entry in entries)
    return unrated if unrated < len(entries) else 0


def _unusual(tournament: Tournament, number: int) -> int:
    return kept(
        ("unusual", tournament.pk, number),
        state=partial(tournament_stamp, tournament.pk),
        make=lambda: len(unusual_pairings(tournament, number)),
    )


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
                gettext("Choose the number of rounds"), _address("settings", tournament)
            )
        case Task.PLAYERS:
            return NextStep(gettext("Enter the players"), _address("players", tournament))
        case Task.REGISTER:
            note = gettext("%(count)s of %(entries)s are registered.") % {
                "count": course.entries - course.unregistered,
                "entries": course.entries,
            }
            label = gettext("Register the players")
            return NextStep(label, _address("registration", tournament), note=note)
        case Task.CLOSE:
            note = gettext("Everybody gets a starting number, by strength.")
            return NextStep(
                gettext("Close the registration"), _address("close", tournament), note=note
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
            return NextStep(label, _address("standings", tournament), note=note)


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
    return NextStep(text % {"number": number}, _address(page, tournament, number), note=note)


def attention(
    tournament: Tournament, rounds: Iterable[RoundProgress], warnings: Warnings
) -> Iterator[Attention]:
    """What a director should look at."""
    if tournament.fide_mode and (differing := import_questions(tournament.pk)):
        text = ngettext(
            "The rules pair %(count)s round of the imported file otherwise",
            "The rules pair %(count)s rounds of the imported file otherwise",
            len(differing),
        )
        values = {"count": len(differing)}
        yield Attention(text % values, _address("fide", tournament), gettext("Answer"))
    if tournament.fide_mode and (count := _other_ratings(tournament)):
        text = ngettext(
            "%(count)s rating is not that of the list",
            "%(count)s ratings are not those of the list",
            count,
        )
        address = _address("ratings-update", tournament)
        yield Attention(text % {"count": count}, address, gettext("Compare ratings"))
    if is_misnumbered(tournament):
        text = gettext("The starting numbers are not by strength")
        yield Attention(text, _address("players", tournament), gettext("Number by strength"))
    for round_progress in rounds:
        if round_progress.is_paired and round_progress.missing:
            text = ngettext(
                "Round %(number)s: %(count)s result is missing",
                "Round %(number)s: %(count)s results are missing",
                round_progress.missing,
            )
            values = {"number": round_progress.number, "count": round_progress.missing}
            address = _address("round", tournament, round_progress.number)
            yield Attention(text % values, address, gettext("Enter them"))
        if round_progress.is_paired and round_progress.is_hidden:
            text = gettext("Round %(number)s: the pairings are not published")
            values = {"number": round_progress.number}
            yield Attention(text % values, _address("round", tournament, round_progress.number))
    if warnings.unpaired:
        text = ngettext(
            "Round %(number)s: %(count)s player is not paired",
            "Round %(number)s: %(count)s players are not paired",
            warnings.unpaired,
        )
        values = {"number": warnings.last_round, "count": warnings.unpaired}
        address = _address("pairings", tournament, warnings.last_round)
        yield Attention(text % values, address)
    if warnings.unusual:
        text = ngettext(
            "Round %(number)s: %(count)s unusual pairing",
            "Round %(number)s: %(count)s unusual pairings",
            warnings.unusual,
        )
        values = {"number": warnings.last_round, "count": warnings.unusual}
        address = _address("pairings", tournament, warnings.last_round)
        yield Attention(text % values, address)
    yield from _players(tournament, warnings)
    # A Keizer and a knock-out are ranked by their own scores, and need none.
    if not tournament.tie_breaks and kind_of(tournament.kind) not in LEADING:
        yield Attention(gettext("No tie-breaks are chosen"), _address("settings", tournament))


def _players(tournament: Tournament, warnings: Warnings) -> Iterator[Attention]:
    if warnings.withdrawn:
        text = ngettext(
            "%(count)s player has withdrawn", "%(count)s players have withdrawn", warnings.withdrawn
        )
        yield Attention(text % {"count": warnings.withdrawn}, _address("players", tournament))
    if warnings.unregistered:
        text = ngettext(
            "%(count)s player is not registered",
            "%(count)s players are not registered",
            warnings.unregistered,
        )
        address = _address("registration", tournament)
        yield Attention(text % {"count": warnings.unregistered}, address)
    if warnings.without_grade:
        text = ngettext(
            "%(count)s player without a grade",
            "%(count)s players without a grade",
            warnings.without_grade,
        )
        address = _address("registration", tournament)
        yield Attention(text % {"count": warnings.without_grade}, address)
    if warnings.without_rating:
        text = ngettext(
            "%(count)s player without a rating",
            "%(count)s players without a rating",
            warnings.without_rating,
        )
        yield Attention(text % {"count": warnings.without_rating}, _address("players", tournament))


def _other_ratings(tournament: Tournament) -> int:
    """How many ratings are not those of the list of its month, looked at again when a list was
    loaded."""
    listing = list_for(tournament)
    if listing is None or listing.kind not in COLUMN_OF:
        return 0
    return kept(
        ("other ratings", tournament.pk),
        state=lambda: (tournament_stamp(tournament.pk), listing.pk, listing.changed_at),
        make=lambda: sum(each.is_one for each in differences(tournament, listing)),
    )


def _address(page: str, tournament: Tournament, *more: int) -> str:
    return reverse(f"events:tournament-{page}", args=[tournament.slug, *more])


@require_http_methods(["GET", "POST"])
@director_required
def new(request: HttpRequest) -> HttpResponse:
    """The page, and the tournament it makes; the players come next."""
    form = NewTournamentForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with refusals_at_fields(form):
            tournament = tournaments.create_tournament(**form.facts, by=actor(request))
            messages.success(
                request, gettext("The tournament has been created. Now enter the players.")
            )
            _why_not_in_fide_mode(request, tournament)
            return redirect("events:tournament-players", tournament.slug)
    status = 422 if form.errors else 200
    return render(request, "events/tournaments/desk/new.html", {"form": form}, status=status)


def _why_not_in_fide_mode(request: HttpRequest, tournament: Tournament) -> None:
    """Say what keeps a new tournament of chess out of FIDE mode, unless that was asked for."""
    if tournament.discipline == Tournament.Discipline.CHESS and is_of_fide(tournament.kind):
        reasons = list(against(settings_of(tournament_value(tournament))))
        if reasons:
            messages.info(
                request,
                gettext("It is not in FIDE mode. %(reasons)s")
                % {"reasons": " ".join(translate(reason) for _column, reason in reasons)},
            )


@require_http_methods(["GET", "POST"])
@director_required
@under_lock(hold_tournament_alone)
def settings(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = get_object_or_404(Tournament, slug=slug)
    form = TournamentForm(request.POST or None, instance=tournament)
    if request.method == "POST" and form.is_valid():
        with refusals_at_fields(form):
            tournaments.change_details(
                tournament=tournament, fields=form.changed_data, by=actor(request)
            )
            messages.success(request, gettext("The settings are saved; every page follows them."))
            return redirect(tournament)
    status = 422 if form.errors else 200
    # What was typed is in the form alone; the page's head shows what is stored.
    stored = stored_tournament(tournament.pk)
    context = {"tournament": stored, "form": form, "tab": "settings"}
    return render(request, "events/tournaments/desk/settings.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@director_required
@in_its_own_transactions
def delete(request: HttpRequest, slug: str) -> HttpResponse:
    """Say what goes with the tournament, and put it into the bin on the button."""
    tournament = get_object_or_404(Tournament, slug=slug)
    page = Page(
        heading=gettext("Delete this tournament"),
        button=gettext("Delete the tournament"),
        back=tournament.get_absolute_url(),
        after=reverse("events:tournaments"),
    )
    deletion = partial(delete_tournament, tournament=tournament)
    return ask(request, plan=lambda: tournament_plan(tournament), delete=deletion, page=page)
