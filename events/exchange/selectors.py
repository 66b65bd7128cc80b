"""What the API reads: published sessions, their sections, and which boards have changed.

The club's account at BridgeWebs, and what was sent there last; its Bridgemates, and what was tried
with them.
"""

import datetime

from django.db.models import QuerySet

from events.models import (
    BridgemateAccount,
    BridgeWebsAccount,
    BridgeWebsEvent,
    LogEntry,
    Section,
    Session,
)
from events.models.log import AT_THE_TABLE


def published_sessions(
    *, since: datetime.date | None = None, until: datetime.date | None = None
) -> QuerySet[Session]:
    """The published sessions between two days, both of them among these."""
    sessions = Session.objects.filter(published_at__isnull=False)
    if since:
        sessions = sessions.filter(date__gte=since)
    if until:
        sessions = sessions.filter(date__lte=until)
    return sessions


def session_if_published(session_id: int) -> Session | None:
    """The session with its club, as everybody reads it; ``None`` where its results are not
    published."""
    session = published_sessions().select_related("club").filter(pk=session_id).first()
    if session is not None:
        session.reader_is_director = False
    return session


def sections_with_movements(session_id: int) -> QuerySet[Section]:
    """The sections of a session with their first movements, in one query."""
    return Section.objects.filter(session=session_id).select_related("movement")


def boards_changed_after(session_id: int, *, count: int, last: int) -> set[int] | None:
    """The numbers of the boards with other results since the log of a session had ``count``
    entries up to the id ``last``; ``None`` where any may have them."""
    entries = LogEntry.objects.filter(session=session_id)
    if entries.filter(pk__lte=last).count() != count:
        # One that was begun before was committed after it.
        return None
    rows = entries.filter(pk__gt=last).exclude(action__in=AT_THE_TABLE)
    boards = set(rows.values_list("line__board", flat=True))
    return None if None in boards else boards


def bridgewebs_account() -> BridgeWebsAccount | None:
    """The club's account at BridgeWebs, if it is stored."""
    return BridgeWebsAccount.objects.first()


def bridgewebs_event(session_id: int) -> BridgeWebsEvent | None:
    """What BridgeWebs has of a session; ``None`` for one that was never sent."""
    return BridgeWebsEvent.objects.filter(session=session_id).first()


def bridgemate_account() -> BridgemateAccount | None:
    """The club's account with the maker of Bridgemates, if it is stored."""
    return BridgemateAccount.objects.first()


def bridgemate_tries(session_id: int) -> QuerySet[LogEntry]:
    """What was tried with the Bridgemates of a session, the last first."""
    sent = LogEntry.objects.filter(session=session_id, action=LogEntry.Action.SENT)
    return sent.filter(after__to=BRIDGEMATES).select_related("user").order_by("-pk")[:MAX_SHOWN]


BRIDGEMATES = "Bridgemates"
MAX_SHOWN = 20
