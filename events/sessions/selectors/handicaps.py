"""Reading handicaps of other sessions."""

from collections.abc import Collection
from decimal import Decimal

from django.db.models import OuterRef, Q, Subquery

from events.models import ContestantPlayer, Session
from players.models import Player


def last_handicaps(session: Session, player_ids: Collection[int]) -> dict[int, Decimal]:
    """The last handicap of each player before this session, for those who had one."""
    # Of two sessions on one day, the one set up first counts as the earlier.
    earlier = Q(session__date__lt=session.date) | Q(
        session__date=session.date, session__lt=session.pk
    )
    # One row for each player, however often they played.
    last = (
        ContestantPlayer.objects.filter(earlier, player=OuterRef("pk"), handicap__isnull=False)
        .order_by("-session__date", "-session")
        .values("handicap")[:1]
    )
    players = Player.everybody.filter(pk__in=player_ids).order_by()
    rows = players.annotate(last=Subquery(last)).values_list("pk", "last")
    return {player: handicap for player, handicap in rows if handicap is not None}
