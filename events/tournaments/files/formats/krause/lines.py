"""The lines of a tournament file: records, and everything else.

A *record* is a line that begins with three digits and a space; its columns count from 1. Every
other line is a *comment*, some of which pairing programs use for themselves (``XXR 9``).

What the reader of a tournament file reports, and how serious it is.

An *error* refuses the file; an *adjustment* resolves a contradiction of the file with itself, and
nothing is stored until it is accepted; a *notice* is about something left out or read by a
tolerant rule. The strict profile turns many of the two latter into errors.

Points as the files write them, and the three records that define a point system.

    162  W 3.0    D 1.0    L 0.0      TRF26: a letter and four columns, from column 6, nine apart;
                                      in any columns, and with the codes of XXS, by some programs
    BBW  3.0                          bbpPairings: a line for each kind
    XXS WW=3 BW=3 WD=1 …              JaVaFo: codes with values

W is a win, by forfeit too, and a full-point bye; D a draw and a half-point bye. The pairing's bye
is worth a win unless the file has a value for it.

Dates as people and programs write them.

``2009.09.09``, ``2009/09/09``, ``20090909``, ``09.09.2009``, ``07. 06. 2008``, ``7 June 2008``,
``June 7, 2008``: the day comes before the month unless that is no date. Years of two digits
come first (``09.09.16``) unless that is no date.
"""

import re
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Final

from clubscore.text.numbers import integer_of
from clubscore.text.problems import Problem, Refused, Sentence, gettext_noop, sentence, verbatim
from events.tournaments.core.domain.results import PointSystem, points_text, read_points
from events.tournaments.files.domain import FileProblem

MAX_LINES = 20_000

MAX_ROUNDS = 999

PLAYER, TEAM, TEAM_OF_TRF26 = "001", "013", "310"

HEADER = frozenset({
    "012", "022", "032", "042", "052", "062", "072", "082", "092", "102", "112", "122", "132",
})  # fmt: skip
"""The records about the tournament that the format of 2006 has."""

UNDERSTOOD = frozenset({"142", "162", "202", "212", "240", "260", TEAM_OF_TRF26})
"""The later records that mean something here."""

FOREIGN = frozenset({
    "152", "172", "182", "192", "222", "250", "299", "300", "320", "330", "352", "362", "801",
    "802",
})  # fmt: skip
"""The later records that are known, and only preserved."""

MEANINGS: Final = {
    "142": gettext_noop("the number of rounds"),
    "152": gettext_noop("the colour of the first game"),
    "162": gettext_noop("the points of a result"),
    "172": gettext_noop("how the starting numbers were given"),
    "182": gettext_noop("who paired"),
    "192": gettext_noop("the pairing system"),
    "202": gettext_noop("the tie-breaks"),
    "212": gettext_noop("what the places go by"),
    "222": gettext_noop("the time control in seconds"),
    "240": gettext_noop("byes"),
    "250": gettext_noop("virtual points"),
    "260": gettext_noop("pairings that are forbidden"),
    "299": gettext_noop("points besides the games"),
    "300": gettext_noop("line-ups of teams"),
    "310": gettext_noop("teams"),
    "320": gettext_noop("byes of teams"),
    "330": gettext_noop("forfeits of teams"),
    "352": gettext_noop("the colours of the boards of a team"),
    "362": gettext_noop("the points of a match of teams"),
}
"""What the later records hold."""


def named(tag: str) -> Sentence:
    """A record by its number, with what it holds where that is known."""
    if tag in MEANINGS:
        return sentence("%(tag)s (%(what)s)", tag=tag, what=Sentence(MEANINGS[tag]))
    return verbatim(tag)


EXTENSION = re.compile(r"(?:XX[RPSZ]|BB[WDLZFU]) ")
"""The lines of pairing programs, without a number, that are understood."""

_RECORD = re.compile(r"([0-9]{3})(?: |\Z)")


@dataclass(frozen=True, slots=True)
class Line:
    """A line that is not blank. ``tag`` is the number of a record, empty for a comment."""

    number: int
    text: str
    tag: str

    @property
    def data(self) -> str:
        """The text of a record that has only one."""
        return self.text[4:].strip()

    def columns(self, first: int, last: int) -> str:
        """The columns, both included, unchanged; short where the line ends."""
        return self.text[first - 1 : last]


