"""What every address of a phone begins with: its cookie, its device, and what it sent.

The address in the QR code of a table: who sits there, and what this phone is to be.

Works without scripts. After joining, the code is no longer in the address.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, ParamSpec

import msgspec
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from clubscore.text.problems import Refused
from clubscore.text.sentences import refusal_text, translate, translate_refusal
from clubscore.web.visitors import client_address, device_name
from events.devices.domain.codes import read_code
from events.devices.requests import NOT_SENT, Request
from events.devices.services import CODE, Answer, count_wrong, is_blocked
from events.devices.views import BadBody, answered, bind, for_bound, only_where_written
from events.models import TableDevice
from events.tables.requests import Names
from events.tables.selectors.hall import CodedTable, table_of_code, was_code
from events.tables.selectors.play_state import line_values
from events.tables.selectors.polls import Polled, polled
from events.tables.selectors.snapshot import Snapshot, snapshot_of, with_line
from events.tables.selectors.watch import LAST_ROUND
from events.tables.selectors.whereabouts import round_of_table, whereabouts
from events.tables.services.joining import join as join_table
from events.tables.services.submissions import Outcome, Sending

COOKIE: Final = "clubscore-table"

MAX_TYPED: Final = 40

P = ParamSpec("P")


@dataclass(frozen=True, slots=True)
class Asker:
    """The device that asks, and the session as it is."""

    device: TableDevice
    state: Snapshot


def _unbound(token: str) -> str:
    if token:
        return _("This phone is not bound to a table any more. Ask the director.")
    return _("Scan the code on your table.")


for_device = for_bound(COOKIE, polled, unbound=_unbound, unread=lambda _bad: {"line": None})
"""Let only bound browsers in; to others 401 with a sentence."""


def read(found: Polled) -> Asker | None:
    """The device with its session; ``None`` for one whose session is gone."""
    state = snapshot_of(found.session, stamp=found.stamp)
    device = state.devices.get(found.device) if state else None
    return Asker(device, state) if state and device else None


def send(
    sent: Request | Names,
    found: Polled,
    do: Callable[..., Answer],
    values: Callable[[Outcome], dict[str, Any]],
) -> HttpResponse:
    """Do what was sent, and answer, with these ``values`` of what was done."""

    def respond(outcome: Outcome) -> dict[str, Any]:
        if outcome.refusal is None:
            return values(outcome)
        return {"message": refusal_text(outcome.refusal), **line_answer(outcome)}

    if not sent.key:
        raise BadBody(422, translate(NOT_SENT))
    sending = Sending(found.session, found.device, sent.key, msgspec.to_builtins(sent), respond)
    return answered(do(sending=sending))


def results_page(state: Snapshot, device: TableDevice) -> str:
    """The page of the published results: of a pair's phone its card."""
    if device.contestant_id is None:
        return reverse("events:session", args=[state.session.pk])
    return reverse("events:card", args=[state.session.pk, device.contestant_id])


def line_answer(outcome: Outcome) -> dict[str, Any]:
    """The line as it stands now, as far as the device may read it."""
    sender, line_id = outcome.sender, outcome.line_id
    known = line_id if line_id in sender.state.lines else None
    state = with_line(sender.state, known) if known else None
    table_line = state.lines.get(known or 0) if state else None
    if state is None or table_line is None:
        return {"line": None}
    device = sender.device
    return {"line": line_values(state, device, whereabouts(state, device), table_line)}


KINDS = frozenset(TableDevice.Kind.values)


@dataclass(frozen=True, slots=True)
class Choice:
    """One of the buttons: a side, its contestant's number and names."""

    side: str
    label: str
    names: str


@require_GET
@never_cache
@only_where_written
def type_code(request: HttpRequest) -> HttpResponse:
    """The code of a card, typed where no camera reads it, leads to its table."""
    typed = request.GET.get("code", "")[:MAX_TYPED]
    if code := read_code(typed):
        return redirect("events:table", code)
    if typed.strip():
        return render(request, "events/tables/no_table.html", status=404)
    return render(request, "events/tables/code.html")


