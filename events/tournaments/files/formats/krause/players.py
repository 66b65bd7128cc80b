"""Record 001: a player, with the results of every round.

Lines whose columns a program has counted in bytes: behind a name with an ł all is shifted.

The results of a player's line: an opponent, a colour and a code for every round.

    columns   92-95     97      99       and ten further for every further round
              opponent  colour  result

:func:`read_cell` reads the eight columns of one round; what the two players of a game say of it
is compared in :mod:`events.tournaments.files.formats.krause.games`.
"""

import re
from dataclasses import dataclass, field, replace
from functools import lru_cache

from clubscore.text.numbers import integer_of, whole_number
from clubscore.text.problems import Sentence, gettext_noop, sentence
from events.tournaments.core.domain.federations import find_federation
from events.tournaments.core.domain.results import Code, Colour, Result
from events.tournaments.core.domain.tournament import Entrant
from events.tournaments.files.formats.krause.lines import (
    MAX_ROUNDS,
    Line,
    Place,
    Report,
    read_birth,
)

TITLES = {
    title.lower(): title for title in ("GM", "IM", "FM", "CM", "WGM", "WIM", "WFM", "WCM")
} | {
    "g": "GM", "m": "IM", "f": "FM", "c": "CM", "wg": "WGM", "wm": "WIM", "wf": "WFM", "wc": "WCM",
}  # fmt: skip

SEXES = {"m": "m", "M": "m", "w": "w", "W": "w", "f": "w", "F": "w"}

MAX_NUMBER, MAX_RATING = 9999, 3999

_LEADING = re.compile(r"[0-9]+")

_WHOLE_DATE = re.compile(r"\d{4}.\d\d.\d\d|\d\d.\d\d.\d{4}", re.ASCII)


@dataclass(slots=True)
class Row:
    """A player as read: the entrant still without results, and the results of the line.

    ``full`` are the places of full-point byes in the old spelling, ``unknown`` those of results
    in symbols of other programs.
    """

    line: int
    number: int
    source: str
    entrant: Entrant
    points: str
    results: list[Result | None] = field(default_factory=list)
    full: list[int] = field(default_factory=list)
    unknown: set[int] = field(default_factory=set)

    def place(self, round_: int | None = None) -> Place:
        """The player's line, or the columns of a round in it."""
        place = Place(self.line, self.number, round_)
        if round_ is None:
            return place
        return place.at(self.text(round_), FIRST + STEP * (round_ - 1))

    def text(self, round_: int) -> str:
        """The columns of a round, unchanged."""
        start = FIRST - 1 + STEP * (round_ - 1)
        return self.source[start : start + WIDTH]


FIRST, WIDTH, STEP = 92, 8, 10


def read_players(lines: list[Line], report: Report) -> dict[int, Row]:
    """The players by starting number, in the order of the lines."""
    rows: dict[int, Row] = {}
    identities: dict[str, Row] = {}
    for line in lines:
        row = _read_player(unshifted(line, report), report)
        if row is None:
            continue
        known = rows.setdefault(row.number, row)
        if known is not row:
            report.error(
                sentence("the starting number is that of line %(other)s too", other=known.line),
                row.place(),
            )
            continue
        identity = row.entrant.identity
        if identity and (other := identities.setdefault(identity, row)) is not row:
            values = {"identity": identity, "player": other.number, "line": other.line}
            place = row.place().at(row.source[57:68], 58)
            report.error(
                sentence(
                    "the identity number %(identity)s is that of player %(player)s, line "
                    "%(line)s, too",
                    **values,
                ),
                place,
            )
    return rows


def _read_player(line: Line, report: Report) -> Row | None:
    number = _number(line, report)
    if number is None:
        return None
    place = Place(line.number, number)
    family, given = _name(line, place, report)
    entrant = Entrant(
        number=number,
        family=family,
        given=given,
        sex=_sex(line, place, report),
        title=_title(line, place, report),
        rating=_rating(line, place, report),
        federation=_federation(line, place, report),
        identity=_identity(line),
        born=_born(line, place, report),
        rank=_rank(line, place, report),
    )
    row = Row(line.number, number, line.text.rstrip(), entrant, line.columns(81, 84).strip())
    _read_results(row, report)
    return row


def _number(line: Line, report: Report) -> int | None:
    text = line.columns(5, 8).strip()
    if number := whole_number(text, most=MAX_NUMBER):
        return number
    what = sentence(
        '"%(text)s" is not a starting number from 1 to %(highest)s', text=text, highest=MAX_NUMBER
    )
    report.error(what, Place(line.number).at(line.columns(5, 8), 5))
    return None


