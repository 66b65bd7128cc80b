"""Calling the director: from a table, answered on the director's page."""

from datetime import timedelta
from typing import Any, Final

from django.utils import timezone

from clubscore.actor import Actor
from clubscore.problems import Refused, gettext_noop, sentence
from clubscore.transactions import in_transaction
from events.common.services.locks import keep_session
from events.models import LogEntry, TableCall, TableMark, TravellerLine
from events.models.result_columns import columns_of
from events.sessions.domain.adjustments import NOT_PLAYED
from events.sessions.domain.line_result import LineResult
from events.sessions.services.lines import change_line, lock_line
from events.tables.services.marks import write_mark
from events.tables.services.revision import raise_revision
from events.tables.services.submissions import Answer, Sender, once

AGAIN: Final = timedelta(seconds=30)
"""A second call within this is the first one."""


@in_transaction
def call(*, device_id: int, sent: dict[str, Any]) -> Answer:
    """A device calls the director, about a ``board`` where one is given; ``withdraw`` takes the
    table's open call back."""

    def act(sender: Sender) -> dict[str, Any]:
        if sent.get("withdraw"):
            _withdraw(sender)
            return {"call": None}
        board = sent.get("board")
        is_board = isinstance(board, int) and not isinstance(board, bool) and 0 < board < 10_000
        kind = TableCall.Kind.OTHER_BOARD if is_board else TableCall.Kind.CALL
        made = call_from(sender, kind, board=board if is_board else None)
        return {"call": {"id": made.pk, "kind": made.kind, "at": made.at.isoformat()}}

    return once(device_id=device_id, line_id=None, sent=sent, act=act)


def call_from(sender: Sender, kind: str, *, board: int | None = None, note: str = "") -> TableCall:
    """A call of the device's table, or the same one of the last half minute."""
    section, _table = sender.here.place
    place = {"section_id": section, "table": sender.here.table or sender.device.table}
    now = timezone.now()
    lately = TableCall.objects.filter(
        **place, kind=kind, board=board, at__gt=now - AGAIN, withdrawn_at=None
    )
    found = lately.first()
    if found is not None:
        return found
    made = TableCall.objects.create(
        **place,
        session=sender.state.session,
        device=sender.device,
        at=now,
        kind=kind,
        board=board,
        note=note,
    )
    raise_revision(sender.device.session_id)
    return made


def _withdraw(sender: Sender) -> None:
    section, _table = sender.here.place
    table = sender.here.table or sender.device.table
    TableCall.objects.filter(
        section=section, table=table, answered_at=None, withdrawn_at=None
    ).exclude(kind=TableCall.Kind.LATE).update(withdrawn_at=timezone.now())
    raise_revision(sender.device.session_id)


@in_transaction
def answer_call(*, session_id: int, call_id: int, by: Actor) -> TableCall:
    """The director comes: the phones of the table say so. Raises :class:`Refused` when the call is
    gone."""
    keep_session(session_id)
    found = _open_call(session_id, call_id)
    if found.answered_at is None:
        found.answered_at, found.answered_by = timezone.now(), by.user
        found.save(update_fields=["answered_at", "answered_by"])
        raise_revision(session_id)
    return found


@in_transaction
def approve_not_played(*, session_id: int, call_id: int, by: Actor) -> TravellerLine:
    """The director agrees that a board is not played: its line is filled in, the call answered.

    Raises :class:`Refused` when the call is gone, or the line has a result by now.
    """
    keep_session(session_id)
    found = _open_call(session_id, call_id)
    lines = TravellerLine.objects.filter(
        section=found.section_id, table=found.table, board=found.board or 0
    )
    pk = lines.values_list("pk", flat=True).first()
    line = lock_line(session_id=session_id, line_id=pk or 0)
    if not line.is_empty:
        filled = gettext_noop("Board %(board)s has a result by now.")
        raise Refused(sentence(filled, board=line.board))
    columns = columns_of(LineResult(adjustment=NOT_PLAYED))
    change_line(line=line, state=columns, action=LogEntry.Action.ENTERED, by=by, reason=found.note)
    write_mark(line, confirmed_version=line.version, how=TableMark.How.DIRECTOR)
    found.answered_at, found.answered_by = timezone.now(), by.user
    found.save(update_fields=["answered_at", "answered_by"])
    raise_revision(session_id)
    return line


def _open_call(session_id: int, call_id: int) -> TableCall:
    calls = TableCall.objects.select_for_update(of=("self",), no_key=True)
    found = calls.filter(pk=call_id, session=session_id).first()
    if found is None:
        raise Refused(sentence(gettext_noop("This call is gone.")))
    return found