@require_GET
@never_cache
@only_where_written
def table(request: HttpRequest, code: str) -> HttpResponse:
    """The page of a table; 404 for any other code, and 429 for wrong ones after thirty."""
    found = _found(request, code)
    return found if isinstance(found, HttpResponse) else _page(request, found)


@require_POST
@never_cache
@only_where_written
def join(request: HttpRequest, code: str) -> HttpResponse:
    """Bind the browser: ``kind``, and the ``side`` of a pair's phone."""
    http_response = _found(request, code)
    if isinstance(http_response, HttpResponse):
        return http_response
    kind = request.POST.get("kind", "")
    if kind not in KINDS or (kind != "table" and not http_response.state.settings.phones):
        return _page(request, http_response, status=400)
    try:
        joined = join_table(
            session_id=http_response.session.pk,
            section_id=http_response.section_id,
            table=http_response.table,
            kind=kind,
            side=request.POST.get("side", "")[:2],
            name=device_name(request.headers.get("User-Agent", "")),
            token=request.COOKIES.get(COOKIE, ""),
        )
    except Refused as refusal:
        return _page(request, http_response, status=409, reasons=translate_refusal(refusal))
    response = redirect("events:play")
    response.status_code = 303
    bind(response, COOKIE, joined.token)
    return response


def _found(request: HttpRequest, code: str) -> CodedTable | HttpResponse:
    coded_table = table_of_code(code)
    if coded_table is not None:
        return coded_table
    # Last week's card is nobody's guess.
    place = client_address(request)
    if not was_code(code):
        if is_blocked(kind=CODE, place=place):
            return render(request, "events/tables/no_table.html", {"blocked": True}, status=429)
        count_wrong(kind=CODE, place=place)
    return render(request, "events/tables/no_table.html", status=404)


def _page(
    request: HttpRequest, found: CodedTable, *, status: int = 200, reasons: list[str] | None = None
) -> HttpResponse:
    state, place = found.state, (found.section_id, found.table)
    number = round_of_table(state, place)
    lines = state.index.at_table.get((place, number), ())
    context = {
        "code": found.code,
        "title": found.session.title,
        "table": found.table,
        "section": state.letters[found.section_id] if len(state.letters) > 1 else "",
        "round": number,
        "boards": [table_line.line.board for table_line in lines],
        "choices": _choices(found, number) if state.settings.phones else [],
        "phones": state.settings.phones,
        "names_wanted": state.settings.names and number <= LAST_ROUND,
        "other": _other_table(request, found),
        "reasons": reasons or [],
    }
    return render(request, "events/tables/join.html", context, status=status)


def _choices(found: CodedTable, number: int) -> list[Choice]:
    place = (found.section_id, found.table)
    lines = found.state.index.at_table.get((place, number), ())
    if not lines:
        return []
    choices = []
    for direction, contestants in (("NS", lines[0].line.ns), ("EW", lines[0].line.ew)):
        sides = list(direction) if len(contestants) > 1 else [direction]
        for side, pk in zip(sides, contestants, strict=False):
            record = found.state.contestants[pk]
            choices.append(Choice(side, record.label, record.players_and_team))
    return choices


def _other_table(request: HttpRequest, found: CodedTable) -> dict[str, object] | None:
    """Where the phone that scans belongs, when it is bound to another table of the session."""
    token = request.COOKIES.get(COOKIE, "")
    known = polled(token) if token else None
    device = found.state.devices.get(known.device) if known else None
    if device is None or device.kind == TableDevice.Kind.LOOK:
        return None
    here = whereabouts(found.state, device)
    if here.place == (found.section_id, found.table):
        return {"same": True}
    pair = found.state.contestants.get(device.contestant_id or 0)
    return {"table": here.table, "pair": pair.label if pair else "", "same": False}
