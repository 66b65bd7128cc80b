"""The standings of sessions, cached by the state of each: when a line of one of fifty sessions
changes, only that session is scored again.

Every process has its own cache, see ``CACHES``; it cannot be out of date, because its keys contain
the state of the session's log.
"""

from collections.abc import Collection
from dataclasses import dataclass

from django.core.cache import cache

from events.common.selectors.stamp import log_stamps
from events.models import Session
from events.sessions.domain.scoring.ranking import Standing
from events.sessions.services.scoring import score_sessions


@dataclass(frozen=True, slots=True)
class SessionStandings:
    """The standings of a session, list by list, and how many of its lines are filled in."""

    standings: tuple[Standing, ...] = ()
    entered: int = 0


def standings_of_sessions(session_ids: Collection[int]) -> dict[int, SessionStandings]:
    """The standings of sessions by their ids: one query for those cached, three more for the rest.

    A session that has been deleted meanwhile has none.
    """
    keys = {pk: f"{pk}:{stamp}" for pk, stamp in log_stamps(session_ids).items()}
    cached = cache.get_many(keys.values())
    found = {pk: cached[key] for pk, key in keys.items() if key in cached}
    # Read after the stamps: a change in between is cached under an old key, which no later
    # reader looks up.
    missing = list(Session.objects.filter(pk__in=keys.keys() - found.keys()))
    scored_now = {
        pk: SessionStandings(scored.field.standings, scored.entered)
        for pk, scored in (score_sessions(missing) if missing else {}).items()
    }
    cache.set_many({keys[pk]: standings for pk, standings in scored_now.items()}, None)
    return {pk: found.get(pk) or scored_now.get(pk, SessionStandings()) for pk in session_ids}
