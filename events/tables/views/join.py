"""The address in the QR code of a table: who sits there, and what this phone is to be.

Works without scripts. After joining, the code is no longer in the address.
"""

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from clubscore.browser_name import device_name
from clubscore.client_address import client_address
from clubscore.problems import Refused
from clubscore.sentences import translate_refusal
from events.models import TableDevice
from events.tables.selectors.codes import CodedTable, table_of_code
from events.tables.selectors.naming import LAST_ROUND
from events.tables.selectors.stamps import polled
from events.tables.selectors.whereabouts import round_of_table, whereabouts
from events.tables.services.guessing import count_wrong, is_blocked
from events.tables.services.joining import join as join_table
from events.tables.views.device import bind, only_where_written, token_of

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
def table(request: HttpRequest, code: str) -> HttpResponse:
    """The page of a table; 404 for any other code, and 429 after thirty wrong ones."""
    found = _found(request, code)
    return found if isinstance(found, HttpResponse) else _page(request, found)


@require_POST
@never_cache
@only_where_written
def join(request: HttpRequest, code: str) -> HttpResponse:
    """Bind the browser: ``kind``, and the ``side`` of a pair's phone."""
    found = _found(request, code)
    if isinstance(found, HttpResponse):
        return found
    kind = request.POST.get("kind", "")
    if kind not in KINDS or (kind != "table" and not found.state.settings.phones):
        return _page(request, found, status=400)
    try:
        joined = join_table(
            session_id=found.session.pk,
            section_id=found.section_id,
            table=found.table,
            kind=kind,
            side=request.POST.get("side", "")[:2],
            name=device_name(request.headers.get("User-Agent", "")),
            token=token_of(request),
        )
    except Refused as refusal:
        return _page(request, found, status=409, reasons=translate_refusal(refusal))
    response = redirect("events:play")
    response.status_code = 303
    bind(response, joined)
    return response


def _found(request: HttpRequest, code: str) -> CodedTable | HttpResponse:
    place = f"code {client_address(request)}"
    if is_blocked(place=place):
        return render(request, "events/tables/no_table.html", {"blocked": True}, status=429)
    found = table_of_code(code)
    if found is None:
        count_wrong(place=place)
        return render(request, "events/tables/no_table.html", status=404)
    return found


def _page(
    request: HttpRequest,
    found: CodedTable,
    *,
    status: int = 200,
    reasons: list[str] | None = None,
) -> HttpResponse:
    state, place = found.state, (found.section_id, found.table)
    number = round_of_table(state, place)
    lines = state.at_table.get((place, number), ())
    context = {
        "code": found.code,
        "title": found.session.title,
        "table": found.table,
        "section": state.letters[found.section_id] if len(state.letters) > 1 else "",
        "round": number,
        "boards": [each.line.board for each in lines],
        "choices": _choices(found, number) if state.settings.phones else [],
        "phones": state.settings.phones,
        "names_wanted": state.settings.names and number <= LAST_ROUND,
        "other": _other_table(request, found),
        "reasons": reasons or [],
    }
    return render(request, "events/tables/join.html", context, status=status)


def _choices(found: CodedTable, number: int) -> list[Choice]:
    place = (found.section_id, found.table)
    lines = found.state.at_table.get((place, number), ())
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
    known = polled(token_of(request)) if token_of(request) else None
    device = found.state.devices.get(known.device) if known else None
    if device is None or device.kind == TableDevice.Kind.LOOK:
        return None
    here = whereabouts(found.state, device)
    if here.place == (found.section_id, found.table):
        return {"same": True}
    pair = found.state.contestants.get(device.contestant_id or 0)
    return {"table": here.table, "pair": pair.label if pair else "", "same": False}
