"""Penalties: given to a contestant, and cancelled. Both are logged."""

from decimal import Decimal
from typing import Any

from clubscore.actor import Actor
from clubscore.problems import Refused, gettext_noop, sentence
from clubscore.transactions import in_transaction
from events.common.services.locks import keep_session
from events.common.services.log import record
from events.models import Contestant, LogEntry, Penalty


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
    keep_session(session_id)
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
def take_back_penalty(*, session_id: int, penalty_id: int, by: Actor) -> Penalty:
    """Cancel a penalty. Raises :class:`Refused` when it does not exist (any more)."""
    penalty = lock_penalty(session_id=session_id, penalty_id=penalty_id)
    if penalty is None:
        gone = gettext_noop("There is no such penalty; it may already have been cancelled.")
        raise Refused(sentence(gone))
    record(
        session_id=session_id,
        action=LogEntry.Action.PARDONED,
        by=by,
        before=penalty_values(penalty),
        reason=penalty.reason,
    )
    penalty.delete()
    return penalty


def lock_penalty(*, session_id: int, penalty_id: int) -> Penalty | None:
    """The penalty with its contestant, locked for a change, or ``None``."""
    keep_session(session_id)
    return (
        Penalty.objects.select_for_update(of=("self",))
        .select_related("contestant__section")
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
    """The number as pages show it: the letter of the first section is left out."""
    letter = contestant.section.letter
    return f"{'' if letter == 'A' else letter}{contestant}"
