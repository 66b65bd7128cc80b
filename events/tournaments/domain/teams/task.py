"""A round of teams to pair: the tournament before it, and which teams take part."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction

from events.tournaments.domain.pairing.proposal import Acceleration
from events.tournaments.domain.results import Code, Colour
from events.tournaments.domain.teams.event import Board, TeamEvent, TeamMatch


@dataclass(frozen=True, slots=True)
class TeamTask:
    """``event`` has the matches and byes of earlier rounds alone. ``initial`` is the colour that
    the lot gave (C.04.6, article 4.1): that of an odd number in its first match."""

    event: TeamEvent
    round: int
    present: frozenset[int]
    initial: Colour = Colour.WHITE
    absent: frozenset[int] = frozenset()
    """Players who do not play in the round."""
    is_round_robin: bool = False
    """By the tables, and not by C.04.6."""
    accelerations: tuple[Acceleration, ...] = ()
    """Virtual match points, by the numbers of the teams."""

    def virtual_points(self, number: int) -> Fraction:
        """Those that a team has while this round is paired: of the last one that applies."""
        applied = [each.points for each in self.accelerations if each.applies(number, self.round)]
        return applied[-1] if applied else Fraction(0)


def before_round_of_teams(event: TeamEvent, number: int) -> TeamEvent:
    """The tournament as it stood before a round; a game without a result counts as a draw."""
    matches = (
        replace(match, boards=tuple(_decided(board) for board in match.boards))
        for match in event.matches
        if match.round < number
    )
    byes = tuple(bye for bye in event.byes if bye.round < number)
    return replace(event, matches=tuple(matches), byes=byes)


def _decided(board: Board) -> Board:
    if board.first_code is Code.PENDING:
        return replace(board, first_code=Code.DRAW, second_code=Code.DRAW)
    return board


def teams_of_round(event: TeamEvent, number: int) -> frozenset[int]:
    """Who takes part in a round: the teams with a match or the bye of the pairing in it; where it
    is not paired yet, every team without a bye that was asked for."""
    paired = {side for match in _of(event, number) for side in (match.white, match.black)}
    byes = [bye for bye in event.byes if bye.round == number]
    paired |= {bye.team for bye in byes if bye.code is Code.PAIRING_BYE}
    asked = {bye.team for bye in byes if bye.code is not Code.PAIRING_BYE}
    return frozenset(paired or {team.number for team in event.teams} - asked)


def initial_colour_of_teams(event: TeamEvent) -> Colour | None:
    """The lot as the matches of round 1 show it (C.04.6, articles 4.2.3 and 4.3.1): the smaller
    of two numbers is first, and has it where its place among all numbers is odd."""
    played = [match for match in _of(event, 1) if not match.forfeit]
    if not played:
        return None
    match = min(played, key=lambda each: min(each.white, each.black))
    first = min(match.white, match.black)
    own = Colour.WHITE if match.white == first else Colour.BLACK
    place = 1 + sum(team.number < first for team in event.teams)
    return own if place % 2 else own.other


def _of(event: TeamEvent, number: int) -> Iterable[TeamMatch]:
    return (match for match in event.matches if match.round == number)
