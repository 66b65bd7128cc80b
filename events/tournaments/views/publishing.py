"""The buttons that publish the pairings of a round, and hide them again."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from clubscore.actor import actor
from clubscore.permissions import director_required
from clubscore.problems import Refused
from clubscore.sentences import translate_refusal
from events.models import Round, Tournament
from events.tournaments.selectors.rounds import progress
from events.tournaments.services.publishing import publish_round, withdraw_round
from events.tournaments.views.rounds import round_here


@require_POST
@director_required
def publish(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Publish the pairings of a round; with ``withdraw`` sent, hide them."""
    tournament = get_object_or_404(Tournament, slug=slug)
    round_here(progress(tournament.pk), number)
    here = Round.objects.get(tournament=tournament, number=number)
    service, text = publish_round, _("The pairings of round %(number)s are published.")
    if "withdraw" in request.POST:
        service, text = withdraw_round, _("Only directors see the pairings of round %(number)s.")
    try:
        service(round=here, by=actor(request))
    except Refused as refusal:
        messages.error(request, " ".join(translate_refusal(refusal)))
    else:
        messages.success(request, text % {"number": number})
    return redirect("events:tournament-round", slug, number)
