"""Reading the penalties of sessions as plain values, in one query whatever their number."""

from collections.abc import Collection
from dataclasses import dataclass
from decimal import Decimal

from events.models import Penalty


@dataclass(frozen=True, slots=True)
class PenaltyRecord:
    """A penalty of a contestant (its id); ``kind`` is one of the model's."""

    pk: int
    contestant: int
    kind: str
    amount: Decimal
    law: str
    reason: str


def session_penalties(session_id: int) -> list[PenaltyRecord]:
    """The penalties of a session in the order in which they were given."""
    return penalties_of_sessions([session_id])[session_id]


def penalties_of_sessions(session_ids: Collection[int]) -> dict[int, list[PenaltyRecord]]:
    """The penalties of several sessions by the session's id, each in its order."""
    found: dict[int, list[PenaltyRecord]] = {session_id: [] for session_id in session_ids}
    rows = (
        Penalty.objects.filter(contestant__section__session__in=session_ids)
        .order_by("pk")
        .values_list(
            "contestant__section__session",
            "pk",
            "contestant",
            "kind",
            "amount",
            "law",
            "reason",
        )
    )
    for session_id, pk, contestant, kind, amount, law, reason in rows:
        found[session_id].append(PenaltyRecord(pk, contestant, kind, amount, law, reason))
    return found
