"""Results of round-by-round tournaments: codes, colours, and how many points they bring.

A *result* is what one player has from one round, seen from that player's side. A *game* is two
results that agree; a *bye* has no opponent. Codes are the letters of FIDE's TRF files. Knows
nothing of files or of who plays. Source: the Krause/TRF file format, Results.

How a game ended, as one value that holds both sides: so they cannot contradict each other.

The *first* side has White where the colours are known. An outcome is written as the first side's
code and the second's (:class:`events.tournaments.core.domain.results.Code`).

Results of games and byes as a director types them and as pages show them.

A key or two: ``1 = 0`` as seen from White, ``+ -`` for a forfeit, ``*`` for a game to be played,
``u h f z`` for byes. What is written is read as the same value.

Points as text: ``1``, ``½``, ``1½``, ``0.5``, ``0,5``, ``1/2`` are read; written with ``½``.
"""

import re
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import cache

from clubscore.text.numbers import integer_of
from clubscore.text.problems import Problem, Refused, Sentence, gettext_noop, sentence

HALF = Fraction(1, 2)


class Colour(StrEnum):
    other: "Colour"

    WHITE = "w"
    BLACK = "b"


Colour.WHITE.other, Colour.BLACK.other = Colour.BLACK, Colour.WHITE


class Code(StrEnum):
    """What one player has from a round.

    The unrated ones are games shorter than a move each; a forfeit is a pairing without a game;
    a pending result is a game that has not been played yet.
    """

    is_bye: bool
    """Whether it is a result without an opponent."""
    is_requested_bye: bool
    """Whether the player asked for it; the pairing gives the other kind."""
    is_forfeit: bool
    played: bool
    """Whether the game took place on the board."""
    rated: bool

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


_RATED = frozenset({Code.WIN, Code.DRAW, Code.LOSS})

_FORFEITS = frozenset({Code.FORFEIT_WIN, Code.FORFEIT_LOSS})

_UNRATED = frozenset({Code.UNRATED_WIN, Code.UNRATED_DRAW, Code.UNRATED_LOSS})

_WINS = frozenset({Code.WIN, Code.UNRATED_WIN, Code.FORFEIT_WIN})

_LOSSES = frozenset({Code.LOSS, Code.UNRATED_LOSS, Code.FORFEIT_LOSS})

for _code in Code:
    _code.is_requested_bye = _code in (Code.HALF_BYE, Code.FULL_BYE, Code.ZERO_BYE)
    _code.is_bye = _code.is_requested_bye or _code is Code.PAIRING_BYE
    _code.is_forfeit = _code in _FORFEITS
    _code.rated = _code in _RATED
    _code.played = _code.rated or _code in _UNRATED


