"""What becomes of a guest: joined to a player of the register, or taken into it."""

from collections.abc import Sequence
from typing import Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from clubscore.actor import actor
from clubscore.numbers import whole_number
from clubscore.permissions import director_required
from clubscore.problems import Refused, Sentence, gettext_noop, sentence
from clubscore.sentences import translate_refusal
from players.models import Player
from players.selectors.search import search_players
from players.services.guests import take_into_register
from players.services.merging import merge_players

MAX_NAMED: Final = 6
"""So many players are named where what was typed matches several."""


@require_POST
@director_required
def join(request: HttpRequest, number: int) -> HttpResponse:
    """Join a guest to the player who was typed; the guest's results are the player's then."""
    guest = get_object_or_404(Player.everybody, pk=number, is_guest=True)
    try:
        player = _meant(request.POST.get("player", ""))
        merge_players(kept=player.pk, merged=number, take=(), by=actor(request))
    except Refused as refusal:
        return _refused(request, guest, refusal)
    messages.success(
        request,
        _("The results of the guest %(guest)s are now those of %(player)s.")
        % {"guest": guest, "player": player},
    )
    return redirect(player)


@require_POST
@director_required
def take(request: HttpRequest, number: int) -> HttpResponse:
    """Make a guest a player of the register."""
    guest = get_object_or_404(Player.everybody, pk=number, is_guest=True)
    try:
        take_into_register(number=number, by=actor(request))
    except Refused as refusal:
        return _refused(request, guest, refusal)
    messages.success(request, _("%(name)s is in the register now.") % {"name": guest})
    return redirect(guest)


def _refused(request: HttpRequest, guest: Player, refusal: Refused) -> HttpResponse:
    messages.error(request, " ".join(translate_refusal(refusal)))
    return redirect(guest)


def _meant(text: str) -> Player:
    """The player of a number, or the one whose name is typed or has it as a part.

    Raises :class:`Refused` where there is none, or several.
    """
    typed = text.strip()
    if not typed:
        raise Refused(sentence(gettext_noop("Type a name, part of a name, or a number.")))
    number = whole_number(typed)
    if number is not None:
        found = list(Player.objects.filter(pk=number))
    else:
        fits = list(search_players(typed, limit=MAX_NAMED + 1))
        exact = Player.objects.filter(name_key=" ".join(typed.casefold().split()))
        found = list(exact) or fits
    if not found:
        raise Refused(sentence(gettext_noop("“%(text)s” is not in the register."), text=typed))
    if len(found) > 1:
        raise Refused(_several(typed, found))
    return found[0]


def _several(typed: str, found: Sequence[Player]) -> Sentence:
    named = ", ".join(f"{player} ({player.number})" for player in found[:MAX_NAMED])
    several = gettext_noop(
        "“%(text)s” matches several players: %(players)s. Type more of the name, or the number."
    )
    if len(found) > MAX_NAMED:
        several = gettext_noop(
            "“%(text)s” matches many players, such as %(players)s. Type more of the name, or the"
            " number."
        )
    return sentence(several, text=typed, players=named)
