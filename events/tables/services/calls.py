"""Calling the director: from a table, answered on the director's page.

Claims: a pair says that a result was recorded wrongly (Law 79C); its opponents consent on their
phone, the director decides.

What one side asks the other to agree to: to sit the other way round, to exchange the results of
two boards, to change a confirmed result of the round before.
"""

from typing import Any

from django.utils import timezone

from clubscore.database.transactions import in_transaction
from clubscore.text.problems import Refused, sentence
from clubscore.web.visitors import Actor
from events.common.services import keep, lock_session
from events.devices.domain.outcomes import DeviceRefused, Why
from events.devices.services import Answer, answer_call as note_answer, open_call
from events.models import (
    LineClaim,
    LogEntry,
    Session,
    TableCall,
    TableEntrySettings,
    TableMark,
    TableProposal,
    TravellerLine,
)
from events.models.line import columns_of
from events.models.tables import MAX_NOTE
from events.sessions.core.domain.adjustment import NOT_PLAYED
from events.sessions.core.domain.line_result import LineResult, result_on_board
from events.sessions.lines.figures import read_typed
from events.sessions.lines.services.saving import change_line, lock_line
from events.sessions.lines.services.seats import change_slip_seats
from events.tables.domain.lines import WrittenResult, as_wire, read_wire
from events.tables.selectors.readable import is_still_open_for_claims
from events.tables.selectors.snapshot import TableLine
from events.tables.services.lines import may_confirm_here, table_line_of
from events.tables.services.marks import (
    CHANGED,
    NOT_HERE,
    log_agreement,
    raise_revision,
    write_mark,
)
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


TOO_LATE = sentence("It is too late to claim a correction: speak to the director.")

ONE_AT_A_TIME = sentence("A correction of this board is being looked at already.")

GONE = sentence("This claim is decided.")


@in_transaction
def claim(
    *, sending: Sending, line_id: int, version: int, result: WrittenResult | None, note: str = ""
) -> Answer:
    """A pair's phone claims another result of one of its own lines."""

    def act(sender: Sender) -> LineClaim:
        table_line = _own_line(sender, line_id)
        line = sender.own_line
        if version != line.version:
            raise DeviceRefused(Why.CHANGED, CHANGED)
        if LineClaim.objects.filter(line=line, decided="").exists():
            raise DeviceRefused(Why.NOT_ALLOWED, ONE_AT_A_TIME)
        proposal = as_wire((result or WrittenResult()).on_board(table_line.line.board)) or {}
        made = LineClaim.objects.create(
            line=line,
            version=line.version,
            proposal=proposal,
            contestant_id=sender.here.pair or 0,
            device=sender.device,
            note=note[:MAX_NOTE],
        )
        log_agreement(line, LogEntry.Action.CLAIMED, sender.actor, proposal=proposal)
        return made

    return once(sending=sending, line_id=line_id, act=act, when_finished=True)


@in_transaction
def claim_on_card(
    *, session_id: int, contestant_id: int, line_id: int, text: str, note: str = "", by: Actor
) -> LineClaim:
    """Whoever reads a published card claims that one of its results was another one, as a director
    types it. Raises :class:`Refused`."""
    session = lock_session(session_id)
    # Where no phones were on there are no settings: these switch nothing on, and want no device's
    # word for what the director has typed.
    TableEntrySettings.objects.get_or_create(session=session, defaults={"confirm": False})
    line = lock_line(session_id=session_id, line_id=line_id)
    if not line.sides.filter(contestant=contestant_id).exists() or line.is_empty:
        raise Refused(NOT_HERE)
    if LineClaim.objects.filter(line=line, decided="").exists():
        raise Refused(ONE_AT_A_TIME)
    result = read_typed(line=line, text=text).result
    proposal = as_wire(result)
    if proposal is None or result.adjustment not in (None, NOT_PLAYED):
        raise Refused.because(
            "Type the result that it was, such as %(made)s.",
            made=session.typing_letters.examples.made,
        )
    if result == line.result:
        raise Refused.because("That is what is recorded.")
    made = LineClaim.objects.create(
        line=line,
        version=line.version,
        proposal=proposal,
        contestant_id=contestant_id,
        note=note[:MAX_NOTE],
    )
    log_agreement(line, LogEntry.Action.CLAIMED, by, proposal=proposal)
    raise_revision(session_id)
    return made


