"""Results of matches of teams as CSV: round, home, away, board, room, contract, declarer, tricks,
score; the score is signed to North–South (spec: teams, section 2)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from clubscore.numbers import whole_number
from clubscore.problems import Problem, Refused, gettext_noop, refuse_if, sentence
from events.sessions.domain.board import vulnerability
from events.sessions.domain.contract import PASS, PassedOut, Side, read_contract, read_seat
from events.sessions.domain.scoring.contract_score import contract_score, why_impossible
from events.sessions.domain.teams.match import Result, Room
from events.sessions.formats.traveller_cells import Numbered, csv_cells

COLUMNS: Final = (
    *("round", "home", "away", "board", "room", "contract", "declarer", "tricks", "score"),
)
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
        raise Refused(*problems, sentence(gettext_noop("The file is empty.")))
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
        """As it is written, or as the contract gives it where there is no score; ``None`` for a
        board that was not played."""
        typed = self._cell("score")
        computed = self._computed()
        if not typed:
            return computed
        try:
            score = int(typed.replace("−", "-").removeprefix("+"))
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
                *(Problem(each.message, self._line, "contract") for each in refusal.problems)
            ) from refusal
        tricks = self._number("tricks")
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
