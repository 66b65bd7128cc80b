"""A round: its boards with the results, for everybody; for directors with the fields to type them
in. And its pairings, typed board by board.

The buttons that publish the pairings of a round, and hide them again.
"""

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext as _, ngettext
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from clubscore.text.problems import Problem, Refused, gettext_noop, sentence
from clubscore.text.sentences import NothingHereError, refusal_text, translate
from clubscore.web.caching import for_visitors, kept
from clubscore.web.editing import under_lock
from clubscore.web.permissions import director_required, is_director, wants_json
from clubscore.web.refusals import refusals_told
from clubscore.web.visitors import actor
from events.common.selectors import tournament_stamp
from events.common.services import hold_tournament, hold_tournament_alone
from events.models import Entry, Tournament
from events.tournaments.core.domain.pairings import (
    FIRST,
    SECOND,
    Pairings,
    TypedPairings,
    pairings_so_far,
)
from events.tournaments.core.domain.results import Code
from events.tournaments.core.forms import FillDatesForm, RoundDateForm, RoundDatesForm
from events.tournaments.core.permissions import etag_of, followed, tournament_for_reader
from events.tournaments.core.selectors.entries import shown_entries, tournament_entries
from events.tournaments.core.selectors.rounds import (
    RoundProgress,
    current_round,
    progress,
    round_lines,
    round_with_tournament,
    stored_round,
    tournament_round,
    visible_progress,
)
from events.tournaments.core.services import date_rounds
from events.tournaments.entries.services.numbering import is_misnumbered
from events.tournaments.fide.services import refuse_closed
from events.tournaments.pairing.domain.proposal import System
from events.tournaments.pairing.forms import ProposalForm
from events.tournaments.pairing.selectors import (
    is_proposal_asked,
    system_of_all_rounds,
    without_superfluous,
)
from events.tournaments.rounds.selectors import expected_in, shown_before, shows_mcmahon_scores
from events.tournaments.rounds.services.pairings import (
    pair_all_rounds,
    publish_round,
    refusals,
    set_round,
    unusual_pairings,
    withdraw_round,
)
from events.tournaments.rounds.services.results import last_result
from events.tournaments.rounds.views.boards import RowMaker, rows_by_match
from events.tournaments.rounds.views.end_check import (
    FULL_BYE_TOLD,
    EndCheck,
    end_check,
    pair_by_the_rules,
    what_is_told,
)
from events.tournaments.rounds.views.histories import goes_by_mms, history_rows, player_facts
from events.tournaments.rounds.views.log import described
from events.tournaments.rounds.views.pairing_rows import (
    PairingRow,
    pairing_rows,
    placed_rows,
    typed_rows,
)
from events.tournaments.rounds.views.pairings import (
    SHOWN_ROWS,
    compared_rows,
    left_out,
    questions_of,
    shown_rows,
)
from events.tournaments.rounds.views.play_offs import play_offs
from events.tournaments.standings.views import strength_heading
from events.tournaments.teams.views import matches_of, place_of, places_in_matches, team_names
from players.domain.characters import search_key

ACCEPTED = "accepted"
"""The field with the questions that the director has said yes to."""

CHECK = "check"
"""The button that asks what is wrong, and saves nothing."""


@require_GET
def current(request: HttpRequest, slug: str) -> HttpResponse:
    """Redirect to the first round that waits for pairings or results."""
    tournament = tournament_for_reader(request, slug)
    here = current_round(visible_progress(tournament))
    if here is None:
        raise NothingHereError(_("This tournament has no rounds."))
    return redirect("events:tournament-round", slug, here.number)


