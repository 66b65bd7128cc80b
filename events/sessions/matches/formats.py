"""The contestants of a Swiss round, and its draw, as JSON (spec: teams, section 2).

Results of matches of teams as CSV: round, home, away, board, room, contract, declarer, tricks,
score; the score is signed to North–South (spec: teams, section 2).
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from clubscore.text.numbers import integer_of, whole_number
from clubscore.text.problems import Problem, Refused, gettext_noop, refuse_if, sentence
from events.sessions.core.domain.contract import (
    PASS,
    PassedOut,
    Side,
    contract_score,
    read_contract,
    read_seat,
    vulnerability,
    why_impossible,
)
from events.sessions.matches.domain.draw import BYE, TRIANGLE, Contestant, Draw
from events.sessions.matches.domain.match import Result, Room
from events.sessions.scoring.formats.traveller_sheet import Numbered, csv_cells

MAX_CONTESTANTS: Final = 2000

_MAX: Final = 10**6

_NUMBERS: Final = ("imps", "byes", "ns", "ew")


@dataclass(frozen=True, slots=True)
class DrawOrder:
    """What is to be drawn: the contestants, and what an odd one does."""

    contestants: tuple[Contestant, ...]
    odd: str


def read_draw(data: bytes) -> DrawOrder:
    """The contestants; :class:`Refused` with all that is wrong."""
    try:
        value = json.loads(data)
    except (ValueError, RecursionError) as error:
        template = gettext_noop("The file is not JSON: %(reason)s.")
        raise Refused(sentence(template, reason=str(error))) from error
    found = value.get("contestants") if isinstance(value, dict) else None
    if not isinstance(found, list) or not 2 <= len(found) <= MAX_CONTESTANTS:
        template = gettext_noop("The file has no list of 2 to %(most)s contestants.")
        raise Refused(sentence(template, most=MAX_CONTESTANTS))
    odd = value.get("odd", BYE)
    if odd not in (BYE, TRIANGLE):
        template = gettext_noop("“%(value)s” is neither bye nor triangle.")
        raise Refused(sentence(template, value=str(odd)))
    problems = [
        problem for place, item in enumerate(found, start=1) for problem in _problems(item, place)
    ]
    refuse_if(problems)
    contestants = tuple(map(_contestant, found))
    refuse_if(_contradictions(contestants))
    return DrawOrder(contestants, odd)


def _problems(item: Any, place: int) -> Iterator[Problem]:
    template = gettext_noop("Contestant %(place)s of the file: “%(field)s” is %(value)s.")

    def wrong(field: str, value: object) -> Problem:
        return Problem(sentence(template, place=place, field=field, value=repr(value)))

    if not isinstance(item, dict):
        yield wrong("contestant", item)
        return
    if not _is_number(item.get("number"), least=1):
        yield wrong("number", item.get("number"))
    for field in _NUMBERS:
        if not _is_number(item.get(field, 0), least=-_MAX if field == "imps" else 0):
            yield wrong(field, item[field])
    met = item.get("met", [])
    if not isinstance(met, list) or not all(_is_number(each, least=1) for each in met):
        yield wrong("met", met)
    if _vp(item) is None:
        yield wrong("vp", item.get("vp"))


def _is_number(value: object, *, least: int) -> bool:
    return type(value) is int and least <= value <= _MAX


def _vp(item: Mapping[str, Any]) -> Fraction | None:
    try:
        value = Fraction(str(item.get("vp", 0))[:20])
    except (ValueError, ZeroDivisionError):
        return None
    return value if abs(value) <= _MAX else None


def _contestant(item: Mapping[str, Any]) -> Contestant:
    numbers = {field: item.get(field, 0) for field in _NUMBERS}
    vp = _vp(item) or Fraction(0)
    return Contestant(item["number"], vp=vp, met=tuple(item.get("met", ())), **numbers)


def _contradictions(contestants: tuple[Contestant, ...]) -> Iterator[Problem]:
    seen: set[int] = set()
    for contestant in contestants:
        if contestant.number in seen:
            template = gettext_noop("Number %(number)s is there twice.")
            yield Problem(sentence(template, number=contestant.number))
        if contestant.number in contestant.met:
            template = gettext_noop("Number %(number)s has met itself.")
            yield Problem(sentence(template, number=contestant.number))
        seen.add(contestant.number)


def draw_data(draw: Draw) -> dict[str, Any]:
    """``{"pairs": [[1, 4]], "bye": 7, "triangle": null, "repeats": []}``"""
    return {
        "pairs": [list(pair) for pair in draw.pairs],
        "bye": draw.bye,
        "triangle": list(draw.triangle) or None,
        "repeats": [list(pair) for pair in draw.repeats],
    }


COLUMNS: Final = (
    "round", "home", "away", "board", "room", "contract", "declarer", "tricks", "score",
)  # fmt: skip

_NEEDED: Final = ("home", "away", "board", "room")

_MAX_NAME: Final = 100

_MAX_NUMBER: Final = 999


@dataclass(frozen=True, slots=True)
class Sheet:
    """The results in the order of the file, and what was noticed in it."""

    results: tuple[Result, ...]
    notices: tuple[Problem, ...]


def read_teams(text: str) -> Sheet:
    """The results; :class:`Refused` with all problems of the file at once."""
    cells = csv_cells(text)
    problems = list(cells.problems)
    if not cells.rows:
        raise Refused(*problems, sentence("The file is empty."))
    header, *rows = cells.rows
    names = [name.casefold() for name in header.texts]
    if missing := [name for name in _NEEDED if name not in names]:
        template = gettext_noop("The header has no column %(columns)s.")
        raise Refused(Problem(sentence(template, columns=", ".join(missing)), header.number))
    results, notices = [], list(cells.notices)
    for row in rows:
        reader = _Row(row, dict(zip(names, row.texts, strict=False)))
        try:
            results.append(reader.result())
        except Refused as refusal:
            problems += refusal.problems
        notices += reader.notices
    refuse_if(problems)
    return Sheet(tuple(results), tuple(notices))


class _Row:
    def __init__(self, row: Numbered, cells: Mapping[str, str]) -> None:
        self._line = row.number
        self._cells = cells
        self.notices: list[Problem] = []

    def result(self) -> Result:
        problems = [*self._problems()]
        refuse_if(problems)
        return Result(
            round=self._number("round") or 1,
            home=self._cell("home"),
            away=self._cell("away"),
            board=self._number("board") or 0,
            room=Room(self._cell("room").casefold()),
            score=self._score(),
            line=self._line,
        )

    def _problems(self) -> Iterator[Problem]:
        for column in ("home", "away"):
            if not 1 <= len(self._cell(column)) <= _MAX_NAME:
                yield self._problem(
                    gettext_noop("A team has a name of 1 to %(most)s letters."),
                    column,
                    most=_MAX_NAME,
                )
        if self._cell("home") == self._cell("away"):
            yield self._problem(gettext_noop("A team cannot meet itself."), "away")
        for column in ("round", "board"):
            if self._cell(column) or column == "board":
                number = self._number(column)
                if number is None or not 1 <= number <= _MAX_NUMBER:
                    template = gettext_noop("“%(value)s” is not a number from 1 to %(most)s.")
                    yield self._problem(template, column, most=_MAX_NUMBER)
        if self._cell("room").casefold() not in [*Room]:
            yield self._problem(gettext_noop("“%(value)s” is not a room: open or closed."), "room")

    def _score(self) -> int | None:
        """The score as it is written, or as the contract gives it where there is none; ``None``
        for a board that was not played."""
        typed = self._cell("score")
        computed = self._computed()
        if not typed:
            return computed
        try:
            score = integer_of(typed.replace("−", "-").removeprefix("+"))
        except ValueError:
            raise Refused(
                self._problem(gettext_noop("“%(value)s” is not a score."), "score")
            ) from None
        if computed is None and why_impossible(score, self._number("board")):
            template = gettext_noop("Line %(line)s: no contract gives %(value)s on this board.")
            self.notices.append(self._problem(template, "score", line=self._line))
        if computed is not None and score != computed:
            template = gettext_noop(
                "Line %(line)s: %(contract)s by %(declarer)s with %(tricks)s tricks is "
                "%(computed)s for North–South, the file has %(value)s, which counts."
            )
            values = {name: self._cell(name) for name in ("contract", "declarer", "tricks")}
            self.notices.append(
                self._problem(template, "score", computed=computed, line=self._line, **values)
            )
        return score

    def _computed(self) -> int | None:
        if not self._cell("contract"):
            return None
        try:
            contract = read_contract(self._cell("contract"))
            if isinstance(contract, PassedOut):
                return contract_score(PASS, vulnerable=False, tricks=0)
            seat = read_seat(self._cell("declarer"))
        except Refused as refusal:
            raise Refused(
                *(Problem(problem.message, self._line, "contract") for problem in refusal.problems)
            ) from refusal
        tricks = self._number("tricks")
        if self._cell("score") and not self._cell("tricks"):
            return None
        if tricks is None or not 0 <= tricks <= 13:
            template = gettext_noop("“%(value)s” is not a number of tricks from 0 to 13.")
            raise Refused(self._problem(template, "tricks"))
        vulnerable = vulnerability(self._number("board") or 1).of(seat.side)
        score = contract_score(contract, vulnerable, tricks)
        return score if seat.side is Side.NS else -score

    def _cell(self, column: str) -> str:
        return self._cells.get(column, "")

    def _number(self, column: str) -> int | None:
        return whole_number(self._cell(column))

    def _problem(self, template: str, column: str, **values: object) -> Problem:
        value = self._cell(column)
        values = {"value": value} | values
        return Problem(sentence(template, **values), self._line, column, value)
