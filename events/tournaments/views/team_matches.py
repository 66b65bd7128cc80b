"""Whether teams meet each other in a tournament, and what a match is."""

from dataclasses import replace

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubscore.actor import actor
from clubscore.editing.locking import under_lock
from clubscore.permissions import director_required
from events.common.services.holding import hold_tournament_alone
from events.models import Tournament
from events.tournaments.domain.teams.event import TeamRules
from events.tournaments.formats.krause.report import Report
from events.tournaments.formats.krause.team_events import (
    kept_lines,
    says_matches,
    team_event,
)
from events.tournaments.formats.krause.team_records import read_team_records
from events.tournaments.forms.team_matches import MAX_BOARDS, TeamMatchesForm
from events.tournaments.selectors.tournaments import tournament_value
from events.tournaments.services.team_matches import set_team_matches


@require_http_methods(["GET", "HEAD", "POST"])
@director_required
@under_lock(hold_tournament_alone)
def team_matches(request: HttpRequest, slug: str) -> HttpResponse:
    """The form; what is saved holds for all rounds, the played ones too."""
    tournament = get_object_or_404(Tournament, slug=slug)
    rules, tie_breaks = _stored(tournament)
    form = TeamMatchesForm(request.POST or None, rules=rules, tie_breaks=tie_breaks)
    if request.method == "POST" and form.is_valid():
        if form.changed_data:
            set_team_matches(
                tournament=tournament, rules=form.rules, tie_breaks=form.tie_breaks_chosen,
                by=actor(request),
            )  # fmt: skip
        messages.success(request, _("The matches between teams are saved."))
        return redirect("events:tournament-teams", slug)
    status = 422 if form.errors else 200
    context = {"tournament": tournament, "form": form, "tab": "team-matches"}
    return render(request, "events/tournaments/team_matches.html", context, status=status)


def _stored(tournament: Tournament) -> tuple[TeamRules | None, tuple[str, ...]]:
    """The rules that are stored, with a colour for every board, and the tie-breaks, if there are
    own ones; ``None`` where teams do not meet."""
    lines = kept_lines(each["text"] for each in tournament.kept_records)
    if not says_matches(lines):
        return None, ()
    event = team_event(tournament_value(tournament))
    records = event or read_team_records(lines, Report(strict=False))
    rules = records.rules
    boards = min(rules.boards, MAX_BOARDS) or len(rules.colours)
    return replace(rules, colours=(rules.colours * boards)[:boards]), records.tie_breaks
