"""The contestants of a session as its pages show them, read once until one of them changes."""

from typing import Final

from clubscore.recent import Recent
from events.common.selectors.stamp import people_stamp
from events.sessions.selectors.contestants import ContestantRecord, session_contestants

MAX_CONTESTANTS: Final = 500
_RECENT: Final[Recent[dict[int, ContestantRecord]]] = Recent(8)


def recent_contestants(session_id: int, *, full_names: bool) -> dict[int, ContestantRecord]:
    """As :func:`session_contestants` has them."""
    return _RECENT.get(
        (session_id, full_names),
        stamp=people_stamp(session_id),
        make=lambda: session_contestants(session_id, full_names=full_names),
        fits=lambda found: len(found) <= MAX_CONTESTANTS,
    )
