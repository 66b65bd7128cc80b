"""Record 001: a player, and what the player's line says of every round."""

import re
from dataclasses import dataclass, field, replace

from clubscore.problems import gettext_noop, sentence
from events.domain.tournament import Entrant
from events.formats.krause.complaints import Place, Report
from events.formats.krause.dates import read_birth
from events.formats.krause.federations import find_federation
from events.formats.krause.lines import MOST_ROUNDS, Line, groups
from events.formats.krause.results import FIRST, STEP, WIDTH, Cell, CellError, read_cell

TITLES = {
    title.lower(): title for title in ("GM", "IM", "FM", "CM", "WGM", "WIM", "WFM", "WCM")
} | {
    "g": "GM", "m": "IM", "f": "FM", "c": "CM", "wg": "WGM", "wm": "WIM", "wf": "WFM", "wc": "WCM",
}  # fmt: skip
SEXES = {"m": "m", "M": "m", "w": "w", "W": "w", "f": "w", "F": "w"}
HIGHEST_NUMBER, HIGHEST_RATING = 9999, 3999

_WHOLE_DATE = re.compile(r"\d{4}.\d\d.\d\d|\d\d.\d\d.\d{4}", re.ASCII)
_GAPS = (4, 9, 14, 48, 53, 57, 69, 80, 85)
"""The columns between the fields."""


@dataclass(slots=True)
class Row:
    """A player as read: the entrant still without results, and what the line says of them."""

    line: int
    entrant: Entrant
    points: str
    cells: list[Cell] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)

    @property
    def number(self) -> int:
        return self.entrant.number

    def place(self, round_: int | None = None, value: str | None = None) -> Place:
        """Where the player's line stands, or the columns of a round in it."""
        if round_ is None:
            return Place(self.line, self.number, value=value)
        column = FIRST + STEP * (round_ - 1)
        text = self.text(round_)
        shown = column + len(text) - len(text.lstrip())
        return Place(self.line, self.number, round_, shown, text.strip() or None)

    def text(self, round_: int) -> str:
        """The columns of a round as they stand."""
        return self.texts[round_ - 1] if round_ <= len(self.texts) else ""


def read_players(lines: list[Line], report: Report) -> dict[int, Row]:
    """The players by starting number, in the order of the lines."""
    rows: dict[int, Row] = {}
    identities: dict[str, Row] = {}
    for line in lines:
        row = _read_player(_by_characters(line, report), report)
        if row is None:
            continue
        known = rows.setdefault(row.number, row)
        if known is not row:
            twice = gettext_noop("the starting number is that of line %(other)s too")
            report.error(sentence(twice, other=known.line), row.place())
            continue
        identity = row.entrant.identity
        if identity and (other := identities.setdefault(identity, row)) is not row:
            same = gettext_noop(
                "the identity number %(identity)s is that of player %(player)s, line %(line)s, too"
            )
            values = {"identity": identity, "player": other.number, "line": other.line}
            report.error(sentence(same, **values), row.place(value=identity))
    return rows


def _by_characters(line: Line, report: Report) -> Line:
    """The line with its columns counted in characters.

    Some programs fill the name with blanks as if every byte of UTF-8 were a character.
    """
    if line.text.isascii() or not _shifted(line.text):
        return line
    data = line.text.encode()
    try:
        text = data[:47].decode().ljust(47) + data[47:].decode()
    except UnicodeDecodeError:
        return line
    if _shifted(text):
        return line
    counted = gettext_noop("the columns are counted in bytes, not in characters; read so")
    report.notice(sentence(counted), Place(line.number))
    return replace(line, text=text)


def _shifted(text: str) -> bool:
    return any(text[column - 1 : column].strip() for column in _GAPS)


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
    row = Row(line.number, entrant, line.columns(81, 84).strip())
    _read_cells(line, row, report)
    return row


def _number(line: Line, report: Report) -> int | None:
    text = line.columns(5, 8).strip()
    if text.isascii() and text.isdigit() and 1 <= int(text) <= HIGHEST_NUMBER:
        return int(text)
    wrong = gettext_noop('"%(text)s" is no starting number from 1 to %(highest)s')
    what = sentence(wrong, text=text, highest=HIGHEST_NUMBER)
    report.error(what, Place(line.number, column=5, value=text or None))
    return None


