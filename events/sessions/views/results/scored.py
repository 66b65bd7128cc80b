"""A session as the pages of results begin: read again, and scored once for each of its states."""

from typing import Final

from clubscore.recent import Recent
from events.common.selectors.stamp import session_stamp
from events.models import Session
from events.sessions.services.scoring import ScoredSession, score_session

MAX_LINES: Final = 3000
"""A line takes about a kilobyte of memory."""
_RECENT: Final[Recent[ScoredSession]] = Recent(8)


def read_scored(session: Session, *, stamp: str = "") -> ScoredSession:
    """The scored session; ``session`` is read again, for its settings may have changed since.

    ``stamp`` is the session's, where it was read already.
    """
    stamp = stamp or session_stamp(session.pk)
    session.refresh_from_db()
    return _RECENT.get(
        session.pk,
        stamp=stamp,
        make=lambda: score_session(session),
        fits=lambda scored: scored.expected <= MAX_LINES,
    )
