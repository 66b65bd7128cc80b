"""Entering, confirming and objecting: what the two sides of a table do to a line.

A result counts at once. That the opponents agree is a mark on its version, so that any later change
takes it away; the director's word is final.

*We are at round 4*: a table goes on before the clock or its first result says so.
"""

from dataclasses import replace
from typing import Any, Final

from clubscore.database.transactions import in_transaction
from clubscore.text.problems import sentence
from events.models import LogEntry, TableCall, TableMark, TableRound, TravellerLine
from events.models.line import columns_of
from events.sessions.core.domain.adjustment import NOT_PLAYED
from events.sessions.core.domain.line_result import LineResult
from events.sessions.lines.services.saving import Conflict, change_line
from events.tables.domain.lines import LineState, WrittenResult, as_wire, read_wire
from events.tables.domain.sent import Sent
from events.tables.selectors.snapshot import TableLine
from events.tables.selectors.whereabouts import is_doubtful, lines_of_pair
from events.tables.services.calls import call_from, propose
from events.tables.services.lines import (
    may_confirm_here,
    refuse_device,
    refuse_locked,
    refuse_version,
    table_line_of,
)
from events.tables.services.marks import (
    CHANGED,
    TableRefused,
    Why,
    log_agreement,
    raise_revision,
    write_mark,
)
from events.tables.services.submissions import Answer, Sender, Sending, once

How = TableMark.How

NO_RE_ENTRY: Final = sentence("This result is confirmed. Call the director to change it.")

ALREADY_OBJECTED: Final = sentence(
    "One side does not agree with this result: the other has to answer."
)


@in_transaction
def enter(*, sending: Sending, line_id: int) -> Answer:
    """A device enters the result of a line: ``version`` and ``key`` beside the result.

    Both sides alike without having seen each other confirm each other; different results make an
    objection, and nothing is overwritten unseen.
    """
    sent = sending.sent

    def act(sender: Sender) -> None:
        line, each = _line(sender)
        result = _read(sender, sent, line)
        # A browser that had no answer sends again, with an old version.
        if result == each.line.result:
            _enter_alike(sender, line, each, sent)
            return
        refuse_locked(each, version=sent.version)
        if result.adjustment == NOT_PLAYED and sender.state.settings.np_by_director:
            _ask_director(sender, line, sent)
            return
        _enter(sender, line, each, result, sent)

    return once(sending=sending, line_id=line_id, act=act)


@in_transaction
def confirm(*, sending: Sending, line_id: int) -> Answer:
    """The other side agrees to a result; on the same device only by the setting, and when no phone
    of that side was there lately. With ``accept`` a side takes over the other's proposal."""
    sent = sending.sent

    def act(sender: Sender) -> None:
        line, each = _line(sender)
        if each.state is LineState.CONFIRMED:
            return
        refuse_locked(each, version=sent.version)
        refuse_version(each, version=sent.version)
        if each.line.is_empty:
            raise TableRefused(Why.CHANGED, CHANGED)
        if each.state is LineState.OBJECTED and sent.accept:
            _accept(sender, line, each)
        else:
            _confirm(sender, line, each)

    return once(sending=sending, line_id=line_id, act=act)


@in_transaction
def object_to(*, sending: Sending, line_id: int) -> Answer:
    """The other side does not agree; it may say what it thinks the result was. On a result of the
    director an objection is a call."""
    sent = sending.sent

    def act(sender: Sender) -> None:
        line, each = _line(sender)
        if each.state.is_locked:
            call_from(sender, TableCall.Kind.OBJECTION, board=line.board)
            return
        refuse_version(each, version=sent.version)
        if each.line.is_empty or each.state is LineState.RULED:
            raise TableRefused(Why.CHANGED, CHANGED)
        own = as_wire(_read(sender, sent, line)) if sent.result else None
        _object(sender, line, each, own)

    return once(sending=sending, line_id=line_id, act=act)


def _line(sender: Sender) -> tuple[TravellerLine, TableLine]:
    """The line, locked, and as the table sees it; refused where it is not this device's."""
    line = sender.own_line
    return line, table_line_of(sender, line)


