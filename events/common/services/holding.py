"""Holding an event as it is, from before a page compares what was sent with what is stored until
the changes are written.

Each takes the values of the page's address and needs what it names. The services that write take
their own locks as well, of which these are the first.
"""

from django.db.models import Q

from events.models import Series, Session, Tournament


def hold_session(*, session_id: int, **_others: object) -> None:
    """Hold a session, if there is one of this number."""
    Session.objects.select_for_update(no_key=True).filter(pk=session_id).first()


def hold_tournament(*, slug: str, **_others: object) -> None:
    """Hold a tournament, if there is one of this address."""
    _hold_tournament(Q(slug=slug))


def hold_tournament_of(*, tournament_id: int) -> None:
    """Hold the tournament of an entry, a round or a game."""
    _hold_tournament(Q(pk=tournament_id))


def hold_series(**_others: object) -> None:
    """Hold every series: they carry each other forward, and a change of one is of all."""
    list(Series.objects.select_for_update(no_key=True).order_by("pk").values_list("pk"))


def _hold_tournament(which: Q) -> None:
    Tournament.objects.select_for_update(no_key=True).filter(which).first()
