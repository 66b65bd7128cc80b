"""Making a tournament on one page, and changing its facts."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubscore.actor import actor
from clubscore.editing.locking import under_lock
from clubscore.permissions import director_required
from clubscore.problems import Refused
from events.common.services.holding import hold_tournament_alone
from events.models import Tournament
from events.tournaments.forms.tournament import TournamentForm
from events.tournaments.services import tournaments


@require_http_methods(["GET", "POST"])
@director_required
def new(request: HttpRequest) -> HttpResponse:
    """The page, and the tournament it makes; the players come next."""
    form = TournamentForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            tournament = tournaments.create_tournament(**form.facts, by=actor(request))
        except Refused as refusal:
            form.add_refusal(refusal)
        else:
            messages.success(request, _("The tournament has been created. Now enter the players."))
            return redirect("events:tournament-players", tournament.slug)
    status = 422 if form.errors else 200
    return render(request, "events/tournaments/new.html", {"form": form}, status=status)


@require_http_methods(["GET", "POST"])
@director_required
@under_lock(hold_tournament_alone)
def settings(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = get_object_or_404(Tournament, slug=slug)
    form = TournamentForm(request.POST or None, instance=tournament)
    if request.method == "POST" and form.is_valid():
        try:
            tournaments.change_details(
                tournament=tournament, fields=form.changed_data, by=actor(request)
            )
        except Refused as refusal:
            form.add_refusal(refusal)
        else:
            messages.success(request, _("The settings are saved; every page follows them."))
            return redirect(tournament)
    status = 422 if form.errors else 200
    # What was typed is in the form alone; the page's head shows what is stored.
    stored = Tournament.objects.get(pk=tournament.pk)
    context = {"tournament": stored, "form": form, "tab": "settings"}
    return render(request, "events/tournaments/settings.html", context, status=status)
