"""A TRF26 as rating officers want it: what is missing, what is wrong, and what to do.

*Mandatory* is what FIDE refuses a report for, *title* what title applications need besides, a
*warning* what the rating officer may ask about. Nothing is mended here, and of a field there is one
finding. Source: the TRF26 of 12 May 2025.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import Final

from clubscore.text.numbers import integer_of, whole_number
from clubscore.text.problems import Refused, gettext_noop, sentence
from events.tournaments.core.domain.federations import CODES
from events.tournaments.core.domain.results import Code, PointSystem, agree, points_text
from events.tournaments.core.domain.time_controls import read_time_control, time_control
from events.tournaments.core.domain.tournament import PreservedLine
from events.tournaments.files.domain import Finding, Level
from events.tournaments.files.formats.krause.header import DATE_STEP, DATE_WIDTH, FIRST_DATE
from events.tournaments.files.formats.krause.lines import (
    PLAYER,
    TEAM_OF_TRF26,
    Line,
    Report,
    groups,
    points_from,
    read_birth,
    read_date,
    read_round_date,
    read_system,
    split_lines,
)
from events.tournaments.files.formats.krause.players import (
    FIRST,
    MAX_RATING,
    STEP,
    TITLES,
    WIDTH,
    unshifted,
)
from events.tournaments.files.formats.krause.preserved import awards_of
from events.tournaments.standings.domain.catalogue import find


@dataclass(frozen=True, slots=True)
class _Field:
    """A field of a player: its columns and its level; ``wrong`` says whether a text is none, with
    ``is_wanted`` blank is a finding too."""

    name: str
    first: int
    last: int
    level: Level
    is_wrong: Callable[[str], bool]
    message: str
    is_wanted: bool = True


_RECORDS: Final[tuple[tuple[str, Level, str], ...]] = (
    (
        "012", Level.MANDATORY,
        gettext_noop("Record 012 is missing: write the name of the tournament."),
    ),
    ("022", Level.MANDATORY, gettext_noop("Record 022 is missing: write the city.")),
    (
        "032", Level.MANDATORY,
        gettext_noop("Record 032 is missing: write the code of the federation, such as NED."),
    ),
    ("042", Level.MANDATORY, gettext_noop("Record 042 is missing: write the first day.")),
    (
        "052", Level.MANDATORY,
        gettext_noop(
            "Record 052 is missing: write the last day; the report is due within seven days of it."
        ),
    ),
    (
        "102", Level.MANDATORY,
        gettext_noop(
            "Record 102 is missing: write the chief arbiter with title and FIDE number, such as"
            " “IA Binary, Bo (234567)”."
        ),
    ),
    ("132", Level.MANDATORY, gettext_noop("Record 132 is missing: write the day of each round.")),
    (
        "182", Level.TITLE,
        gettext_noop("Record 182 is missing: write the program that paired, and its version."),
    ),
    (
        "192", Level.TITLE,
        gettext_noop("Record 192 is missing: write the code of the system, such as FIDE_DUTCH."),
    ),
    (
        "202", Level.TITLE,
        gettext_noop("Record 202 is missing: write the codes of the tie-breaks."),
    ),
    (
        "212", Level.TITLE,
        gettext_noop("Record 212 is missing: write what the places go by, such as PTS,BH."),
    ),
    ("112", Level.WARNING, gettext_noop("Record 112 is missing: write the deputy arbiter.")),
    ("122", Level.WARNING, gettext_noop("Record 122 is missing: write the time control.")),
    (
        "222", Level.WARNING,
        gettext_noop("Record 222 is missing: write the time control in seconds, such as 5400+30."),
    ),
)  # fmt: skip

_NO_FEDERATION = gettext_noop("Record 032: “%(value)s” is no code of FIDE, such as NED.")
_NO_DAY = gettext_noop("Record %(record)s: “%(value)s” is no day; write it as 2026/03/07.")
_NO_NUMBER = gettext_noop(
    "Record 102: add the FIDE number of the chief arbiter in brackets, such as (234567)."
)
_NO_CODE_192 = gettext_noop("Record 192: “%(value)s” does not begin with FIDE_ or OTHER_.")
_NO_TIME = gettext_noop("Record 222: “%(value)s” is no time control, such as 5400+30.")
_OTHER_TIME = gettext_noop(
    "Record 222: “%(value)s” is another time control than “%(words)s” of record 122: correct one."
)
_NO_TIE_BREAK = gettext_noop("Record %(record)s: “%(value)s” is no tie-break that is known.")
_DAYS = gettext_noop(
    "Record 132 has %(days)s days for %(rounds)s rounds: write the day of each round."
)
_FALLING = gettext_noop("Record 132: round %(round)s is before the one before it: correct its day.")
_OUTSIDE = gettext_noop(
    "Record 132: round %(round)s is outside the first and the last day: correct its day."
)
_END_BEFORE_START = gettext_noop("Record 052: the last day is before the first: correct one.")
_COUNT = gettext_noop("Record 062 says %(said)s players, and the file has %(holds)s: correct it.")
_NEEDED = {
    "152": gettext_noop("Record 152 is missing: write the colour of number 1 in round 1, W or B."),
    "162": gettext_noop(
        "Record 162 is missing: the points of player %(player)s are not 1, ½ and 0 each; write what"
        " a result is worth."
    ),
    "172": gettext_noop(
        "Record 172 is missing: write how the starting numbers were given, such as NED FIDON."
    ),
}
_EMPTY_152 = gettext_noop("Record 152: “%(value)s” is neither W nor B.")
_FIELD_OF_RECORD = gettext_noop(
    "Record %(record)s, %(field)s: “%(value)s” is none; write the number in its columns."
)

_OPPONENT = gettext_noop("Player %(player)s, round %(round)s: write the opponent, or 0000.")
_NO_OPPONENT = gettext_noop(
    "Player %(player)s, round %(round)s: there is no opponent “%(value)s”; correct the number."
)
_COLOUR = gettext_noop("Player %(player)s, round %(round)s: write the colour, w or b, or - (bye).")
_RESULT = gettext_noop(
    "Player %(player)s, round %(round)s: “%(value)s” is no result that is reported; write it."
)
_SIDES = gettext_noop(
    "Player %(player)s, round %(round)s: player %(other)s has another opponent, colour or result"
    " there; correct one."
)
_POINTS = gettext_noop(
    "Player %(player)s: the results add up to %(points)s points, not “%(value)s”; correct one."
)
_TWICE = gettext_noop("Player %(player)s: player %(other)s has “%(value)s” too; correct one.")

_BRACKETS = re.compile(r"\(\s*[0-9]{3,11}\s*\)")
_TYPE = re.compile(r"(?:FIDE|OTHER)_[A-Z0-9_]+")
_NATIONAL = re.compile(r"[A-Z]{3} +[0-9]{1,4} ")


def _is_no_identity(text: str) -> bool:
    return not (text.isascii() and text.isdigit() and text.strip("0"))


def _is_no_birth(text: str) -> bool:
    born, is_usual = read_birth(text)
    return len(born) < len("2026-03-07") or not is_usual


def _is_no_name(text: str) -> bool:
    # Who has one name alone is written with the comma behind it.
    family, comma, _given = text.partition(",")
    return not comma or not family.strip()


_NO_IDENTITY = gettext_noop(
    "Player %(player)s: the FIDE number is missing; write it in columns 58–68. A new player gets"
    " one from the federation, with the whole date of birth and the sex."
)
_FIELDS: Final = (
    _Field(
        "starting number", 5, 8, Level.MANDATORY, lambda text: not whole_number(text, most=9999),
        gettext_noop("Line %(line)s: “%(value)s” is no starting number; write it in columns 5–8."),
    ),
    _Field(
        "FIDE number", 58, 68, Level.MANDATORY, _is_no_identity,
        gettext_noop(
            "Player %(player)s: “%(value)s” is no FIDE number; write it in columns 58–68. A new"
            " player gets one from the federation, with the whole date of birth and the sex."
        ),
    ),
    _Field(
        "rank", 86, 89, Level.MANDATORY, lambda text: not whole_number(text, most=9999),
        gettext_noop("Player %(player)s: “%(value)s” is no rank; write the final place."),
    ),
    _Field(
        "sex", 10, 10, Level.WARNING, lambda text: text not in ("m", "w"),
        gettext_noop(
            "Player %(player)s: “%(value)s” is no sex; write m or w, which a new player needs."
        ),
    ),
    _Field(
        "title", 11, 13, Level.WARNING, lambda text: text.lower() not in TITLES,
        gettext_noop("Player %(player)s: “%(value)s” is no title of FIDE; correct it or leave it."),
        is_wanted=False,
    ),
    _Field(
        "name", 15, 47, Level.WARNING, _is_no_name,
        gettext_noop(
            "Player %(player)s: “%(value)s” is no name of the form “Family,Given”; write it so."
        ),
    ),
    _Field(
        "rating", 49, 52, Level.WARNING, lambda text: not whole_number(text, most=MAX_RATING),
        gettext_noop("Player %(player)s: “%(value)s” is no rating; correct it or leave it blank."),
        is_wanted=False,
    ),
    _Field(
        "federation", 54, 56, Level.WARNING, lambda text: text not in CODES,
        gettext_noop(
            "Player %(player)s: “%(value)s” is no federation; write its code, such as NED."
        ),
    ),
    _Field(
        "birth date", 70, 79, Level.WARNING, _is_no_birth,
        gettext_noop(
            "Player %(player)s: “%(value)s” is no whole date of birth; write it as 1990/12/31,"
            " which a new player needs."
        ),
    ),
)  # fmt: skip

_GAMES = {
    code.value: code
    for code in Code
    if not code.is_bye and code is not Code.PENDING
}  # fmt: skip
_BYES = {code.value: code for code in Code if code.is_bye}

_VIRTUAL = (
    ("game points", 10, 13), ("first round", 15, 17), ("last round", 19, 21),
    ("first number", 23, 26), ("last number", 28, 31),
)  # fmt: skip
_APART = (("first round", 5, 7), ("last round", 9, 11))


def validate(text: str) -> tuple[Finding, ...]:
    """What is to be corrected, by line; what is absent comes first. Raises :class:`Refused` for
    what is no text."""
    return _Validator(split_lines(text)).found()


@dataclass(frozen=True, slots=True)
class _Cell:
    """A round of a player, as far as it can be read."""

    opponent: int | None
    colour: str
    code: Code


_USUAL = re.compile(r" *([1-9][0-9]{0,3}) ([wb]) ([10=WDL+-])").fullmatch
_USUAL_BYE = re.compile(r"0000 - ([UHFZ])").fullmatch


@lru_cache(maxsize=8192)
def _usual_cell(text: str) -> _Cell | None:
    """A round in the spelling that every program writes; ``None`` for any other."""
    if found := _USUAL(text):
        return _Cell(integer_of(found[1]), found[2], Code(found[3]))
    bye = _USUAL_BYE(text)
    return _Cell(None, "-", Code(bye[1])) if bye else None


@dataclass(slots=True)
class _Validator:
    lines: list[Line]
    findings: list[Finding] = field(default_factory=list)
    players: list[tuple[int | None, Line]] = field(default_factory=list)
    cells: dict[int, list[_Cell | None]] = field(default_factory=dict)
    texts: dict[int, str] = field(default_factory=dict)
    by_tag: dict[str, list[Line]] = field(default_factory=lambda: defaultdict(list))

    def found(self) -> tuple[Finding, ...]:
        report = Report(strict=False)
        for line in self.lines:
            self.by_tag[line.tag].append(line)
        for line in self.by_tag[PLAYER]:
            player = unshifted(line, report)
            number = whole_number(player.columns(5, 8).strip(), most=9999)
            self.players.append((number, player))
        self._missing()
        self._header()
        self._codes()
        for number, line in self.players:
            self._fields(number, line)
        self._twice()
        self._rounds()
        self._days()
        self._numbers()
        self._points()
        order = {level: place for place, level in enumerate(Level)}
        self.findings.sort(key=lambda each: (each.line or 0, order[each.level]))
        return tuple(self.findings)

    def _tell(
        self,
        level: Level,
        record: str,
        message: str,
        *,
        of: str = "",
        line: Line | None = None,
        player: int | None = None,
        value: str = "",
        **values: object,
    ) -> None:
        where = {"line": line.number if line else "", "player": player or "?", "value": value}
        told = sentence(message, record=record, field=of, **where, **values)
        number = line.number if line else None
        self.findings.append(Finding(level, record, of, number, player, value, told))

    def _last(self, tag: str) -> Line | None:
        """The record of a number that says something; of several the last."""
        return next((line for line in reversed(self.by_tag[tag]) if line.data), None)

    def _missing(self) -> None:
        for tag, level, message in _RECORDS:
            if self._last(tag) is None:
                blank = self.by_tag[tag]
                self._tell(level, tag, message, line=blank[-1] if blank else None)
        is_national = any(
            _NATIONAL.match(line.text) and line.text[:3] in CODES for line in self.lines
        )
        if is_national and self._last("172") is None:
            self._tell(Level.WARNING, "172", _NEEDED["172"])
        code = self._last("192")
        words = code.data.upper() if code else ""
        is_swiss = any(word in words for word in ("DUTCH", "SWISS", "DUBOV", "BURSTEIN", "TEAM"))
        lot = self._last("152")
        if lot is None and is_swiss and "ROUNDROBIN" not in words:
            self._tell(Level.WARNING, "152", _NEEDED["152"])
        elif lot and lot.data.upper() not in ("W", "B"):
            self._tell(Level.WARNING, "152", _EMPTY_152, line=lot, value=lot.data)

    def _header(self) -> None:
        federation = self._last("032")
        if federation and federation.data not in CODES:
            value = federation.data
            self._tell(Level.MANDATORY, "032", _NO_FEDERATION, line=federation, value=value)
        for tag in ("042", "052"):
            line = self._last(tag)
            if line and read_date(line.data) is None:
                self._tell(Level.MANDATORY, tag, _NO_DAY, line=line, value=line.data)
        start, finish, end = self._day("042"), self._day("052"), self._last("052")
        if start and finish and end and finish < start:
            value = end.data
            self._tell(Level.MANDATORY, "052", _END_BEFORE_START, line=end, value=value)
        chief = self._last("102")
        if chief and not _BRACKETS.search(chief.data):
            value = chief.data
            self._tell(Level.WARNING, "102", _NO_NUMBER, of="FIDE number", line=chief, value=value)
        count = self._last("062")
        said = whole_number(count.data.split()[0]) if count else None
        if count and said is not None and said != len(self.players):
            holds = len(self.players)
            self._tell(
                Level.MANDATORY, "062", _COUNT, line=count, value=count.data, said=said, holds=holds
            )

    def _day(self, tag: str) -> date | None:
        line = self._last(tag)
        return read_date(line.data) if line else None

    def _codes(self) -> None:
        code, time = self._last("192"), self._last("222")
        if code and not _TYPE.fullmatch(code.data):
            self._tell(Level.TITLE, "192", _NO_CODE_192, line=code, value=code.data)
        if time and read_time_control(time.data) is None:
            self._tell(Level.WARNING, "222", _NO_TIME, line=time, value=time.data)
        elif time and (words := self._last("122")):
            periods = read_time_control(time_control(words.data))
            if periods and periods != read_time_control(time.data):
                self._tell(
                    Level.WARNING, "222", _OTHER_TIME, line=time, value=time.data, words=words.data
                )
        for tag in ("202", "212"):
            line = self._last(tag)
            for word in line.data.replace(",", " ").split() if line else ():
                try:
                    find(word)
                except Refused:
                    self._tell(Level.TITLE, tag, _NO_TIE_BREAK, line=line, value=word)
                    break

    def _fields(self, number: int | None, line: Line) -> None:
        for each in _FIELDS:
            text = line.columns(each.first, each.last).strip()
            if not text and not each.is_wanted:
                continue
            # Zeros stand for a rating that there is none of.
            if each.name == "rating" and not text.strip("0"):
                continue
            if each.is_wrong(text):
                message = each.message if text or each.name != "FIDE number" else _NO_IDENTITY
                self._tell(
                    each.level, PLAYER, message, of=each.name, line=line, player=number,
                    value=text,
                )  # fmt: skip

    def _twice(self) -> None:
        """Two players of one starting number, or of one FIDE number."""
        numbers: dict[int, int] = {}
        identities: dict[str, int] = {}
        for number, line in self.players:
            if number is None:
                continue
            if number in numbers:
                self._tell_twice("starting number", line, number, str(number), number)
            numbers[number] = number
            identity = line.columns(58, 68).strip()
            if _is_no_identity(identity):
                continue
            other = identities.setdefault(identity, number)
            if other != number:
                self._tell_twice("FIDE number", line, number, identity, other)

    def _tell_twice(self, name: str, line: Line, number: int, value: str, other: int) -> None:
        self._tell(
            Level.MANDATORY, PLAYER, _TWICE, of=name, line=line, player=number, value=value,
            other=other,
        )  # fmt: skip

    def _rounds(self) -> None:
        """Every entry of a round, and both sides of every game."""
        known = {number for number, _line in self.players}
        for number, line in self.players:
            cells = [
                self._cell(line, number, round_, text, known)
                for round_, (_column, text) in enumerate(groups(line.text, FIRST, WIDTH, STEP), 1)
            ]
            if number is not None:
                self.cells.setdefault(number, cells)
                self.texts.setdefault(number, line.text)
        for number, line in self.players:
            if number is not None:
                self._sides(number, line)

    def _cell(
        self, line: Line, number: int | None, round_: int, text: str, known: set[int | None]
    ) -> _Cell | None:
        usual = _usual_cell(text)
        if (
            usual
            and (usual.opponent is None or usual.opponent in known)
            and (usual.opponent != number)
        ):
            return usual
        if not text.strip():
            return None
        return self._unusual(line, number, round_, text, known)

    def _unusual(
        self, line: Line, number: int | None, round_: int, text: str, known: set[int | None]
    ) -> _Cell | None:
        opponent, colour, code = text[:4].strip(), text[5:6].strip(), text[7:8].strip().upper()

        def tell(message: str, of: str, value: str) -> None:
            self._tell(
                Level.MANDATORY, PLAYER, message, of=of, value=value, line=line, player=number,
                round=round_,
            )  # fmt: skip

        met = whole_number(opponent)
        is_bye = bool(opponent) and not opponent.strip("0")
        # Whoever lacks a starting number is missed once, and not by all opponents.
        is_known = met in known or None in known
        is_right = True
        if not opponent:
            tell(_OPPONENT, "opponent", "")
            is_right = False
        elif not is_bye and (met is None or met == number or not is_known):
            tell(_NO_OPPONENT, "opponent", opponent)
            is_right = False
        codes = {**_GAMES, **_BYES} if not opponent else _BYES if is_bye else _GAMES
        if code not in codes:
            tell(_RESULT, "result", code)
            is_right = False
        is_forfeit = code in ("+", "-") or code in _BYES
        if colour not in ("w", "b") and not (colour == "-" and (is_bye or is_forfeit)):
            tell(_COLOUR, "colour", colour)
            is_right = False
        return _Cell(met if not is_bye else None, colour, codes[code]) if is_right else None

    def _sides(self, number: int, line: Line) -> None:
        for round_, cell in enumerate(self.cells[number], start=1):
            if cell is None or cell.opponent is None or cell.opponent not in self.cells:
                continue
            theirs = self.cells[cell.opponent]
            other = theirs[round_ - 1] if round_ <= len(theirs) else None
            # An entry that cannot be read was told before.
            if other is None and self._has_entry(cell.opponent, round_):
                continue
            if other and other.opponent == number and number > cell.opponent:
                continue
            if other is None or not _agree(number, cell, other):
                self._tell(
                    Level.MANDATORY, PLAYER, _SIDES, of="result", line=line, player=number,
                    value=cell.code.value, other=cell.opponent, round=round_,
                )  # fmt: skip

    def _has_entry(self, number: int, round_: int) -> bool:
        start = FIRST - 1 + STEP * (round_ - 1)
        return bool(self.texts.get(number, "")[start : start + WIDTH].strip())

    def _days(self) -> None:
        line = self._last("132")
        if line is None:
            return
        texts = [text.strip() for _column, text in groups(
            line.text, FIRST_DATE, DATE_WIDTH, DATE_STEP
        )]  # fmt: skip
        words = [text for text in texts if text]
        days = [read_round_date(text) for text in words]
        rounds = self._planned()
        unreadable = next((word for word, day in zip(words, days, strict=True) if not day), None)
        if unreadable:
            self._tell(Level.MANDATORY, "132", _NO_DAY, of="day", line=line, value=unreadable)
        elif len(days) != rounds:
            self._tell(
                Level.MANDATORY, "132", _DAYS, of="day", line=line, days=len(days), rounds=rounds
            )
        else:
            self._in_order([day for day in days if day], words, line)

    def _planned(self) -> int:
        line = self._last("142")
        played = max((len(cells) for cells in self.cells.values()), default=0)
        return (line and whole_number(line.data)) or played

    def _in_order(self, days: list[date], words: list[str], line: Line) -> None:
        start, finish = self._day("042"), self._day("052")
        for round_, day in enumerate(days, start=1):
            message = ""
            if round_ > 1 and day < days[round_ - 2]:
                message = _FALLING
            elif (start and day < start) or (finish and day > finish):
                message = _OUTSIDE
            if message:
                self._tell(
                    Level.MANDATORY, "132", message, of="day", line=line, value=words[round_ - 1],
                    round=round_,
                )  # fmt: skip
                return

    def _numbers(self) -> None:
        """All fields of 250 and 260; in a tournament of teams their numbers are those of teams."""
        known = {number for number, _line in self.players}
        if self.by_tag[TEAM_OF_TRF26]:
            known = {whole_number(line.columns(5, 7)) for line in self.by_tag[TEAM_OF_TRF26]}
        for line in self.by_tag["250"]:
            points = _VIRTUAL[0] if not self.by_tag[TEAM_OF_TRF26] else ("match points", 5, 8)
            for name, first, last in (points, *_VIRTUAL[1:]):
                text = line.columns(first, last).strip()
                is_wrong = points_from(text) is None if "points" in name else not whole_number(text)
                if is_wrong or ("number" in name and whole_number(text) not in known):
                    self._tell_field("250", name, line, text)
        for line in self.by_tag["260"]:
            for name, first, last in _APART:
                text = line.columns(first, last).strip()
                if not whole_number(text):
                    self._tell_field("260", name, line, text)
            numbers = [text.strip() for _at, text in groups(line.text, 13, 4, 5) if text.strip()]
            wrong = next((text for text in numbers if whole_number(text) not in known), None)
            if wrong is not None or len(numbers) < 2:
                self._tell_field("260", "numbers", line, wrong or "")

    def _tell_field(self, record: str, name: str, line: Line, text: str) -> None:
        self._tell(Level.TITLE, record, _FIELD_OF_RECORD, of=name, line=line, value=text)

    def _points(self) -> None:
        """The points of each player against the results, where all of these can be read."""
        if self.by_tag[TEAM_OF_TRF26] or any(line.tag == "013" for line in self.lines):
            return
        system = self._system()
        exact = {code: system.points(code) or Fraction(0) for code in Code}
        # Added as whole numbers of the smallest part, for adding fractions is slow.
        parts = lcm(*(points.denominator for points in exact.values()))
        worth = {code: int(points * parts) for code, points in exact.items()}
        byes = self._announced()
        awarded: defaultdict[int, Fraction] = defaultdict(Fraction)
        for award in awards_of(PreservedLine(line.text) for line in self.by_tag["299"]):
            awarded[award.number] += award.points
        for number, line in self.players:
            text = line.columns(81, 84).strip()
            given = points_from(text)
            cells = self.cells.get(number or 0, [])
            is_read = all(
                cell or not self._has_entry(number or 0, round_)
                for round_, cell in enumerate(cells, start=1)
            )
            if number is None or not text or not is_read:
                continue
            whole = sum(worth[cell.code] for cell in cells if cell)
            points = Fraction(whole, parts) + awarded.get(number, 0)
            also = points + Fraction(sum(worth[code] for code in byes.get(number, ())), parts)
            if given in (points, also):
                continue
            if self._last("162") is None and given is not None:
                self._tell(Level.WARNING, "162", _NEEDED["162"], player=number)
            self._tell(
                Level.MANDATORY, PLAYER, _POINTS, of="points", line=line, player=number,
                value=text, points=points_text(points),
            )  # fmt: skip

    def _system(self) -> PointSystem:
        points: dict[str, Fraction] = {}
        for line in self.lines:
            if line.tag == "162" or line.text.startswith(("XXS ", "BB")):
                read_system(line, points)
        if "win" in points:
            points.setdefault("pairing_bye", points["win"])
        return PointSystem(**points)

    def _announced(self) -> Mapping[int, list[Code]]:
        """The byes of records 240 that no line has."""
        found: defaultdict[int, list[Code]] = defaultdict(list)
        for line in self.by_tag["240"]:
            code, round_ = _BYES.get(line.columns(5, 5).upper()), whole_number(line.columns(7, 9))
            for _column, text in groups(line.text, 11, 4, 5):
                number = whole_number(text)
                cells = self.cells.get(number or 0, [])
                is_there = round_ and round_ <= len(cells) and cells[round_ - 1]
                if code and number and not is_there:
                    found[number].append(code)
        return found


def _agree(number: int, cell: _Cell, other: _Cell) -> bool:
    """Whether the other side of a game says the same."""
    if other.opponent != number or not agree(cell.code, other.code):
        return False
    return "-" in (cell.colour, other.colour) or cell.colour != other.colour
