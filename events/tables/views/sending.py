"""What phones send: results, confirmations, calls, rounds, claims. JSON in, JSON out."""

from functools import partial
from typing import Any, Final

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from clubscore.text.problems import Refused
from clubscore.text.sentences import refusal_text
from events.models import TableCall
from events.tables.selectors.snapshot import Polled
from events.tables.selectors.watch import found_names, nameless_seats
from events.tables.selectors.whereabouts import whereabouts
from events.tables.services import calls as proposals, entering, joining, naming
from events.tables.services.submissions import Outcome
from events.tables.views.device import COOKIE, BadBody, for_device, line_answer, read, receive, send

MAX_SEARCHES: Final = 40
"""The most searches of a table in ten minutes, whatever devices it has: four names are found
with fewer."""
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

    do = partial(_OF_LINE[what], line_id=line_id)
    return send(
        receive(request),
        found,
        lambda sending: do(sending=sending),
        _claim_values if what == "claim" else line_answer,
    )


@require_POST
@for_device
def call(request: HttpRequest, found: Polled) -> HttpResponse:
    """Call the director, or take the call back."""
    return send(
        receive(request), found, lambda sending: proposals.call(sending=sending), _call_values
    )


@require_POST
@for_device
def at_round(request: HttpRequest, found: Polled) -> HttpResponse:
    """*We are at round 4*."""
    return send(
        receive(request),
        found,
        lambda sending: entering.say_round(sending=sending),
        lambda outcome: {"round": outcome.sent.round},
    )


@require_POST
@for_device
def claim(request: HttpRequest, found: Polled, claim_id: int) -> HttpResponse:
    """The opponents' answer to a claim, or its withdrawal."""
    do = partial(proposals.answer_claim, claim_id=claim_id)
    return send(receive(request), found, lambda sending: do(sending=sending), _claim_values)


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
    sent = receive(request)
    if sent.search is None:
        say = naming.say_names
        return send(sent, found, lambda sending: say(sending=sending), line_answer)
    asker = read(found)
    if asker is None:
        return JsonResponse({"message": ""}, status=401)
    # Not of the device: whoever scans the code again is another one.
    place = f"names {asker.device.section_id}/{asker.device.table}"
    here = whereabouts(asker.state, asker.device)
    if not nameless_seats(asker.state, asker.device, here):
        message = refusal_text(Refused(naming.NO_SEAT))
        return JsonResponse({"message": message}, status=403)
    if joining.is_blocked(place=place, most=MAX_SEARCHES):
        return JsonResponse({"message": _("Write the whole name, please.")}, status=429)
    joining.count_wrong(place=place)
    return JsonResponse({"names": found_names(asker.state, sent.search[:MAX_TEXT])})


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
        sent = receive(request)
        if sent.kind not in ("table", "pair", "look"):
            return JsonResponse({"message": ""}, status=422)
        joining.change_kind(device_id=found.device, kind=sent.kind, side=sent.side[:2])
    except BadBody as bad:
        return JsonResponse({"message": bad.message}, status=bad.status)
    except Refused as refusal:
        return JsonResponse({"message": refusal_text(refusal)}, status=409)
    return JsonResponse({})
