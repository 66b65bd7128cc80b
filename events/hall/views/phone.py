"""What every address of a player's phone begins with: its cookie, its device, and what it sent."""

import re
from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, Final, ParamSpec

import msgspec
from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext as _

from clubscore.text.sentences import refusal_text
from events.devices.domain.outcomes import Why
from events.devices.requests import Request
from events.devices.services import Answer
from events.devices.views import AWAY_SECONDS, BadBody, answered, for_bound
from events.hall.selectors.games import played_game
from events.hall.selectors.phones import Polled, polled
from events.hall.selectors.state import game_values
from events.hall.services.submissions import Outcome, Sending

COOKIE: Final = "clubscore-hall"

COOKIE_AGE: Final = 365 * 24 * 60 * 60
"""Seconds: a club plays a round a week. The server forgets the phone eight days after the end."""

_MEMBER: Final = re.compile(r"`\$\.(?P<path>\w+)|field `(?P<name>\w+)`")

P = ParamSpec("P")


def _unbound(token: str) -> str:
    if token:
        return _("This phone is not bound any more. Scan the code again.")
    return _("Scan the code at the door, or the one on your card.")


def _field(bad: BadBody) -> str:
    """The member of a body that cannot be read, as far as its reader says."""
    named = _MEMBER.search(str(bad.__cause__))
    return named["path"] or named["name"] if named else ""


_bound = for_bound(COOKIE, polled, unbound=_unbound, unread=lambda bad: {"field": _field(bad)})


def for_phone(
    view: Callable[Concatenate[HttpRequest, Polled, P], HttpResponseBase],
) -> Callable[Concatenate[HttpRequest, P], HttpResponseBase]:
    """Let only bound browsers in; to others 401 with a sentence, and 503 where nothing is
    written."""
    guarded = _bound(view)

    @wraps(view)
    def written(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        if not settings.READ_ONLY:
            return guarded(request, *args, **kwargs)
        response = JsonResponse({"message": _("The server cannot store this now.")}, status=503)
        response.headers["Retry-After"] = str(AWAY_SECONDS)
        add_never_cache_headers(response)
        return response

    return written


def send(
    sent: Request,
    found: Polled,
    do: Callable[..., Answer],
    values: Callable[[Outcome], dict[str, Any]],
) -> HttpResponse:
    """Do what was sent, and answer, with these ``values`` of what was done."""

    def respond(outcome: Outcome) -> dict[str, Any]:
        if outcome.refusal is None:
            return values(outcome)
        told = {"message": refusal_text(outcome.refusal)}
        is_changed = outcome.refusal.why in (Why.CHANGED, Why.CLOSED)
        return told | game_answer(outcome) if is_changed and outcome.game_id else told

    sending = Sending(found.tournament, found.device, sent.key, msgspec.to_builtins(sent), respond)
    return answered(do(sending=sending))


def game_answer(outcome: Outcome) -> dict[str, Any]:
    """The game as it stands now, after what was done."""
    found = outcome.found
    if outcome.game_id is None:
        return {"game": None}
    game = played_game(found.tournament.pk, found.last_paired, outcome.game_id)
    return {"game": game_values(game, found) if game else None}