def split_lines(text: str) -> list[Line]:
    """The lines of a text with any line ends, without the empty ones.

    Raises :class:`Refused` for more lines than any tournament has, and for NUL characters,
    which PostgreSQL does not store.
    """
    rows = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    if len(rows) > MAX_LINES:
        raise Refused(
            Problem(
                sentence(
                    "The file has %(count)s lines; at most %(most)s are read. It is not a "
                    "tournament file.",
                    count=len(rows),
                    most=MAX_LINES,
                )
            )
        )
    if "\0" in text:
        number = next(number for number, row in enumerate(rows, 1) if "\0" in row)
        raise Refused(
            Problem(
                sentence(
                    "This is not a text file: line %(line)s has a NUL character.", line=number
                ),
                line=number,
            )
        )
    return [
        Line(number, row, match[1] if (match := _RECORD.match(row)) else "")
        for number, row in enumerate(rows, 1)
        if row and not row.isspace()
    ]


def groups(text: str, first: int, width: int, step: int) -> Iterable[tuple[int, str]]:
    """The fields that repeat in a line from a column on: the column and the text of each."""
    for start in range(first - 1, len(text), step):
        yield start + 1, text[start : start + width]


@dataclass(frozen=True, slots=True)
class Place:
    """Where something is in the file: line, player and round, and the text found there."""

    line: int | None = None
    player: int | None = None
    round: int | None = None
    column: int | None = None
    value: str | None = None

    def at(self, text: str, column: int) -> "Place":
        """The same place, narrowed to a text that begins in a column, without its spaces."""
        bare = text.strip()
        first = column + len(text) - len(text.lstrip()) if bare else column
        return Place(self.line, self.player, self.round, first, bare or None)


NOWHERE = Place()


class Report:
    """Collects the problems of a file while it is read."""

    def __init__(self, *, strict: bool) -> None:
        self.strict = strict
        self.errors: list[FileProblem] = []
        self.adjustments: list[FileProblem] = []
        self.notices: list[FileProblem] = []

    def error(self, what: Sentence, place: Place = NOWHERE) -> None:
        self.errors.append(_problem(what, place))

    def notice(self, what: Sentence, place: Place = NOWHERE) -> None:
        self.notices.append(_problem(what, place))

    def tolerate(self, what: Sentence, place: Place = NOWHERE) -> None:
        """A notice; an error in the strict profile."""
        (self.errors if self.strict else self.notices).append(_problem(what, place))

    def adjust(self, what: Sentence, stored: Sentence, place: Place = NOWHERE) -> None:
        """An adjustment: what is wrong, and what is stored; an error in the strict profile."""
        if self.strict:
            self.error(what, place)
        else:
            self.adjustments.append(_problem(what, place, stored))


def _problem(what: Sentence, place: Place, stored: Sentence | None = None) -> FileProblem:
    if stored:
        what = sentence("%(wrong)s; %(stored)s", wrong=what, stored=stored)
    return FileProblem(
        _placed(what, place), place.line, place.column, place.value, place.player, stored
    )


def _placed(what: Sentence, place: Place) -> Sentence:
    """The sentence with its place in front, as far as there is one."""
    if place.line is None:
        return what
    if place.player is None:
        template = gettext_noop("line %(line)s: %(what)s")
    elif place.round is None:
        template = gettext_noop("line %(line)s, player %(player)s: %(what)s")
    else:
        template = gettext_noop("line %(line)s, player %(player)s, round %(round)s: %(what)s")
    return sentence(template, line=place.line, player=place.player, round=place.round, what=what)


_WIN = ("win", "forfeit_win", "full_bye")

_DRAW = ("draw", "half_bye")

_ABSENCE = ("zero_bye", "forfeit_loss")

OF_162: dict[str, tuple[str, ...]] = {
    "W": _WIN, "D": _DRAW, "L": ("loss",), "A": _ABSENCE, "P": ("pairing_bye",), "X": (),
}  # fmt: skip
"""Which points a letter of record 162 sets; X is an unknown result, which has none here."""

OF_BB = {
    "BBW": _WIN, "BBD": _DRAW, "BBL": ("loss",), "BBZ": ("zero_bye",), "BBF": ("forfeit_loss",),
    "BBU": ("pairing_bye",),
}  # fmt: skip

OF_XXS = {
    "W": _WIN, "D": _DRAW, "L": ("loss",), "WW": ("win",), "BW": ("win",), "WD": ("draw",),
    "BD": ("draw",), "WL": ("loss",), "BL": ("loss",), "ZPB": ("zero_bye",), "HPB": ("half_bye",),
    "FPB": ("full_bye",), "PAB": ("pairing_bye",), "FW": ("forfeit_win",),
    "FL": ("forfeit_loss",),
}  # fmt: skip

