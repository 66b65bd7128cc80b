"""What one side asks the other to agree to: to sit the other way round, to exchange the results of
two boards, to change a confirmed result of the round before."""

from typing import Any

from django.utils import timezone

from clubscore.database.transactions import in_transaction
from clubscore.text.problems import sentence
from events.devices.domain.outcomes import DeviceRefused, Why
from events.devices.services import Answer
from events.models import LogEntry, TableMark, TableProposal, TravellerLine
from events.models.line import columns_of
from events.sessions.core.domain.line_result import LineResult, result_on_board
from events.sessions.lines.services.saving import change_line, lock_line
from events.sessions.lines.services.seats import change_slip_seats
from events.tables.domain.lines import read_wire
from events.tables.services.lines import may_confirm_here, table_line_of
from events.tables.services.marks import CHANGED, log_agreement, raise_revision, write_mark
from events.tables.services.submissions import Sender, Sending, once

PROPOSAL_GONE = sentence("Nobody waits for an answer to this any more.")

NOT_YOURS = sentence("The other side has to agree to this.")

TWO_BOARDS = sentence("Choose two boards of this round that both have a result.")


@in_transaction
def seats(*, sending: Sending, line_id: int, agree: bool | None = None) -> Answer:
    """*We sit the other way round*: asks the other side, for the whole round; with ``agree`` the
    other side says yes or no."""
    return _asked_or_agreed(sending, line_id, agree, kind="seats")


@in_transaction
def exchange(
    *, sending: Sending, line_id: int, other: int | None = None, agree: bool | None = None
) -> Answer:
    """The results of a board and the ``other`` were entered under each other's number."""
    return _asked_or_agreed(sending, line_id, agree, kind="boards", other=other)


@in_transaction
def change_confirmed(*, sending: Sending, line_id: int, agree: bool | None = None) -> Answer:
    """The answer of the other side to a change of a confirmed result of the round before."""
    return _asked_or_agreed(sending, line_id, agree, kind="result")


def _asked_or_agreed(
    sending: Sending, line_id: int, agree: bool | None, *, kind: str, other: int | None = None
) -> Answer:
    def act(sender: Sender) -> None:
        line = sender.own_line
        table_line = table_line_of(sender, line)
        if agree is not None:
            _decide(sender, line, kind, agreed=agree)
            return
        found = sender.state.lines.get(other) if other is not None else None
        if kind == "boards":
            if found is None or found.place != table_line.place or found.round != table_line.round:
                raise DeviceRefused(Why.IMPOSSIBLE, TWO_BOARDS)
            if found.line.pk == line_id or found.line.is_empty or table_line.line.is_empty:
                raise DeviceRefused(Why.IMPOSSIBLE, TWO_BOARDS)
        propose(sender, line, kind=kind, other=found.line.pk if found else None)

    return once(sending=sending, line_id=line_id, act=act)


def propose(
    sender: Sender,
    line: TravellerLine,
    *,
    kind: str,
    other: int | None = None,
    proposal: dict[str, Any] | None = None,
) -> TableProposal:
    """Ask the other side; a later proposal of the kind takes the place of an earlier one."""
    TableProposal.objects.filter(line=line, kind=kind, decided_at=None).update(
        decided_at=timezone.now(), agreed=False
    )
    ids = [line.pk, other] if other else [line.pk]
    made = TableProposal.objects.create(
        session_id=sender.device.session_id,
        line=line,
        other_id=other,
        kind=kind,
        device=sender.device,
        side=sender.side if sender.here.pair else "",
        versions=[sender.state.lines[pk].line.version for pk in ids],
        proposal=proposal,
        at=timezone.now(),
    )
    raise_revision(sender.device.session_id)
    return made


def _decide(sender: Sender, line: TravellerLine, kind: str, *, agreed: bool) -> None:
    open_ones = TableProposal.objects.select_for_update(of=("self",), no_key=True)
    one = open_ones.filter(line=line, kind=kind, decided_at=None).first()
    if one is None:
        raise DeviceRefused(Why.CHANGED, PROPOSAL_GONE)
    table_line = sender.state.lines[line.pk]
    side = table_line.side_of(sender.here.pair)
    is_own = one.device_id == sender.device.pk or (bool(side) and side == one.side)
    # Who asked may withdraw it; to agree takes the other side, or its hand on the same device.
    if agreed and is_own:
        if side:
            raise DeviceRefused(Why.NOT_ALLOWED, NOT_YOURS)
        may_confirm_here(sender, table_line)
    one.decided_at, one.agreed = timezone.now(), agreed
    one.save(update_fields=["decided_at", "agreed"])
    if agreed:
        _do(sender, line, one)
    raise_revision(sender.device.session_id)


def _do(sender: Sender, line: TravellerLine, found: TableProposal) -> None:
    now = [line.version]
    if found.kind == TableProposal.Kind.BOARDS and found.other_id:
        now.append(sender.state.lines[found.other_id].line.version)
    if now != found.versions:
        raise DeviceRefused(Why.CHANGED, CHANGED)
    match found.kind:
        case TableProposal.Kind.SEATS:
            _turn(sender, line)
        case TableProposal.Kind.BOARDS:
            _exchange(sender, line, found.other_id or 0)
        case TableProposal.Kind.RESULT:
            result = read_wire(found.proposal or {}, line.board)
            _store(sender, line, result, None)


def _turn(sender: Sender, line: TravellerLine) -> None:
    change_slip_seats(
        session_id=sender.device.session_id,
        letter=line.section.letter,
        round_number=line.round or 0,
        table=line.table or 0,
        text="*",
        by=sender.actor,
    )


def _exchange(sender: Sender, line: TravellerLine, other_id: int) -> None:
    """Each board gets the contract of the other, scored at its own vulnerability."""
    other = lock_line(session_id=sender.device.session_id, line_id=other_id)
    mine, theirs = line.result, other.result
    first = _store(sender, line, _moved(theirs, line.board), None)
    _store(sender, other, _moved(mine, other.board), first)


def _moved(result: LineResult, board: int) -> LineResult:
    if result.played is None or result.adjustment is not None:
        return result
    return result_on_board(result.played, board, lead=result.lead)


def _store(
    sender: Sender, line: TravellerLine, result: LineResult, first: LogEntry | None
) -> LogEntry | None:
    """A result to which both sides have said yes."""
    entered = change_line(
        line=line,
        state=columns_of(result) | {"law": "", "reason": ""},
        action=LogEntry.Action.ENTERED,
        by=sender.actor,
        part_of=first,
    )
    write_mark(
        line,
        entered_version=line.version,
        confirmed_version=line.version,
        confirmed_side=sender.side if sender.here.pair else "",
        confirmed_device=sender.device,
        how=TableMark.How.OWN_DEVICE if sender.here.pair else TableMark.How.SAME_DEVICE,
        objected_version=None,
        proposal=None,
    )
    log_agreement(line, LogEntry.Action.CONFIRMED, sender.actor, part_of=first or entered.entry)
    return first or entered.entry