@for_visitors
@require_GET
def page(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The boards of a round."""
    tournament = tournament_for_reader(request, slug)
    director = is_director(request)
    rounds = visible_progress(tournament)
    here = round_here(rounds, number)
    last = last_result(tournament) if director else None
    follows = not director and not tournament.is_finished
    tag = etag_of(tournament) if follows else ""
    asked = play_offs(tournament, here) if director and here.is_paired else []
    closed = closed_text(tournament, here) if director else ""
    context = {
        "tournament": tournament,
        "tab": "rounds",
        "rounds": rounds,
        "here": here,
        "is_editable": director and not closed,
        "follows": follows,
        "tag": tag,
        "following": next(
            (each for each in without_superfluous(tournament, rounds) if each.number == number + 1),
            None,
        ),
        "closed": closed,
        "pieces": tournament_round(tournament.pk, number).pieces if tournament.is_chess960 else "",
        "rows": _rows(tournament, here, editable=director and not closed) if here.is_paired else "",
        "play_offs": asked,
        # Who goes on is asked before the next round is offered.
        "is_done": here.is_paired and not here.missing and all(each.goes_on for each in asked),
        "colours": tournament.discipline != Tournament.Discipline.OTHER,
        "last": last,
        "last_described": described(last, places_in_matches(tournament)) if last else "",
    }
    if follows and wants_json(request):
        part = render_to_string("events/tournaments/rounds/_round_table.html", context)
        return followed(request, part, tag)
    return render(request, "events/tournaments/rounds/round.html", context)


def closed_text(tournament: Tournament, here: RoundProgress) -> str:
    """Why a round with all its results is not changed any more, in FIDE mode."""
    if here.missing or not here.is_paired:
        return ""
    try:
        refuse_closed(tournament, here.number)
    except Refused as refusal:
        return refusal_text(refusal)
    return ""


def _rows(tournament: Tournament, here: RoundProgress, *, editable: bool) -> SafeString:
    """The games and byes of a round; with the fields to type results in where it is editable."""

    def make() -> SafeString:
        # Its settings may have changed between reading it and reading the stamp.
        tournament.refresh_from_db()
        desk = tournament.get_absolute_url()
        scores = shown_before(tournament, here.number)
        lines = round_lines(here.pk)
        names = team_names(tournament)
        maker = RowMaker(
            tournament=tournament,
            round=here.number,
            scores=scores,
            public=not editable,
            teams=names,
            places=places_in_matches(tournament),
        )
        is_mcmahon = shows_mcmahon_scores(tournament)
        games = maker.games(lines)
        entries = shown_entries(tournament, public=not editable) if tournament.teams_meet else {}
        matches = matches_of(tournament, here.number, entries)
        context = {
            "games": games,
            "matches": rows_by_match(games, matches) if matches else (),
            "team_byes": matches.byes if matches else (),
            "byes": maker.byes(lines),
            "desk": desk,
            "here_path": f"{desk}rounds/{here.number}/",
            "score_title": _("McMahon score before this round")
            if is_mcmahon
            else _("points before this round"),
            "editable": editable,
        }
        return render_to_string("events/tournaments/rounds/_round_rows.html", context)

    return kept(
        ("round", here.pk, editable, get_language()),
        state=partial(tournament_stamp, tournament.pk),
        make=make,
    )


@require_http_methods(["GET", "POST"])
@director_required
def pairings(request: HttpRequest, slug: str, number: int) -> HttpResponseBase:
    """The pairings of a round as a form: two players a row, or a player and a bye's letter. In FIDE
    mode they are compared with those of the rules before they are saved."""
    tournament = get_object_or_404(Tournament, slug=slug)
    if request.method == "POST" and tournament.fide_mode:
        round_here(progress(tournament.pk), number)
        pair_by_the_rules(request, tournament, number, names_of(tournament_entries(tournament)))
    return _pairings(request, slug=slug, number=number)


@under_lock(hold_tournament_alone)
def _pairings(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    tournament = get_object_or_404(Tournament, slug=slug)
    rounds = progress(tournament.pk)
    here = round_here(rounds, number)
    entries = [entry for entry in tournament_entries(tournament) if entry.number is not None]
    form = RoundDateForm(request.POST or None, initial={"date": here.date})
    problems: list[Problem] = []
    questions: list[str] = []
    is_checked = False
    told: list[str] = []
    checked = EndCheck()
    rows = stored = pairing_rows(round_lines(here.pk), entries, number)
    if request.method == "POST":
        firsts, seconds = request.POST.getlist(FIRST), request.POST.getlist(SECOND)
        typed = typed_rows(firsts, seconds, least=len(stored))
        rows = compared_rows(shown=request.POST.get(SHOWN_ROWS), stored=stored, sent=typed)
        texts = [(row.first, row.second) for row in rows]
        read = pairings_so_far(texts, names_of(entries), key=search_key)
        problems = refusals_of(here.pk, read)
        if not (problems or any(map(_is_filled, (*stored, *typed))) or form.has_changed()):
            problems = [Problem(sentence(_NOTHING_TYPED))]
        is_asked = any(row.second_problem for row in rows)
        if form.is_valid() and not is_asked and not problems:
            questions = [question.text for question in questions_of(tournament, number, read)]
            questions += left_out(
                tournament, read.pairings, expected_in(tournament, number, entries)
            )
            checked = end_check(tournament, here, read.pairings, entries)
            problems = list(checked.problems)
            questions += checked.questions
            if CHECK in request.POST:
                told = what_is_told(tournament, number, read.pairings, entries)
                is_checked = not (questions or problems or told)
                told = [text for text in told if text not in questions]
            # Only what was not asked yet: another board may have been changed since.
            is_accepted = set(questions) <= set(request.POST.getlist(ACCEPTED))
            if is_accepted and not problems and CHECK not in request.POST:
                try:
                    _set(
                        request, tournament, number, form, read.pairings, questions,
                        is_confirmed=bool(checked.questions),
                        rules=checked.rules,
                    )  # fmt: skip
                except Refused as refusal:
                    problems = list(refusal.problems)
                else:
                    return redirect("events:tournament-round", slug, number)
    return show_pairings(
        request, tournament, here, rows, form, entries=entries, stored=stored, problems=problems,
        questions=questions, is_checked=is_checked, checked=checked,
        saved_so=_saved_so(tournament, here) if request.method == "GET" else (), told=told,
        has_proposal=is_proposal_asked(here.pk),
    )  # fmt: skip


_NOTHING_TYPED = gettext_noop(
    "Nothing is saved, for nobody is paired: type who meets whom, or propose pairings."
)


def _is_filled(row: PairingRow) -> bool:
    return bool(row.first.strip() or row.second.strip())


def _saved_so(tournament: Tournament, here: RoundProgress) -> list[str]:
    """What is unusual in pairings that are saved: the desk counts it, and leads here."""
    board, places = gettext_noop("Board %(board)s: %(question)s"), places_in_matches(tournament)
    return [
        translate(
            sentence(
                board, board=place_of(places, here.number, pairing.line), question=pairing.message
            )
            if pairing.line
            else pairing.message
        )
        for pairing in (unusual_pairings(tournament, here.number) if here.is_paired else ())
    ]


def show_pairings(
    request: HttpRequest,
    tournament: Tournament,
    here: RoundProgress,
    rows: list[PairingRow],
    form: RoundDateForm,
    *,
    entries: list[Entry],
    stored: list[PairingRow],
    problems: Sequence[Problem] = (),
    questions: Sequence[str] = (),
    **more: Any,
) -> HttpResponse:
    """The page of the pairings with these rows; ``stored`` are those that are saved, ``more`` is
    shown by the page of a proposal."""
    rows = [row.with_problems(problems) for row in rows]
    if tournament.teams_meet:
        rows = placed_rows(tournament, here.number, rows)
    wrong = sum(
        bool(problem) for row in rows for problem in (row.first_problem, row.second_problem)
    )
    known = [] if here.entered else history_rows(tournament, here.number)
    expected = expected_in(tournament, here.number, entries)
    context = {
        "all_rounds": _all_rounds(tournament),
        "closed": closed_text(tournament, here),
        "is_misnumbered": is_misnumbered(tournament),
        "tournament": tournament,
        "tab": "rounds",
        "here": here,
        "rows": rows,
        "player_facts": player_facts(known),
        "shown_rows": shown_rows(stored),
        # Problems of a field are shown beside it.
        "problems": [translate(problem) for problem in problems if problem.column is None],
        "wrong": wrong,
        "questions": questions,
        "entries": expected,
        # Who is not registered, or came too late, has no number.
        "away": [
            *(entry for entry in entries if entry not in expected),
            *tournament_entries(tournament).filter(number=None),
        ],
        "form": form,
        "colours": tournament.discipline != Tournament.Discipline.OTHER,
        "proposal_form": ProposalForm(tournament=tournament),
        # A round with results is changed for a reason of its own.
        "histories": known,
        "strength": strength_heading(tournament),
        "by_mms": goes_by_mms(tournament),
        # Every player's address begins with this one; reversing each would be slow.
        "players": reverse("events:tournament-players", args=[tournament.slug]),
        **more,
    }
    is_asked = questions or more.get("is_unsaved")
    status = 422 if problems or wrong or is_asked or form.errors else 200
    return render(request, "events/tournaments/rounds/pairings.html", context, status=status)


def _all_rounds(tournament: Tournament) -> str:
    """Who meets whom when all rounds are paired at once; empty where they cannot be."""
    system = system_of_all_rounds(tournament)
    return {
        None: "",
        System.TEAM_ROUND_ROBIN: _("By the tables: every team meets every other one."),
        System.SCHEVENINGEN: _("By the tables: everybody meets everybody of the other team."),
    }.get(system, _("By the tables: everybody with a starting number meets everybody."))


def _set(
    request: HttpRequest,
    tournament: Tournament,
    number: int,
    form: RoundDateForm,
    read: Pairings,
    accepted: Sequence[str],
    *,
    is_confirmed: bool,
    rules: Pairings | None,
) -> None:
    here = tournament_round(tournament.pk, number)
    date = form.cleaned_data["date"]
    set_round(
        round=here,
        pairings=read,
        date=date,
        by=actor(request),
        accepted=accepted,
        is_confirmed=is_confirmed,
        rules=rules,
    )
    if "date" in form.changed_data:
        _warn_of_order(request, tournament)
    if not (read.games or read.byes):
        _say_what_is_left(request, form, number)
        return
    text = _("The pairings of round %(number)s are saved.")
    if stored_round(here.pk).is_hidden:
        text = _("The pairings of round %(number)s are saved. They are not published yet.")
    messages.success(request, text % {"number": number})
    if tournament.fide_mode and any(code is Code.FULL_BYE for _player, code in read.byes):
        messages.warning(request, _(FULL_BYE_TOLD))


def _say_what_is_left(request: HttpRequest, form: RoundDateForm, number: int) -> None:
    """Of a round that has nobody in it."""
    text = _("Nobody is paired in round %(number)s.")
    if form.has_changed():
        text = _("The date of round %(number)s is saved; nobody is paired in it.")
    messages.success(request, text % {"number": number})


def refusals_of(pk: int, read: TypedPairings) -> list[Problem]:
    """All that is wrong with what was typed, at its rows."""
    here = round_with_tournament(pk)
    problems = refusals(round=here, pairings=read.pairings, not_read=read.half_read)
    return [*read.problems, *read.at_rows(problems)]


def names_of(entries: Iterable[Entry]) -> dict[int, str]:
    """The names of players by their starting numbers."""
    return {entry.number: entry.shown_name for entry in entries if entry.number is not None}


def round_here(rounds: list[RoundProgress], number: int) -> RoundProgress:
    here = next(
        (round_progress for round_progress in rounds if round_progress.number == number), None
    )
    if here is None:
        values = {"number": number}
        raise NothingHereError(_("Round %(number)s is not in this tournament.") % values)
    return here


@require_POST
@director_required
def pair_all(request: HttpRequest, slug: str) -> HttpResponse:
    """Pair all rounds of a round robin at once."""
    tournament = get_object_or_404(Tournament, slug=slug)
    with refusals_told(request):
        count = pair_all_rounds(tournament=tournament, by=actor(request))
        text = ngettext("%(count)s round is paired.", "%(count)s rounds are paired.", count)
        messages.success(request, text % {"count": count})
        return redirect("events:tournament-dates", slug)
    return redirect("events:tournament-rounds", slug)


@require_http_methods(["GET", "POST"])
@director_required
@under_lock(hold_tournament)
def dates(request: HttpRequest, slug: str) -> HttpResponse:
    """The days of all rounds in one table; ``?start=…&every=7`` proposes them, unsaved."""
    tournament = get_object_or_404(Tournament, slug=slug)
    stored = {each.number: each.date for each in progress(tournament.pk)}
    form = RoundDatesForm(request.POST or None, rounds=stored)
    fill = FillDatesForm(request.GET if "start" in request.GET else None, rounds=stored)
    is_filled = request.method == "GET" and fill.is_bound and fill.is_valid()
    if is_filled:
        shown = form.shown_text
        form = RoundDatesForm(rounds=fill.cleaned_data["dates"])
        form.shown_before = shown
    if request.method == "POST" and form.is_valid():
        date_rounds(tournament=tournament, dates=form.dates, by=actor(request))
        messages.success(request, _("The dates are saved."))
        _warn_of_order(request, tournament)
        return redirect("events:tournament-dates", slug)
    context = {
        "tournament": tournament,
        "tab": "dates",
        "form": form,
        "fill": fill,
        "is_filled": is_filled,
    }
    status = 422 if form.errors or fill.errors else 200
    return render(request, "events/tournaments/rounds/dates.html", context, status=status)


def _warn_of_order(request: HttpRequest, tournament: Tournament) -> None:
    """Say which rounds have an earlier day than one before them."""
    latest: RoundProgress | None = None
    for here in progress(tournament.pk):
        if here.date is None:
            continue
        if latest and latest.date and here.date < latest.date:
            text = _("Round %(number)s has an earlier day than round %(before)s.")
            messages.warning(request, text % {"number": here.number, "before": latest.number})
        else:
            latest = here


@require_POST
@director_required
def publish(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Publish the pairings of a round; with ``withdraw`` sent, hide them."""
    tournament = get_object_or_404(Tournament, slug=slug)
    round_here(progress(tournament.pk), number)
    here = tournament_round(tournament.pk, number)
    service, text = publish_round, _("The pairings of round %(number)s are published.")
    if "withdraw" in request.POST:
        service, text = withdraw_round, _("Only directors see the pairings of round %(number)s.")
    with refusals_told(request):
        service(round=here, by=actor(request))
        messages.success(request, text % {"number": number})
    return redirect("events:tournament-round", slug, number)
