"""The line-ups of the teams in a round."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubscore.web.editing import under_lock
from clubscore.web.permissions import director_required
from clubscore.web.refusals import refusals_at_fields
from clubscore.web.visitors import actor
from events.common.services import hold_tournament_alone
from events.models import Tournament
from events.tournaments.rounds.services.line_ups import seat_line_ups
from events.tournaments.teams.forms import LineUpsForm
from events.tournaments.teams.views import line_ups_of_round


@require_http_methods(["GET", "POST"])
@director_required
@under_lock(hold_tournament_alone)
def line_ups(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Who sits on the boards of a round; one that is paired is seated anew."""
    tournament = get_object_or_404(Tournament, slug=slug)
    here = get_object_or_404(tournament.rounds, number=number)
    form = LineUpsForm(request.POST or None, **line_ups_of_round(tournament, number))
    if request.method == "POST" and form.is_valid():
        with refusals_at_fields(form):
            is_seated = seat_line_ups(round=here, line_ups=form.chosen, by=actor(request))
            messages.success(request, _("The line-ups are saved."))
            page = "events:tournament-round" if is_seated else "events:tournament-pairings"
            return redirect(page, slug, number)
    context = {"tournament": tournament, "tab": "rounds", "form": form, "here": here}
    status = 422 if form.errors else 200
    return render(request, "events/tournaments/rounds/line_ups.html", context, status=status)