_CODES = re.compile(r"\b([A-Z]{1,3}) ?[=:]? *([0-9]*[.,]?[0-9]+)(?![0-9.,])", re.IGNORECASE)

_MAX_POINTS = 100

_CENT = Fraction(1, 100)

_COLUMNS = 4


def points_from(text: str) -> Fraction | None:
    """Points as programs write them, ``1.``, ``.5`` and ``1,0`` too; ``None`` for anything else."""
    plain = text.strip().rstrip(".,")
    return read_points(f"0{plain}" if plain.startswith((".", ",")) else plain)


def is_storable(points: Fraction) -> bool:
    """Whether the columns of the database, which have two decimals, can hold them."""
    return 0 <= points < _MAX_POINTS and not points % _CENT


def read_system(line: Line, points: dict[str, Fraction]) -> list[str]:
    """Add the values of one of the records to the points by field of :class:`PointSystem`.

    Returns the parts that could not be read.
    """
    unreadable = []
    for fields, value, text in _parts(line):
        worth = points_from(value)
        if fields is None or worth is None or not is_storable(worth):
            unreadable.append(text)
        else:
            points.update(dict.fromkeys(fields, worth))
    return unreadable


def _parts(line: Line) -> Iterable[tuple[tuple[str, ...] | None, str, str]]:
    """The fields, ``None`` where they are unknown, the value and the text of every part."""
    words = re.sub(r"[,;](?=\s|\Z)", " ", line.data)
    found = [(code.upper(), value) for code, value in _CODES.findall(words)]
    known = OF_XXS | OF_162
    if line.tag and not _CODES.sub("", words).strip() and all(code in known for code, _ in found):
        for code, value in found:
            yield known[code], value, f"{code}={value}"
    elif line.tag:
        for _column, text in groups(line.text, 6, 5, 9):
            if text.strip():
                yield OF_162.get(text[0].upper()), text[1:].strip(), text
    elif line.text.startswith("BB"):
        yield OF_BB[line.text[:3]], line.data, line.text
    else:
        for part in line.data.split():
            code, _equals, value = part.partition("=")
            yield OF_XXS.get(code.upper()), value, part


def write_162(system: PointSystem) -> str | None:
    """Record 162; ``None`` when it cannot express this system."""
    is_whole = all(_all_equal(system, OF_162[letter]) for letter in "WDLAP")
    return write_games_162(system) if is_whole else None


def write_games_162(system: PointSystem) -> str | None:
    """Record 162 of what games, absences and the pairing's bye bring; ``None`` for points that are
    too long."""
    texts = [(letter, points_text(getattr(system, OF_162[letter][0]))) for letter in "WDLAP"]
    if any(len(text) > _COLUMNS for _letter, text in texts):
        return None
    return "162  " + "    ".join(f"{letter}{text:>{_COLUMNS}}" for letter, text in texts)


def with_unknown(record: str, system: PointSystem) -> str:
    """Record 162 with the points of an unknown result, which is that of an adjourned game: a
    draw's."""
    return record if " X" in record else f"{record}    X{points_text(system.draw):>{_COLUMNS}}"


def write_bb(system: PointSystem) -> list[str]:
    """The lines of bbpPairings; none when they cannot express this system."""
    if not all(_all_equal(system, fields) for fields in OF_BB.values()):
        return []
    return [
        f"{code} {points_text(getattr(system, fields[0])):>{_COLUMNS}}"
        for code, fields in OF_BB.items()
    ]


def write_xxs(system: PointSystem) -> str:
    """JaVaFo's line, which can express every system."""
    # Those of one letter set several values at once.
    codes = [code for code in OF_XXS if len(code) > 1]
    values = (f"{code}={points_text(getattr(system, OF_XXS[code][0]))}" for code in codes)
    return f"XXS {' '.join(values)}"


def _all_equal(system: PointSystem, fields: tuple[str, ...]) -> bool:
    return len({getattr(system, field) for field in fields}) == 1


_GAP = r"[^0-9A-Za-z]{1,3}"

_YEAR_FIRST = re.compile(rf"(\d{{4}}){_GAP}(\d{{1,2}}){_GAP}(\d{{1,2}})", re.ASCII)

_BIRTH = re.compile(r"(\d{4})(?:[^0-9A-Za-z](\d{1,2})[^0-9A-Za-z](\d{1,2}))?", re.ASCII)

_COMPACT = re.compile(r"(\d{4})(\d\d)(\d\d)", re.ASCII)

_YEAR_LAST = re.compile(rf"(\d{{1,2}}){_GAP}(\d{{1,2}}){_GAP}(\d{{4}})", re.ASCII)

