"""What phones send: results, confirmations, calls, rounds, claims. JSON in, JSON out."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from clubscore.text.problems import Refused
from clubscore.text.sentences import refusal_text
from events.devices.services import NAME, Answer, count_wrong, is_blocked
from events.devices.views import receive
from events.models import TableCall
from events.tables import requests
from events.tables.selectors.polls import Polled
from events.tables.selectors.watch import found_names, nameless_seats
from events.tables.selectors.whereabouts import whereabouts
from events.tables.services import calls, claims, entering, joining, naming, proposals
from events.tables.services.submissions import Outcome
from events.tables.views.device import COOKIE, for_device, line_answer, read, send

MAX_SEARCHES: Final = 40
"""The most searches of a table in ten minutes, whatever devices it has: four names are found
with fewer."""
MAX_TEXT: Final = 80

_OF_LINE: Final[
    Mapping[str, tuple[type[requests.OfLine], Callable[..., Answer], tuple[str, ...]]]
] = {
    "enter": (requests.Enter, entering.enter, ("version", "result", "board", "reason")),
    "confirm": (requests.Confirm, entering.confirm, ("version", "accept")),
    "object": (requests.Result, entering.object_to, ("version", "result")),
    "seats": (requests.Asked, proposals.seats, ("agree",)),
    "exchange": (requests.Exchange, proposals.exchange, ("agree", "other")),
    "change": (requests.Asked, proposals.change_confirmed, ("agree",)),
    "claim": (requests.Claim, claims.claim, ("version", "result", "note")),
}
"""What is sent about a line, the service that does it, and what that asks for."""


@require_POST
@for_device
def line(request: HttpRequest, found: Polled, line_id: int, what: str = "enter") -> HttpResponse:
    """A result, or what a side says about it."""
    kind, service, names = _OF_LINE[what]
    sent = receive(request, kind)
    do = partial(service, line_id=line_id, **{name: getattr(sent, name) for name in names})
    return send(sent, found, do, _claim_values if what == "claim" else line_answer)


@require_POST
@for_device
def call(request: HttpRequest, found: Polled) -> HttpResponse:
    """Call the director, or take the call back."""
    sent = receive(request, requests.Call)
    do = partial(calls.call, withdraw=sent.withdraw, board=sent.board)
    return send(sent, found, do, _call_values)


@require_POST
@for_device
def at_round(request: HttpRequest, found: Polled) -> HttpResponse:
    """*We are at round 4*, or that it is not so."""
    sent = receive(request, requests.AtRound)
    do = partial(entering.say_round, number=sent.round, agree=sent.agree)
    return send(sent, found, do, lambda _outcome: {"round": sent.round})


@require_POST
@for_device
def claim(request: HttpRequest, found: Polled, claim_id: int) -> HttpResponse:
    """The opponents' answer to a claim, or its withdrawal."""
    sent = receive(request, requests.Answer)
    do = partial(claims.answer_claim, claim_id=claim_id, agree=sent.agree)
    return send(sent, found, do, _claim_values)


def _call_values(outcome: Outcome) -> dict[str, Any]:
    made = outcome.made
    if not isinstance(made, TableCall):
        return {"call": None}
    return {"call": {"id": made.pk, "kind": made.kind, "at": made.at.isoformat()}}


def _claim_values(outcome: Outcome) -> dict[str, Any]:
    return {"claim": outcome.made.pk if outcome.made else None}


@require_POST
@for_device
def allow(request: HttpRequest, found: Polled, device_id: int) -> HttpResponse:
    """Let another device of the pair or the table in."""
    try:
        joining.approve_by_device(device_id=found.device, other_id=device_id)
    except Refused as refusal:
        return JsonResponse({"message": refusal_text(refusal)}, status=403)
    return JsonResponse({})


@require_POST
@for_device
def names(request: HttpRequest, found: Polled) -> HttpResponse:
    """Who sits here, and the other side's answer; with ``q``, names of the register."""
    sent = receive(request, requests.Names)
    if sent.q is None:
        do = partial(naming.say_names, names=sent.names, proposal=sent.proposal, agree=sent.agree)
        return send(sent, found, do, line_answer)
    asker = read(found)
    if asker is None:
        return JsonResponse({"message": ""}, status=401)
    # Not of the device: whoever scans the code again is another one.
    place = f"{asker.device.section_id}/{asker.device.table}"
    here = whereabouts(asker.state, asker.device)
    if not nameless_seats(asker.state, asker.device, here):
        message = refusal_text(Refused(naming.NO_SEAT))
        return JsonResponse({"message": message}, status=403)
    if is_blocked(kind=NAME, place=place, most=MAX_SEARCHES):
        return JsonResponse({"message": _("Write the whole name, please.")}, status=429)
    count_wrong(kind=NAME, place=place)
    return JsonResponse({"names": found_names(asker.state, sent.q[:MAX_TEXT])})


@require_POST
@for_device
def leave(request: HttpRequest, found: Polled) -> HttpResponse:
    """Unbind the browser."""
    joining.leave(device_id=found.device)
    response = JsonResponse({})
    response.delete_cookie(COOKIE)
    return response


@require_POST
@for_device
def kind(request: HttpRequest, found: Polled) -> HttpResponse:
    """Change what the phone is."""
    sent = receive(request, requests.Kind)
    try:
        joining.change_kind(device_id=found.device, kind=sent.kind, side=sent.side)
    except Refused as refusal:
        return JsonResponse({"message": refusal_text(refusal)}, status=409)
    return JsonResponse({})
