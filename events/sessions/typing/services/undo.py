"""Undoing: a director's last change of results is reversed, then the one before it, and so on.

The log stays as it is: an undo is an entry of its own that points to what it undoes, and an entry
is undone once; entries that were made together are undone together. What somebody else has
changed since is never undone: the first attempt reports it, the next one passes over it, so that it
does not block the undo of earlier changes.
"""

from collections.abc import Collection, Hashable
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.db import transaction

from clubscore.database.transactions import in_transaction
from clubscore.text.problems import Refused, Sentence, sentence
from clubscore.web.visitors import Actor
from events.common.selectors import last_change, parts_of
from events.common.services import lock_session, non_blank, record
from events.models import Contestant, LogEntry, Penalty, TickedDoubt, TravellerLine
from events.models.line import STATE_FIELDS, result_of_state
from events.sessions.core.domain.line_result import describe
from events.sessions.lines.services.saving import (
    SOMEBODY,
    change_line,
    changed_by,
    lock_line,
    lock_lines,
    place_values,
)
from events.sessions.lines.services.seats import undo_seats
from events.sessions.rulings.services import deal_values, lock_penalty, store_deals

NOTHING = sentence("There is nothing to undo: you have made no changes in this session.")
NOTHING_ELSE = sentence(
    "There is nothing else to undo: others have since changed what you changed before."
)
GO_PAST = sentence("Undo again for your change before that.")
_EMPTY_STATE = {
    name: TravellerLine._meta.get_field(name).get_default()  # type: ignore[union-attr]
    for name in STATE_FIELDS
}


@dataclass(frozen=True, slots=True)
class Undone:
    """What was undone; ``boards`` are those whose lines changed, none for a penalty."""

    message: Sentence
    boards: tuple[int, ...] = ()


class NotUndoneError(Refused):
    """The change has been overwritten since; ``entry`` is its number in the log."""

    def __init__(self, entry: int, refusal: Refused) -> None:
        self.entry = entry
        super().__init__(*refusal.problems, GO_PAST)


class _How(NamedTuple):
    """Who undoes, and why, where the session is finished."""

    by: Actor
    reason: str


@in_transaction
def undo_last(
    *,
    session_id: int,
    by: Actor,
    shown: Collection[int] = (),
    board: int | None = None,
    reason: str = "",
) -> Undone:
    """Take back the last change of results that this director made in the session, or, of those on
    the ``board`` that is shown, a phone at its table.

    Raises :class:`Refused` when there is none, or the session is finished and no ``reason`` given,
    and :class:`NotUndoneError` when somebody has since
    changed it again; log entries for which that was already ``shown`` are passed over, with
    every earlier change of the same line, board or penalty.
    """
    # Two windows of one director must not undo the same entry.
    if lock_session(session_id).is_finished and not reason:
        raise Refused.because(
            "The session is finished: an undo needs a reason, on the page of the rulings. Or reopen"
            " the session."
        )
    passed: set[Hashable] = set()
    entry = _change_before(None, session_id, by, board)
    while entry is not None:
        subjects = _subjects(entry)
        if passed.isdisjoint(subjects):
            try:
                # A savepoint: what a refused undo has written is rolled back before the next try.
                with transaction.atomic():
                    return _undo(session_id, entry, _How(by, reason))
            except Refused as refusal:
                if entry.pk not in shown:
                    raise NotUndoneError(entry.pk, refusal) from refusal
                passed |= subjects
        entry = _change_before(entry.pk, session_id, by, board)
    raise Refused(NOTHING_ELSE if passed else NOTHING)


def _change_before(before: int | None, session: int, by: Actor, on: int | None) -> LogEntry | None:
    user = by.user.pk if by.user else 0
    return last_change(session_id=session, user_id=user, before=before, tables_on=on)


def _subjects(entry: LogEntry) -> set[Hashable]:
    """What was changed: lines, the deals or the seats of a board, or a penalty."""
    match entry.action:
        case LogEntry.Action.FOULED:
            return {("deals", entry.after["board"])}
        case LogEntry.Action.DISMISSED:
            return {("doubt", entry.after.get("key"))}
    if entry.line is None:
        return {("penalty", entry.before.get("penalty") or entry.after["penalty"])}
    if entry.action == LogEntry.Action.SEATED:
        return {("seats", part.line.board) for part in parts_of(entry) if part.line}
    return {("line", part.line_id) for part in parts_of(entry)}


