"""Handicaps of a session: of a pair, or of its players."""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from clubscore.database.transactions import in_transaction
from clubscore.web.visitors import Actor
from events.common.services import lock_session, record
from events.models import Contestant, ContestantPlayer, LogEntry, Session


@dataclass(frozen=True, slots=True)
class Handicaps:
    """A contestant's own handicap, and those of its players in their order."""

    own: Decimal | None = None
    players: tuple[Decimal | None, ...] = ()


@in_transaction
def set_handicaps(*, session: Session, handicaps: Mapping[str, Handicaps], by: Actor) -> None:
    """Save the handicaps of contestants by their codes; the others stay as they are.

    Handicaps of seats without a named player are left out.
    """
    # Names entered at once replace the seats that are changed here.
    lock_session(session.pk)
    before: dict[str, Any] = {}
    after: dict[str, Any] = {}
    contestants = Contestant.objects.filter(section__session=session).select_related("section")
    for contestant in contestants.prefetch_related("memberships"):
        wanted = handicaps.get(contestant.code)
        if wanted is None:
            continue
        seats = list(contestant.memberships.all())
        stored = Handicaps(contestant.handicap, tuple(seat.handicap for seat in seats))
        wanted = Handicaps(wanted.own, wanted.players[: len(seats)])
        if wanted == stored:
            continue
        _store(contestant, seats, wanted)
        before[contestant.code], after[contestant.code] = _logged(stored), _logged(wanted)
    if after:
        record(
            session_id=session.pk,
            action=LogEntry.Action.HANDICAPS,
            by=by,
            before=before,
            after=after,
        )


def _store(contestant: Contestant, seats: list[ContestantPlayer], wanted: Handicaps) -> None:
    contestant.handicap = wanted.own
    contestant.save(update_fields=["handicap"])
    for seat, handicap in zip(seats, wanted.players, strict=False):
        seat.handicap = handicap
        seat.save(update_fields=["handicap"])


def _logged(handicaps: Handicaps) -> list[str]:
    return ["" if each is None else str(each) for each in (handicaps.own, *handicaps.players)]
