"""The standings of sessions, kept for every state of each of them: when a line of one of fifty
evenings changes, only that evening is scored again.

Every process keeps its own, see ``CACHES``; nothing is stored, and nothing that is kept can be out
of date, because it is found by the state of the session's log.
"""

from collections.abc import Collection
from dataclasses import dataclass

from django.core.cache import caches

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
    """The standings of sessions by their ids: in one query what is kept, in three more the rest.

    A session that has been deleted meanwhile has none.
    """
    cache = caches["standings"]
    keys = {pk: f"{pk}:{stamp}" for pk, stamp in log_stamps(session_ids).items()}
    kept = cache.get_many(keys.values())
    found = {pk: kept[key] for pk, key in keys.items() if key in kept}
    # Read after the stamp: what is newer than it is found by nobody later.
    missing = list(Session.objects.filter(pk__in=keys.keys() - found.keys()))
    anew = {
        pk: SessionStandings(scored.field.standings, scored.entered)
        for pk, scored in (score_sessions(missing) if missing else {}).items()
    }
    cache.set_many({keys[pk]: standings for pk, standings in anew.items()})
    return {pk: found.get(pk) or anew.get(pk, SessionStandings()) for pk in session_ids}
