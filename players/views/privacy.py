"""What is held of a player: all of it on one page and in one file; and erasing it."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from clubscore.text.sentences import translate
from clubscore.web.permissions import director_required
from clubscore.web.refusals import refusals_told
from clubscore.web.visitors import actor
from players import history
from players.domain.names import ERASED, erased_name
from players.models import Player
from players.selectors.references import (
    entries_of,
    former_numbers,
    leads_to_nobody,
    numbers_of,
    values_of,
)
from players.selectors.register import player_of_number, private_link_of
from players.services import erasure
from players.views.player import facts_of, log_rows


@require_safe
@director_required
def held(request: HttpRequest, number: int) -> HttpResponse:
    """Everything held of a player, to be read and printed."""
    player = _player(number)
    numbers = numbers_of(number)
    context = {
        "player": player,
        "facts": facts_of(player, everything=True),
        "former": former_numbers(numbers),
        "events": history.appearances(number, history.played(number), results=False),
        "link": private_link_of(player),
        "log": log_rows(entries_of(numbers)),
        "printed": timezone.localtime(),
    }
    return render(request, "players/held.html", context)


@require_safe
@director_required
def held_file(request: HttpRequest, number: int) -> JsonResponse:
    """The same as a file."""
    player = _player(number)
    numbers = numbers_of(number)
    link = private_link_of(player)
    document = {
        "number": player.pk,
        "former_numbers": former_numbers(numbers),
        "fields": values_of(player),
        "changed_at": player.updated_at,
        "erased_at": player.erased_at,
        "private_link_made_at": link.created_at if link else None,
        "events": [
            _event(appearance)
            for appearance in history.appearances(number, history.played(number), results=False)
        ],
        "log": [
            {
                "at": entry.at,
                "by": entry.user.get_username() if entry.user else "",
                "device": entry.device,
                "number": entry.number,
                "action": entry.action,
                "other_number": entry.other,
                "before": entry.before,
                "after": entry.after,
            }
            for entry in entries_of(numbers)
        ],
    }
    return JsonResponse(
        document,
        json_dumps_params={"indent": 2, "ensure_ascii": False},
        headers={"Content-Disposition": f'attachment; filename="player-{number}.json"'},
    )


@require_http_methods(["GET", "HEAD", "POST"])
@director_required
def erase(request: HttpRequest, number: int) -> HttpResponse:
    """Ask what to erase, then do it. Of a deleted player only the log can be erased."""
    player = player_of_number(number)
    # A number that nobody ever had is not erased: its entry in the log would be about nobody.
    if player is None and not leads_to_nobody(number):
        raise Http404
    if request.method == "POST" and request.POST.get("sure"):
        return _erase(request, player, number)
    context = {
        "player": player,
        "number": number,
        "name": erased_name(number, translate(ERASED)),
        "count": len(history.played(number)),
        "unsure": request.method == "POST",
        "what": request.POST.get("what", "private"),
    }
    status = 422 if context["unsure"] else 200
    return render(request, "players/erase.html", context, status=status)


def _erase(request: HttpRequest, player: Player | None, number: int) -> HttpResponse:
    by = actor(request)
    with refusals_told(request):
        if player is None:
            erasure.erase_log(number=number, by=by)
            messages.success(request, _("The log no longer mentions this player."))
        elif request.POST.get("what") == "everything":
            erasure.erase_player(number=number, by=by)
            messages.success(request, _("Everything but the results is erased."))
        else:
            erasure.erase_private(number=number, by=by)
            messages.success(request, _("What only directors see is erased."))
    return redirect(reverse("players:player", args=[number]))


def _event(appearance: history.Appearance) -> dict[str, Any]:
    return {
        "kind": appearance.kind,
        "date": appearance.date,
        "title": appearance.title,
        "address": appearance.url,
        "partners": [name for _number, name in appearance.partners],
    }


def _player(number: int) -> Player:
    player = player_of_number(number)
    if player is None:
        raise Http404
    return player