def _read(sender: Sender, sent: Sent, line: TravellerLine) -> LineResult:
    result = (sent.result or WrittenResult()).on_board(line.board)
    settings = sender.state.settings
    if settings.lead == settings.Lead.NO:
        return replace(result, lead=line.result.lead if _same(result, line.result) else None)
    if settings.lead == settings.Lead.MUST and result.declared and not result.lead:
        raise TableRefused(Why.IMPOSSIBLE, sentence("The lead is missing."))
    return result


def _same(one: LineResult, other: LineResult) -> bool:
    return replace(one, lead=None) == replace(other, lead=None)


def _enter_alike(sender: Sender, line: TravellerLine, each: TableLine, sent: Sent) -> None:
    """The result that stands there already: from the other side it is a confirmation."""
    is_open = each.state in (LineState.ENTERED, LineState.OBJECTED)
    if not is_open or not _is_other_side(sender, each):
        return
    how = How.ALIKE if sent.version < line.version else How.OWN_DEVICE
    _store_confirmation(sender, line, how)


def _is_other_side(sender: Sender, each: TableLine) -> bool:
    """Whether a device speaks for the side that has not entered the result."""
    side = each.side_of(sender.here.own)
    entered = each.mark.entered_side if each.mark.entered == each.line.version else ""
    return bool(side) and side != entered and each.mark.entered_device != sender.device.pk


def _enter(
    sender: Sender, line: TravellerLine, each: TableLine, result: LineResult, sent: Sent
) -> None:
    is_stale = sent.version != line.version
    if each.line.is_empty:
        # Cleared or undone meanwhile: nothing is there that could be overwritten.
        _store(sender, line, result)
    elif each.state in (LineState.ENTERED, LineState.OBJECTED) and _is_other_side(sender, each):
        if each.state is LineState.OBJECTED and result == _proposed(each, line):
            _accept(sender, line, each)
        else:
            _object(sender, line, each, as_wire(result))
    elif is_stale:
        raise TableRefused(Why.CHANGED, CHANGED)
    elif each.state is LineState.CONFIRMED:
        _re_enter(sender, line, each, result)
    elif each.state is LineState.OBJECTED and result == _proposed(each, line):
        _accept(sender, line, each)
    else:
        _store(sender, line, result)


def _proposed(each: TableLine, line: TravellerLine) -> LineResult | None:
    return read_wire(each.mark.proposal, line.board) if each.mark.proposal else None


def _re_enter(sender: Sender, line: TravellerLine, each: TableLine, result: LineResult) -> None:
    """A confirmed result is changed: in its round by either side, later with both sides' yes."""
    if not sender.state.settings.re_entry:
        raise TableRefused(Why.NOT_ALLOWED, NO_RE_ENTRY)
    if each.round < sender.here.round:
        propose(sender, line, kind="result", proposal=as_wire(result))
        return
    _store(sender, line, result)


def _store(sender: Sender, line: TravellerLine, result: LineResult) -> LogEntry | None:
    """The result of this side, which the other has yet to confirm."""
    empty = {"law": "", "reason": ""}
    doubtful = is_doubtful(sender.state, sender.state.lines[line.pk], result)
    try:
        entered = change_line(
            line=line,
            state=columns_of(result) | empty,
            action=LogEntry.Action.ENTERED,
            by=sender.actor,
        )
    except Conflict as conflict:
        raise TableRefused(Why.CHANGED, CHANGED) from conflict
    write_mark(
        line,
        entered_version=line.version,
        entered_side=sender.side if sender.here.own else "",
        entered_device=sender.device,
        doubted_version=line.version if doubtful else None,
    )
    return entered.entry


def _confirm(sender: Sender, line: TravellerLine, each: TableLine) -> None:
    objects = each.state is LineState.OBJECTED
    if objects and sender.here.own and not _objects_itself(sender, each):
        raise TableRefused(Why.NOT_ALLOWED, ALREADY_OBJECTED)
    # Who objected may agree after all.
    if (objects and sender.here.own) or _is_other_side(sender, each):
        _store_confirmation(sender, line, How.OWN_DEVICE)
    else:
        may_confirm_here(sender, each)
        _store_confirmation(sender, line, How.SAME_DEVICE)


