"""Four teams of two boards who all met, worked out by hand; and the pieces to change it.

    round 1  A-B 1½-½   C-D 1-1
    round 2  D-A 1-1    B-C 2-0
    round 3  A-C ½-1½   D-B 0-2

Match points A 3, B 4, C 3, D 2; game points A 3, B 4½, C 2½, D 2.
"""

from dataclasses import replace
from fractions import Fraction

from events.tournaments.core.domain.results import Code
from events.tournaments.core.domain.team_facts import TeamRules
from events.tournaments.teams.domain.event import Board, MatchTeam, TeamEvent, TeamMatch

A, B, C, D = 1, 2, 3, 4
TEAMS = tuple(
    MatchTeam(number, name, (10 * number + 1, 10 * number + 2, 10 * number + 3))
    for number, name in enumerate(("Anchors", "Bells", "Cogs", "Drums"), start=1)
)
_CODES = {"1": (Code.WIN, Code.LOSS), "=": (Code.DRAW, Code.DRAW), "0": (Code.LOSS, Code.WIN)}


def match(round_: int, white: int, black: int, results: str) -> TeamMatch:
    """A match with the results of White's team from board 1."""
    boards = tuple(
        Board(10 * white + seat, 10 * black + seat, *_CODES[result])
        for seat, result in enumerate(results, start=1)
    )
    return TeamMatch(round_, white, black, boards)


EVENT = TeamEvent(
    teams=TEAMS,
    rules=TeamRules(boards=2),
    matches=(
        match(1, A, B, "1="),
        match(1, C, D, "10"),
        match(2, D, A, "=="),
        match(2, B, C, "11"),
        match(3, A, C, "=0"),
        match(3, D, B, "00"),
    ),
    rounds=3,
    kind="Team: Swiss-System",
)


def with_rules(**changes: object) -> TeamEvent:
    return replace(EVENT, rules=replace(EVENT.rules, **changes))


HALF = Fraction(1, 2)
