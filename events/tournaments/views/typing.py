"""Typing the results of a round: saving one line, and what a text means before that.

The page's script sends and receives JSON; how a line is shown is in one place,
:mod:`events.tournaments.views.round_rows`. A *line* is a game, or the bye of one player.
"""

from collections.abc import Iterable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from clubscore.actor import actor
from clubscore.numbers import whole_number
from clubscore.permissions import director_required
from clubscore.problems import Refused
from clubscore.sentences import translate_refusal
from events.common.views.typed import typed_text
from events.models import Game, RoundResult, Tournament
from events.tournaments.domain.outcome import Outcome
from events.tournaments.domain.outcome_text import read_bye, read_outcome
from events.tournaments.domain.place_changes import Move
from events.tournaments.domain.results import Code
from events.tournaments.selectors.entries import shown_entries
from events.tournaments.selectors.rounds import ByeLine, GameLine, RoundLines, progress, round_lines
from events.tournaments.services import results
from events.tournaments.services.standings import moves_of_bye, moves_of_game
from events.tournaments.views import round_rows
from events.tournaments.views.log_rows import described


@require_POST
@director_required
def save_game(request: HttpRequest, slug: str, number: int, game_id: int) -> JsonResponse:
    """Save what was typed for a game.

    200 with the game as it is stored, the round's progress, and who moved in the standings when a
    result was corrected; 422 with a sentence when it is no result; 409 with the stored game when
    somebody else changed it meanwhile; 404 when the round has no such game any more.
    """
    tournament, lines = _round(slug, number)
    before = _game(lines, game_id)
    if before is None:
        return _gone()
    moved: tuple[Move, ...] = ()
    try:
        text = typed_text(request.POST)
        # Before the result is stored: the standings are compared with those of now. A first result
        # moves nearly everybody, which is no news.
        if before.outcome is not Outcome.PENDING:
            moved = moves_of_game(tournament, number, before, read_outcome(text))
        results.enter_result(
            tournament=tournament,
            game_id=game_id,
            text=text,
            by=actor(request),
            version=_version(request.POST.get("version", "")),
        )
    except Game.DoesNotExist:
        return _gone()
    except results.GameConflict as conflict:
        line = _game(_round(slug, number)[1], game_id)
        values = round_rows.game_values(line) if line else {}
        return _refused(conflict, status=409, line=values)
    except Refused as refusal:
        return _refused(refusal, status=422)
    line = _game(_round(slug, number)[1], game_id)
    if line is None:
        return _gone()
    return _saved(tournament, number, round_rows.game_values(line), moved)


@require_POST
@director_required
def save_bye(request: HttpRequest, slug: str, number: int, result_id: int) -> JsonResponse:
    """Save what was typed for a bye; the answers are those of :func:`save_game`."""
    tournament, lines = _round(slug, number)
    before = next((line for line in lines.byes if line.pk == result_id), None)
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
        )
    except RoundResult.DoesNotExist:
        return _gone()
    except results.ByeConflict as conflict:
        line = _bye(conflict.result)
        return _refused(conflict, status=409, line=round_rows.bye_values(line, tournament.system))
    except Refused as refusal:
        return _refused(refusal, status=422)
    return _saved(tournament, number, round_rows.bye_values(_bye(stored), tournament.system), moved)


@require_GET
@director_required
def read_game(request: HttpRequest, slug: str, number: int, game_id: int) -> JsonResponse:
    """What the text typed so far means, and who would move; nothing is stored."""
    tournament, lines = _round(slug, number)
    line = _game(lines, game_id)
    if line is None:
        return _gone()
    try:
        outcome = read_outcome(typed_text(request.GET))
    except Refused as refusal:
        return _refused(refusal, status=200)
    meaning = round_rows.understood(line, outcome)
    # Both standings are computed for this: only for a correction, where places may change.
    if line.outcome not in (Outcome.PENDING, outcome):
        moved = moves_of_game(tournament, number, line, outcome)
        meaning = _with_moves(tournament, meaning, moved)
    return JsonResponse({"understood": meaning})


@require_GET
@director_required
def read_bye_line(request: HttpRequest, slug: str, number: int, result_id: int) -> JsonResponse:
    """What the letter typed so far means, and who would move; nothing is stored."""
    tournament, lines = _round(slug, number)
    line = next((line for line in lines.byes if line.pk == result_id), None)
    if line is None:
        return _gone()
    try:
        code = read_bye(typed_text(request.GET))
    except Refused as refusal:
        return _refused(refusal, status=200)
    moved = moves_of_bye(tournament, number, line, code)
    meaning = _with_moves(tournament, round_rows.bye_understood(code), moved)
    return JsonResponse({"understood": meaning})


@require_POST
@director_required
def undo(request: HttpRequest, slug: str) -> HttpResponse:
    """Undo the last result that was entered or corrected."""
    tournament = get_object_or_404(Tournament, slug=slug)
    try:
        results.undo_result(
            tournament=tournament,
            log_id=whole_number(request.POST.get("log", "")) or 0,
            by=actor(request),
        )
    except Refused as refusal:
        messages.error(request, " ".join(translate_refusal(refusal)))
    else:
        messages.success(request, _("The last result is undone. Undo again to redo it."))
    last = results.last_result(tournament)
    if last is None:
        return redirect(tournament)
    return redirect("events:tournament-round", slug, last.after["round"])


def _round(slug: str, number: int) -> tuple[Tournament, RoundLines]:
    tournament = get_object_or_404(Tournament, slug=slug)
    here = get_object_or_404(tournament.rounds, number=number)
    return tournament, round_lines(here.pk)


def _game(lines: RoundLines, game_id: int) -> GameLine | None:
    return next((line for line in lines.games if line.pk == game_id), None)


def _bye(result: RoundResult) -> ByeLine:
    return ByeLine(result.pk, result.entry, Code(result.bye))


def _saved(
    tournament: Tournament, number: int, line: dict[str, str], moved: Iterable[Move]
) -> JsonResponse:
    here = next(each for each in progress(tournament.pk) if each.number == number)
    line["understood"] = _with_moves(tournament, line["understood"], moved)
    last = results.last_result(tournament)
    return JsonResponse(
        {
            "line": line,
            "last": {"log": last.pk, "text": described(last)} if last else None,
            "round": {
                "number": here.number,
                "entered": here.entered,
                "games": here.games,
                "state": here.state,
            },
        }
    )


def _with_moves(tournament: Tournament, meaning: str, moved: Iterable[Move]) -> str:
    """The meaning of what was typed, and who changes places in the standings by it."""
    moved = tuple(moved)
    if not moved:
        return meaning
    names = {key: each.name for key, each in shown_entries(tournament, public=False).items()}
    places = round_rows.moves_text(moved, names)
    if not places:
        return meaning + " · " + _("the places stay as they are")
    return meaning + " · " + _("places: %(moves)s") % {"moves": places}


def _refused(refusal: Refused, *, status: int, **more: object) -> JsonResponse:
    error = " ".join(translate_refusal(refusal))
    return JsonResponse({"error": error} | more, status=status)


def _gone() -> JsonResponse:
    gone = _("This pairing is no longer in the round. Reload the page.")
    return JsonResponse({"error": gone}, status=404)


def _version(text: str) -> int | None:
    """The version that the page showed; -1, which no game has, for what is none at all."""
    if not text:
        return None
    number = whole_number(text)
    return -1 if number is None else number
