"""Results of round-by-round tournaments: codes, colours, and how many points they bring.

A *result* is what one player has from one round, seen from that player's side. A *game* is two
results that agree; a *bye* has no opponent. Codes are the letters of FIDE's TRF files. Knows
nothing of files or of who plays. Source: the Krause/TRF file format, Results.
"""

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

HALF = Fraction(1, 2)


class Colour(StrEnum):
    WHITE = "w"
    BLACK = "b"

    @property
    def other(self) -> "Colour":
        return Colour.BLACK if self is Colour.WHITE else Colour.WHITE


class Code(StrEnum):
    """What one player has from a round.

    The unrated ones are games shorter than a move each; a forfeit is a pairing without a game;
    a pending result is a game that has not been played yet.
    """

    WIN = "1"
    DRAW = "="
    LOSS = "0"
    UNRATED_WIN = "W"
    UNRATED_DRAW = "D"
    UNRATED_LOSS = "L"
    FORFEIT_WIN = "+"
    FORFEIT_LOSS = "-"
    PAIRING_BYE = "U"
    HALF_BYE = "H"
    FULL_BYE = "F"
    ZERO_BYE = "Z"
    PENDING = "*"

    @property
    def is_bye(self) -> bool:
        """Whether it is a result without an opponent."""
        return self in _BYES

    @property
    def is_requested_bye(self) -> bool:
        """Whether the player asked for it; the pairing gives the other kind."""
        return self in _BYES and self is not Code.PAIRING_BYE

    @property
    def played(self) -> bool:
        """Whether the game took place on the board."""
        return self in _PLAYED

    @property
    def rated(self) -> bool:
        return self in _RATED

    @property
    def is_forfeit(self) -> bool:
        return self in _FORFEITS


_BYES = frozenset({Code.PAIRING_BYE, Code.HALF_BYE, Code.FULL_BYE, Code.ZERO_BYE})
_PLAYED = frozenset(
    {
        Code.WIN,
        Code.DRAW,
        Code.LOSS,
        Code.UNRATED_WIN,
        Code.UNRATED_DRAW,
        Code.UNRATED_LOSS,
    }
)
_RATED = frozenset({Code.WIN, Code.DRAW, Code.LOSS})
_UNRATED = frozenset({Code.UNRATED_WIN, Code.UNRATED_DRAW, Code.UNRATED_LOSS})
_FORFEITS = frozenset({Code.FORFEIT_WIN, Code.FORFEIT_LOSS})
_WINS = frozenset({Code.WIN, Code.UNRATED_WIN, Code.FORFEIT_WIN})
_LOSSES = frozenset({Code.LOSS, Code.UNRATED_LOSS, Code.FORFEIT_LOSS})


def agree(one: Code, other: Code) -> bool:
    """Whether two codes can be the two sides of one game.

    Both of one kind (rated, unrated, forfeit, pending), and never two winners of a game, nor a win
    against a draw. An arbiter may give ½ against 0, 0 against 0, and let both lose or win by
    forfeit.
    """
    if Code.PENDING in (one, other):
        return one is other
    if not any(one in kind and other in kind for kind in (_RATED, _UNRATED, _FORFEITS)):
        return False
    if one in _FORFEITS:
        return True
    if one in _WINS:
        # A loser may get a half from an arbiter, but never beside a winner.
        return other in _LOSSES
    return other not in _WINS or one in _LOSSES


@dataclass(frozen=True, slots=True)
class Result:
    """One player's result of a round; ``opponent`` is a starting number, ``None`` for a bye.

    ``colour`` is ``None`` for a bye and where it is not known. ``handicap`` are the stones of a
    game of go, which Black has; ``komi`` is what it has of its own, else that of the tournament.
    """

    opponent: int | None
    colour: Colour | None
    code: Code
    handicap: int = 0
    komi: Fraction | None = None

    def __post_init__(self) -> None:
        if (self.opponent is None) is not self.code.is_bye:
            raise ValueError(f"{self.code!r} against {self.opponent}")


@dataclass(frozen=True, slots=True)
class PointSystem:
    """Points by result; the default is the usual 1, ½, 0 of chess.

    A bye from the pairing counts as a win unless the tournament sets otherwise; a half-point
    bye as a draw, a full-point bye as a win, a zero-point bye and absence as nothing.
    """

    win: Fraction = Fraction(1)
    draw: Fraction = HALF
    loss: Fraction = Fraction(0)
    forfeit_win: Fraction = Fraction(1)
    forfeit_loss: Fraction = Fraction(0)
    pairing_bye: Fraction = Fraction(1)
    half_bye: Fraction = HALF
    full_bye: Fraction = Fraction(1)
    zero_bye: Fraction = Fraction(0)

    def points(self, code: Code) -> Fraction | None:
        """What a result brings; ``None`` while it is pending."""
        return self._by_code().get(code)

    def _by_code(self) -> dict[Code, Fraction]:
        return {
            Code.WIN: self.win,
            Code.DRAW: self.draw,
            Code.LOSS: self.loss,
            Code.UNRATED_WIN: self.win,
            Code.UNRATED_DRAW: self.draw,
            Code.UNRATED_LOSS: self.loss,
            Code.FORFEIT_WIN: self.forfeit_win,
            Code.FORFEIT_LOSS: self.forfeit_loss,
            Code.PAIRING_BYE: self.pairing_bye,
            Code.HALF_BYE: self.half_bye,
            Code.FULL_BYE: self.full_bye,
            Code.ZERO_BYE: self.zero_bye,
        }
