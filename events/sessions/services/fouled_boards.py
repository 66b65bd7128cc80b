"""Fouled boards (Law 87): which lines of a board played the changed deal.

The results of every deal are compared with each other only.
"""

from collections.abc import Mapping

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from clubscore.actor import Actor
from clubscore.problems import Refused, gettext_noop, sentence
from events.common.services.log import record
from events.models import LogEntry, TravellerLine

Deals = Mapping[int, str]
"""Lines by id, and the deal that each played; a line that is not named played the original."""


@transaction.atomic
def tell_deals_apart(
    *,
    session_id: int,
    board: int,
    deals: Deals,
    by: Actor,
    seen: Deals | None = None,
    reason: str = "",
) -> bool:
    """Say which deal every line of a board played; whether that was any news.

    Raises :class:`Refused` when all played the same changed deal, when a line is not of this
    board, or when the deals are not as ``seen`` any more.
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
    keep_deals(deals=after, by=by)
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
    """The lines of a board, for a change in this transaction."""
    lines = TravellerLine.objects.select_for_update(of=("self",)).filter(
        section__session=session_id, board=board
    )
    return list(lines.order_by("pk"))


def keep_deals(*, deals: Deals, by: Actor) -> None:
    """Store the deals of lines that are locked; their versions go up."""
    for deal in sorted(set(deals.values())):
        TravellerLine.objects.filter(pk__in=[pk for pk in deals if deals[pk] == deal]).update(
            deal=deal,
            version=F("version") + 1,
            updated_at=timezone.now(),
            updated_by=by.user,
        )


def deal_values(board: int, deals: Deals) -> dict[str, object]:
    """Deals as the log keeps them."""
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
