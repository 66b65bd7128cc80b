"""Lines of players: each field, every round from both sides, and the points."""

import re
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import Final

from clubscore.text.numbers import integer_of, whole_number
from clubscore.text.problems import gettext_noop
from events.tournaments.core.domain.federations import CODES
from events.tournaments.core.domain.results import Code, PointSystem, agree, points_text
from events.tournaments.core.domain.tournament import PreservedLine
from events.tournaments.files.domain import Level
from events.tournaments.files.formats.krause.lines import (
    PLAYER,
    TEAM_OF_TRF26,
    Line,
    groups,
    points_from,
    read_birth,
    read_system,
)
from events.tournaments.files.formats.krause.players import FIRST, MAX_RATING, STEP, TITLES, WIDTH
from events.tournaments.files.formats.krause.preserved import awards_of
from events.tournaments.files.formats.krause.report_check.findings import Findings


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


_NO_162 = gettext_noop(
    "Record 162 is missing: the points of player %(player)s are not 1, ½ and 0 each; write what"
    " a result is worth."
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
class Players:
    """The players of a report; ``cells`` are their rounds by starting number, ``texts`` their
    lines."""

    found: Findings
    cells: dict[int, list[_Cell | None]] = field(default_factory=dict)
    texts: dict[int, str] = field(default_factory=dict)

    @property
    def rounds(self) -> int:
        """The last round in the lines."""
        return max((len(cells) for cells in self.cells.values()), default=0)

    def check(self) -> None:
        """Every field, numbers that two have, and the rounds."""
        for number, line in self.found.players:
            self._fields(number, line)
        self._twice()
        self._rounds()

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
                self.found.tell(
                    each.level, PLAYER, message, of=each.name, line=line, player=number,
                    value=text,
                )  # fmt: skip

    def _twice(self) -> None:
        """Two players of one starting number, or of one FIDE number."""
        numbers: dict[int, int] = {}
        identities: dict[str, int] = {}
        for number, line in self.found.players:
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
        self.found.tell(
            Level.MANDATORY, PLAYER, _TWICE, of=name, line=line, player=number, value=value,
            other=other,
        )  # fmt: skip

    def _rounds(self) -> None:
        """Every entry of a round, and both sides of every game."""
        known = {number for number, _line in self.found.players}
        for number, line in self.found.players:
            cells = [
                self._cell(line, number, round_, text, known)
                for round_, (_column, text) in enumerate(groups(line.text, FIRST, WIDTH, STEP), 1)
            ]
            if number is not None:
                self.cells.setdefault(number, cells)
                self.texts.setdefault(number, line.text)
        for number, line in self.found.players:
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
            self.found.tell(
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
                self.found.tell(
                    Level.MANDATORY, PLAYER, _SIDES, of="result", line=line, player=number,
                    value=cell.code.value, other=cell.opponent, round=round_,
                )  # fmt: skip

    def _has_entry(self, number: int, round_: int) -> bool:
        start = FIRST - 1 + STEP * (round_ - 1)
        return bool(self.texts.get(number, "")[start : start + WIDTH].strip())

    def check_points(self) -> None:
        """The points of each player against the results, where all of these can be read."""
        if self.found.by_tag[TEAM_OF_TRF26] or any(line.tag == "013" for line in self.found.lines):
            return
        system = self._system()
        exact = {code: system.points(code) or Fraction(0) for code in Code}
        # Added as whole numbers of the smallest part, for adding fractions is slow.
        parts = lcm(*(points.denominator for points in exact.values()))
        worth = {code: int(points * parts) for code, points in exact.items()}
        byes = self._announced()
        awarded: defaultdict[int, Fraction] = defaultdict(Fraction)
        for award in awards_of(PreservedLine(line.text) for line in self.found.by_tag["299"]):
            awarded[award.number] += award.points
        for number, line in self.found.players:
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
            if self.found.last("162") is None and given is not None:
                self.found.tell(Level.WARNING, "162", _NO_162, player=number)
            self.found.tell(
                Level.MANDATORY, PLAYER, _POINTS, of="points", line=line, player=number,
                value=text, points=points_text(points),
            )  # fmt: skip

    def _system(self) -> PointSystem:
        points: dict[str, Fraction] = {}
        for line in self.found.lines:
            if line.tag == "162" or line.text.startswith(("XXS ", "BB")):
                read_system(line, points)
        if "win" in points:
            points.setdefault("pairing_bye", points["win"])
        return PointSystem(**points)

    def _announced(self) -> Mapping[int, list[Code]]:
        """The byes of records 240 that no line has."""
        found: defaultdict[int, list[Code]] = defaultdict(list)
        for line in self.found.by_tag["240"]:
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
