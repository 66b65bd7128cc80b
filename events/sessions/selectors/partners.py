"""Who played with whom the last time: the pairs that the page of names offers, and the session that
a new one repeats."""

import datetime
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from django.db.models import Exists, OuterRef

from events.models import ContestantPlayer, Section, Session

WEEKS: Final = 8
"""So far back the evening of the same weekday is looked for."""


@dataclass(frozen=True, slots=True)
class LastPairs:
    """The pairs of a session, by number, and its date."""

    date: datetime.date
    pairs: tuple[tuple[str, str], ...]


def last_pairs(*, date: datetime.date, session_id: int | None = None) -> LastPairs | None:
    """The pairs of the session before: of the same series if there is one, else of the same
    weekday. ``None`` without one. Guests are left out, and in an individual all are."""
    earlier = _earlier(date, session_id)
    return pairs_of(earlier) if earlier else None


def pairs_of(earlier: Session) -> LastPairs | None:
    """The pairs of a session, without guests; ``None`` if it has none."""
    seats = ContestantPlayer.objects.filter(session=earlier, player__is_guest=False)
    seats = seats.filter(player__erased_at=None).select_related("player")
    names: dict[int, list[str]] = {}
    for seat in seats.order_by("contestant__section", "contestant__number", "place"):
        names.setdefault(seat.contestant_id, []).append(seat.player.full_name)
    pairs = tuple((pair[0], pair[1]) for pair in names.values() if len(pair) > 1)
    return LastPairs(earlier.date, pairs) if pairs else None


def session_to_repeat(*, date: datetime.date) -> Session | None:
    """The session that one on this date is most like: the last before it of the same weekday, else
    the last before it, else the last of all; only of those that were played by a movement."""
    played = (
        Session.objects.filter(
            # A session of matches is set up in another way.
            matches=Session.Matches.NONE,
        )
        .filter(Exists(Section.objects.filter(session=OuterRef("pk"), movement__isnull=False)))
        .order_by("-date", "-pk")
    )
    before = played.filter(date__lt=date)
    return before.filter(date__in=_same_weekday(date)).first() or before.first() or played.first()


def names_to_repeat(session_id: int) -> dict[str, tuple[str, ...]]:
    """The names of the players of the register who sat in a session, by the code of the
    contestant; empty where a guest sat, or nobody."""
    seats = ContestantPlayer.objects.filter(
        session=session_id, player__is_guest=False, player__erased_at=None
    ).select_related("player", "contestant__section")
    names: dict[str, list[str]] = {}
    for seat in seats.order_by("contestant", "place"):
        places = names.setdefault(seat.contestant.code, ["", ""])
        places[seat.place - 1] = seat.player.full_name
    return {code: tuple(pair) for code, pair in names.items()}


def _earlier(date: datetime.date, session_id: int | None) -> Session | None:
    before = Session.objects.filter(date__lte=date, matches=Session.Matches.NONE)
    if session_id:
        before = before.exclude(pk=session_id)
    named = ContestantPlayer.objects.filter(session=OuterRef("pk"))
    before = before.filter(Exists(named)).order_by("-date", "-pk")
    same_series = before.filter(series__sessions=session_id) if session_id else before.none()
    return same_series.first() or before.filter(date__in=_same_weekday(date)).first()


def _same_weekday(date: datetime.date) -> Iterable[datetime.date]:
    return [date - datetime.timedelta(weeks=weeks) for weeks in range(1, WEEKS + 1)]