@in_transaction
def answer_claim(*, sending: Sending, claim_id: int, agree: bool) -> Answer:
    """The opponents say yes or no (``agree``), or who claimed withdraws it."""

    def act(sender: Sender) -> LineClaim | None:
        line_claim = _open_claim(sender.device.session_id, claim_id)
        if line_claim is None:
            raise DeviceRefused(Why.CHANGED, GONE)
        table_line = _own_line(sender, line_claim.line_id)
        if table_line.side_of(sender.here.pair) == table_line.side_of(line_claim.contestant_id):
            if agree:
                raise DeviceRefused(Why.NOT_ALLOWED, NOT_HERE)
            line_claim.delete()
            raise_revision(sender.device.session_id)
            return None
        _answer(line_claim, sender, agreed=agree)
        return line_claim

    return once(sending=sending, line_id=None, act=act, when_finished=True)


def _answer(found: LineClaim, sender: Sender, *, agreed: bool) -> None:
    line = lock_line(session_id=sender.device.session_id, line_id=found.line_id)
    now = timezone.now()
    if agreed:
        found.consented_at, found.consented_device = now, sender.device
        found.save(update_fields=["consented_at", "consented_device"])
        log_agreement(line, LogEntry.Action.CONSENTED, sender.actor, proposal=found.proposal)
    else:
        found.declined_at = now
        found.save(update_fields=["declined_at"])
        raise_revision(sender.device.session_id)


def _own_line(sender: Sender, line_id: int) -> TableLine:
    table_line = sender.state.lines.get(line_id)
    if table_line is None or not sender.here.pair or sender.here.pair not in table_line.contestants:
        raise DeviceRefused(Why.NOT_ALLOWED, NOT_HERE)
    if table_line.line.is_empty:
        raise DeviceRefused(Why.NOT_ALLOWED, NOT_HERE)
    if not is_still_open_for_claims(sender.state):
        raise DeviceRefused(Why.NOT_ALLOWED, TOO_LATE)
    return table_line


def _open_claim(session_id: int, claim_id: int) -> LineClaim | None:
    claims = LineClaim.objects.select_for_update(of=("self",), no_key=True)
    return claims.filter(pk=claim_id, line__section__session=session_id, decided="").first()


@in_transaction
def record_consent(*, session_id: int, claim_id: int, by: Actor) -> None:
    """Opponents without a phone consent before the director. Raises :class:`Refused`."""
    keep(Session, session_id)
    line_claim = _to_decide(session_id, claim_id)
    line_claim.consented_at, line_claim.consented_by = timezone.now(), by.user
    line_claim.save(update_fields=["consented_at", "consented_by"])
    line = lock_line(session_id=session_id, line_id=line_claim.line_id)
    log_agreement(line, LogEntry.Action.CONSENTED, by, proposal=line_claim.proposal)


@in_transaction
def decide_claim(
    *, session_id: int, claim_id: int, accepted: bool, by: Actor, reason: str = ""
) -> LineClaim:
    """The director accepts a claim, and the line gets the claimed result, or refuses it.

    Raises :class:`Refused` when it is decided already, or the line has changed since it was made.
    """
    keep(Session, session_id)
    line_claim = _to_decide(session_id, claim_id)
    line_claim.decided = LineClaim.Decision.ACCEPTED if accepted else LineClaim.Decision.REFUSED
    line_claim.decided_by, line_claim.decided_at, line_claim.reason = (
        by.user,
        timezone.now(),
        reason[:200],
    )
    if accepted:
        line = lock_line(session_id=session_id, line_id=line_claim.line_id)
        if line.version != line_claim.version:
            raise Refused.because(
                "Board %(board)s has another result by now. Look at it again.", board=line.board
            )
        result = read_wire(line_claim.proposal, line.board)
        change_line(
            line=line,
            state=columns_of(result) | {"law": "", "reason": ""},
            action=LogEntry.Action.ENTERED,
            by=by,
            reason=reason or line_claim.note or TableMark.How.DIRECTOR,
        )
        write_mark(line, confirmed_version=line.version, how="director")
    line_claim.save(update_fields=["decided", "decided_by", "decided_at", "reason"])
    raise_revision(session_id)
    return line_claim


def _to_decide(session_id: int, claim_id: int) -> LineClaim:
    line_claim = _open_claim(session_id, claim_id)
    if line_claim is None:
        raise Refused(GONE)
    return line_claim


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
