"""Deleting a tournament."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubscore.actor import Actor
from clubscore.deletion.page import Page, ask
from clubscore.once import in_its_own_transactions
from clubscore.permissions import director_required
from events.models import Tournament
from events.tournaments.selectors.deletion import tournament_plan
from events.tournaments.services.removal import delete_tournament


@require_http_methods(["GET", "HEAD", "POST"])
@director_required
@in_its_own_transactions
def delete(request: HttpRequest, slug: str) -> HttpResponse:
    """Say what goes with the tournament, and delete it when its name is typed."""
    tournament = get_object_or_404(Tournament, slug=slug)

    def act(seen: str, backup: str, by: Actor) -> None:
        delete_tournament(tournament=tournament, seen=seen, backup=backup, by=by)

    page = Page(
        heading=_("Delete this tournament"),
        button=_("Delete the tournament"),
        back=tournament.get_absolute_url(),
        after=reverse("events:tournaments"),
        done=_("“%(name)s” is deleted.") % {"name": tournament.name},
    )
    return ask(request, plan=lambda: tournament_plan(tournament), delete=act, page=page)