def _name(line: Line, place: Place, report: Report) -> tuple[str, str]:
    text = line.columns(15, 47).strip()
    # The last comma: a family name may hold one.
    family, comma, given = (part.strip() for part in text.rpartition(","))
    wrong = ""
    if not text.strip(", "):
        missing = sentence("the name is missing")
        report.error(missing, place.at(line.columns(15, 47), 15))
    elif not comma:
        family, given = text, ""
        wrong = gettext_noop('"%(text)s" has no comma; all of it is the family name')
    elif not family:
        family, given = given, ""
        wrong = gettext_noop('"%(text)s" has no family name; the given name is used instead')
    if report.strict and family and not all(map(_has_letter, filter(None, (family, given)))):
        wrong = gettext_noop('"%(text)s" is not a name: a part of it has no letter')
    if wrong:
        report.tolerate(sentence(wrong, text=text), place.at(line.columns(15, 47), 15))
    return family or text, given


def _has_letter(text: str) -> bool:
    return any(character.isalpha() for character in text)


def _sex(line: Line, place: Place, report: Report) -> str:
    text = line.columns(10, 10).strip()
    if text and text not in SEXES:
        report.tolerate(
            sentence('"%(text)s" is not a sex; use m or w', text=text),
            place.at(line.columns(10, 10), 10),
        )
    return SEXES.get(text, "")


def _title(line: Line, place: Place, report: Report) -> str:
    text = line.columns(11, 13).strip()
    title = TITLES.get(text.lower(), "")
    if text and not title:
        report.tolerate(
            sentence('"%(text)s" is not a FIDE title; it is left out', text=text),
            place.at(line.columns(11, 13), 11),
        )
    return title


def _rating(line: Line, place: Place, report: Report) -> int | None:
    text = line.columns(49, 52).strip()
    if not text.strip("0"):
        return None
    if rating := whole_number(text, most=MAX_RATING):
        return rating
    what = sentence(
        '"%(text)s" is not a rating from 1 to %(highest)s; it is left out',
        text=text,
        highest=MAX_RATING,
    )
    report.notice(what, place.at(line.columns(49, 52), 49))
    return None


def _federation(line: Line, place: Place, report: Report) -> str:
    text = line.columns(54, 56).strip()
    code = find_federation(text)
    if text and not code:
        report.tolerate(
            sentence('"%(text)s" is not a federation; it is kept as text', text=text),
            place.at(line.columns(54, 56), 54),
        )
    return code or text


def _identity(line: Line) -> str:
    """The FIDE or national number, unchanged; zeros alone are none."""
    text = line.columns(58, 68).strip()
    return text if text.strip("0") else ""


def _born(line: Line, place: Place, report: Report) -> str:
    """The date of birth as ``yyyy-mm-dd``, the year alone as ``yyyy``."""
    text = line.columns(70, 79).strip()
    born, usual = read_birth(text)
    if not text or (usual and not report.strict):
        return born
    place = place.at(line.columns(70, 79), 70)
    if report.strict and len(born) < 10 and _WHOLE_DATE.fullmatch(text):
        report.error(sentence('"%(text)s" is not a date of birth', text=text), place)
    elif born and not usual:
        report.notice(
            sentence('the date of birth "%(text)s" is read as %(born)s', text=text, born=born),
            place,
        )
    elif not born and text.strip("0/.- "):
        report.notice(
            sentence('"%(text)s" is not a date of birth; it is left out', text=text), place
        )
    return born


def _rank(line: Line, place: Place, report: Report) -> int | None:
    text = line.columns(86, 89).strip()
    match = _LEADING.match(text)
    if match and integer_of(match.group()) > 0:
        return integer_of(match.group())
    if text and report.strict:
        report.error(
            sentence('"%(text)s" is not a rank', text=text), place.at(line.columns(86, 89), 86)
        )
    return None


def _read_results(row: Row, report: Report) -> None:
    source = row.source
    if len(source) > FIRST + STEP * MAX_ROUNDS:
        report.error(
            sentence("a tournament has at most %(most)s rounds", most=MAX_ROUNDS), row.place()
        )
        return
    # Past the end by a gap, so that what is behind the last round is noticed too.
    for place, start in enumerate(range(FIRST - 1, len(source) + GAP, STEP)):
        text = source[start : start + WIDTH]
        if stray := source[start - GAP : start].strip():
            place_ = Place(row.line, row.number, column=start, value=stray)
            report.notice(
                sentence(
                    '"%(text)s" is between the columns of two rounds; it is left out', text=stray
                ),
                place_,
            )
        if not text:
            break
        # Nearly every cell of every file is spelled so; the general reader is much slower.
        result = read_usual(text)
        if result is None and not text.isspace():
            cell = _read_unusual(text, row, place + 1, report)
            result = cell.result
            if cell.full:
                row.full.append(place)
        row.results.append(result)


@dataclass(frozen=True, slots=True)
class Cell:
    """A round of a line. ``full`` marks the old spelling of a full-point bye, which
    the pairing gave when it is the only one of its round; ``remark`` is a tolerant reading,
    ``is_unknown`` a symbol of another program."""

    result: Result | None
    full: bool = False
    remark: Sentence | None = None
    is_unknown: bool = False


