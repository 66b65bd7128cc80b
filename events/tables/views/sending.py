"""What phones send: results, confirmations, calls, rounds, claims. JSON in, JSON out."""

from functools import partial
from typing import Any, Final

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from clubscore.text.problems import Refused
from clubscore.text.sentences import translate_refusal
from events.tables.selectors.snapshot import Polled
from events.tables.selectors.watch import found_names, nameless_seats
from events.tables.selectors.whereabouts import whereabouts
from events.tables.services import calls as proposals
from events.tables.services import entering, joining, naming
from events.tables.services.submissions import Answer
from events.tables.views.device import COOKIE, BadBody, body, for_device, read, send

MAX_SEARCHES: Final = 40
"""Of a table in ten minutes, whatever devices it has: four names are found with fewer."""
MAX_TEXT: Final = 80

_OF_LINE = {
    "enter": entering.enter,
    "confirm": entering.confirm,
    "object": entering.object_to,
    "seats": proposals.seats,
    "exchange": proposals.exchange,
    "change": proposals.change_confirmed,
    "claim": proposals.claim,
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
    return send(request, lambda sent: proposals.call(device_id=found.device, sent=sent))


@require_POST
@for_device
def at_round(request: HttpRequest, found: Polled) -> HttpResponse:
    """*We are at round 4*."""
    return send(request, lambda sent: entering.say_round(device_id=found.device, sent=sent))


@require_POST
@for_device
def claim(request: HttpRequest, found: Polled, claim_id: int) -> HttpResponse:
    """The opponents' answer to a claim, or its withdrawal."""
    answer = partial(proposals.answer_claim, device_id=found.device, claim_id=claim_id)
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
def names(request: HttpRequest, found: Polled) -> HttpResponse:
    """Who sits here, and the other side's answer; with ``q``, names of the register."""
    try:
        text = body(request).get("q")
    except BadBody as bad:
        return JsonResponse({"message": bad.message, "line": None}, status=bad.status)
    if text is None:
        return send(request, lambda sent: naming.say_names(device_id=found.device, sent=sent))
    asker = read(found)
    if asker is None:
        return JsonResponse({"message": ""}, status=401)
    # Not of the device: whoever scans the code again is another one.
    place = f"names {asker.device.section_id}/{asker.device.table}"
    here = whereabouts(asker.state, asker.device)
    if not nameless_seats(asker.state, asker.device, here):
        message = " ".join(translate_refusal(Refused(naming.NO_SEAT)))
        return JsonResponse({"message": message}, status=403)
    if joining.is_blocked(place=place, most=MAX_SEARCHES):
        return JsonResponse({"message": _("Write the whole name, please.")}, status=429)
    joining.count_wrong(place=place)
    return JsonResponse({"names": found_names(asker.state, str(text)[:MAX_TEXT])})


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
