"""Typing the results of a round: saving one line, and what a text means before that.

The page's script sends and receives JSON; how a line is shown is in one place,
:mod:`events.tournaments.rounds.views.boards`. A *line* is a game, or the bye of one player.

Correcting a result: what it would do to the standings is shown first, and the reason goes into
the log.
"""

import re
from collections.abc import Iterable
from dataclasses import replace

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from clubscore.text.numbers import row_number, row_number_if, whole_number
from clubscore.text.problems import Refused
from clubscore.text.sentences import NothingHereError, refusal_text
from clubscore.web.permissions import director_required
from clubscore.web.refusals import refusals_at_fields, refusals_told
from clubscore.web.visitors import actor
from events.common.views.desk import typed_text
from events.models import Game, LogEntry, Round, RoundResult, Tournament
from events.tournaments.core.domain.results import (
    Code,
    Outcome,
    read_bye,
    read_outcome,
    show_outcome,
    write_outcome,
)
from events.tournaments.core.domain.tournament import KNOCKOUT, kind_of
from events.tournaments.core.selectors.entries import names_of
from events.tournaments.core.selectors.rounds import (
    ByeLine,
    GameLine,
    RoundProgress,
    progress,
    round_lines,
    round_of,
)
from events.tournaments.fide.services import Asked
from events.tournaments.rounds.forms import CorrectionForm
from events.tournaments.rounds.selectors import game_log, said_by_phones
from events.tournaments.rounds.services import results
from events.tournaments.rounds.views.boards import (
    bye_understood,
    bye_values,
    game_values,
    understood,
)
from events.tournaments.rounds.views.log import described, log_rows
from events.tournaments.rounds.views.moves import move_rows, moves_text
from events.tournaments.rounds.views.play_offs import play_offs
from events.tournaments.standings.domain.standings import Move
from events.tournaments.standings.figures import moves_of_bye, moves_of_game
from events.tournaments.teams.views import matches_of, place_of, places_in_matches

CONFIRMED = "confirmed"
"""The field with which the director says yes to what FIDE mode asks."""


@require_POST
@director_required
def save_game(request: HttpRequest, slug: str, number: int, game_id: int) -> JsonResponse:
    """Save what was typed for a game.

    200 with the game as it is stored, the round's progress, and who moved in the standings when a
    result was corrected; 422 with a sentence when it is no result; 409 with the stored game when
    somebody else changed it meanwhile; 404 when the round has no such game any more.
    """
    here = _round(slug, number)
    tournament, before = here.tournament, _game(here, game_id)
    if before is None:
        return _gone()
    moved: tuple[Move, ...] = ()
    said = said_by_phones(game_id)
    try:
        text = typed_text(request.POST)
        # Before the result is stored: the standings are compared with those of now. A first result
        # moves nearly everybody, which is no news.
        if not before.outcome.is_open:
            moved = moves_of_game(tournament, number, before, read_outcome(text))
        entered = results.enter_result(
            tournament=tournament,
            game_id=game_id,
            text=text,
            by=actor(request),
            version=row_number_if(request.POST.get("version", "")),
            is_confirmed=CONFIRMED in request.POST,
        )
    except Game.DoesNotExist:
        return _gone()
    except Asked as question:
        return _refused(question, status=422, asks=True)
    except results.GameConflict as conflict:
        line = _game(here, game_id)
        values = game_values(line) if line else {}
        return _refused(conflict, status=409, line=values)
    except Refused as refusal:
        return _refused(_no_board(here, request.POST) or refusal, status=422)
    game = entered.game
    line = replace(before, version=game.version, outcome=Outcome(game.outcome))
    values = game_values(line)
    if others := [each for each in said if each != line.outcome]:
        told = _("a phone said otherwise: %(results)s") % {
            "results": ", ".join(show_outcome(each) for each in others)
        }
        values["understood"] = f"{values['understood']} · {told}"
    return _saved(request, tournament, number, values, moved, entered.entry)


@require_POST
@director_required
def save_bye(request: HttpRequest, slug: str, number: int, result_id: int) -> JsonResponse:
    """Save what was typed for a bye; the answers are those of :func:`save_game`."""
    here = _round(slug, number)
    tournament, before = here.tournament, _bye_of(here, result_id)
    if before is None:
        return _gone()
    try:
        text = typed_text(request.POST)
        moved = moves_of_bye(tournament, number, before, read_bye(text))
        stored = results.enter_bye(
            tournament=tournament,
            result_id=result_id,
            text=text,
            by=actor(request),
            was=request.POST.get("version"),
            is_confirmed=CONFIRMED in request.POST,
        )
    except RoundResult.DoesNotExist:
        return _gone()
    except Asked as question:
        return _refused(question, status=422, asks=True)
    except results.ByeConflict as conflict:
        line = _bye(conflict.result)
        return _refused(conflict, status=409, line=bye_values(line, tournament.system))
    except Refused as refusal:
        return _refused(refusal, status=422)
    values = bye_values(_bye(stored), tournament.system)
    return _saved(request, tournament, number, values, moved)


