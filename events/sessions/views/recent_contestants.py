"""The contestants of a session as its pages show them, read once for each of its states."""

from typing import Final

from clubscore.recent import Recent
from events.sessions.selectors.contestants import ContestantRecord, session_contestants

MAX_CONTESTANTS: Final = 500
_RECENT: Final[Recent[dict[int, ContestantRecord]]] = Recent(8)


def recent_contestants(
    session_id: int, *, stamp: str, full_names: bool
) -> dict[int, ContestantRecord]:
    """As :func:`session_contestants` has them; ``stamp`` is the session's, read before."""
    return _RECENT.get(
        (session_id, full_names),
        stamp=stamp,
        make=lambda: session_contestants(session_id, full_names=full_names),
        fits=lambda found: len(found) <= MAX_CONTESTANTS,
    )
