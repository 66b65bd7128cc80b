"""Publishing the pairings of a round apart from saving them, and taking that back."""

from clubscore.actor import Actor
from clubscore.problems import Refused, gettext_noop, sentence
from clubscore.transactions import in_transaction
from events.common.services.locks import lock_tournament
from events.common.services.log import record
from events.models import Game, LogEntry, Round
from events.tournaments.domain.outcome import Outcome
from events.tournaments.services.stored import refuse_removed_round


@in_transaction
def publish_round(*, round: Round, by: Actor) -> None:  # noqa: A002
    """Let everybody see the pairings of a round, and its results. Raises :class:`Refused` when it
    has no games."""
    lock_tournament(round.tournament_id, alone=True)
    refuse_removed_round(round)
    if not Game.objects.filter(round=round).exists():
        raise Refused(sentence(gettext_noop("This round is not paired yet.")))
    _hide(round, by, hidden=False)


@in_transaction
def withdraw_round(*, round: Round, by: Actor) -> None:  # noqa: A002
    """Hide the pairings of a round from everybody but directors. Raises :class:`Refused` when it
    has results."""
    lock_tournament(round.tournament_id, alone=True)
    refuse_removed_round(round)
    if Game.objects.filter(round=round).exclude(outcome=Outcome.PENDING.value).exists():
        played = gettext_noop("Round %(number)s has results already: its pairings stay published.")
        raise Refused(sentence(played, number=round.number))
    _hide(round, by, hidden=True)


def _hide(round_: Round, by: Actor, *, hidden: bool) -> None:
    changed = Round.objects.filter(pk=round_.pk, is_hidden=not hidden).update(is_hidden=hidden)
    if changed:
        action = LogEntry.Action.WITHDRAWN if hidden else LogEntry.Action.PUBLISHED
        values = {"round": round_.number}
        record(tournament_id=round_.tournament_id, action=action, by=by, after=values)