@require_POST
@director_required
def play_off(request: HttpRequest, slug: str, number: int, game_id: int) -> HttpResponse:
    """Say which side of a game of a knock-out goes on, though nobody won it."""
    here = _round(slug, number)
    with refusals_told(request):
        try:
            results.decide_play_off(
                tournament=here.tournament,
                game_id=game_id,
                side=whole_number(request.POST.get("side", "")) or 0,
                by=actor(request),
            )
        except Game.DoesNotExist as gone:
            raise Http404 from gone
    return redirect("events:tournament-round", slug, number)


@require_GET
@director_required
def read_game(request: HttpRequest, slug: str, number: int, game_id: int) -> JsonResponse:
    """What the text typed so far means, and who would move; nothing is stored."""
    here = _round(slug, number)
    tournament, line = here.tournament, _game(here, game_id)
    if line is None:
        return _gone()
    try:
        outcome = read_outcome(typed_text(request.GET))
    except Refused as refusal:
        return _refused(_no_board(here, request.GET) or refusal, status=200)
    meaning = understood(line, outcome)
    # Both standings are computed for this: only for a correction, where places may change.
    if not line.outcome.is_open and line.outcome is not outcome:
        moved = moves_of_game(tournament, number, line, outcome)
        meaning = _with_moves(tournament, meaning, moved)
    return JsonResponse({"understood": meaning})


@require_GET
@director_required
def read_bye_line(request: HttpRequest, slug: str, number: int, result_id: int) -> JsonResponse:
    """What the letter typed so far means, and who would move; nothing is stored."""
    here = _round(slug, number)
    tournament, line = here.tournament, _bye_of(here, result_id)
    if line is None:
        return _gone()
    try:
        code = read_bye(typed_text(request.GET))
    except Refused as refusal:
        return _refused(refusal, status=200)
    moved = moves_of_bye(tournament, number, line, code)
    meaning = _with_moves(tournament, bye_understood(code), moved)
    return JsonResponse({"understood": meaning})


@require_POST
@director_required
def undo(request: HttpRequest, slug: str) -> HttpResponse:
    """Undo the last result that was entered or corrected."""
    tournament = get_object_or_404(Tournament, slug=slug)
    with refusals_told(request):
        results.undo_result(
            tournament=tournament,
            log_id=whole_number(request.POST.get("log", "")) or 0,
            by=actor(request),
            reason=request.POST.get("why", "").strip(),
        )
        messages.success(request, _("The last result is undone. Undo again to redo it."))
    last = results.last_result(tournament)
    if last is None:
        return redirect(tournament)
    return redirect("events:tournament-round", slug, last.after["round"])


def _round(slug: str, number: int) -> Round:
    here = round_of(slug, number)
    if here is None:
        raise Http404
    return here


def _game(here: Round, game_id: int) -> GameLine | None:
    """The one game as it is stored: a round may have hundreds."""
    return next(iter(round_lines(here.pk, game=game_id).games), None)


def _bye_of(here: Round, result_id: int) -> ByeLine | None:
    return next(iter(round_lines(here.pk, bye=result_id).byes), None)


def _bye(result: RoundResult) -> ByeLine:
    return ByeLine(result.pk, result.entry, Code(result.bye))


def _saved(
    request: HttpRequest,
    tournament: Tournament,
    number: int,
    line: dict[str, str],
    moved: Iterable[Move],
    last: LogEntry | None = None,
) -> JsonResponse:
    here = next(each for each in progress(tournament.pk) if each.number == number)
    line["understood"] = _with_moves(tournament, line["understood"], moved)
    last = last or results.last_result(tournament)
    matches = matches_of(tournament, number, {})
    more: dict[str, object] = (
        {"matches": {match.key: match.score for match in matches.matches}} if matches else {}
    )
    if kind_of(tournament.kind) == KNOCKOUT:
        more["play_offs"] = _play_offs(request, tournament, here)
    return JsonResponse(
        more
        | {
            "line": line,
            "last": {"log": last.pk, "text": described(last, places_in_matches(tournament))}
            if last
            else None,
            "round": {
                "number": here.number,
                "entered": here.entered,
                "games": here.games,
                "state": here.state,
            },
        }
    )