def _objects_itself(sender: Sender, each: TableLine) -> bool:
    side = each.side_of(sender.here.own)
    return each.state is LineState.OBJECTED and bool(side) and each.mark.objected_side == side


def _store_confirmation(sender: Sender, line: TravellerLine, how: How) -> None:
    write_mark(
        line,
        confirmed_version=line.version,
        confirmed_side=sender.side if sender.here.own else "",
        confirmed_device=sender.device,
        how=how,
        objected_version=None,
        proposal=None,
    )
    log_agreement(line, LogEntry.Action.CONFIRMED, sender.actor, how=how)


def _object(
    sender: Sender, line: TravellerLine, each: TableLine, own: dict[str, Any] | None
) -> None:
    side = each.side_of(sender.here.own)
    if each.state is LineState.OBJECTED and each.mark.proposal == own:
        return
    write_mark(
        line,
        objected_version=line.version,
        objected_side=side or _others(each.mark.entered_side),
        objected_device=sender.device,
        proposal=own,
    )
    log_agreement(line, LogEntry.Action.OBJECTED, sender.actor, proposal=own or {})


def _others(side: str) -> str:
    return {"NS": "EW", "EW": "NS"}.get(side, "")


def _accept(sender: Sender, line: TravellerLine, each: TableLine) -> None:
    """A side takes over what the other proposed: changed and confirmed in one."""
    proposed = _proposed(each, line)
    side = each.side_of(sender.here.own)
    if proposed is None or (side and side == each.mark.objected_side):
        raise TableRefused(Why.NOT_ALLOWED, ALREADY_OBJECTED)
    if not side:
        may_confirm_here(sender, each)
    entry = _store(sender, line, proposed)
    how = How.OWN_DEVICE if side else How.SAME_DEVICE
    write_mark(
        line,
        entered_side=each.mark.objected_side,
        entered_device=None,
        confirmed_version=line.version,
        confirmed_side=side,
        confirmed_device=sender.device,
        how=how,
        objected_version=None,
        proposal=None,
    )
    log_agreement(line, LogEntry.Action.CONFIRMED, sender.actor, how=how, part_of=entry)


def _ask_director(sender: Sender, line: TravellerLine, sent: Sent) -> None:
    """“Not played” waits for the director."""
    note = sent.reason[:60]
    already = TableCall.objects.filter(
        session=sender.device.session_id,
        kind=TableCall.Kind.NOT_PLAYED,
        board=line.board,
        device__section=sender.device.section_id,
        answered_at=None,
        withdrawn_at=None,
    )
    if not already.exists():
        call_from(sender, TableCall.Kind.NOT_PLAYED, board=line.board, note=note)


NEXT_ONLY = sentence("From here you can only go to the next round, or back by one.")


@in_transaction
def say_round(*, sending: Sending) -> Answer:
    """A table, or the table that a pair goes to, is at a round: the next one, or the one before
    where nothing of this one is in."""
    sent = sending.sent

    def act(sender: Sender) -> None:
        refuse_device(sender.device)
        number = sent.round
        last = sender.state.rounds.get(sender.here.place[0], 0)
        # A pair that sits out has no table to say it for, and passes over its round.
        far = 2 if sender.here.table is None else 1
        if number is None or not 1 <= number <= last or abs(number - sender.here.round) > far:
            raise TableRefused(Why.IMPOSSIBLE, NEXT_ONLY)
        section, table = _place(sender, number)
        if table:
            TableRound.objects.update_or_create(
                section_id=section, table=table, defaults={"round": number}
            )
        raise_revision(sender.device.session_id)

    return once(sending=sending, line_id=None, act=act)


def _place(sender: Sender, number: int) -> tuple[int, int]:
    own = sender.here.own
    if own:
        lines = lines_of_pair(sender.state, own, number) or sender.here.lines
        return lines[0].place if lines else (sender.here.place[0], 0)
    return sender.here.place
