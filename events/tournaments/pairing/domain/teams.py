"""A round of teams to pair: the tournament before it, and which teams take part.

Baku acceleration of teams: virtual match points for the upper half in the first rounds.

Source: FIDE handbook, C.04.7; article 1.4.4: not where game points decide.

The boards of a proposed round of teams: every team sits in its own order.

Somebody who is not there moves the others up; what is left over at the end are boards on which one
team has nobody. Whoever sits there has no opponent, as all players of a team with the bye.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from clubscore.text.problems import Refused, Sentence, gettext_noop, sentence
from events.tournaments.core.domain.results import Code, Colour
from events.tournaments.core.domain.team_facts import LineUp, TeamRules
from events.tournaments.pairing.domain.proposal import Acceleration, Pair, Proposal
from events.tournaments.pairing.domain.systems import virtual_points
from events.tournaments.teams.domain.event import Board, MatchTeam, TeamEvent, TeamMatch


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
    """Whether the tables make the pairs, and not C.04.6."""
    accelerations: tuple[Acceleration, ...] = ()
    """Virtual match points, by the numbers of the teams."""
    line_ups: tuple[LineUp, ...] = ()
    """Those of the round that are stored; other teams sit in their own order."""

    def virtual_points(self, number: int) -> Fraction:
        """The virtual points of a team while this round is paired: of the last acceleration that
        applies."""
        applied = [
            acceleration.points
            for acceleration in self.accelerations
            if acceleration.applies(number, self.round)
        ]
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
    is not paired yet, every team without a bye."""
    paired = {side for match in _of(event, number) for side in (match.white, match.black)}
    byes = [bye for bye in event.byes if bye.round == number]
    if paired:
        return frozenset(paired | {bye.team for bye in byes if bye.code is Code.PAIRING_BYE})
    return frozenset({team.number for team in event.teams} - {bye.team for bye in byes})


def byes_of_teams_chosen_before(event: TeamEvent, number: int) -> tuple[int, ...]:
    """The teams that have the pairing's bye in a round that has no matches yet."""
    if any(_of(event, number)):
        return ()
    given = (bye for bye in event.byes if bye.round == number and bye.code is Code.PAIRING_BYE)
    return tuple(bye.team for bye in given)


def initial_colour_of_teams(event: TeamEvent) -> Colour | None:
    """The lot as most matches of round 1 show it (C.04.6, articles 4.2.3 and 4.3.1): the smaller
    of two numbers is first, and has it where its place among all numbers is odd."""
    shown: Counter[Colour] = Counter()
    played = [match for match in _of(event, 1) if not match.forfeit]
    for match in sorted(played, key=lambda each: min(each.white, each.black)):
        first = min(match.white, match.black)
        own = Colour.WHITE if match.white == first else Colour.BLACK
        place = 1 + sum(team.number < first for team in event.teams)
        shown[own if place % 2 else own.other] += 1
    # Of as many for both the match of the smallest number counts: it was counted first.
    return shown.most_common(1)[0][0] if shown else None


def _of(event: TeamEvent, number: int) -> Iterable[TeamMatch]:
    return (match for match in event.matches if match.round == number)


BY_GAME_POINTS = gettext_noop(
    "Teams are not accelerated where game points decide (FIDE C.04.7, article 1.4.4)."
)

NOT_TWO_DRAWS = gettext_noop(
    "Baku acceleration needs a match won to be worth two drawn ones, and a lost one nothing."
)


def baku_of_teams(event: TeamEvent, present: Collection[int]) -> tuple[Acceleration, ...]:
    """The virtual points. Teams of round 1 are halved, before it those ``present``. Raises
    :class:`Refused` where the points of matches do not allow it."""
    refuse_by_game_points(event.rules)
    if event.rules.win != 2 * event.rules.draw or event.rules.loss:
        raise Refused(sentence(NOT_TWO_DRAWS))
    numbers = sorted(team.number for team in event.teams)
    is_paired = any(match.round == 1 for match in event.matches)
    early = teams_of_round(event, 1) if is_paired else present
    halved = [number for number in numbers if number in early]
    return virtual_points(event.rules.win, numbers, halved, event.rounds) if halved else ()


def refuse_by_game_points(rules: TeamRules) -> None:
    """Raises :class:`Refused` where game points decide."""
    if rules.by_game_points:
        raise Refused(sentence(BY_GAME_POINTS))


_WHY = gettext_noop("%(white)s – %(black)s, board %(board)s. %(why)s")


def seated(task: TeamTask, proposal: Proposal) -> Proposal:
    """The round with players for teams: the boards of each match in turn, White first."""
    event = task.event
    pairs: list[Pair] = []
    byes: list[int] = []
    unopposed: list[int] = []
    for pair in proposal.pairs:
        white, black = event.team(pair.white), event.team(pair.black)
        line_ups = (_line_up(team, task) for team in (white, black))
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
        sitting = _line_up(event.team(number), task)
        byes += [player for player in sitting if player is not None]
    # A member has none either where the other team lacks one.
    bye_why = proposal.bye_why if proposal.byes else None
    return Proposal(tuple(pairs), tuple(byes), bye_why, unopposed=tuple(unopposed))


def _why(white: MatchTeam, black: MatchTeam, board: int, why: Sentence) -> Sentence:
    return sentence(_WHY, white=white.name, black=black.name, board=board, why=why)


def _line_up(team: MatchTeam, task: TeamTask) -> Sequence[int | None]:
    """Who sits on the boards: the stored line-up, else the first members who are there, in their
    order; nobody where a player is away."""
    boards = task.event.rules.boards
    sitting: list[int | None] = [each for each in team.members if each not in task.absent]
    for line_up in task.line_ups:
        if line_up.team == team.number:
            here = set(team.members) - task.absent
            sitting = [player if player in here else None for player in line_up.players]
    return (sitting + [None] * boards)[:boards]
