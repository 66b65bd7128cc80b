"""Byes that were asked for, stored before a round is proposed: whoever has one is not paired."""

from collections.abc import Iterable

from clubscore.actor import Actor
from clubscore.transactions import in_transaction
from events.common.services.locks import lock_tournament
from events.models import Round, RoundResult
from events.tournaments.domain.pairings import Pairings
from events.tournaments.domain.results import Code
from events.tournaments.services.pairing import games_of, set_pairings

Bye = tuple[int, Code]
ASKED = frozenset({Code.HALF_BYE, Code.FULL_BYE, Code.ZERO_BYE})
"""What a player can ask for; the bye of the pairing is given."""


@in_transaction
def keep_asked_byes(*, round: Round, byes: Iterable[Bye], by: Actor) -> list[Bye]:  # noqa: A002
    """Add byes to those of a round without games; the new ones, by number. A round that is paired
    has its own. Raises :class:`clubscore.problems.Refused` for somebody unknown."""
    lock_tournament(round.tournament_id, alone=True)
    if games_of(round):
        return []
    results = RoundResult.objects.filter(round=round, game=None).select_related("entry")
    stored = {each.entry.number: Code(each.bye) for each in results if each.entry.number}
    new = {number: code for number, code in byes if code in ASKED and stored.get(number) != code}
    if new:
        kept = tuple((stored | new).items())
        set_pairings(round=round, pairings=Pairings(byes=kept), by=by)
    return sorted(new.items())
