"""A tournament in which teams meet each other, as values: teams, matches, byes, and what counts.

A *match* is played on boards from 1; the team with *white* has the colours of the sequence, its
opponent the others. *Match points* are what a team has from a match, *game points* what its
players have from their games. Source: FIDE C.04.6 and C.07, article 11; TRF26.

Judging a line-up: who sits on which board of a match, by the order that the team gave.

A *line-up* are starting numbers from board 1, ``None`` for a board that stays empty, which is lost
by forfeit. Players keep the order of the team, reserves behind them; somebody left out moves the
others up.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from fractions import Fraction

from clubscore.text.problems import Problem, gettext_noop, sentence
from events.tournaments.core.domain.results import Code, Colour, PointSystem
from events.tournaments.core.domain.tournament import Forbidden


class Preference(StrEnum):
    """The colour preferences of teams (C.04.6, article 1.7)."""

    TYPE_A = "typea"
    TYPE_B = "typeb"
    NONE = "nocolor"


@dataclass(frozen=True, slots=True)
class TeamRules:
    """What counts. ``colours`` are those of the white team from board 1, repeated as needed.

    ``bye_match`` and ``bye_game`` are what the bye of the pairing brings a team, ``None`` for a
    draw and for a draw on every board (C.04.6, article 1.4). ``by_game_points``: these decide, and
    match points come second. ``uses_other``: the score that comes second matters for colours.
    """

    boards: int
    colours: str = "WB"
    win: Fraction = Fraction(2)
    draw: Fraction = Fraction(1)
    loss: Fraction = Fraction(0)
    games: PointSystem = field(default_factory=PointSystem)
    bye_match: Fraction | None = None
    bye_game: Fraction | None = None
    by_game_points: bool = False
    uses_other: bool = True
    preference: Preference = Preference.TYPE_A

    @property
    def match_system(self) -> PointSystem:
        """The points of a match by its outcome."""
        return PointSystem(
            win=self.win,
            draw=self.draw,
            loss=self.loss,
            forfeit_win=self.win,
            forfeit_loss=Fraction(0),
            pairing_bye=self.draw if self.bye_match is None else self.bye_match,
            half_bye=self.draw,
            full_bye=self.win,
            zero_bye=Fraction(0),
        )

    def bye_game_points(self, code: Code) -> Fraction:
        """The game points of a bye of the whole team."""
        if code is Code.PAIRING_BYE and self.bye_game is not None:
            return self.bye_game
        by_code = {
            Code.PAIRING_BYE: self.games.draw,
            Code.HALF_BYE: self.games.draw,
            Code.FULL_BYE: self.games.win,
        }
        return self.boards * by_code.get(code, Fraction(0))

    def colour(self, board: int, *, white_team: bool = True) -> Colour:
        """The colour of a team's player on a board, from 1."""
        letter = self.colours[(board - 1) % len(self.colours)]
        own = Colour.WHITE if letter.upper() == "W" else Colour.BLACK
        return own if white_team else own.other


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
class TeamBye:
    """A round without a match; the code is one of those of byes."""

    round: int
    team: int
    code: Code


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
