"""Sessions as the first page shows them, as texts."""

import datetime
from collections.abc import Iterable
from dataclasses import dataclass

from django.urls import reverse

from events.models import Session


@dataclass(frozen=True, slots=True)
class SessionCard:
    """A session, and where it leads to."""

    title: str
    date: datetime.date
    url: str
    club: str
    contestants: int
    method: str
    is_provisional: bool
    is_published: bool


def session_cards(sessions: Iterable[Session], *, director: bool) -> list[SessionCard]:
    """A card for each session of :func:`events.common.selectors.calendar.sessions_for`: for a
    director it leads to the desk, for visitors to the ranking."""
    return [
        SessionCard(
            title=session.title,
            date=session.date,
            url=session.get_absolute_url()
            if director
            else reverse("events:ranking", args=[session.pk]),
            club=str(session.club or ""),
            contestants=session.contestant_count,  # type: ignore[attr-defined]
            method=session.get_method_display(),
            is_provisional=session.is_published and not session.is_finished,
            is_published=session.is_published,
        )
        for session in sessions
    ]
