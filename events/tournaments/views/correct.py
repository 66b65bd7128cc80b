"""Correcting a result: what it would do to the standings is shown first, and the reason goes into
the log."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubscore.actor import actor
from clubscore.numbers import whole_number
from clubscore.permissions import director_required
from clubscore.problems import Refused
from clubscore.sentences import NothingHereError
from events.models import LogEntry, Tournament
from events.tournaments.domain.outcome_text import show_outcome, write_outcome
from events.tournaments.domain.place_changes import Move
from events.tournaments.forms.correction import CorrectionForm
from events.tournaments.selectors.entries import shown_entries
from events.tournaments.selectors.rounds import GameLine, round_lines
from events.tournaments.services import results
from events.tournaments.services.standings import moves_of_game
from events.tournaments.views import round_rows
from events.tournaments.views.log_rows import log_rows


@require_http_methods(["GET", "POST"])
@director_required
def correct(request: HttpRequest, slug: str, number: int, game_id: int) -> HttpResponse:
    """The form, what would change, and the correction itself."""
    tournament = get_object_or_404(Tournament, slug=slug)
    line = _line(tournament, number, game_id)
    initial = {"result": write_outcome(line.outcome)}
    form = CorrectionForm(request.POST or None, initial=initial)
    moved: tuple[Move, ...] | None = None
    if request.method == "POST" and form.is_valid():
        outcome, swap = form.cleaned_data["result"], form.cleaned_data["swap"]
        moved = moves_of_game(tournament, number, line, outcome, swapped=swap)
        if request.POST.get("action") == "save":
            try:
                results.correct_result(
                    tournament=tournament,
                    game_id=game_id,
                    outcome=outcome,
                    swap=swap,
                    version=_version(request.POST.get("version", "")),
                    reason=form.cleaned_data["reason"],
                    by=actor(request),
                )
            except Refused as refusal:
                form.add_refusal(refusal)
            else:
                _report(request, tournament, moved)
                return redirect("events:tournament-round", slug, number)
    if moved is None:
        wrong = next((name for name in form.errors if name in form.fields), "result")
        form.fields[wrong].widget.attrs["autofocus"] = True
    entries = shown_entries(tournament, public=False)
    history = LogEntry.objects.filter(tournament=tournament, after__game=game_id)
    context = {
        "tournament": tournament,
        "tab": "rounds",
        "number": number,
        "line": line,
        "shown": show_outcome(line.outcome),
        "form": form,
        "moves": None if moved is None else round_rows.move_rows(moved, entries),
        "history": log_rows(history.select_related("user")),
    }
    status = 422 if form.errors else 200
    return render(request, "events/tournaments/correct.html", context, status=status)


def _report(request: HttpRequest, tournament: Tournament, moved: tuple[Move, ...]) -> None:
    names = {key: each.name for key, each in shown_entries(tournament, public=False).items()}
    places = round_rows.moves_text(moved, names)
    if places:
        message = _("The result is corrected. Places: %(moves)s.") % {"moves": places}
    else:
        message = _("The result is corrected. The places stay as they are.")
    messages.success(request, message)


def _line(tournament: Tournament, number: int, game_id: int) -> GameLine:
    here = get_object_or_404(tournament.rounds, number=number)
    found = (line for line in round_lines(here.pk).games if line.pk == game_id)
    line = next(found, None)
    if line is None:
        raise NothingHereError(_("This pairing is no longer in the round."))
    return line


def _version(text: str) -> int:
    # No game has the version -1: a text that is no number is a conflict, not an error.
    number = whole_number(text)
    return -1 if number is None else number