@cache
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
    ``goes_on``: has won the play-off of a knock-out; ``is_adjourned``: the game goes on later.
    """

    opponent: int | None
    colour: Colour | None
    code: Code
    handicap: int = 0
    komi: Fraction | None = None
    goes_on: bool = False
    is_adjourned: bool = False

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
        return None if code is Code.PENDING else getattr(self, _POINTS[code])


_POINTS = {
    Code.WIN: "win",
    Code.DRAW: "draw",
    Code.LOSS: "loss",
    Code.UNRATED_WIN: "win",
    Code.UNRATED_DRAW: "draw",
    Code.UNRATED_LOSS: "loss",
    Code.FORFEIT_WIN: "forfeit_win",
    Code.FORFEIT_LOSS: "forfeit_loss",
    Code.PAIRING_BYE: "pairing_bye",
    Code.HALF_BYE: "half_bye",
    Code.FULL_BYE: "full_bye",
    Code.ZERO_BYE: "zero_bye",
}
"""The field of a :class:`PointSystem` by code."""


class Outcome(StrEnum):
    """Every pair of codes that agree, and no other; an adjourned game is pending to both sides."""

    first: Code
    second: Code
    is_open: bool
    """Whether there is no result yet: to be played, or adjourned."""

    PENDING = "**"
    FIRST_WINS = "10"
    DRAWN = "=="
    SECOND_WINS = "01"
    HALF_TO_FIRST = "=0"
    HALF_TO_SECOND = "0="
    BOTH_LOSE = "00"
    UNRATED_FIRST_WINS = "WL"
    UNRATED_DRAWN = "DD"
    UNRATED_SECOND_WINS = "LW"
    UNRATED_HALF_TO_FIRST = "DL"
    UNRATED_HALF_TO_SECOND = "LD"
    UNRATED_BOTH_LOSE = "LL"
    FORFEIT_TO_FIRST = "+-"
    FORFEIT_TO_SECOND = "-+"
    FORFEIT_BY_BOTH = "--"
    FORFEIT_TO_BOTH = "++"
    ADJOURNED = "??"

    @property
    def reversed(self) -> "Outcome":
        """The same game with the sides changed."""
        return Outcome(self.value[::-1])


OPEN = ("**", "??")
"""The outcomes of games without a result, as they are stored."""

for _outcome in Outcome:
    _outcome.is_open = _outcome.value in OPEN
    _outcome.first, _outcome.second = map(Code, "**" if _outcome.is_open else _outcome.value)


def outcome_of(first: Code, second: Code) -> Outcome:
    """The outcome of these two sides. Raises ``ValueError`` when they contradict each other."""
    if not agree(first, second):
        raise ValueError(f"{first!r} against {second!r}")
    return Outcome(first.value + second.value)


_TYPED = {
    Outcome.PENDING: ("*",),
    Outcome.ADJOURNED: ("a", "?"),
    Outcome.FIRST_WINS: ("1", "10", "1-0"),
    Outcome.DRAWN: ("=", "==", "½", "½-½", "=-=", "5", ".5", "0.5", "1/2", "1/2-1/2", "0.5-0.5"),
    Outcome.SECOND_WINS: ("0", "01", "0-1"),
    Outcome.HALF_TO_FIRST: ("=0", "½0", "½-0", "1/2-0", "0.5-0"),
    Outcome.HALF_TO_SECOND: ("0=", "0½", "0-½", "0-1/2", "0-0.5"),
    Outcome.BOTH_LOSE: ("00", "0-0"),
    Outcome.FORFEIT_TO_FIRST: ("+", "+-"),
    Outcome.FORFEIT_TO_SECOND: ("-", "-+"),
    Outcome.FORFEIT_BY_BOTH: ("--",),
    Outcome.FORFEIT_TO_BOTH: ("++",),
    Outcome.UNRATED_FIRST_WINS: ("w", "wl"),
    Outcome.UNRATED_DRAWN: ("d", "dd"),
    Outcome.UNRATED_SECOND_WINS: ("l", "lw"),
    Outcome.UNRATED_HALF_TO_FIRST: ("dl",),
    Outcome.UNRATED_HALF_TO_SECOND: ("ld",),
    Outcome.UNRATED_BOTH_LOSE: ("ll",),
}

_READ = {text: outcome for outcome, texts in _TYPED.items() for text in texts}

_SHOWN = {
    Outcome.PENDING: "",
    Outcome.ADJOURNED: "?",
    Outcome.FIRST_WINS: "1–0",
    Outcome.DRAWN: "½–½",
    Outcome.SECOND_WINS: "0–1",
    Outcome.HALF_TO_FIRST: "½–0",
    Outcome.HALF_TO_SECOND: "0–½",
    Outcome.BOTH_LOSE: "0–0",
    Outcome.FORFEIT_TO_FIRST: "+:−",
    Outcome.FORFEIT_TO_SECOND: "−:+",
    Outcome.FORFEIT_BY_BOTH: "−:−",
    Outcome.FORFEIT_TO_BOTH: "+:+",
    Outcome.UNRATED_FIRST_WINS: "1–0",
    Outcome.UNRATED_DRAWN: "½–½",
    Outcome.UNRATED_SECOND_WINS: "0–1",
    Outcome.UNRATED_HALF_TO_FIRST: "½–0",
    Outcome.UNRATED_HALF_TO_SECOND: "0–½",
    Outcome.UNRATED_BOTH_LOSE: "0–0",
}

_DESCRIBED = {
    Outcome.PENDING: gettext_noop("to be played"),
    Outcome.ADJOURNED: gettext_noop("adjourned"),
    Outcome.FIRST_WINS: gettext_noop("%(first)s wins"),
    Outcome.DRAWN: gettext_noop("draw"),
    Outcome.SECOND_WINS: gettext_noop("%(second)s wins"),
    Outcome.HALF_TO_FIRST: gettext_noop("half a point for %(first)s, none for %(second)s"),
    Outcome.HALF_TO_SECOND: gettext_noop("half a point for %(second)s, none for %(first)s"),
    Outcome.BOTH_LOSE: gettext_noop("lost for both"),
    Outcome.FORFEIT_TO_FIRST: gettext_noop("%(first)s wins by forfeit"),
    Outcome.FORFEIT_TO_SECOND: gettext_noop("%(second)s wins by forfeit"),
    Outcome.FORFEIT_BY_BOTH: gettext_noop("forfeit by both"),
    Outcome.FORFEIT_TO_BOTH: gettext_noop("both win by forfeit"),
    Outcome.UNRATED_FIRST_WINS: gettext_noop("%(first)s wins, not rated"),
    Outcome.UNRATED_DRAWN: gettext_noop("draw, not rated"),
    Outcome.UNRATED_SECOND_WINS: gettext_noop("%(second)s wins, not rated"),
    Outcome.UNRATED_HALF_TO_FIRST: gettext_noop(
        "half a point for %(first)s, none for %(second)s, not rated"
    ),
    Outcome.UNRATED_HALF_TO_SECOND: gettext_noop(
        "half a point for %(second)s, none for %(first)s, not rated"
    ),
    Outcome.UNRATED_BOTH_LOSE: gettext_noop("lost for both, not rated"),
}

_BYES = {
    Code.PAIRING_BYE: gettext_noop("bye"),
    Code.HALF_BYE: gettext_noop("half-point bye"),
    Code.FULL_BYE: gettext_noop("full-point bye"),
    Code.ZERO_BYE: gettext_noop("zero-point bye"),
}


def read_outcome(text: str) -> Outcome:
    """How the game ended; nothing typed is a game to be played. Raises :class:`Refused`."""
    plain = _plain(text)
    if not plain:
        return Outcome.PENDING
    if plain in _READ:
        return _READ[plain]
    if plain in ("bye", "u", "h", "f", "z"):
        raise Refused(
            Problem(
                sentence(
                    "“%(text)s” is a bye, but this is a game between two players. Change the "
                    "pairings to "
                    "give a bye.",
                    text=text.strip(),
                ),
                value=text,
            )
        )
    raise Refused(
        Problem(
            sentence(
                "“%(text)s” is not a result. Type 1, = or 0 from White’s point of view (White is "
                "named "
                "first); + or - if one side did not come, -- if neither did; a for an adjourned "
                "game, * for a game to be played.",
                text=text.strip(),
            ),
            value=text,
        )
    )


def write_outcome(outcome: Outcome) -> str:
    """The keys that mean it; empty for a game to be played."""
    return "" if outcome is Outcome.PENDING else _TYPED[outcome][0]


def show_outcome(outcome: Outcome) -> str:
    """``1–0``; empty for a game to be played. The first side's points come first."""
    return _SHOWN[outcome]


