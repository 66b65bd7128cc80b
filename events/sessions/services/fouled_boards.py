"""Fouled boards (Law 87): which lines of a board played the changed deal.

Results are compared only with others of the same deal.
"""

from collections.abc import Mapping

from django.db.models import F
from django.utils import timezone

from clubscore.actor import Actor
from clubscore.problems import Refused, gettext_noop, sentence
from clubscore.transactions import in_transaction
from events.common.services.locks import keep_session
from events.common.services.log import record
from events.models import LogEntry, TravellerLine

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


def lock_lines(*, session_id: int, board: int) -> list[TravellerLine]:
    """The lines of a board, locked for a change in this transaction."""
    keep_session(session_id)
    lines = TravellerLine.objects.select_for_update(of=("self",), no_key=True).filter(
        section__session=session_id, board=board
    )
    # Always in this order: two directors who lock the same lines cannot deadlock.
    return list(lines.order_by("pk"))


def store_deals(*, deals: Deals, by: Actor) -> None:
    """Store the deals of lines that are locked, and raise their versions."""
    # One statement for each deal; update() does not set auto_now fields by itself.
    for deal in sorted(set(deals.values())):
        TravellerLine.objects.filter(pk__in=[pk for pk in deals if deals[pk] == deal]).update(
            deal=deal,
            version=F("version") + 1,
            updated_at=timezone.now(),
            updated_by=by.user,
        )


def deal_values(board: int, deals: Deals) -> dict[str, object]:
    """Deals as they are logged."""
    return {"board": board, "deals": {str(pk): deals[pk] for pk in sorted(deals)}}


def _refuse(
    wanted: Mapping[int, str], deals: Deals, stored: Mapping[int, str], seen: Deals | None
) -> None:
    if not deals.keys() <= stored.keys():
        other = gettext_noop("The lines of this board have changed. Look at them again.")
        raise Refused(sentence(other))
    if seen is not None and any(stored[pk] != seen.get(pk, "") for pk in stored):
        meanwhile = gettext_noop(
            "Somebody else has marked lines of this board in the meantime. Your ticks are below; "
            "save again to overwrite theirs."
        )
        raise Refused(sentence(meanwhile))
    if TravellerLine.Deal.ORIGINAL not in wanted.values():
        everybody = gettext_noop(
            "All lines are ticked, so nobody would have played the original deal. Tick only the "
            "lines that played the changed deal."
        )
        raise Refused(sentence(everybody))
