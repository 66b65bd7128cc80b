"""Reading the penalties of sessions as plain values, in one query whatever their number."""

from collections.abc import Collection
from dataclasses import dataclass
from decimal import Decimal

from events.models import Contestant, Penalty, Section

_SELECT = f"""
    SELECT penalty.id, penalty.contestant_id, penalty.kind, penalty.amount, penalty.law,
           penalty.reason, section.session_id AS session_id
    FROM {Penalty._meta.db_table} AS penalty
    JOIN {Contestant._meta.db_table} AS contestant ON contestant.id = penalty.contestant_id
    JOIN {Section._meta.db_table} AS section ON section.id = contestant.section_id
    WHERE section.session_id IN ({{places}})
    ORDER BY penalty.id
"""  # noqa: S608 - the names of tables and columns are our own


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
    if not found:
        return {}
    # Raw SQL: every page of results asks, and most sessions have none.
    places = ", ".join(["%s"] * len(found))
    for each in Penalty.objects.raw(_SELECT.format(places=places), list(found)):
        record = PenaltyRecord(
            each.pk, each.contestant_id, each.kind, each.amount, each.law, each.reason
        )
        found[vars(each)["session_id"]].append(record)
    return found
