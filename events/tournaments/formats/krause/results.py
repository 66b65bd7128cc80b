"""The results of a player's line: an opponent, a colour and a code for every round.

    columns   92-95     97      99       and ten further for every further round
              opponent  colour  result

:func:`read_cell` reads the eight columns of one round; what the two players of a game say of it
is compared in :mod:`events.tournaments.formats.krause.games`.
"""

import re
from dataclasses import dataclass

from clubscore.problems import Sentence, gettext_noop, sentence
from events.tournaments.domain.results import Code, Colour, Result

FIRST, WIDTH, STEP = 92, 8, 10
GAP = STEP - WIDTH

_COLOURS: dict[str, Colour | None] = {
    "w": Colour.WHITE, "b": Colour.BLACK, "-": None, "W": Colour.WHITE, "B": Colour.BLACK,
    "": None,
}  # fmt: skip
_GAMES = {
    code.value: code
    for code in (
        Code.WIN, Code.DRAW, Code.LOSS, Code.UNRATED_WIN, Code.UNRATED_DRAW, Code.UNRATED_LOSS,
        Code.FORFEIT_WIN, Code.FORFEIT_LOSS, Code.PENDING,
    )
} | {"?": Code.PENDING, "": Code.PENDING}  # fmt: skip
_BYES = {
    "U": Code.PAIRING_BYE, "H": Code.HALF_BYE, "F": Code.FULL_BYE, "Z": Code.ZERO_BYE,
    "+": Code.FULL_BYE, "=": Code.HALF_BYE, "-": Code.ZERO_BYE,
    "1": Code.FULL_BYE, "0": Code.ZERO_BYE,
}  # fmt: skip
_OLD_FULL_BYES = frozenset("+1")

_USUAL = re.compile(r" *([1-9][0-9]{0,3}) ([wb-]) ([10=+-])").fullmatch
_STRICT = re.compile(r"(?:0{1,4}|[1-9][0-9]{0,3}) [wb-] [10=+-]|- \+")
_STRICT_NOTHING = re.compile(r"0{1,4} [wb-]")
_SHIFTED = re.compile(r"([0-9]{1,4}|-{1,4})\s+([wWbB-])\s+(\S)")


@dataclass(frozen=True, slots=True)
class Cell:
    """A round of a line. ``full`` marks the old spelling of a full-point bye, which
    the pairing gave when it is the only one of its round; ``remark`` is a tolerant reading."""

    result: Result | None
    full: bool = False
    remark: Sentence | None = None


class CellError(ValueError):
    """The columns of a round cannot be read."""

    def __init__(self, what: Sentence) -> None:
        self.what = what
        super().__init__(what)


def read_usual(text: str) -> Result | None:
    """The result of a game in the one spelling that every program writes, else ``None``."""
    found = _USUAL(text)
    if found is None:
        return None
    number, colour, code = found.groups()
    return Result(int(number), _COLOURS[colour], _GAMES[code])


def read_cell(text: str, *, strict: bool) -> Cell:
    """The result in eight columns, in any spelling. Raises :class:`CellError`."""
    if strict:
        bare = text.strip()
        if bare in ("", "-"):
            return Cell(None)
        _check_strictly(bare)
    number, colour, code = _fields(text)
    if not (number or colour or code):
        return Cell(None)
    opponent = _opponent(number)
    if colour not in _COLOURS:
        unknown = gettext_noop('"%(colour)s" is not a colour; use w, b or -')
        raise CellError(sentence(unknown, colour=colour))
    if opponent:
        return Cell(Result(opponent, _COLOURS[colour], _game(code)))
    return _bye(colour, code)


def _check_strictly(text: str) -> None:
    if _STRICT.fullmatch(text) or _STRICT_NOTHING.fullmatch(text):
        return
    if re.fullmatch(r"[0-9]{1,4} [wb-](?: [*?])?", text):
        raise CellError(sentence(gettext_noop("the result is missing")))
    raise CellError(
        sentence(
            gettext_noop("not an opponent, w, b or -, and one of 1 = 0 + - (the format of 2006)")
        )
    )


def _fields(text: str) -> tuple[str, str, str]:
    """Opponent, colour and code, each stripped, the code in capitals."""
    padded = text.ljust(WIDTH)
    number = padded[:4].strip()
    if padded[4].isspace() and padded[6].isspace() and " " not in number:
        return number, padded[5].strip(), padded[7].strip().upper()
    # A column to the left or right, as in files that were typed by hand.
    if found := _SHIFTED.fullmatch(text.strip()):
        return found[1], found[2], found[3].upper()
    raise CellError(sentence(gettext_noop("not an opponent, a colour and a result")))


def _opponent(number: str) -> int:
    """The starting number; 0 for an empty field, for dashes and for zeros."""
    if not number.strip("-"):
        return 0
    if not (number.isascii() and number.isdigit()):
        wrong = gettext_noop('"%(number)s" is not a starting number')
        raise CellError(sentence(wrong, number=number))
    return int(number)


def _game(code: str) -> Code:
    if code in _GAMES:
        return _GAMES[code]
    if code in _BYES:
        bye = gettext_noop('"%(code)s" is a bye, but a bye has no opponent')
        raise CellError(sentence(bye, code=code))
    raise CellError(sentence(gettext_noop('"%(code)s" is not a result'), code=code))


def _bye(colour: str, code: str) -> Cell:
    if code in ("", "*", "?"):
        remark = sentence(gettext_noop("there is no opponent; read as absent")) if code else None
        return Cell(None, remark=remark)
    if code not in _BYES:
        known = code in _GAMES
        wrong = (
            gettext_noop('"%(code)s" is the result of a game, but there is no opponent')
            if known
            else gettext_noop('"%(code)s" is not a result')
        )
        raise CellError(sentence(wrong, code=code))
    remark = None
    if colour not in ("-", ""):
        remark = sentence(gettext_noop("a bye has no colour; it is left out"))
    elif code in ("1", "0"):
        remark = sentence(
            gettext_noop("there is no opponent; read as a bye worth %(points)s"), points=code
        )
    return Cell(Result(None, None, _BYES[code]), code in _OLD_FULL_BYES, remark)
