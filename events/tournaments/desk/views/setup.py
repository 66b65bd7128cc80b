"""A tournament is made, changed as a whole, and put into the bin."""

from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from clubscore.text.sentences import translate
from clubscore.web.deletion import Page, ask
from clubscore.web.editing import under_lock
from clubscore.web.one_time_keys import in_its_own_transactions
from clubscore.web.permissions import director_required
from clubscore.web.refusals import refusals_at_fields
from clubscore.web.visitors import actor
from events.common.services import hold_tournament_alone
from events.models import Tournament
from events.tournaments.core import services as tournaments
from events.tournaments.core.domain.fide_mode import against, is_of_fide, settings_of
from events.tournaments.core.selectors.tournaments import stored_tournament, tournament_value
from events.tournaments.desk.forms import NewTournamentForm, TournamentForm
from events.tournaments.desk.selectors import tournament_plan
from events.tournaments.desk.services import delete_tournament


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
