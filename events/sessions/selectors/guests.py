"""The guests of sessions: people who are in no register."""

from collections.abc import Iterable

from players.models import Player


def guests_of_session(session_id: int) -> dict[str, Player]:
    """The guests by the keys of their names, in the order of names."""
    guests = Player.everybody.filter(is_guest=True, memberships__session=session_id)
    return {guest.name_key: guest for guest in guests}


def guests_of_sessions(session_ids: Iterable[int]) -> list[Player]:
    """All guests of these sessions, in the order of names."""
    guests = Player.everybody.filter(is_guest=True, memberships__session__in=list(session_ids))
    return list(guests.distinct())
