"""What of the tables needs the director, on the desk of the session.

What the tables did not settle, before a session is finished.

What the monitor says of the tables: a sign for each table and round.

The devices of tables in the history of a line, in the reader's language.
"""

from collections.abc import Iterator, Sequence
from operator import attrgetter
from typing import Final

from django.contrib import messages
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _, ngettext

from clubscore.web.visitors import show_device
from events.common.views.desk import Attention
from events.devices.domain.codes import read_device_name
from events.models import Session, TableMark
from events.sessions.pages.views.lines import LineLinks
from events.tables.domain.lines import LineState
from events.tables.selectors.settings import (
    has_marks,
    has_settings,
    is_shown_in_part,
    settings_if_on,
)
from events.tables.selectors.snapshot import Snapshot, recent_snapshot
from events.tables.selectors.watch import unsettled, watched_tables
from events.tables.views.watch_rows import LineRow, line_row, table_rows

FEW: Final = 3
"""So many results that are not agreed are named one by one."""


def place_text(row: LineRow) -> str:
    """``Table 3, board 7``"""
    return _("Table %(table)s, board %(board)s") % {"table": row.table, "board": row.board}


def tables_attention(
    session: Session, objected: Sequence[LineRow], unconfirmed: Sequence[LineRow]
) -> Iterator[Attention]:
    """Results that are not agreed, calls, claims, and results that wait for the opponents; the two
    are those of :func:`unsettled_rows`."""
    if not has_settings(session.pk):
        return
    state = recent_snapshot(session.pk)
    if state is None:
        return
    address = reverse("events:tables", args=[session.pk])
    if len(objected) <= FEW:
        for row in objected:
            yield Attention(f"▲ {place_text(row)}: {_('not agreed')}", row.address, _("Settle"))
    else:
        text = ngettext(
            "▲ %(count)s result not agreed", "▲ %(count)s results not agreed", len(objected)
        )
        finish = reverse("events:finish", args=[session.pk])
        yield Attention(text % {"count": len(objected)}, finish, _("Settle"))
    yield from _calls(state)
    claims = sum(not claim.decided for claim in state.claims)
    if claims:
        text = ngettext("%(count)s claim to decide", "%(count)s claims to decide", claims)
        claims_address = reverse("events:claims", args=[session.pk])
        yield Attention(text % {"count": claims}, claims_address, _("Decide"))
    if unconfirmed:
        text = ngettext(
            "◐ %(count)s result not confirmed",
            "◐ %(count)s results not confirmed",
            len(unconfirmed),
        )
        yield Attention(text % {"count": len(unconfirmed)}, address, _("Look"))
    waiting = sum(device.approved_at is None for device in state.devices.values())
    if waiting and not session.is_finished:
        text = ngettext(
            "%(count)s phone waits to be let in", "%(count)s phones wait to be let in", waiting
        )
        yield Attention(text % {"count": waiting}, address, _("Look"))


def _calls(state: Snapshot) -> Iterator[Attention]:
    """The calls that nobody has answered, the first one first."""
    if all(call.answered_at for call in state.calls):
        return
    now = timezone.now()
    rows = table_rows(state, watched_tables(state, now), now)
    for call in sorted((call for row in rows for call in row.calls), key=attrgetter("pk")):
        values = {"table": call.table, "text": call.text}
        do, button = ("settle", _("Done")) if call.is_late else ("answer", _("On my way"))
        yield Attention(
            _("Table %(table)s %(text)s") % values,
            call.action,
            button,
            (("call", str(call.pk)), ("do", do)),
        )


def warn_of_open_boards(request: HttpRequest, session_id: int) -> None:
    """Say what everybody sees of a session whose results are published while it is played."""
    if not is_shown_in_part(session_id):
        return
    if settings_if_on(session_id):
        messages.warning(request, _("Players still enter results on their phones."))
    messages.warning(
        request,
        _("Everybody sees a board once all its results are in; until then only directors do."),
    )


def unsettled_rows(session_id: int) -> tuple[list[LineRow], list[LineRow]]:
    """The results that the two sides do not agree on, which have to be settled before the session
    can be finished, and those that are not confirmed."""
    state = recent_snapshot(session_id) if has_settings(session_id) else None
    if state is None:
        return [], []
    link, several = LineLinks(session_id), len(state.letters) > 1
    objected, unconfirmed = (
        [line_row(table_line, link, several=several) for table_line in found]
        for found in unsettled(state)
    )
    return objected, unconfirmed


Signs = dict[tuple[int, int, int], tuple[str, str]]


def monitor_signs(session_id: int) -> Signs:
    """Where a result is not agreed (▲), waits for the opponents (◐), or all are confirmed (●);
    empty for a session without results from the tables."""
    if not has_settings(session_id):
        return {}
    if not has_marks(session_id):
        return {}
    state = recent_snapshot(session_id)
    if state is None:
        return {}
    signs: Signs = {}
    objected, unconfirmed = unsettled(state)
    for (place, number), lines in state.index.at_table.items():
        if lines and all(line.state is LineState.CONFIRMED for line in lines):
            signs[*place, number] = ("●", _("all confirmed"))
    for sign, words, found in (
        ("◐", _("waits for the opponents"), unconfirmed),
        ("▲", _("not agreed"), objected),
    ):
        for table_line in found:
            signs[*table_line.place, table_line.round] = (sign, words)
    return signs


def show_sender(stored: str) -> str:
    """What a log has of a device: of a table, or of a director."""
    name = read_device_name(stored)
    if name is None:
        return show_device(stored)
    words = {"place": name.place, "number": name.number}
    parts = [_("Table %(place)s") % words, *([_side(name.side)] if name.side else [])]
    text = ", ".join([*parts, _("device %(number)s") % words])
    return f"{text} ({show_device(name.browser)})" if name.browser else text


def _side(side: str) -> str:
    return {"NS": _("NS"), "EW": _("EW"), "N": _("North"), "E": _("East"),
            "S": _("South"), "W": _("West")}[side]  # fmt: skip


def show_agreement(reason: str) -> str:
    """How a result was confirmed; another text as it is."""
    known = reason in TableMark.How.values
    return str(TableMark.How(reason).label) if known else reason