_SHORT = re.compile(rf"(\d{{1,2}}){_GAP}(\d{{1,2}}){_GAP}(\d\d)", re.ASCII)

_TIME = re.compile(r"[T ]\d{1,2}:\d\d\S*\Z", re.ASCII)

_PARTS = re.compile(r"[A-Za-z]+|\d+", re.ASCII)

_ORDINALS = frozenset({"st", "nd", "rd", "th", "of"})

_MONTHS = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
)  # fmt: skip

_DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")

_LAST_OF_THIS_CENTURY = 69

_EARLIEST = 1000


def read_date(text: str) -> date | None:
    """The day that a text means, or ``None``."""
    text = _TIME.sub("", text.strip()).strip(" .,")
    if found := _YEAR_FIRST.fullmatch(text) or _COMPACT.fullmatch(text):
        year, month, day = map(integer_of, found.groups())
        return _first((year, month, day))
    if found := _YEAR_LAST.fullmatch(text):
        one, other, year = map(integer_of, found.groups())
        return _first((year, other, one), (year, one, other))
    if found := _SHORT.fullmatch(text):
        one, other, third = map(integer_of, found.groups())
        orders = [(_year(third), other, one), (_year(third), one, other)]
        # The order of record 132, which programs use elsewhere too; one digit is no year.
        if len(found[1]) == 2:
            orders.insert(0, (_year(one), other, third))
        return _first(*orders)
    return _with_month_name(text)


def read_round_date(text: str) -> date | None:
    """The day of a round, ``yy.mm.dd`` with any separator, or in another form."""
    match = _SHORT.fullmatch(text.strip())
    if match:
        year, month, day = map(integer_of, match.groups())
        return _first((_year(year), month, day))
    return read_date(text)


def read_american_round_date(text: str) -> date | None:
    """The day of a round in the form ``yy.dd.mm``, which some programs write."""
    match = _SHORT.fullmatch(text.strip())
    if not match:
        return None
    year, day, month = map(integer_of, match.groups())
    return _first((_year(year), month, day))


def read_birth(text: str) -> tuple[str, bool]:
    """A date of birth as ``yyyy-mm-dd``, the year alone as ``yyyy``, or empty; and whether it is
    written as it should be: ``yyyy/mm/dd`` with any separator, ``yyyy`` or ``yyyy/00/00``."""
    if match := _BIRTH.fullmatch(text):
        year, month, day = (integer_of(part or "0") for part in match.groups())
        born = _first((year, month, day))
        if born:
            return born.isoformat(), True
        return (match[1], not month) if year and not day else ("", False)
    if match := _YEAR_LAST.fullmatch(text):
        one, other, year = map(integer_of, match.groups())
        born = _first((year, other, one), (year, one, other))
        return (born.isoformat() if born else ""), False
    return "", False


def _year(short: int) -> int:
    return short + (2000 if short <= _LAST_OF_THIS_CENTURY else 1900)


def _first(*orders: tuple[int, int, int]) -> date | None:
    """The first of several readings, as year, month and day, that is a day of the calendar."""
    for year, month, day in orders:
        with suppress(ValueError):
            found = date(year, month, day)
            if year >= _EARLIEST:
                return found
    return None


def in_century_of(day: date, start: date | None) -> date:
    """The day of a round, whose year had two digits, in the century of the tournament's start."""
    if start is None:
        return day
    years = (day.year, day.year - 100, day.year + 100)
    year = min(years, key=lambda each: abs(each - start.year))
    # 29 February is not in every century's year.
    with suppress(ValueError):
        return day.replace(year=year)
    return day


def _with_month_name(text: str) -> date | None:
    months, numbers = [], []
    for part in _PARTS.findall(text.lower()):
        if part.isdigit():
            numbers.append(part)
        elif part in _ORDINALS or _among(_DAYS, part) is not None:
            continue
        elif (place := _among(_MONTHS, part)) is not None:
            months.append(place + 1)
        else:
            return None
    if len(months) != 1 or len(numbers) != 2:
        return None
    # "2008 June 7" too: the longer number is the year.
    day, year = numbers if len(numbers[0]) <= 2 else numbers[::-1]
    if len(day) > 2 or len(year) not in (2, 4):
        return None
    return _first(
        (
            integer_of(year) if len(year) == 4 else _year(integer_of(year)),
            months[0],
            integer_of(day),
        )
    )


def _among(names: Iterable[str], part: str) -> int | None:
    """The place of the name that a part is, or abbreviates with three letters or more."""
    if len(part) < 3:
        return None
    return next((place for place, name in enumerate(names) if name.startswith(part)), None)
