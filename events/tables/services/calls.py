"""Calling the director: from a table, answered on the director's page."""

from django.utils import timezone

from clubscore.database.transactions import in_transaction
from clubscore.text.problems import Refused
from clubscore.web.visitors import Actor
from events.common.services import keep
from events.devices.services import Answer, answer_call as note_answer, open_call
from events.models import LogEntry, Session, TableCall, TableMark, TravellerLine
from events.models.line import columns_of
from events.sessions.core.domain.adjustment import NOT_PLAYED
from events.sessions.core.domain.line_result import LineResult
from events.sessions.lines.services.saving import change_line, lock_line
from events.tables.services.marks import raise_revision, write_mark
from events.tables.services.submissions import Sender, Sending, once


@in_transaction
def call(*, sending: Sending, withdraw: bool = False, board: int | None = None) -> Answer:
    """A device calls the director, about a ``board`` where one is given; ``withdraw`` takes the
    table's open call back, of a device that waits to be let in its own."""

    def act(sender: Sender) -> TableCall | None:
        if withdraw:
            _withdraw(sender)
            return None
        kind = TableCall.Kind.CALL if board is None else TableCall.Kind.OTHER_BOARD
        return call_from(sender, kind, board=board)

    return once(sending=sending, line_id=None, act=act, waiting=True)


def call_from(
    sender: Sender,
    kind: str,
    *,
    board: int | None = None,
    line: TravellerLine | None = None,
    note: str = "",
) -> TableCall:
    """A call of the device's table, or the same one of the last half minute; ``line`` is what it is
    about, wherever that was played."""
    section, _table = sender.here.place
    table_call, is_new = open_call(
        TableCall.objects.all(),
        section_id=section,
        table=sender.here.table or sender.device.table,
        kind=kind,
        board=board,
        line=line,
    )
    if is_new:
        table_call.session, table_call.device = sender.state.session, sender.device
        table_call.note = note
        table_call.save()
        raise_revision(sender.device.session_id)
    return table_call


def _withdraw(sender: Sender) -> None:
    section, _table = sender.here.place
    table = sender.here.table or sender.device.table
    calls = TableCall.objects.filter(
        section=section, table=table, answered_at=None, withdrawn_at=None
    ).exclude(kind=TableCall.Kind.LATE)
    if not sender.device.is_bound:
        calls = calls.filter(device=sender.device)
    calls.update(withdrawn_at=timezone.now())
    raise_revision(sender.device.session_id)


@in_transaction
def answer_call(*, session_id: int, call_id: int, by: Actor) -> TableCall:
    """The director comes: the phones of the table say so. Raises :class:`Refused` when the call is
    gone."""
    keep(Session, session_id)
    table_call = _open_call(session_id, call_id)
    if table_call.answered_at is None:
        note_answer(table_call, by=by)
        raise_revision(session_id)
    return table_call


@in_transaction
def approve_not_played(*, session_id: int, call_id: int, by: Actor) -> TravellerLine:
    """The director agrees that a board is not played: its line is filled in, the call answered.

    Raises :class:`Refused` when the call or its line is gone, or the line has a result by now.
    """
    keep(Session, session_id)
    table_call = _open_call(session_id, call_id)
    if table_call.line_id is None:
        raise Refused.because("The line of this board is gone: type NP where it is now.")
    line = lock_line(session_id=session_id, line_id=table_call.line_id)
    if not line.is_empty:
        raise Refused.because("Board %(board)s has a result by now.", board=line.board)
    columns = columns_of(LineResult(adjustment=NOT_PLAYED))
    change_line(
        line=line, state=columns, action=LogEntry.Action.ENTERED, by=by, reason=table_call.note
    )
    write_mark(line, confirmed_version=line.version, how=TableMark.How.DIRECTOR)
    note_answer(table_call, by=by)
    raise_revision(session_id)
    return line


def _open_call(session_id: int, call_id: int) -> TableCall:
    calls = TableCall.objects.select_for_update(of=("self",), no_key=True)
    found = calls.filter(pk=call_id, session=session_id).first()
    if found is None:
        raise Refused.because("This call is gone.")
    return found
