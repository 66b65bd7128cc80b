"""Reading handicaps of other sessions."""

from collections.abc import Collection
from decimal import Decimal

from django.db.models import Q

from events.models import ContestantPlayer, Session


def last_handicaps(session: Session, player_ids: Collection[int]) -> dict[int, Decimal]:
    """The last handicap of each player before this session, for those who had one."""
    # Of two sessions on one day, the one set up first counts as the earlier.
    earlier = Q(session__date__lt=session.date) | Q(
        session__date=session.date, session__lt=session.pk
    )
    rows = (
        ContestantPlayer.objects.filter(earlier, player__in=player_ids, handicap__isnull=False)
        .order_by("session__date", "session")
        .values_list("player", "handicap")
    )
    # In order of date, so that a later handicap replaces an earlier one.
    return {player: handicap for player, handicap in rows if handicap is not None}