def _name(line: Line, place: Place, report: Report) -> tuple[str, str]:
    text = line.columns(15, 47).strip()
    place = replace(place, column=15, value=text or None)
    family, comma, given = (part.strip() for part in text.rpartition(","))
    if not text.strip(", "):
        report.error(sentence(gettext_noop("the name is missing")), place)
    elif not comma:
        family, given = text, ""
        no_comma = gettext_noop('"%(text)s" has no comma; all of it is the family name')
        report.tolerate(sentence(no_comma, text=text), place)
    elif not family:
        family, given = given, ""
        only_given = gettext_noop('"%(text)s" has no family name; the given name is taken for it')
        report.tolerate(sentence(only_given, text=text), place)
    elif report.strict and not given:
        report.error(sentence(gettext_noop('"%(text)s" has no given name'), text=text), place)
    if report.strict and family and not all(_has_letter(part) for part in (family, given) if part):
        letters = gettext_noop('"%(text)s" is no name: a part of it has no letter')
        report.error(sentence(letters, text=text), place)
    return family or text, given


def _has_letter(text: str) -> bool:
    return any(character.isalpha() for character in text)


def _sex(line: Line, place: Place, report: Report) -> str:
    text = line.columns(10, 10).strip()
    if text and text not in SEXES:
        wrong = gettext_noop('"%(text)s" is no sex; it is m or w')
        report.tolerate(sentence(wrong, text=text), replace(place, column=10, value=text))
    return SEXES.get(text, "")


def _title(line: Line, place: Place, report: Report) -> str:
    text = line.columns(11, 13).strip()
    title = TITLES.get(text.lower(), "")
    if text and not title:
        wrong = gettext_noop('"%(text)s" is no title of FIDE; it is left out')
        report.tolerate(sentence(wrong, text=text), replace(place, column=11, value=text))
    return title


def _rating(line: Line, place: Place, report: Report) -> int | None:
    text = line.columns(49, 52).strip()
    if not text.strip("0"):
        return None
    if text.isascii() and text.isdigit() and int(text) <= HIGHEST_RATING:
        return int(text)
    wrong = gettext_noop('"%(text)s" is no rating from 1 to %(highest)s; it is left out')
    what = sentence(wrong, text=text, highest=HIGHEST_RATING)
    report.notice(what, replace(place, column=49, value=text))
    return None


def _federation(line: Line, place: Place, report: Report) -> str:
    text = line.columns(54, 56).strip()
    code = find_federation(text)
    if text and not code:
        unknown = gettext_noop('"%(text)s" is no federation; it is kept as it is')
        report.tolerate(sentence(unknown, text=text), replace(place, column=54, value=text))
    return code or text


def _identity(line: Line) -> str:
    """The FIDE or national number as it stands; zeros alone are none."""
    text = line.columns(58, 68).strip()
    return text if text.strip("0") else ""


def _born(line: Line, place: Place, report: Report) -> str:
    """The date of birth as ``yyyy-mm-dd``, the year alone as ``yyyy``."""
    text = line.columns(70, 79).strip()
    if not text:
        return ""
    place = replace(place, column=70, value=text)
    born, usual = read_birth(text)
    if report.strict and len(born) < 10 and _WHOLE_DATE.fullmatch(text):
        no_date = gettext_noop('"%(text)s" is no date of birth')
        report.error(sentence(no_date, text=text), place)
    elif born and not usual:
        read_as = gettext_noop('the date of birth "%(text)s" is read as %(born)s')
        report.notice(sentence(read_as, text=text, born=born), place)
    elif not born and text.strip("0/.- "):
        left_out = gettext_noop('"%(text)s" is no date of birth; it is left out')
        report.notice(sentence(left_out, text=text), place)
    return born


def _rank(line: Line, place: Place, report: Report) -> int | None:
    text = line.columns(86, 89).strip()
    if text.isascii() and text.isdigit() and int(text) > 0:
        return int(text)
    if text and report.strict:
        wrong = gettext_noop('"%(text)s" is no rank')
        report.error(sentence(wrong, text=text), replace(place, column=86, value=text))
    return None


def _read_cells(line: Line, row: Row, report: Report) -> None:
    for column, text in groups(line.text, FIRST, WIDTH, STEP):
        round_ = (column - FIRST) // STEP + 1
        if round_ > MOST_ROUNDS:
            many = gettext_noop("a tournament has at most %(most)s rounds")
            report.error(sentence(many, most=MOST_ROUNDS), row.place())
            break
        row.texts.append(text)
        try:
            cell = read_cell(text, strict=report.strict)
        except CellError as error:
            cell = Cell(None)
            place = row.place(round_)
            said = gettext_noop('"%(value)s" — %(what)s')
            report.error(sentence(said, value=place.value, what=error.what), place)
        if cell.remark:
            said = gettext_noop('"%(value)s" — %(what)s')
            place = row.place(round_)
            report.notice(sentence(said, value=place.value, what=cell.remark), place)
        row.cells.append(cell)
