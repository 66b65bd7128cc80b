"""Record 001: a player, with the results of every round."""

import re
from dataclasses import dataclass, field

from clubscore.numbers import whole_number
from clubscore.problems import gettext_noop, sentence
from events.tournaments.domain.results import Result
from events.tournaments.domain.tournament import Entrant
from events.tournaments.formats.krause.dates import read_birth
from events.tournaments.formats.krause.federations import find_federation
from events.tournaments.formats.krause.lines import MAX_ROUNDS, Line
from events.tournaments.formats.krause.report import Place, Report
from events.tournaments.formats.krause.results import (
    FIRST,
    GAP,
    STEP,
    WIDTH,
    Cell,
    CellError,
    read_cell,
    read_usual,
)
from events.tournaments.formats.krause.shifted_columns import unshifted

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

    ``full`` are the places of full-point byes in the old spelling.
    """

    line: int
    number: int
    source: str
    entrant: Entrant
    points: str
    results: list[Result | None] = field(default_factory=list)
    full: list[int] = field(default_factory=list)

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
            twice = gettext_noop("the starting number is that of line %(other)s too")
            report.error(sentence(twice, other=known.line), row.place())
            continue
        identity = row.entrant.identity
        if identity and (other := identities.setdefault(identity, row)) is not row:
            same = gettext_noop(
                "the identity number %(identity)s is that of player %(player)s, line %(line)s, too"
            )
            values = {"identity": identity, "player": other.number, "line": other.line}
            place = row.place().at(row.source[57:68], 58)
            report.error(sentence(same, **values), place)
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
    wrong = gettext_noop('"%(text)s" is not a starting number from 1 to %(highest)s')
    what = sentence(wrong, text=text, highest=MAX_NUMBER)
    report.error(what, Place(line.number).at(line.columns(5, 8), 5))
    return None


def _name(line: Line, place: Place, report: Report) -> tuple[str, str]:
    text = line.columns(15, 47).strip()
    # The last comma: a family name may hold one.
    family, comma, given = (part.strip() for part in text.rpartition(","))
    wrong = ""
    if not text.strip(", "):
        missing = sentence(gettext_noop("the name is missing"))
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
        wrong = gettext_noop('"%(text)s" is not a sex; use m or w')
        report.tolerate(sentence(wrong, text=text), place.at(line.columns(10, 10), 10))
    return SEXES.get(text, "")


def _title(line: Line, place: Place, report: Report) -> str:
    text = line.columns(11, 13).strip()
    title = TITLES.get(text.lower(), "")
    if text and not title:
        wrong = gettext_noop('"%(text)s" is not a FIDE title; it is left out')
        report.tolerate(sentence(wrong, text=text), place.at(line.columns(11, 13), 11))
    return title


def _rating(line: Line, place: Place, report: Report) -> int | None:
    text = line.columns(49, 52).strip()
    if not text.strip("0"):
        return None
    if rating := whole_number(text, most=MAX_RATING):
        return rating
    wrong = gettext_noop('"%(text)s" is not a rating from 1 to %(highest)s; it is left out')
    what = sentence(wrong, text=text, highest=MAX_RATING)
    report.notice(what, place.at(line.columns(49, 52), 49))
    return None


def _federation(line: Line, place: Place, report: Report) -> str:
    text = line.columns(54, 56).strip()
    code = find_federation(text)
    if text and not code:
        unknown = gettext_noop('"%(text)s" is not a federation; it is kept as text')
        report.tolerate(sentence(unknown, text=text), place.at(line.columns(54, 56), 54))
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
        no_date = gettext_noop('"%(text)s" is not a date of birth')
        report.error(sentence(no_date, text=text), place)
    elif born and not usual:
        read_as = gettext_noop('the date of birth "%(text)s" is read as %(born)s')
        report.notice(sentence(read_as, text=text, born=born), place)
    elif not born and text.strip("0/.- "):
        left_out = gettext_noop('"%(text)s" is not a date of birth; it is left out')
        report.notice(sentence(left_out, text=text), place)
    return born


def _rank(line: Line, place: Place, report: Report) -> int | None:
    text = line.columns(86, 89).strip()
    found = _LEADING.match(text)
    if found and int(found.group()) > 0:
        return int(found.group())
    if text and report.strict:
        wrong = gettext_noop('"%(text)s" is not a rank')
        report.error(sentence(wrong, text=text), place.at(line.columns(86, 89), 86))
    return None


def _read_results(row: Row, report: Report) -> None:
    source = row.source
    if len(source) > FIRST + STEP * MAX_ROUNDS:
        many = gettext_noop("a tournament has at most %(most)s rounds")
        report.error(sentence(many, most=MAX_ROUNDS), row.place())
        return
    # Past the end by a gap, so that what is behind the last round is noticed too.
    for place, start in enumerate(range(FIRST - 1, len(source) + GAP, STEP)):
        text = source[start : start + WIDTH]
        if stray := source[start - GAP : start].strip():
            between = gettext_noop(
                '"%(text)s" is between the columns of two rounds; it is left out'
            )
            place_ = Place(row.line, row.number, column=start, value=stray)
            report.notice(sentence(between, text=stray), place_)
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
    return cell
