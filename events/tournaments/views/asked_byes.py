"""Byes that stand in the rows of the pairings when a round is proposed: kept, and said."""

from collections.abc import Mapping

from django.contrib import messages
from django.http import HttpRequest
from django.utils.translation import gettext as _

from clubscore.actor import actor
from events.models import Round
from events.tournaments.domain.pairings import FIRST, SECOND, pairings_so_far
from events.tournaments.services.asked_byes import keep_asked_byes
from players.domain.folding import search_key


def keep_typed_byes(request: HttpRequest, here: Round, names: Mapping[int, str]) -> None:
    """Store the byes of the rows that were sent along. Raises :class:`Refused`."""
    firsts, seconds = request.POST.getlist(FIRST), request.POST.getlist(SECOND)
    read = pairings_so_far(list(zip(firsts, seconds, strict=False)), names, key=search_key)
    kept = keep_asked_byes(round=here, byes=read.pairings.byes, by=actor(request))
    if kept:
        players = "; ".join(f"{number} {names[number]} ({code.lower()})" for number, code in kept)
        text = _("Saved, so that they are not paired: %(players)s.")
        messages.success(request, text % {"players": players})
