"""The standings of teams: the score that decides, then tie-breaks, places shared at last.

Codes are FIDE's (C.07, articles 6 to 9, 12 and 13). Unplayed rounds are those of C.07, article 16,
with the byes and forfeited matches of teams.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from events.common.domain import Place
from events.tournaments.core.domain.results import Code
from events.tournaments.teams.domain.event import TeamEvent
from events.tournaments.teams.domain.tie_breaks import (
    Amounts,
    TeamStages,
    divide_group,
    divided,
    known_code,
)

USUAL = ("MPVGP", "EDE", "EMGSB", "BH")
"""The tie-breaks where the tournament has none of its own."""


@dataclass(frozen=True, slots=True)
class TeamLine:
    """A line of the standings. ``values`` are those of the tie-breaks in their order,
    ``None`` where one says nothing."""

    number: int
    place: Place
    match_points: Fraction
    game_points: Fraction
    values: tuple[Fraction | None, ...]
    provisional: bool


def team_lines(
    event: TeamEvent, tie_breaks: Iterable[str] = USUAL, *, through: int | None = None
) -> tuple[TeamLine, ...]:
    """Every team, best first, after a round, by default after the last that was begun.

    Raises :class:`clubscore.text.problems.Refused` for a tie-break that is not known.
    """
    codes = tuple(dict.fromkeys(known_code(code) for code in tie_breaks))
    at = TeamStages(event, through)
    groups = list(divided([tuple(at.numbers)], at.points(at.by_game_points), ascending=False))
    columns: list[Amounts] = []
    for code in codes:
        column: dict[int, Fraction | None] = {}
        finer = []
        for group in groups:
            parts, amounts = divide_group(code, at, group)
            finer += parts
            column |= amounts
        groups = finer
        columns.append(column)
    found: list[TeamLine] = []
    match, game = at.points(False), at.points(True)
    for group in groups:
        place = Place(len(found) + 1, is_shared=len(group) > 1)
        found += [
            TeamLine(
                number,
                place,
                match[number],
                game[number],
                tuple(column.get(number) for column in columns),
                at.match.provisional,
            )
            for number in sorted(group)
        ]
    return tuple(found)


@dataclass(frozen=True, slots=True)
class TeamPlace:
    """A team’s place, and the points that decide; ``members`` are starting numbers."""

    name: str
    place: Place
    points: Fraction
    members: tuple[int, ...]


def team_places(event: TeamEvent) -> list[TeamPlace]:
    """Every team by its place, with match points, or game points where they decide."""
    by_game = event.rules.by_game_points
    return [
        TeamPlace(
            team.name, line.place, line.game_points if by_game else line.match_points, team.members
        )
        for line in team_lines(event, event.tie_breaks or USUAL)
        for team in (event.team(line.number),)
    ]


@dataclass(frozen=True, slots=True)
class BoardScore:
    """What a player took on the boards: ``board`` is the one of most games, the upper of equal
    ones; ``games`` are those with an opponent, and those won without."""

    player: int
    board: int
    points: Fraction
    games: int


def board_scores(event: TeamEvent) -> list[BoardScore]:
    """Everybody who sat on a board, by the board and the points, the fewer games first: what prizes
    by board go by."""
    boards: defaultdict[int, list[int]] = defaultdict(list)
    points: defaultdict[int, Fraction] = defaultdict(Fraction)
    for match in event.matches:
        for number, board in enumerate(match.boards, start=1):
            sides = ((board.first, board.first_code), (board.second, board.second_code))
            for player, code in sides:
                if player and code not in (Code.PENDING, Code.FORFEIT_LOSS):
                    boards[player].append(number)
                    points[player] += event.rules.games.points(code) or 0
    found = [
        BoardScore(
            player,
            min(own, key=lambda number: (-own.count(number), number)),
            points[player],
            len(own),
        )
        for player, own in boards.items()
    ]
    return sorted(found, key=lambda each: (each.board, -each.points, each.games, each.player))