def _undo(session_id: int, entry: LogEntry, how: _How) -> Undone:
    match entry.action:
        case LogEntry.Action.PENALISED:
            return _undo_penalty(session_id, entry, how)
        case LogEntry.Action.PARDONED:
            return _undo_cancelled_penalty(entry, how)
        case LogEntry.Action.FOULED:
            return _undo_deals(session_id, entry, how)
        case LogEntry.Action.SEATED:
            return _undo_seats(entry, how)
        case LogEntry.Action.DISMISSED:
            return _undo_dismissal(entry, how)
    return _undo_lines(session_id, entry, how)


def _undo_lines(session_id: int, entry: LogEntry, how: _How) -> Undone:
    """All lines that were changed together, or none where one of them has changed since."""
    first, *others = parts_of(entry)
    undone = _undo_line(session_id, first, how)
    if not others:
        return undone
    own = first.undone_by
    boards = set(undone.boards)
    for part in others:
        boards.update(_undo_line(session_id, part, how, part_of=own).boards)
    named = ", ".join(map(str, sorted(boards)))
    return Undone(
        sentence(
            "Undone: %(lines)s results are as before, on board %(boards)s.",
            lines=1 + len(others),
            boards=named,
        ),
        tuple(sorted(boards)),
    )


def _undo_line(
    session_id: int, entry: LogEntry, how: _How, *, part_of: LogEntry | None = None
) -> Undone:
    line = lock_line(session_id=session_id, line_id=entry.line_id or 0)
    now = non_blank(line.state)
    place = place_values(line)
    if now != entry.after:
        who = changed_by(line)
        values = {"yours": _described(entry.after), "now": _described(now), "who": who}
        raise Refused.because(
            "Not undone: on board %(board)s, %(ns)s against %(ew)s you left %(yours)s, and "
            "since"
            " then %(who)s made it %(now)s.",
            **place,
            **values,
        )
    change_line(
        line=line,
        # The log leaves blank columns out.
        state=_EMPTY_STATE | entry.before,
        action=LogEntry.Action.UNDONE,
        by=how.by,
        reason=how.reason,
        undoes=entry,
        part_of=part_of,
    )
    was, again = _described(entry.after), _described(entry.before)
    if was == again:
        return Undone(
            sentence(
                "Undone on board %(board)s, %(ns)s against %(ew)s: law and reason are as before.",
                **place,
            ),
            (line.board,),
        )
    return Undone(
        sentence(
            "Undone on board %(board)s, %(ns)s against %(ew)s: %(was)s is now %(again)s again.",
            **place,
            was=was,
            again=again,
        ),
        (line.board,),
    )


def _undo_penalty(session_id: int, entry: LogEntry, how: _How) -> Undone:
    penalty = lock_penalty(session_id=session_id, penalty_id=entry.after["penalty"])
    if penalty is None:
        raise Refused.because(
            "Not undone: you gave %(name)s a penalty (%(reason)s), but %(who)s has since "
            "cancelled it.",
            **_penalty_words(entry.after),
            who=_cancelled_by(session_id, entry.after["penalty"]),
        )
    penalty.delete()
    _record(entry, how)
    return Undone(
        sentence(
            "Undone: the penalty of %(name)s (%(reason)s) is cancelled.",
            **_penalty_words(entry.after),
        )
    )


def _cancelled_by(session_id: int, penalty: int) -> str | Sentence:
    entries = LogEntry.objects.filter(
        session=session_id, action=LogEntry.Action.PARDONED, before__penalty=penalty
    )
    entry = entries.order_by("-pk").select_related("user").first()
    return entry.user.get_username() if entry and entry.user else SOMEBODY


def _undo_cancelled_penalty(entry: LogEntry, how: _How) -> Undone:
    cancelled = entry.before
    if not Contestant.objects.filter(pk=cancelled["contestant"]).exists():
        raise Refused.because(
            "Not undone: you cancelled a penalty of %(name)s (%(reason)s), who is no longer in "
            "this session.",
            **_penalty_words(cancelled),
        )
    penalty = Penalty(
        # The same key as before: earlier log entries name the penalty by it.
        pk=cancelled["penalty"],
        contestant_id=cancelled["contestant"],
        **{name: cancelled[name] for name in ("kind", "amount", "law", "reason")},
    )
    penalty.save(force_insert=True)
    _record(entry, how)
    return Undone(
        sentence(
            "Undone: the penalty of %(name)s (%(reason)s) applies again.",
            **_penalty_words(cancelled),
        )
    )


