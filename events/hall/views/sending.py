"""What phones send: reports, agreements, calls, requests. JSON in, JSON out."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from typing import Any, Final

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_POST

from clubscore.text.problems import Refused
from events.devices.services import Answer
from events.devices.views import receive
from events.hall import requests
from events.hall.selectors.captains import line_up_values
from events.hall.selectors.games import asker
from events.hall.selectors.phones import Polled
from events.hall.selectors.state import check_in_values, request_values
from events.hall.services import asking, captains, joining, reporting
from events.hall.services.submissions import Outcome
from events.hall.views.phone import COOKIE, for_phone, game_answer, send
from events.models import HallCall, HallRequest

OfGame = type[requests.Report] | type[requests.OfReport]

_OF_GAME: Final[Mapping[str, tuple[OfGame, Callable[..., Answer]]]] = {
    "report": (requests.Report, reporting.report),
    "agree": (requests.OfReport, reporting.agree),
    "dispute": (requests.Dispute, reporting.dispute),
    "take-back": (requests.OfReport, reporting.take_back),
}


@require_POST
@for_phone
def game(request: HttpRequest, found: Polled, game_id: int, what: str) -> HttpResponse:
    """What a side says about a game."""
    kind, service = _OF_GAME[what]
    sent = receive(request, kind)
    said: dict[str, Any] = {"side": sent.side}
    if isinstance(sent, requests.Report):
        said |= {"result": sent.result, "version": sent.version}
    else:
        said["report"] = sent.report
    if isinstance(sent, requests.Dispute):
        said["result"] = sent.result
    return send(sent, found, partial(service, game_id=game_id, **said), game_answer)


@require_POST
@for_phone
def call(request: HttpRequest, found: Polled) -> HttpResponse:
    """Call the arbiter, or take the call back."""
    sent = receive(request, requests.Call)
    return send(sent, found, partial(asking.call, withdraw=sent.withdraw), _call_values)


def _call_values(outcome: Outcome) -> dict[str, Any]:
    made = outcome.made
    if not isinstance(made, HallCall):
        return {"call": None}
    return {"call": {"id": made.pk, "at": made.at.isoformat()}}


@require_POST
@for_phone
def check_in(request: HttpRequest, found: Polled) -> HttpResponse:
    """I am here, or not after all."""
    sent = receive(request, requests.CheckIn)
    do = partial(asking.check_in, number=sent.round, here=sent.here)
    return send(sent, found, do, _check_in_values)


def _check_in_values(outcome: Outcome) -> dict[str, Any]:
    now = asker(outcome.found.device.pk)
    return {"check_in": check_in_values(now) if now else None}


@require_POST
@for_phone
def ask(request: HttpRequest, found: Polled) -> HttpResponse:
    """Ask for a bye, or to withdraw."""
    sent = receive(request, requests.Ask)
    do = partial(asking.ask, kind=sent.kind, number=sent.round, note=sent.note)
    return send(sent, found, do, _request_values)


@require_POST
@for_phone
def take_request_back(request: HttpRequest, found: Polled, request_id: int) -> HttpResponse:
    """Ask no more."""
    sent = receive(request, requests.TakeRequestBack)
    do = partial(asking.take_request_back, request_id=request_id)
    return send(sent, found, do, _request_values)


def _request_values(outcome: Outcome) -> dict[str, Any]:
    made = outcome.made
    return {"request": request_values(made) if isinstance(made, HallRequest) else None}


@require_POST
@for_phone
def line_up(request: HttpRequest, found: Polled) -> HttpResponse:
    """Whom a captain sets."""
    sent = receive(request, requests.SentLineUp)
    do = partial(captains.send_line_up, number=sent.round, players=sent.players)
    return send(sent, found, do, _line_up_values)


def _line_up_values(outcome: Outcome) -> dict[str, Any]:
    now = asker(outcome.found.device.pk)
    return {"line_up": line_up_values(now) if now else None}


@require_POST
@for_phone
def allow(request: HttpRequest, found: Polled, device_id: int) -> HttpResponse:
    """Let another phone in: of the same entry, or the opponent's."""
    receive(request, requests.Nothing)
    joining.let_in_by_device(device_id=found.device, other_id=device_id)
    return JsonResponse({})


@require_POST
@for_phone
def leave(request: HttpRequest, found: Polled) -> HttpResponse:
    """Unbind the browser."""
    receive(request, requests.Nothing)
    # Somebody may just have forgotten it.
    with suppress(Refused):
        joining.leave(device_id=found.device)
    response = JsonResponse({})
    response.delete_cookie(COOKIE)
    return response
