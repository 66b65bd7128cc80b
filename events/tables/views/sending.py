"""What phones send: results, confirmations, calls, rounds, claims. JSON in, JSON out."""

from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_POST

from clubscore.problems import Refused
from clubscore.sentences import translate_refusal
from events.tables.selectors.stamps import Polled
from events.tables.services import (
    calls,
    claims,
    entering,
    joining,
    proposals,
    rounds,
)
from events.tables.services.submissions import Answer
from events.tables.views.device import COOKIE, BadBody, body, for_device, send

_OF_LINE = {
    "enter": entering.enter,
    "confirm": entering.confirm,
    "object": entering.object_to,
    "seats": proposals.seats,
    "exchange": proposals.exchange,
    "change": proposals.change_confirmed,
    "claim": claims.claim,
}


@require_POST
@for_device
def line(request: HttpRequest, found: Polled, line_id: int, what: str = "enter") -> HttpResponse:
    """A result, or what a side says about it."""

    def do(sent: dict[str, Any]) -> Answer:
        return _OF_LINE[what](device_id=found.device, line_id=line_id, sent=sent)

    return send(request, do)


@require_POST
@for_device
def call(request: HttpRequest, found: Polled) -> HttpResponse:
    """Call the director, or take the call back."""
    return send(request, lambda sent: calls.call(device_id=found.device, sent=sent))


@require_POST
@for_device
def at_round(request: HttpRequest, found: Polled) -> HttpResponse:
    """*We are at round 4*."""
    return send(request, lambda sent: rounds.say_round(device_id=found.device, sent=sent))


@require_POST
@for_device
def claim(request: HttpRequest, found: Polled, claim_id: int) -> HttpResponse:
    """The opponents' answer to a claim, or its withdrawal."""
    answer = partial(claims.answer_claim, device_id=found.device, claim_id=claim_id)
    return send(request, lambda sent: answer(sent=sent))


@require_POST
@for_device
def allow(request: HttpRequest, found: Polled, device_id: int) -> HttpResponse:
    """Let another device of the pair or the table in."""
    try:
        joining.approve_by_device(device_id=found.device, other_id=device_id)
    except Refused as refusal:
        return JsonResponse({"message": " ".join(translate_refusal(refusal))}, status=403)
    return JsonResponse({})


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
    try:
        sent = body(request)
        wanted, side = sent.get("kind"), str(sent.get("side") or "")[:2]
        if wanted not in ("table", "pair", "look"):
            return JsonResponse({"message": ""}, status=422)
        joining.change_kind(device_id=found.device, kind=wanted, side=side)
    except BadBody as bad:
        return JsonResponse({"message": bad.message}, status=bad.status)
    except Refused as refusal:
        return JsonResponse({"message": " ".join(translate_refusal(refusal))}, status=409)
    return JsonResponse({})
