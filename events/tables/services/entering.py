"""Entering, confirming and objecting: what the two sides of a table do to a line.

A result counts at once. That the opponents agree is a mark on its version, so that any later change
takes it away; the director's word is final.

*We are at round 4*: a table goes on before the clock says so.
"""

from dataclasses import replace
from typing import Any, Final

from clubscore.database.transactions import in_transaction
from clubscore.text.problems import sentence
from events.devices.domain.outcomes import DeviceRefused, Why
from events.devices.services import Answer
from events.models import LogEntry, TableCall, TableMark, TableRound, TravellerLine
from events.models.line import columns_of
from events.sessions.core.domain.adjustment import NOT_PLAYED
from events.sessions.core.domain.line_result import LineResult
from events.sessions.lines.services.saving import Conflict, change_line
from events.tables.domain.lines import LineState, WrittenResult, as_wire, read_wire
from events.tables.selectors.lines import TableLine
from events.tables.selectors.whereabouts import Whereabouts, is_agreed, is_doubtful
from events.tables.services.calls import call_from
from events.tables.services.lines import (
    ASK_THEM,
    may_confirm_here,
    refuse_locked,
    refuse_version,
    table_line_of,
)
from events.tables.services.marks import CHANGED, log_agreement, raise_revision, write_mark
from events.tables.services.proposals import propose
from events.tables.services.submissions import Late, Sender, Sending, once

How = TableMark.How

SIDES: Final = ("NS", "EW")

NO_RE_ENTRY: Final = sentence("This result is confirmed. Call the director to change it.")

ALREADY_OBJECTED: Final = sentence(
    "One side does not agree with this result: the other has to answer."
)


@in_transaction
def enter(
    *,
    sending: Sending,
    line_id: int,
    version: int,
    result: WrittenResult | None,
    reason: str = "",
    board: int | None = None,
) -> Answer:
    """A device enters the result of a line, of which it shows a ``version``; ``reason``: why it was
    not played; ``board``: for the director, where there is no such line any more.

    Both sides alike without having seen each other confirm each other; different results make an
    objection, and nothing is overwritten unseen.
    """

    def act(sender: Sender) -> None:
        line, table_line = _line(sender)
        read = _read(sender, result, line)
        # A browser that had no answer sends again, with an old version.
        if read == table_line.line.result:
            _enter_alike(sender, line, table_line, version)
            return
        refuse_locked(table_line, version=version)
        if read.adjustment == NOT_PLAYED and sender.state.settings.np_by_director:
            _ask_director(sender, line, reason)
            return
        _enter(sender, line, table_line, read, version)

    late = Late(board, result) if result else None
    return once(sending=sending, line_id=line_id, act=act, late=late)


@in_transaction
def confirm(*, sending: Sending, line_id: int, version: int, accept: bool = False) -> Answer:
    """The other side agrees to a result; on the same device only by the setting, and when no phone
    of that side was there lately. With ``accept`` a side takes over the other's proposal."""

    def act(sender: Sender) -> None:
        line, table_line = _line(sender)
        if table_line.state is LineState.CONFIRMED:
            return
        refuse_locked(table_line, version=version)
        refuse_version(table_line, version=version)
        if table_line.line.is_empty:
            raise DeviceRefused(Why.CHANGED, CHANGED)
        if table_line.state is LineState.OBJECTED and accept:
            _accept(sender, line, table_line)
        else:
            _confirm(sender, line, table_line)

    return once(sending=sending, line_id=line_id, act=act)


@in_transaction
def object_to(
    *, sending: Sending, line_id: int, version: int, result: WrittenResult | None = None
) -> Answer:
    """The other side does not agree; it may say what it thinks the result was. On a result of the
    director an objection is a call."""

    def act(sender: Sender) -> None:
        line, table_line = _line(sender)
        if table_line.state.is_locked:
            call_from(sender, TableCall.Kind.OBJECTION, line=line, board=line.board)
            return
        refuse_version(table_line, version=version)
        if table_line.line.is_empty or table_line.state is LineState.RULED:
            raise DeviceRefused(Why.CHANGED, CHANGED)
        proposal = as_wire(_read(sender, result, line)) if result else None
        _object(sender, line, table_line, proposal)

    return once(sending=sending, line_id=line_id, act=act)


def _line(sender: Sender) -> tuple[TravellerLine, TableLine]:
    """The line, locked, and as the table sees it; refused where it is not this device's."""
    line = sender.own_line
    return line, table_line_of(sender, line)


def _read(sender: Sender, written: WrittenResult | None, line: TravellerLine) -> LineResult:
    result = (written or WrittenResult()).on_board(line.board)
    settings = sender.state.settings
    if settings.lead == settings.Lead.NO:
        return replace(result, lead=line.result.lead if _same(result, line.result) else None)
    if settings.lead == settings.Lead.MUST and result.declared and not result.lead:
        raise DeviceRefused(Why.IMPOSSIBLE, sentence("The lead is missing."))
    return result


