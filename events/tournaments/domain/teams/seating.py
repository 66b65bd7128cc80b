"""The boards of a proposed round of teams: every team sits in its own order.

Somebody who is not there moves the others up; what is left over at the end are boards on which one
team has nobody. Whoever sits there has no opponent, as all players of a team with the bye.
"""

from collections.abc import Collection, Iterable

from clubscore.problems import Sentence, gettext_noop, sentence
from events.tournaments.domain.pairing.proposal import Pair, Proposal
from events.tournaments.domain.results import Colour
from events.tournaments.domain.teams.event import MatchTeam, TeamEvent

_WHY = gettext_noop("%(white)s – %(black)s, board %(board)s. %(why)s")


def seated(event: TeamEvent, proposal: Proposal, absent: Collection[int]) -> Proposal:
    """The round with players for teams: the boards of each match in turn, White first."""
    pairs: list[Pair] = []
    byes: list[int] = []
    unopposed: list[int] = []
    for pair in proposal.pairs:
        white, black = event.team(pair.white), event.team(pair.black)
        line_ups = (_line_up(team, event.rules.boards, absent) for team in (white, black))
        for board, sides in enumerate(zip(*line_ups, strict=True), start=1):
            here = [player for player in sides if player is not None]
            if len(here) < 2:
                byes += here
                unopposed += here
                continue
            why = _why(white, black, board, pair.why)
            if event.rules.colour(board) is Colour.BLACK:
                here.reverse()
            pairs.append(Pair(here[0], here[1], why))
    for number in proposal.byes:
        byes += _sitting(event.team(number), event.rules.boards, absent)
    # A member has none either where the other team lacks one.
    bye_why = proposal.bye_why if proposal.byes else None
    return Proposal(tuple(pairs), tuple(byes), bye_why, unopposed=tuple(unopposed))


def _why(white: MatchTeam, black: MatchTeam, board: int, why: Sentence) -> Sentence:
    return sentence(_WHY, white=white.name, black=black.name, board=board, why=why)


def _line_up(team: MatchTeam, boards: int, absent: Collection[int]) -> Iterable[int | None]:
    sitting = _sitting(team, boards, absent)
    return (*sitting, *([None] * (boards - len(sitting))))


def _sitting(team: MatchTeam, boards: int, absent: Collection[int]) -> list[int]:
    """The first members who are there, in their order."""
    return [member for member in team.members if member not in absent][:boards]
