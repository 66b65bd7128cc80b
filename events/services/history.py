"""What players took part in, for the register: the sessions of bridge.

Also how a player is forgotten here: the log keeps names as they were typed. See
:mod:`players.history`.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from hashlib import sha256

from django.core.cache import cache
from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from events.domain.field import Standing
from events.domain.rounding import at_most_two_decimals, two_decimals
from events.models import ContestantPlayer, LogEntry, Session
from events.selectors.stamp import common_stamp
from events.services.scoring import score_sessions
from players.history import Appearance, Erasure, Mark


class Sessions:
    """The sessions of bridge as a source of the register."""

    name = "sessions"

    def marks(self, number: int) -> Iterable[Mark]:
        played = ContestantPlayer.objects.filter(player=number).order_by()
        for session, date in played.values_list("session", "session__date"):
            yield Mark(self.name, session, date)

    def appearances(
        self, number: int, keys: Sequence[int], *, results: bool
    ) -> Mapping[int, Appearance]:
        sessions = Session.objects.in_bulk(keys)
        own = {
            seat.session_id: seat.contestant_id
            for seat in ContestantPlayer.objects.filter(player=number, session__in=keys)
        }
        partners = _partners(number, own.values())
        standings = _standings(sessions, own) if results else {}
        told = {}
        for key, contestant in own.items():
            session = sessions[key]
            place, result = standings.get(contestant, ("", ""))
            told[key] = Appearance(
                kind=_("Session"),
                date=session.date,
                title=session.title,
                url=reverse("events:card", args=[key, contestant]),
                partners=partners.get(contestant, ()),
                place=place,
                result=result,
                is_published=session.is_published,
            )
        return told

    def erase(self, erasure: Erasure) -> None:
        """Put the new name for the old ones in the log; the results name the player by number."""
        if erasure.name is None:
            return
        old, new = {name.key for name in erasure.names}, str(erasure.name)
        # The plain query set, for the log's own refuses.
        log: QuerySet[LogEntry] = QuerySet(LogEntry)
        for entry in log.filter(action=LogEntry.Action.NAMED).iterator(chunk_size=2000):
            after = {
                code: [new if name.casefold() in old else name for name in names]
                for code, names in entry.after.items()
            }
            if after != entry.after:
                log.filter(pk=entry.pk).update(after=after)


def _partners(number: int, contestants: Collection[int]) -> dict[int, tuple[tuple[int, str], ...]]:
    """The others of each contestant: number and name."""
    seats = ContestantPlayer.objects.filter(contestant__in=contestants).exclude(player=number)
    found: dict[int, tuple[tuple[int, str], ...]] = {}
    for seat in seats.select_related("player").order_by("place"):
        partner = (seat.player_id, str(seat.player))
        found[seat.contestant_id] = (*found.get(seat.contestant_id, ()), partner)
    return found


def _standings(
    sessions: Mapping[int, Session], own: Mapping[int, int]
) -> dict[int, tuple[str, str]]:
    """Place and result of each contestant; computed once for every state of the sessions."""
    stamp = common_stamp(session_ids=sorted(own))
    contestants = "-".join(str(own[session]) for session in sorted(own))
    key = f"standings:{sha256(contestants.encode()).hexdigest()}:{stamp}"
    known: dict[int, tuple[str, str]] | None = cache.get(key)
    if known is None:
        wanted = set(own.values())
        known = {
            standing.contestant: (standing.place, _result(standing))
            for scored in score_sessions(list(sessions.values())).values()
            for standing in reversed(scored.field.standings)
            if isinstance(standing.contestant, int) and standing.contestant in wanted
        }
        cache.set(key, known)
    return known


def _result(standing: Standing) -> str:
    """The percentage where there is one, else the points."""
    if standing.percentage is None:
        return at_most_two_decimals(standing.points)
    return f"{two_decimals(standing.percentage)} %"
