"""A tournament as its director sees it: its progress, what to do next, what was done."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_GET, require_POST

from clubscore.permissions import director_required, is_director
from events.common.views.state import Step, take_step
from events.models import LogEntry, Tournament
from events.tournaments.permissions import tournament_for_reader
from events.tournaments.selectors.entries import tournament_entries
from events.tournaments.selectors.rounds import current_round, progress
from events.tournaments.services import tournaments
from events.tournaments.services.results import last_result
from events.tournaments.views.log_rows import log_rows

LOG_SHOWN = 300

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


@require_GET
def overview(request: HttpRequest, slug: str) -> HttpResponse:
    """The director's page; a visitor is redirected to the standings, or to the start list."""
    tournament = tournament_for_reader(request, slug)
    rounds = progress(tournament.pk)
    begun = any(each.is_paired for each in rounds)
    if not is_director(request):
        name = "standings" if begun else "players"
        return redirect(f"events:tournament-{name}", tournament.slug)
    context = {
        "tournament": tournament,
        "tab": "overview",
        "rounds": rounds,
        "current": current_round(rounds),
        "begun": begun,
        "missing": sum(each.missing for each in rounds),
        "unpaired": sum(not each.is_paired for each in rounds),
        "entries": tournament_entries(tournament).count(),
    }
    return render(request, "events/tournaments/overview.html", context)


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