def _play_offs(request: HttpRequest, tournament: Tournament, here: RoundProgress) -> str:
    """The questions who goes on, as they stand below the games."""
    asked = play_offs(tournament, here)
    context = {"tournament": tournament, "here": here, "play_offs": asked}
    return render_to_string("events/tournaments/rounds/_play_offs.html", context, request)


def _with_moves(tournament: Tournament, meaning: str, moved: Iterable[Move]) -> str:
    """The meaning of what was typed, and who changes places in the standings by it."""
    moved = tuple(moved)
    if not moved:
        return meaning
    places = moves_text(moved, names_of(tournament, [move.number for move in moved]))
    if not places:
        return meaning + " · " + _("the places stay as they are")
    return meaning + " · " + _("places: %(moves)s") % {"moves": places}


def _refused(refusal: Refused, *, status: int, **more: object) -> JsonResponse:
    error = refusal_text(refusal)
    return JsonResponse({"error": error} | more, status=status)


_BOARD_AND_RESULT = re.compile(r"\s*(\d{1,3}(?:\.\d{1,2})?)\s+\S.*", re.ASCII)
"""``37 1``, which the page's script takes to board 37 where the round has it; ``2.4 1`` in a match
of teams."""


def _no_board(here: Round, sent: QueryDict) -> Refused | None:
    """That the round has no such board, where what was sent begins with one."""
    match = _BOARD_AND_RESULT.fullmatch(sent.get("typed", ""))
    if match is None:
        return None
    places = places_in_matches(here.tournament)
    boards = here.games.order_by("board_number").values_list("board_number", flat=True)
    shown = [place_of(places, here.number, board) for board in boards]
    if match[1] in shown or not shown:
        return None
    return Refused.because(
        "There is no board %(board)s in this round: the last one is board %(last)s.",
        board=match[1],
        last=shown[-1],
    )


def _gone() -> JsonResponse:
    gone = _("This pairing is no longer in the round. Reload the page.")
    return JsonResponse({"error": gone}, status=404)


@require_http_methods(["GET", "POST"])
@director_required
def correct(request: HttpRequest, slug: str, number: int, game_id: int) -> HttpResponse:
    """The form, what would change, and the correction itself."""
    tournament = get_object_or_404(Tournament, slug=slug)
    line = _line(tournament, number, game_id)
    initial = {"result": write_outcome(line.outcome)}
    form = CorrectionForm(request.POST or None, initial=initial)
    moved: tuple[Move, ...] | None = None
    question = ""
    if request.method == "POST" and form.is_valid():
        outcome, swap = form.cleaned_data["result"], form.cleaned_data["swap"]
        moved = moves_of_game(tournament, number, line, outcome, swapped=swap)
        if request.POST.get("action") == "save":
            with refusals_at_fields(form):
                try:
                    results.correct_result(
                        tournament=tournament,
                        game_id=game_id,
                        outcome=outcome,
                        swap=swap,
                        version=row_number(request.POST.get("version", "")),
                        reason=form.cleaned_data["reason"],
                        by=actor(request),
                        is_confirmed=CONFIRMED in request.POST,
                    )
                except Asked as asked:
                    question = refusal_text(asked)
                else:
                    _report(request, tournament, moved)
                    return redirect("events:tournament-round", slug, number)
    if moved is None:
        wrong = next((name for name in form.errors if name in form.fields), "result")
        form.fields[wrong].widget.attrs["autofocus"] = True
    names = names_of(tournament, [move.number for move in moved or ()])
    places = places_in_matches(tournament)
    context = {
        "tournament": tournament,
        "tab": "rounds",
        "number": number,
        "line": line,
        "board": place_of(places, number, line.board_number),
        "shown": show_outcome(line.outcome),
        "form": form,
        "moves": None if moved is None else move_rows(moved, names),
        "history": log_rows(game_log(tournament, game_id), places),
        "question": question,
    }
    status = 422 if form.errors or question else 200
    return render(request, "events/tournaments/rounds/correct.html", context, status=status)


def _report(request: HttpRequest, tournament: Tournament, moved: tuple[Move, ...]) -> None:
    places = moves_text(moved, names_of(tournament, [move.number for move in moved]))
    if places:
        message = _("The result is corrected. Places: %(moves)s.") % {"moves": places}
    else:
        message = _("The result is corrected. The places stay as they are.")
    messages.success(request, message)


def _line(tournament: Tournament, number: int, game_id: int) -> GameLine:
    here = get_object_or_404(tournament.rounds, number=number)
    line = _game(here, game_id)
    if line is None:
        raise NothingHereError(_("This pairing is no longer in the round."))
    return line