def _undo_deals(session_id: int, entry: LogEntry, how: _How) -> Undone:
    board: int = entry.after["board"]
    # The keys of a JSON object are text.
    yours = {int(pk): deal for pk, deal in entry.after["deals"].items()}
    lines = {line.pk: line for line in lock_lines(session_id=session_id, board=board)}
    now = {pk: lines[pk].deal for pk in yours if pk in lines}
    if now != yours:
        values = {"yours": _tables(lines, yours), "now": _tables(lines, now)}
        raise Refused.because(
            "Not undone: on board %(board)s you marked the changed deal at table/round "
            "%(yours)s, "
            "but now it is marked at %(now)s.",
            board=board,
            **values,
        )
    before = {int(pk): deal for pk, deal in entry.before["deals"].items()}
    store_deals(deals=before, by=how.by)
    record(
        session_id=entry.session_id,
        action=LogEntry.Action.UNDONE,
        by=how.by,
        reason=how.reason,
        before=deal_values(board, yours),
        after=deal_values(board, before),
        undoes=entry,
    )
    return Undone(
        sentence(
            "Undone on board %(board)s: which lines played which deal is as before.", board=board
        ),
        (board,),
    )


def _undo_seats(entry: LogEntry, how: _How) -> Undone:
    """All lines of a slip that were turned together, or the one."""
    first, *others = parts_of(entry)
    line = undo_seats(entry=first, by=how.by, reason=how.reason)
    if others:
        own = first.undone_by
        boards = {line.board}
        boards.update(
            undo_seats(entry=part, by=how.by, reason=how.reason, part_of=own).board
            for part in others
        )
        named = ", ".join(map(str, sorted(boards)))
        return Undone(
            sentence("Undone on boards %(boards)s: everybody sits there as before.", boards=named),
            tuple(sorted(boards)),
        )
    return Undone(
        sentence(
            "Undone on board %(board)s: %(ns)s against %(ew)s are scheduled there again.",
            **place_values(line),
        ),
        (line.board,),
    )


def _undo_dismissal(entry: LogEntry, how: _How) -> Undone:
    board: int = entry.after["board"]
    dismissals = TickedDoubt.objects.filter(session=entry.session_id, key=entry.after.get("key"))
    deleted, _by_model = dismissals.delete()
    if not deleted:
        raise Refused.because(
            "Not undone: the doubt you dismissed on board %(board)s has already been raised again.",
            board=board,
        )
    _record(entry, how)
    # A doubt about exchanged boards is about lines of two boards.
    lines = TravellerLine.objects.filter(
        section__session=entry.session_id, pk__in=entry.after["lines"]
    )
    boards = {board, *lines.values_list("board", flat=True)}
    named = ", ".join(map(str, sorted(boards)))
    return Undone(
        sentence("Undone on board %(board)s: the doubt is raised again.", board=named),
        tuple(sorted(boards)),
    )


def _record(entry: LogEntry, how: _How) -> None:
    """Log the undo of a change that belongs to no line, with before and after exchanged."""
    record(
        session_id=entry.session_id,
        action=LogEntry.Action.UNDONE,
        by=how.by,
        reason=how.reason,
        before=entry.after,
        after=entry.before,
        undoes=entry,
    )


def _described(values: dict[str, Any]) -> Sentence:
    """The result in a logged state of a line, in words."""
    return describe(result_of_state(values))


def _penalty_words(values: dict[str, Any]) -> dict[str, str]:
    return {"name": values["name"], "reason": values["reason"]}


def _tables(lines: dict[int, TravellerLine], deals: dict[int, str]) -> str:
    """The tables and rounds of the lines that played a changed deal: ``3/1, 5/2``."""
    places = [lines[pk] for pk, deal in sorted(deals.items()) if deal and pk in lines]
    return ", ".join(f"{line.table or '–'}/{line.round or '–'}" for line in places) or "–"
