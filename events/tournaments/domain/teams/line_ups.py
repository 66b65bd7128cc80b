"""Judging a line-up: who sits on which board of a match, by the order that the team gave.

A *line-up* are starting numbers from board 1, ``None`` for a board that stays empty, which is lost
by forfeit. Players keep the order of the team, reserves behind them; somebody left out moves the
others up.
"""

from collections.abc import Iterator, Sequence

from clubscore.problems import Problem, gettext_noop, sentence
from events.tournaments.domain.teams.event import MatchTeam

LineUp = Sequence[int | None]

_TOO_MANY = gettext_noop("%(team)s has %(given)s boards; a match has %(boards)s.")
_STRANGER = gettext_noop("Player %(player)s is not in the team %(team)s.")
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
            yield Problem(sentence(_STRANGER, **values))
            continue
        if player in seats:
            yield Problem(sentence(_TWICE, **values, first=seats[player], second=board))
            continue
        seats[player] = board
        if above is not None and team.members.index(player) < team.members.index(above):
            yield Problem(sentence(_ORDER, **values, board=board, other=above))
        else:
            above = player
