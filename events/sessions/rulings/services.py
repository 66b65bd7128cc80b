"""Rulings on a line: made, changed, cancelled. The table's own result stays on record.

Penalties: given to a contestant, and cancelled. Both are logged.

Fouled boards (Law 87): which lines of a board played the changed deal.

Results are compared only with others of the same deal.
"""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from django.db.models import F
from django.utils import timezone

from clubscore.database.transactions import in_transaction
from clubscore.text.problems import Refused
from clubscore.web.visitors import Actor
from events.common.services import keep, record
from events.models import Contestant, LogEntry, Penalty, Session, TravellerLine
from events.sessions.core.domain.adjustment import Adjustment
from events.sessions.core.domain.result_field import adjustment_faults
from events.sessions.core.selectors import has_several_sections
from events.sessions.lines.services.saving import (
    Entered,
    change_line,
    lock_line,
    lock_lines,
    refuse_when_finished,
)


@in_transaction
def make_ruling(
    *,
    session_id: int,
    line_id: int,
    adjustment: Adjustment,
    by: Actor,
    law: str = "",
    reason: str = "",
    version: int | None = None,
) -> Entered:
    """Let an adjusted score replace the table's result.

    Raises :class:`Refused` when a score is impossible on the board, ``lines.Conflict`` when
    ``version`` is given and is not the line's, ``TravellerLine.DoesNotExist``.
    """
    line = lock_line(session_id=session_id, line_id=line_id)
    faults = list(adjustment_faults(adjustment, board=line.board))
    if faults:
        raise Refused(*faults)
    state = {"adjustment": str(adjustment), "law": law, "reason": reason}
    return change_line(line=line, state=state, action=LogEntry.Action.RULED, by=by, version=version)


@in_transaction
def take_back_ruling(
    *, session_id: int, line_id: int, by: Actor, version: int | None = None, reason: str = ""
) -> Entered:
    """Cancel a ruling: the table's result counts again, if there is one.

    Raises :class:`Refused` when there is no ruling, ``lines.Conflict``,
    ``TravellerLine.DoesNotExist``.
    """
    line = lock_line(session_id=session_id, line_id=line_id)
    if not line.adjustment:
        raise Refused.because(
            "There is no ruling on this line; it may already have been cancelled."
        )
    state = {"adjustment": "", "law": "", "reason": ""}
    cancelled = LogEntry.Action.UNRULED
    return change_line(
        line=line, state=state, action=cancelled, by=by, version=version, reason=reason
    )


@in_transaction
def give_penalty(
    *,
    session_id: int,
    contestant_id: int,
    kind: str,
    reason: str,
    by: Actor,
    amount: Decimal = Decimal(0),
    law: str = "",
) -> Penalty:
    """Take something off a contestant's total, or give a warning.

    Raises ``Contestant.DoesNotExist`` when the session has no such contestant.
    """
    keep(Session, session_id)
    contestant = Contestant.objects.select_related("section").get(
        pk=contestant_id, section__session=session_id
    )
    penalty = Penalty(contestant=contestant, kind=kind, amount=amount, law=law, reason=reason)
    penalty.full_clean()
    penalty.save(force_insert=True)
    record(
        session_id=session_id,
        action=LogEntry.Action.PENALISED,
        by=by,
        after=penalty_values(penalty),
        reason=reason,
    )
    return penalty


@in_transaction
def take_back_penalty(*, session_id: int, penalty_id: int, by: Actor, reason: str = "") -> Penalty:
    """Cancel a penalty. Raises :class:`Refused` when it does not exist (any more), and without a
    reason where the session is finished."""
    penalty = lock_penalty(session_id=session_id, penalty_id=penalty_id)
    if penalty is None:
        raise Refused.because("There is no such penalty; it may already have been cancelled.")
    if not reason:
        refuse_when_finished(penalty.contestant.section.session)
    record(
        session_id=session_id,
        action=LogEntry.Action.PARDONED,
        by=by,
        before=penalty_values(penalty),
        reason=reason or penalty.reason,
    )
    penalty.delete()
    return penalty


def lock_penalty(*, session_id: int, penalty_id: int) -> Penalty | None:
    """The penalty with its contestant, locked for a change, or ``None``."""
    keep(Session, session_id)
    return (
        Penalty.objects.select_for_update(of=("self",))
        .select_related("contestant__section__session")
        .filter(pk=penalty_id, contestant__section__session=session_id)
        .first()
    )


def penalty_values(penalty: Penalty) -> dict[str, Any]:
    """A penalty as it is logged: enough to give it again."""
    return {
        "penalty": penalty.pk,
        "contestant": penalty.contestant_id,
        "name": contestant_name(penalty.contestant),
        "kind": str(penalty.kind),
        "amount": str(penalty.amount),
        "law": penalty.law,
        "reason": penalty.reason,
    }


def contestant_name(contestant: Contestant) -> str:
    """The number as pages show it: with its section where there are several."""
    return str(contestant.shown(several=has_several_sections(contestant.section.session_id)))


Deals = Mapping[int, str]
"""The deal that each line played, by the line's id; a line without one played the original."""


@in_transaction
def mark_deals(
    *,
    session_id: int,
    board: int,
    deals: Deals,
    by: Actor,
    seen: Deals | None = None,
    reason: str = "",
) -> bool:
    """Mark which deal every line of a board played; returns whether anything changed.

    Raises :class:`Refused` when nobody would have played the original deal, when a line is not
    on this board, or when the deals are no longer as ``seen``.
    """
    lines = lock_lines(session_id=session_id, board=board)
    stored = {line.pk: line.deal for line in lines}
    wanted = {pk: deals.get(pk, TravellerLine.Deal.ORIGINAL.value) for pk in stored}
    _refuse(wanted, deals, stored, seen)
    changed = {pk for pk, deal in wanted.items() if deal != stored[pk]}
    if not changed:
        return False
    if not reason:
        refuse_when_finished(lines[0].section.session)
    before = {pk: stored[pk] for pk in changed}
    after = {pk: wanted[pk] for pk in changed}
    store_deals(deals=after, by=by)
    record(
        session_id=session_id,
        action=LogEntry.Action.FOULED,
        by=by,
        before=deal_values(board, before),
        after=deal_values(board, after),
        reason=reason,
    )
    return True


def store_deals(*, deals: Deals, by: Actor) -> None:
    """Store the deals of lines that are locked, and raise their versions."""
    # One statement for each deal; update() does not set auto_now fields by itself.
    for deal in sorted(set(deals.values())):
        TravellerLine.objects.filter(pk__in=[pk for pk in deals if deals[pk] == deal]).update(
            deal=deal, version=F("version") + 1, updated_at=timezone.now(), updated_by=by.user
        )


def deal_values(board: int, deals: Deals) -> dict[str, object]:
    """Deals as they are logged."""
    return {"board": board, "deals": {str(pk): deals[pk] for pk in sorted(deals)}}


def _refuse(
    wanted: Mapping[int, str], deals: Deals, stored: Mapping[int, str], seen: Deals | None
) -> None:
    if not deals.keys() <= stored.keys():
        raise Refused.because("The lines of this board have changed. Look at them again.")
    if seen is not None and any(stored[pk] != seen.get(pk, "") for pk in stored):
        raise Refused.because(
            "Somebody else has marked lines of this board in the meantime. Your ticks are "
            "below; "
            "save again to overwrite theirs."
        )
    if TravellerLine.Deal.ORIGINAL not in wanted.values():
        raise Refused.because(
            "All lines are ticked, so nobody would have played the original deal. Tick only "
            "the "
            "lines that played the changed deal."
        )