def _same(one: LineResult, other: LineResult) -> bool:
    return replace(one, lead=None) == replace(other, lead=None)


def _enter_alike(sender: Sender, line: TravellerLine, table_line: TableLine, version: int) -> None:
    """The result that stands there already: from the other side it is a confirmation."""
    is_open = table_line.state in (LineState.ENTERED, LineState.OBJECTED)
    if not is_open or not _is_other_side(sender, table_line):
        return
    how = How.ALIKE if version < line.version else How.OWN_DEVICE
    _store_confirmation(sender, line, how)


def _is_other_side(sender: Sender, table_line: TableLine) -> bool:
    """Whether a device speaks for the side that has not entered the result."""
    side = table_line.side_of(sender.here.pair)
    entered = (
        table_line.mark.entered_side if table_line.mark.entered == table_line.line.version else ""
    )
    return bool(side) and side != entered and table_line.mark.entered_device != sender.device.pk


def _enter(
    sender: Sender, line: TravellerLine, table_line: TableLine, result: LineResult, version: int
) -> None:
    is_stale = version != line.version
    if table_line.line.is_empty:
        # Cleared or undone meanwhile: nothing is there that could be overwritten.
        _store(sender, line, result)
    elif table_line.state in (LineState.ENTERED, LineState.OBJECTED) and _is_other_side(
        sender, table_line
    ):
        if table_line.state is LineState.OBJECTED and result == _proposed(table_line, line):
            _accept(sender, line, table_line)
        else:
            _object(sender, line, table_line, as_wire(result))
    elif is_stale:
        raise DeviceRefused(Why.CHANGED, CHANGED)
    elif table_line.state is LineState.CONFIRMED:
        _re_enter(sender, line, table_line, result)
    elif table_line.state is LineState.OBJECTED and result == _proposed(table_line, line):
        _accept(sender, line, table_line)
    else:
        _store(sender, line, result)


def _proposed(table_line: TableLine, line: TravellerLine) -> LineResult | None:
    return read_wire(table_line.mark.proposal, line.board) if table_line.mark.proposal else None


def _re_enter(
    sender: Sender, line: TravellerLine, table_line: TableLine, result: LineResult
) -> None:
    """A confirmed result is changed: in its round by either side, later with both sides' yes."""
    if not sender.state.settings.re_entry:
        raise DeviceRefused(Why.NOT_ALLOWED, NO_RE_ENTRY)
    if table_line.round < sender.here.round:
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
        raise DeviceRefused(Why.CHANGED, CHANGED) from conflict
    write_mark(
        line,
        entered_version=line.version,
        entered_side=sender.side if sender.here.pair else "",
        entered_device=sender.device,
        doubted_version=line.version if doubtful else None,
    )
    return entered.entry


def _confirm(sender: Sender, line: TravellerLine, table_line: TableLine) -> None:
    objects = table_line.state is LineState.OBJECTED
    if objects and sender.here.pair and not _objects_itself(sender, table_line):
        raise DeviceRefused(Why.NOT_ALLOWED, ALREADY_OBJECTED)
    # Who objected may agree after all.
    if (objects and sender.here.pair) or _is_other_side(sender, table_line):
        _store_confirmation(sender, line, How.OWN_DEVICE)
    else:
        may_confirm_here(sender, table_line)
        _store_confirmation(sender, line, How.SAME_DEVICE)


def _objects_itself(sender: Sender, table_line: TableLine) -> bool:
    side = table_line.side_of(sender.here.pair)
    return (
        table_line.state is LineState.OBJECTED
        and bool(side)
        and table_line.mark.objected_side == side
    )


def _store_confirmation(sender: Sender, line: TravellerLine, how: How) -> None:
    write_mark(
        line,
        confirmed_version=line.version,
        confirmed_side=sender.side if sender.here.pair else "",
        confirmed_device=sender.device,
        how=how,
        objected_version=None,
        proposal=None,
    )
    log_agreement(line, LogEntry.Action.CONFIRMED, sender.actor, how=how)


def _object(
    sender: Sender, line: TravellerLine, table_line: TableLine, proposal: dict[str, Any] | None
) -> None:
    side = table_line.side_of(sender.here.pair)
    if table_line.state is LineState.OBJECTED and table_line.mark.proposal == proposal:
        return
    write_mark(
        line,
        objected_version=line.version,
        objected_side=side or _others(table_line.mark.entered_side),
        objected_device=sender.device,
        proposal=proposal,
    )
    log_agreement(line, LogEntry.Action.OBJECTED, sender.actor, proposal=proposal or {})


