"""Who sits on the boards of a round in which teams meet; a round that is paired is seated anew."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from clubscore.database.transactions import in_transaction
from clubscore.text.problems import Refused, sentence
from clubscore.web.visitors import Actor
from events.common.services import lock_tournament
from events.models import Game, Round, RoundResult, Tournament
from events.tournaments.core.domain.results import OPEN, Code, Colour
from events.tournaments.core.selectors.rounds import board_numbers
from events.tournaments.core.selectors.tournaments import tournament_value
from events.tournaments.core.services import refuse_removed_round
from events.tournaments.pairing.domain.proposal import Pair, Proposal, System
from events.tournaments.pairing.domain.teams import TeamTask, seated
from events.tournaments.pairing.selectors import proposal_task
from events.tournaments.rounds.services.pairings import pairings_of, set_pairings
from events.tournaments.teams.domain.event import numbered
from events.tournaments.teams.domain.from_games import team_event
from events.tournaments.teams.services import set_line_ups

_WHY: Final = sentence("They meet in this round.")


@in_transaction
def seat_line_ups(
    *,
    round: Round,  # noqa: A002
    line_ups: Mapping[int, Sequence[int | None]],
    by: Actor,
) -> bool:
    """Store who sits on the boards of a round; where it is paired, the same teams meet with the
    same colours, and the players sit as they do now. Whether it was paired.

    Raises :class:`Refused` as :func:`set_line_ups` does, and for a round that has results.
    """
    tournament = lock_tournament(round.tournament_id, alone=True)
    refuse_removed_round(round)
    games = Game.objects.filter(round=round)
    is_paired = games.exists()
    if is_paired and games.exclude(outcome__in=OPEN).exists():
        raise Refused.because(
            "Round %(number)s has results already: change who sits at a board on the page of its"
            " pairings.",
            number=round.number,
        )
    meeting = _meeting(tournament, round.number) if is_paired else Proposal()
    set_line_ups(tournament=tournament, round_number=round.number, line_ups=line_ups, by=by)
    if is_paired:
        _forget_unopposed(round)
        task = proposal_task(
            tournament, round.number, System.TEAM_ROUND_ROBIN, accelerated=False, lot=Colour.WHITE
        )
        if isinstance(task, TeamTask):
            set_pairings(round=round, pairings=pairings_of(round, seated(task, meeting)), by=by)
    return is_paired


def _meeting(tournament: Tournament, number: int) -> Proposal:
    """The teams that meet in a round, in the order of their boards, and those with a bye."""
    event = team_event(tournament_value(tournament))
    if event is None:
        raise Refused.because("Teams do not meet each other in this tournament.")
    here = tuple(match for match in event.matches if match.round == number)
    boards = board_numbers(tournament.pk)
    return Proposal(
        tuple(
            Pair(match.white, match.black, _WHY)
            for match, _place in numbered(replace(event, matches=here), boards)
        ),
        tuple(bye.team for bye in event.byes if bye.round == number),
    )


def _forget_unopposed(round_: Round) -> None:
    """Take away the wins of those who had no opponent: who has none now, the seats will say."""
    byes = RoundResult.objects.filter(round=round_, game=None, bye=Code.FULL_BYE.value)
    unasked = [
        bye.pk
        for bye in byes.select_related("entry")
        if str(round_.number) not in bye.entry.asked_byes
    ]
    byes.filter(pk__in=unasked).delete()
