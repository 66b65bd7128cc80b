"""What one side asks the other to agree to: to sit the other way round, to exchange the results of
two boards, to change a confirmed result of the round before."""

from collections.abc import Mapping
from typing import Any

from django.utils import timezone

from clubscore.problems import gettext_noop, sentence
from clubscore.transactions import in_transaction
from events.models import LogEntry, TableMark, TableProposal, TravellerLine
from events.models.result_columns import columns_of
from events.sessions.domain.line_result import LineResult, result_on_board
from events.sessions.services.lines import change_line, lock_line
from events.sessions.services.slip_seats import change_slip_seats
from events.tables.domain.wire import read_wire
from events.tables.services.lines import may_confirm_here, table_line_of
from events.tables.services.marks import log_agreement, write_mark
from events.tables.services.refusals import CHANGED, TableRefused
from events.tables.services.revision import raise_revision
from events.tables.services.submissions import Answer, Sender, once

Sent = Mapping[str, Any]
GONE = sentence(gettext_noop("Nobody waits for an answer to this any more."))
NOT_YOURS = sentence(gettext_noop("The other side has to agree to this."))
TWO_BOARDS = sentence(gettext_noop("Choose two boards of this round that both have a result."))


@in_transaction
def seats(*, device_id: int, line_id: int, sent: Sent) -> Answer:
    """*We sit the other way round*: asks the other side, for the whole round; with ``agree`` the
    other side says yes or no."""
    return _asked_or_agreed(device_id, line_id, sent, kind="seats")


@in_transaction
def exchange(*, device_id: int, line_id: int, sent: Sent) -> Answer:
    """The results of a board and the ``other`` were entered under each other's number."""
    return _asked_or_agreed(device_id, line_id, sent, kind="boards")


@in_transaction
def change_confirmed(*, device_id: int, line_id: int, sent: Sent) -> Answer:
    """The answer of the other side to a change of a confirmed result of the round before."""
    return _asked_or_agreed(device_id, line_id, sent, kind="result")


def _asked_or_agreed(device_id: int, line_id: int, sent: Sent, *, kind: str) -> Answer:
    def act(sender: Sender) -> dict[str, Any] | None:
        line = sender.own_line
        each = table_line_of(sender, line)
        if "agree" in sent:
            _decide(sender, line, kind, agreed=sent["agree"] is True)
            return None
        other = sent.get("other")
        found = sender.state.lines.get(other) if isinstance(other, int) else None
        if kind == "boards":
            if found is None or found.place != each.place or found.round != each.round:
                raise TableRefused(422, TWO_BOARDS)
            if found.line.pk == line_id or found.line.is_empty or each.line.is_empty:
                raise TableRefused(422, TWO_BOARDS)
        propose(sender, line, kind=kind, other=found.line.pk if found else None)
        return None

    return once(device_id=device_id, line_id=line_id, sent=sent, act=act)


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
        side=sender.side if sender.here.own else "",
        versions=[sender.state.lines[pk].line.version for pk in ids],
        proposal=proposal,
        at=timezone.now(),
    )
    raise_revision(sender.device.session_id)
    return made


def _decide(sender: Sender, line: TravellerLine, kind: str, *, agreed: bool) -> None:
    open_ones = TableProposal.objects.select_for_update(of=("self",), no_key=True)
    found = open_ones.filter(line=line, kind=kind, decided_at=None).first()
    if found is None:
        raise TableRefused(409, GONE)
    each = sender.state.lines[line.pk]
    side = each.side_of(sender.here.own)
    is_own = found.device_id == sender.device.pk or (bool(side) and side == found.side)
    # Who asked may withdraw it; to agree takes the other side, or its hand on the same device.
    if agreed and is_own:
        if side:
            raise TableRefused(403, NOT_YOURS)
        may_confirm_here(sender, each)
    found.decided_at, found.agreed = timezone.now(), agreed
    found.save(update_fields=["decided_at", "agreed"])
    if agreed:
        _do(sender, line, found)
    raise_revision(sender.device.session_id)


def _do(sender: Sender, line: TravellerLine, found: TableProposal) -> None:
    now = [line.version]
    if found.kind == TableProposal.Kind.BOARDS and found.other_id:
        now.append(sender.state.lines[found.other_id].line.version)
    if now != found.versions:
        raise TableRefused(409, CHANGED)
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
        confirmed_side=sender.side if sender.here.own else "",
        confirmed_device=sender.device,
        how=TableMark.How.OWN_DEVICE if sender.here.own else TableMark.How.SAME_DEVICE,
        objected_version=None,
        proposal=None,
    )
    log_agreement(line, LogEntry.Action.CONFIRMED, sender.actor, part_of=first or entered.entry)
    return first or entered.entry
