"""A file of players for a tournament, through the register's own page."""

from functools import partial

from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from clubscore.permissions import director_required
from events.models import Tournament
from events.tournaments.selectors.registration import registration_of
from events.tournaments.services.member_import import enter_members
from events.tournaments.services.register_import import enter_file_in_steps
from players.views.destination import Destination
from players.views.importing import import_page


@require_http_methods(["GET", "HEAD", "POST"])
@director_required
def import_file(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Preview a file of players, and enter them all: registered or not, with their rounds and
    groups."""
    tournament = get_object_or_404(Tournament, slug=slug)
    destination = Destination(
        registration=registration_of(tournament),
        steps=partial(enter_file_in_steps, tournament=tournament),
        members=partial(enter_members, tournament=tournament),
        address=reverse("events:tournament-import", args=[slug]),
        afterwards=reverse("events:tournament-registration", args=[slug]),
        tournament=tournament.name,
    )
    return import_page(request, destination)
