"""Entering results: a line of a traveller is filled in, changed or cleared."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.db import transaction

from clubscore.database.prepared import Prepared
from clubscore.database.transactions import in_transaction
from clubscore.text.problems import Refused, Sentence, gettext_noop, sentence
from clubscore.web.visitors import Actor
from events.common.selectors import first_of
from events.common.services import keep, non_blank, record
from events.devices.domain.codes import read_device_name
from events.models import LineContestant, LogEntry, Session, TravellerLine
from events.models.line import columns_of, result_of_state
from events.sessions.core.domain.line_result import EMPTY, LineResult, describe
from events.sessions.core.domain.seats import ShownNumber, Together
from events.sessions.core.selectors import has_several_sections
from events.sessions.lines.figures import NeedsReason, read_typed

SOMEBODY = Sentence(gettext_noop("somebody else"))
_SOMEBODY_FIRST = Sentence(gettext_noop("Somebody else"))


@dataclass(frozen=True, slots=True)
class Entered:
    """The line as it is stored now, whether anything changed, and the entry of the log if so."""

    line: TravellerLine
    changed: bool
    entry: LogEntry | None = None


def changed_by(line: TravellerLine, *, is_first: bool = False) -> str | Sentence:
    """Who changed a line last, ``is_first`` as a sentence begins: a director, or the table of a
    phone."""
    if line.updated_by:
        return str(line.updated_by.get_username())
    devices = LogEntry.objects.filter(line=line).order_by("-pk").values_list("device", flat=True)
    device = read_device_name(devices.first() or "")
    if device:
        place = device.place
        if is_first:
            return sentence("Table %(table)s", table=place)
        return sentence("table %(place)s", place=place)
    return _SOMEBODY_FIRST if is_first else SOMEBODY


class Conflict(Refused):
    """The line was changed by somebody else since the page showed it.

    ``line`` is the line as it is stored; ``mine`` describes what was typed.
    """

    def __init__(self, line: TravellerLine, mine: Sentence) -> None:
        entered = gettext_noop(
            "%(who)s has entered %(result)s here; you typed %(mine)s. Enter overwrites with "
            "yours; Esc keeps theirs."
        )
        changed = gettext_noop(
            "%(who)s has cleared this line; you typed %(mine)s. Enter saves yours; Esc leaves it "
            "empty."
        )
        template = changed if line.is_empty else entered
        who = changed_by(line, is_first=True)
        super().__init__(sentence(template, who=who, result=describe(line.result), mine=mine))
        self.line = line


@in_transaction
def enter_result(
    *,
    session_id: int,
    line_id: int,
    text: str,
    by: Actor,
    version: int | None = None,
    together_with: int | None = None,
) -> Entered:
    """Read ``text`` by the one-field grammar and save it in the line; an empty text clears it.

    A reason behind the result lets a score pass that is impossible on the board, and is logged.
    The same result a second time changes nothing. ``together_with`` is the log entry of a line
    that this director pasted with it: they are undone together. Raises :class:`Refused`
    when the text is no possible result, :class:`Conflict` when ``version`` is given and is not
    the line's, ``TravellerLine.DoesNotExist`` when the session has no such line.
    """
    line = lock_line(session_id=session_id, line_id=line_id)
    typed = read_typed(line=line, text=text)
    first = None
    if together_with and by.user:
        first = first_of(entry_id=together_with, session_id=session_id, user_id=by.user.pk)
    return store_result(
        line=line, result=typed.result, by=by, version=version, reason=typed.reason, part_of=first
    )


# Only the line: with the joined session, directors at other tables would wait as well.
_LOCKED = Prepared(
    lambda line_id, session_id: (
        TravellerLine.objects.select_for_update(of=("self",), no_key=True)
        .select_related("section__session")
        .filter(pk=line_id, section__session__pk=session_id, section__session__deleted_at=None)
    )
)


def lock_line(*, session_id: int, line_id: int) -> TravellerLine:
    """The line, for a change in this transaction. Raises ``TravellerLine.DoesNotExist``."""
    keep(Session, session_id)
    line = _LOCKED.first(line_id, session_id)
    if line is None:
        raise TravellerLine.DoesNotExist
    return line


def lock_lines(*, session_id: int, **where: object) -> list[TravellerLine]:
    """The lines of a board or a table, locked for a change in this transaction."""
    keep(Session, session_id)
    lines = TravellerLine.objects.select_for_update(of=("self",), no_key=True).filter(
        section__session=session_id, **where
    )
    # Always in this order: two directors who lock the same lines cannot deadlock.
    return list(lines.order_by("pk"))


@transaction.atomic(savepoint=False)
def store_result(
    *,
    line: TravellerLine,
    result: LineResult,
    by: Actor,
    version: int | None = None,
    reason: str = "",
    part_of: LogEntry | None = None,
) -> Entered:
    """Save a result in a line that was read for update, and log it.

    An adjusted score leaves the table's result in place. An empty result over an adjusted score
    cancels the ruling, and over a result of the table clears the line.
    """
    action = LogEntry.Action.ENTERED
    # Law 12: the adjusted score replaces the table result, which stays on record below it.
    if result.adjustment is not None and result.score_ns is None:
        result = replace(line.result, adjustment=result.adjustment)
    elif result == EMPTY and line.adjustment and line.score_ns is not None:
        result = line.result.at_the_table
        action = LogEntry.Action.UNRULED
    elif result == EMPTY:
        action = LogEntry.Action.CLEARED
    state = columns_of(result)
    if result.adjustment is None:
        state |= {"law": "", "reason": ""}
    return change_line(
        line=line,
        state=state,
        action=action,
        by=by,
        version=version,
        reason=reason,
        part_of=part_of,
    )


@transaction.atomic(savepoint=False)
def change_line(
    *,
    line: TravellerLine,
    state: Mapping[str, Any],
    action: LogEntry.Action,
    by: Actor,
    version: int | None = None,
    reason: str = "",
    undoes: LogEntry | None = None,
    part_of: LogEntry | None = None,
) -> Entered:
    """Save some columns of a line that was read for update, and log its whole state, with
    ``reason`` or that of its ruling.

    The same values again change nothing. Raises :class:`Conflict`, and :class:`NeedsReason` where
    a result of a finished session would change without one: what is missing may still come in.
    """
    before = line.state
    after = before | dict(state)
    # Before the version: a browser without an answer sends again, with an old version.
    if after == before:
        return Entered(line, changed=False)
    if version is not None and version != line.version:
        raise Conflict(line, describe(result_of_state(after)))
    if not (line.is_empty or reason or state.get("reason")):
        refuse_when_finished(line.section.session)
    for field, value in state.items():
        setattr(line, field, value)
    line.version += 1
    line.updated_by_id = by.user.pk if by.user else None
    line.save(update_fields=[*state, "version", "updated_at", "updated_by"])
    entry = record(
        session_id=line.section.session_id,
        action=action,
        by=by,
        line=line,
        before=non_blank(before),
        after=non_blank(after),
        reason=reason or line.reason,
        undoes=undoes,
        part_of=part_of,
    )
    return Entered(line, changed=True, entry=entry)


def refuse_when_finished(session: Session) -> None:
    """Raise :class:`NeedsReason` where a session is finished."""
    if session.is_finished:
        raise NeedsReason.because(
            "The session is finished: a change needs a reason. Type it behind the result and an"
            " exclamation mark, or reopen the session."
        )


def place_values(line: TravellerLine) -> dict[str, object]:
    """The board and who sat there, as the values ``board``, ``ns`` and ``ew`` of a sentence."""
    several = has_several_sections(line.section.session_id)
    sides: dict[str, list[ShownNumber]] = {"NS": [], "EW": []}
    seats = LineContestant.objects.filter(line=line).select_related("contestant__section")
    for seat in seats.order_by("position"):
        sides[seat.direction].append(seat.contestant.shown(several=several))
    ns, ew = (Together(tuple(side)) for side in sides.values())
    return {"board": line.board, "ns": ns, "ew": ew}