def _others(side: str) -> str:
    return {"NS": "EW", "EW": "NS"}.get(side, "")


def _accept(sender: Sender, line: TravellerLine, table_line: TableLine) -> None:
    """A side takes over what the other proposed: changed and confirmed in one."""
    proposed = _proposed(table_line, line)
    side = table_line.side_of(sender.here.pair)
    if proposed is None or (side and side == table_line.mark.objected_side):
        raise DeviceRefused(Why.NOT_ALLOWED, ALREADY_OBJECTED)
    if not side:
        may_confirm_here(sender, table_line)
    entry = _store(sender, line, proposed)
    how = How.OWN_DEVICE if side else How.SAME_DEVICE
    write_mark(
        line,
        entered_side=table_line.mark.objected_side,
        entered_device=None,
        confirmed_version=line.version,
        confirmed_side=side,
        confirmed_device=sender.device,
        how=how,
        objected_version=None,
        proposal=None,
    )
    log_agreement(line, LogEntry.Action.CONFIRMED, sender.actor, how=how, part_of=entry)


def _ask_director(sender: Sender, line: TravellerLine, reason: str) -> None:
    """“Not played” waits for the director."""
    note = reason[:60]
    already = TableCall.objects.filter(
        line=line, kind=TableCall.Kind.NOT_PLAYED, answered_at=None, withdrawn_at=None
    )
    if not already.exists():
        call_from(sender, TableCall.Kind.NOT_PLAYED, line=line, board=line.board, note=note)


NEXT_ONLY: Final = sentence("From here you can only go to the next round.")

STILL_PLAYED: Final = sentence("Your next table still plays the round before.")


@in_transaction
def say_round(*, sending: Sending, number: int, agree: bool = True) -> Answer:
    """Those at a table go on to the next round, *we are at round 4*: at once where the table is
    done, else when both sides say so on their devices. A side without one need not, but then every
    board has a result. Without ``agree`` nobody has said so: the one side takes it back, or the
    other says no."""

    def act(sender: Sender) -> None:
        here = sender.here
        if number == here.round:
            return
        last = sender.state.index.rounds.get(here.place[0], 0)
        if number != here.round + 1 or number > last:
            raise DeviceRefused(Why.IMPOSSIBLE, NEXT_ONLY)
        if here.table is None:
            # It has no table to say it for: it goes on by itself when its next one is free.
            raise DeviceRefused(Why.CHANGED, STILL_PLAYED)
        if agree:
            _go_on(sender, number)
        else:
            _stay(here)
        raise_revision(sender.device.session_id)

    return once(sending=sending, line_id=None, act=act)


def _go_on(sender: Sender, number: int) -> None:
    here = sender.here
    section, table = here.place
    rounds = TableRound.objects.select_for_update(of=("self",), no_key=True)
    said, _made = rounds.get_or_create(section_id=section, table=table)
    speaks, others = _sides(sender)
    is_done = is_agreed(sender.state, here.place, here.round)
    if not is_done and not speaks:
        raise DeviceRefused(Why.NOT_ALLOWED, ASK_THEM)
    needs_others = bool(others) and sender.state.settings.confirm
    if not is_done and not needs_others:
        _refuse_missing(here)
    for side in speaks:
        setattr(said, side.lower(), number)
    heard = {side for side in SIDES if getattr(said, side.lower()) >= number}
    if is_done or not needs_others or others <= heard:
        said.round = number
    said.save()


def _stay(here: Whereabouts) -> None:
    section, table = here.place
    said = TableRound.objects.filter(section_id=section, table=table)
    for side in SIDES:
        name = side.lower()
        said.filter(**{f"{name}__gt": here.round}).update(**{name: here.round})


def _sides(sender: Sender) -> tuple[set[str], set[str]]:
    """The sides for which a device speaks, and those that have other devices to speak on: one that
    stays at the table speaks for whoever has no phone."""
    here = sender.here
    side_of = here.lines[0].side_of if here.lines else lambda _contestant: ""
    phones: set[str] = set()
    has_tablet = False
    for device in sender.state.devices.values():
        if device.pk == sender.device.pk or not device.enters:
            continue
        if device.contestant_id:
            phones.add(side_of(device.contestant_id))
        else:
            has_tablet |= (device.section_id, device.table) == here.place
    side = side_of(here.pair)
    if side:
        others = set(SIDES) - {side}
        return {side}, others if has_tablet else others & phones
    return set(SIDES) - phones, phones & set(SIDES)


def _refuse_missing(here: Whereabouts) -> None:
    missing = [str(table_line.line.board) for table_line in here.lines if table_line.line.is_empty]
    if missing:
        raise DeviceRefused(
            Why.CHANGED,
            sentence(
                "Without a result: %(boards)s. Enter it, or say that it was not played.",
                boards=", ".join(missing),
            ),
        )
