"""What is said about teams that meet each other, beside the games of their players, as values.

A *match* is played on boards from 1; the team with *white* has the colours of the sequence, its
opponent the others. *Match points* are what a team has from a match, *game points* what its
players have from their games. Teams are named by their numbers. Source: FIDE C.04.6; TRF26.
"""

from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction

from events.tournaments.core.domain.results import Code, Colour, PointSystem


class Preference(StrEnum):
    """The colour preferences of teams (C.04.6, article 1.7)."""

    TYPE_A = "typea"
    TYPE_B = "typeb"
    NONE = "nocolor"


@dataclass(frozen=True, slots=True)
class TeamRules:
    """What counts. ``colours`` are those of the white team from board 1, repeated as needed.

    ``boards`` is 0 where nobody has said it. ``bye_match`` and ``bye_game`` are what the bye of the
    pairing brings a team, ``None`` for a draw and for a draw on every board (C.04.6, article 1.4).
    ``by_game_points``: these decide, and match points come second. ``uses_other``: the score that
    comes second matters for colours.
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
class TeamBye:
    """A round without a match; the code is one of those of byes."""

    round: int
    team: int
    code: Code


@dataclass(frozen=True, slots=True)
class TeamForfeit:
    """A match that was not played, or that the arbiter decided, with the codes of both sides."""

    round: int
    white: int
    black: int
    codes: tuple[Code, Code]


@dataclass(frozen=True, slots=True)
class LineUp:
    """Who sits on the boards from 1 in a round, 0 for an empty one: against the order of the team,
    or with an empty board."""

    round: int
    team: int
    players: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TeamFacts:
    """Without ``rules`` teams do not meet. ``type_code`` is the type of the tournament as a file
    encodes it, where it says more than the rules; ``tie_breaks`` are those of the teams, none for
    the usual ones."""

    rules: TeamRules | None = None
    type_code: str = ""
    tie_breaks: tuple[str, ...] = ()
    byes: tuple[TeamBye, ...] = ()
    forfeits: tuple[TeamForfeit, ...] = ()
    line_ups: tuple[LineUp, ...] = ()