def _read_unusual(text: str, row: Row, round_: int, report: Report) -> Cell:
    template = gettext_noop('"%(value)s" — %(what)s')
    try:
        cell = read_cell(text, strict=report.strict)
    except CellError as error:
        place = row.place(round_)
        report.error(sentence(template, value=place.value, what=error.what), place)
        return Cell(None)
    if cell.remark:
        place = row.place(round_)
        report.notice(sentence(template, value=place.value, what=cell.remark), place)
    if cell.is_unknown:
        place = row.place(round_)
        report.adjust(
            sentence('"%(value)s" is a result that is not known', value=place.value),
            sentence("the game counts as adjourned, for both players"),
            place,
        )
        row.unknown.add(round_ - 1)
    return cell


_GAPS = (4, 9, 14, 48, 53, 57, 69, 80, 85)
"""The columns between the fields."""


def unshifted(line: Line, report: Report) -> Line:
    """The line with its columns counted in characters.

    Some programs pad the name with spaces as if every byte of UTF-8 were a character; the
    reader of 2006 did not know of them.
    """
    if report.strict or line.text.isascii() or not _misfits(line.text):
        return line
    data = line.text.encode()
    try:
        text = data[:47].decode().ljust(47) + data[47:].decode()
    except UnicodeDecodeError:
        return line
    # Counted in bytes it has to fit better, or it is just an untidy line.
    if _misfits(text) >= _misfits(line.text):
        return line
    report.notice(
        sentence("the columns are counted in bytes, not characters; read accordingly"),
        Place(line.number),
    )
    return replace(line, text=text)


def _misfits(text: str) -> int:
    """How many columns between the fields, and between the rounds, are not empty."""
    fields = sum(bool(text[column - 1 : column].strip()) for column in _GAPS)
    starts = range(FIRST - 1, len(text) + GAP, STEP)
    return fields + sum(bool(text[start - GAP : start].strip()) for start in starts)


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


class CellError(ValueError):
    """The columns of a round cannot be read."""

    def __init__(self, what: Sentence) -> None:
        self.what = what
        super().__init__(what)


@lru_cache(maxsize=8192)
def read_usual(text: str) -> Result | None:
    """The result of a game in the one spelling that every program writes, else ``None``."""
    found = _USUAL(text)
    if found is None:
        return None
    number, colour, code = found.groups()
    return Result(integer_of(number), _COLOURS[colour], _GAMES[code])


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
        raise CellError(sentence('"%(colour)s" is not a colour; use w, b or -', colour=colour))
    if opponent and code not in _GAMES and code not in _BYES:
        # Symbols of other programs: the result is not known yet.
        stored = Result(opponent, _COLOURS[colour], Code.PENDING, is_adjourned=True)
        return Cell(stored, is_unknown=True)
    if opponent:
        result = Result(opponent, _COLOURS[colour], _game(code), is_adjourned=code == "?")
        return Cell(result)
    return _bye(colour, code)


def _check_strictly(text: str) -> None:
    if _STRICT.fullmatch(text) or _STRICT_NOTHING.fullmatch(text):
        return
    if re.fullmatch(r"[0-9]{1,4} [wb-](?: [*?])?", text):
        raise CellError(sentence("the result is missing"))
    raise CellError(
        sentence("not an opponent, w, b or -, and one of 1 = 0 + - (the format of 2006)")
    )


def _fields(text: str) -> tuple[str, str, str]:
    """Opponent, colour and code, each stripped, the code in capitals."""
    padded = text.ljust(WIDTH)
    number = padded[:4].strip()
    if padded[4].isspace() and padded[6].isspace() and " " not in number:
        return number, padded[5].strip(), padded[7].strip().upper()
    # A column to the left or right, as in files that were typed by hand.
    if match := _SHIFTED.fullmatch(text.strip()):
        return match[1], match[2], match[3].upper()
    raise CellError(sentence("not an opponent, a colour and a result"))


def _opponent(number: str) -> int:
    """The starting number; 0 for an empty field, for dashes and for zeros."""
    if not number.strip("-"):
        return 0
    if not (number.isascii() and number.isdigit()):
        raise CellError(sentence('"%(number)s" is not a starting number', number=number))
    return integer_of(number)


def _game(code: str) -> Code:
    if code in _GAMES:
        return _GAMES[code]
    if code in _BYES:
        raise CellError(sentence('"%(code)s" is a bye, but a bye has no opponent', code=code))
    raise CellError(sentence('"%(code)s" is not a result', code=code))


def _bye(colour: str, code: str) -> Cell:
    if code in ("", "*", "?"):
        remark = sentence("there is no opponent; read as absent") if code else None
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
        remark = sentence("a bye has no colour; it is left out")
    elif code in ("1", "0"):
        remark = sentence("there is no opponent; read as a bye worth %(points)s", points=code)
    return Cell(Result(None, None, _BYES[code]), code in _OLD_FULL_BYES, remark)
