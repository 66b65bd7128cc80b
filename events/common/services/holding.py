"""Holding an event as it is, from before a page compares what was sent with what is stored until
the changes are written.

Each takes the values of the page's address and needs what it names; what is not there is not held,
and the page says so. What is held is what the services of the page lock first, in the order of
:mod:`.locks`.
"""

from contextlib import suppress

from clubscore.problems import Refused
from events.common.services.locks import lock_all_series, lock_session, lock_tournament
from events.models import PointsRule, Session, Tournament
from players.services.version import hold_register


def hold_session(*, session_id: int, **_others: object) -> None:
    """Hold a session, for its settings and handicaps."""
    # Looked up first: an address may hold a number that no database has room for.
    for pk in Session.objects.filter(pk=session_id).values_list("pk", flat=True):
        with suppress(Refused):
            lock_session(pk)


def hold_names(*, session_id: int, **_others: object) -> None:
    """Hold a session for its names, of which some may be new to the register."""
    hold_register()
    hold_session(session_id=session_id)


def hold_carry_over(*, session_id: int, **_others: object) -> None:
    """Hold a session for what it carries over."""
    lock_all_series()
    hold_session(session_id=session_id)


def hold_series(**_others: object) -> None:
    """Hold every series."""
    lock_all_series()


def hold_tournament(*, slug: str, **_others: object) -> None:
    """Hold a tournament, for its entries."""
    _hold_tournament(slug, alone=False)


def hold_tournament_alone(*, slug: str, **_others: object) -> None:
    """Hold a tournament for its settings, or the pairings of a round."""
    _hold_tournament(slug, alone=True)


def _hold_tournament(slug: str, *, alone: bool) -> None:
    for pk in Tournament.objects.filter(slug=slug).values_list("pk", flat=True):
        with suppress(Refused):
            lock_tournament(pk, alone=alone)


def hold_points_rule(*, rule_id: int, **_others: object) -> None:
    """Hold a rule for club points."""
    PointsRule.objects.select_for_update(no_key=True).filter(pk=rule_id).first()
