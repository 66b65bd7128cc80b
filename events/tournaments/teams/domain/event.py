"""A tournament in which teams meet each other, as values: teams, matches, byes, and what counts.

The words are those of :mod:`events.tournaments.core.domain.team_facts`. Source: FIDE C.04.6 and
C.07, article 11.

Judging a line-up: who sits on which board of a match, by the order that the team gave.

A *line-up* are starting numbers from board 1, ``None`` for a board that stays empty, which is lost
by forfeit. Players keep the order of the team, reserves behind them; somebody left out moves the
others up.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from math import inf

from clubscore.text.problems import Problem, gettext_noop, sentence
from events.tournaments.core.domain.results import Code
from events.tournaments.core.domain.team_facts import TeamBye, TeamRules
from events.tournaments.core.domain.tournament import Forbidden


@dataclass(frozen=True, slots=True)
class MatchTeam:
    """``members`` are starting numbers in the order of the boards, reserves behind them."""

    number: int
    name: str
    members: tuple[int, ...]
    short: str = ""
    strength: int | None = None


@dataclass(frozen=True, slots=True)
class Board:
    """A board of a match: the player of the white team first, ``None`` where nobody sits.

    The codes are what the two have from it.
    """

    first: int | None
    second: int | None
    first_code: Code
    second_code: Code


@dataclass(frozen=True, slots=True)
class TeamMatch:
    """``white`` is the team that has the colours of the sequence. ``forfeit`` are the codes of
    both sides where the match was not played, or where the arbiter decided so."""

    round: int
    white: int
    black: int
    boards: tuple[Board, ...] = ()
    forfeit: tuple[Code, Code] | None = None


@dataclass(frozen=True, slots=True)
class TeamEvent:
    """The teams in the order of their numbers; ``rounds`` is how many are planned."""

    teams: tuple[MatchTeam, ...]
    rules: TeamRules
    matches: tuple[TeamMatch, ...] = ()
    byes: tuple[TeamBye, ...] = ()
    rounds: int = 0
    kind: str = ""
    """The type of the tournament in words, which tells a round robin from a Swiss."""
    forbidden: tuple[Forbidden, ...] = ()
    """Teams that must not meet."""
    tie_breaks: tuple[str, ...] = ()
    start: date | None = None
    """The first day, by which the rules for unplayed rounds hold."""

    def team(self, number: int) -> MatchTeam:
        """The team of a number. Raises ``KeyError`` when there is none."""
        for each in self.teams:
            if each.number == number:
                return each
        raise KeyError(number)


def numbered(
    event: TeamEvent, boards: Mapping[tuple[int, int], int]
) -> list[tuple[TeamMatch, int]]:
    """The matches with their numbers in their rounds: in the order of their boards in the hall,
    which are given by round and player; one without a game, which was forfeited, behind them."""

    def first(match: TeamMatch) -> float:
        seats = (player for board in match.boards for player in (board.first, board.second))
        taken = [boards[here] for each in seats if (here := (match.round, each or 0)) in boards]
        return min(taken, default=inf)

    counts: Counter[int] = Counter()
    found = []
    for match in sorted(event.matches, key=lambda each: (each.round, first(each), each.white)):
        counts[match.round] += 1
        found.append((match, counts[match.round]))
    return found


LineUp = Sequence[int | None]

_TOO_MANY = gettext_noop("%(team)s has %(given)s boards; a match has %(boards)s.")


_TWICE = gettext_noop("Player %(player)s of %(team)s sits on boards %(first)s and %(second)s.")

_ORDER = gettext_noop(
    "%(team)s: player %(player)s on board %(board)s comes before player %(other)s, who sits above,"
    " in the order of the team."
)


def judge(team: MatchTeam, line_up: LineUp, boards: int) -> tuple[Problem, ...]:
    """Everything that speaks against a line-up, from board 1; empty boards are allowed."""
    return tuple(_problems(team, line_up, boards))


def _problems(team: MatchTeam, line_up: LineUp, boards: int) -> Iterator[Problem]:
    if len(line_up) > boards:
        yield Problem(sentence(_TOO_MANY, team=team.name, given=len(line_up), boards=boards))
    seats: dict[int, int] = {}
    above: int | None = None
    for board, player in enumerate(line_up, start=1):
        if player is None:
            continue
        values = {"team": team.name, "player": player}
        if player not in team.members:
            yield Problem(sentence("Player %(player)s is not in the team %(team)s.", **values))
            continue
        if player in seats:
            yield Problem(sentence(_TWICE, **values, first=seats[player], second=board))
            continue
        seats[player] = board
        if above is not None and team.members.index(player) < team.members.index(above):
            yield Problem(sentence(_ORDER, **values, board=board, other=above))
        else:
            above = player