def describe_outcome(outcome: Outcome, *, first: str, second: str) -> Sentence:
    """``Clara Finch wins``, with these names of the two sides."""
    return sentence(_DESCRIBED[outcome], first=first, second=second)


def read_bye(text: str) -> Code:
    """The bye of a letter, or of the word for the usual one, in either case. Raises
    :class:`Refused`."""
    plain = _plain(text)
    for code in _BYES:
        if plain in (code.value.lower(), write_bye(code)):
            return code
    raise Refused(
        Problem(
            sentence(
                "“%(text)s” is not a bye. Type bye, or h, f or z for a half-point, "
                "full-point or zero-point bye.",
                text=text.strip(),
            ),
            value=text,
        )
    )


def write_bye(code: Code) -> str:
    """The word of the usual bye, the letter of any other."""
    return "bye" if code is Code.PAIRING_BYE else code.value.lower()


def describe_bye(code: Code) -> Sentence:
    return sentence(_BYES[code])


def _plain(text: str) -> str:
    """The text without case and spaces, and with one kind of dash."""
    plain = "".join(text.casefold().split())
    for dash in "–−—":
        plain = plain.replace(dash, "-")
    # Forfeits are shown with a colon, “+:−”, and what is shown can be typed.
    return plain.replace(":", "")


_DECIMAL = re.compile(r"-?[0-9]{1,6}(?:[.,][0-9]{1,6})?", re.ASCII)

_RATIO = re.compile(r"(-?[0-9]{1,6})/([1-9][0-9]{0,5})", re.ASCII)


def read_points(text: str) -> Fraction | None:
    """The points that a text means, or ``None`` when it means none."""
    text = text.strip().replace("−", "-")
    if text.endswith("½"):
        whole = text[:-1]
        if whole in ("", "-"):
            return -HALF if whole else HALF
        if not re.fullmatch(r"-?[0-9]{1,6}", whole, re.ASCII):
            return None
        # The sign is read from the text: that of "-0½" is lost in the number 0.
        return Fraction(whole) + (-HALF if whole.startswith("-") else HALF)
    ratio = _RATIO.fullmatch(text)
    if ratio:
        return Fraction(integer_of(ratio[1]), integer_of(ratio[2]))
    if _DECIMAL.fullmatch(text):
        return Fraction(text.replace(",", "."))
    return None


def write_points(points: Fraction) -> str:
    """The points in the shortest exact text: ``7``, ``6½``, ``0.25``, else ``1/3``."""
    sign, size = ("-" if points < 0 else ""), abs(points)
    if size.denominator == 1:
        return f"{sign}{size.numerator}"
    if size.denominator == 2:
        return f"{sign}{size.numerator // 2 or ''}½"
    hundredths = size * 100
    if hundredths.denominator == 1:
        whole, rest = divmod(int(hundredths), 100)
        return f"{sign}{whole}.{rest:02d}".rstrip("0")
    return f"{sign}{size.numerator}/{size.denominator}"


def points_text(points: Fraction) -> str:
    """``7.5``, as files have it, and hundredths only where there are some."""
    hundredths = round(points * 100)
    return f"{hundredths / 100:.1f}" if hundredths % 10 == 0 else f"{hundredths / 100:.2f}"


def decimal_text(points: Fraction) -> str:
    """``7``, ``7.5``: points as JSON has them, a fraction only where there is one."""
    return points_text(points).removesuffix(".0")
