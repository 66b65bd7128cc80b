"""The standings of teams: the score that decides, then tie-breaks, places shared at last.

Codes are FIDE's (C.07, articles 6 to 9, 12 and 13). Those of single players hold for the score
that decides; ``:MP`` and ``:GP`` name another one, as in ``BH:GP``. Unplayed rounds are those of
C.07, article 16, with the byes and forfeited matches of teams.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from events.tournaments.domain.teams.event import TeamEvent
from events.tournaments.domain.teams.tie_breaks import (
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
    """A line of the standings. ``place`` is ``3``, or ``2=`` where it is shared; ``values`` are
    those of the tie-breaks in their order, ``None`` where one says nothing."""

    number: int
    place: str
    match_points: Fraction
    game_points: Fraction
    values: tuple[Fraction | None, ...]
    provisional: bool


def team_lines(
    event: TeamEvent, tie_breaks: Iterable[str] = USUAL, *, through: int | None = None
) -> tuple[TeamLine, ...]:
    """Every team, best first, after a round, by default after the last that was begun.

    Raises :class:`clubscore.problems.Refused` for a tie-break that is not known.
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
        place = f"{len(found) + 1}{'=' if len(group) > 1 else ''}"
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
