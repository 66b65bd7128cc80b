"""One row of a traveller sheet: its fields checked, one by one and against each other.

The score of a line is what counts. A contract beside it is checked against it as far as it is
given; where the score is empty, the contract, declarer and tricks must give it.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from clubscore.text.days import day_told
from clubscore.text.numbers import integer_of, whole_number
from clubscore.text.problems import Problem, Refused, Sentence, gettext_noop, sentence
from events.sessions.core.domain.adjustment import NOT_PLAYED, Adjustment, Notation, read_adjustment
from events.sessions.core.domain.contract import (
    Card,
    Contract,
    PassedOut,
    Played,
    Seat,
    read_card,
    read_contract,
    read_seat,
    score_to_ns,
    signed,
    why_impossible,
)
from events.sessions.core.domain.line_result import LineResult, contradiction, result_on_board
from events.sessions.core.domain.result_field import adjustment_faults

MAX_BOARDS = 999

_BOARD = re.compile(r"\d{1,4}", re.ASCII)
_PAIR = re.compile(r"[0-9]{1,6}|(?=.*[^\W\d_])[^\W_](?:[\w ./+-]{0,18}\w)?")
_SECTION = re.compile(r"(?:[^\W_][\w .-]{0,19})?")
_SCORE = re.compile(r"[+-]?\d{1,6}", re.ASCII)
_TRICKS = re.compile(r"\d{1,2}", re.ASCII)
_RESULT = re.compile(r"=|[+-]?\d{1,2}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Row:
    """A good row. The score is ``None`` where an adjustment replaces it; ``played`` is known where
    contract, declarer and tricks are."""

    line: int
    board: int
    section: str
    ns: str
    ew: str
    score: int | None
    adjustment: Adjustment | None
    played: Played | PassedOut | None = None
    lead: Card | None = None
    round: int | None = None
    table: int | None = None
    date: str | None = None


@dataclass(frozen=True, slots=True)
class PartOfResult:
    """A contract whose declarer or tricks are not given."""

    contract: Contract
    seat: Seat | None
    tricks: int | None

    def scores(self, board: int) -> set[int]:
        """All scores to North–South that it can give."""
        return {
            score_to_ns(self.contract, seat, tricks, board)
            for seat in ([self.seat] if self.seat else Seat)
            for tricks in (range(14) if self.tricks is None else [self.tricks])
        }


Outcome = LineResult | PartOfResult


def read_row(
    line: int, texts: Mapping[str, str], problems: list[Problem], any_score: bool
) -> Row | None:
    """The row of these texts, by column, or ``None`` after adding to the problems."""
    reader = _RowReader(line, texts, any_score)
    row = reader.read()
    problems += reader.problems
    return None if reader.problems else row


class _RowReader:
    def __init__(self, line: int, texts: Mapping[str, str], any_score: bool) -> None:
        self.line = line
        self.texts = texts
        self.any_score = any_score
        self.problems: list[Problem] = []

    def text(self, column: str) -> str:
        return self.texts.get(column, "")

    def add_problem(self, column: str, message: Sentence | Refused) -> None:
        messages = (
            [problem.message for problem in message.problems]
            if isinstance(message, Refused)
            else [message]
        )
        for one in messages:
            self.problems.append(Problem(one, self.line, column, self.text(column)))

    def read(self) -> Row:
        board = self.board()
        ns, ew = self.pair("ns"), self.pair("ew")
        if not _SECTION.fullmatch(self.text("section")):
            self.add_problem("section", sentence(_NO_SECTION, text=self.text("section")))
        outcome = self.contract(board)
        score = self.score(board, outcome)
        adjustment = self.adjustment(board)
        if adjustment is NOT_PLAYED and (self.text("contract") or self.text("score")):
            self.add_problem(
                "adjustment",
                sentence("The line has a result but says that the board was not played."),
            )
        if not any(self.text(column) for column in ("contract", "score", "score_ew", "adjustment")):
            self.add_problem("score", sentence(_NOTHING))
        return Row(
            self.line,
            board or 0,
            self.text("section"),
            ns,
            ew,
            score if adjustment is None else None,
            adjustment,
            outcome.played if isinstance(outcome, LineResult) else None,
            self.lead(),
            self.number("round"),
            self.number("table"),
            self.date(),
        )

    def number(self, column: str) -> int | None:
        """The number of a round or a table; it may be missing."""
        text = self.text(column)
        number = whole_number(text, most=MAX_BOARDS)
        if text and not number:
            self.add_problem(column, sentence(_NO_NUMBER, text=text, most=MAX_BOARDS))
        return number or None

    def date(self) -> str | None:
        text = self.text("date")
        day = day_told(text)
        if text and day is None:
            self.add_problem("date", sentence(_NO_DAY, text=text))
        return day

    def lead(self) -> Card | None:
        text = self.text("lead").upper().replace("10", "T")
        if not text or text == "-":
            return None
        try:
            return read_card(text if text[0] in "SHDC" else text[::-1])
        except Refused as refusal:
            self.add_problem("lead", refusal)
            return None

    def board(self) -> int | None:
        text = self.text("board")
        if _BOARD.fullmatch(text) and 1 <= integer_of(text) <= MAX_BOARDS:
            return integer_of(text)
        template = _NO_BOARD if text else _MISSING
        self.add_problem("board", sentence(template, text=text, most=MAX_BOARDS))
        return None

    def pair(self, column: str) -> str:
        text = self.text(column)
        if not _PAIR.fullmatch(text) or text.strip("0") == "":
            self.add_problem(column, sentence(_NO_PAIR if text else _MISSING, text=text))
        # “07” and “7” are one pair.
        number = whole_number(text)
        return text if number is None else str(number)

    def contract(self, board: int | None) -> Outcome | None:
        """What contract, declarer and tricks give; ``None`` if there is no contract."""
        if not self.text("contract"):
            if any(self.text(column) for column in ("by", "tricks", "result")):
                self.require_contract()
            return None
        before = len(self.problems)
        contract: Contract | PassedOut | None = None
        try:
            contract = read_contract(self.text("contract"))
        except Refused as refusal:
            self.add_problem("contract", refusal)
        seat = self.seat()
        if isinstance(contract, PassedOut):
            self.refuse_tricks_of_a_pass()
            return LineResult(0, contract)
        tricks = self.tricks(contract)
        if not self.text("score") and not self.text("adjustment"):
            self.require_declarer_and_tricks(seat, tricks)
        # A wrong field has been reported; what would follow from it is not reported as well.
        if contract is None or board is None or len(self.problems) > before:
            return None
        if seat is None or tricks is None:
            return PartOfResult(contract, seat, tricks)
        return result_on_board(Played(contract, seat, tricks), board)

    def require_contract(self) -> None:
        if self.text("score") or self.text("adjustment"):
            self.add_problem("contract", sentence(_NO_CONTRACT))

    def require_declarer_and_tricks(self, seat: Seat | None, tricks: int | None) -> None:
        if seat is None and not self.text("by"):
            self.add_problem("by", sentence(_MISSING))
        if tricks is None and not self.text("tricks") and not self.text("result"):
            # Reported in a column that the sheet has.
            column = "tricks" if "tricks" in self.texts or "result" not in self.texts else "result"
            self.add_problem(column, sentence(_NO_TRICKS))

    def refuse_tricks_of_a_pass(self) -> None:
        for column, nothing in (("tricks", "0"), ("result", "=")):
            if self.text(column) not in ("", "0", nothing):
                self.add_problem(column, sentence(_PASSED_OUT, text=self.text(column)))

    def seat(self) -> Seat | None:
        if not self.text("by"):
            return None
        try:
            return read_seat(self.text("by"))
        except Refused as refusal:
            self.add_problem("by", refusal)
            return None

    def tricks(self, contract: Contract | None) -> int | None:
        tricks = self.tricks_won()
        relative = self.tricks_by_result(contract)
        if tricks is not None and relative is not None and tricks != relative:
            self.add_problem("result", sentence(_OTHER_TRICKS, tricks=tricks, others=relative))
        return relative if tricks is None else tricks

    def tricks_won(self) -> int | None:
        text = self.text("tricks")
        if _TRICKS.fullmatch(text) and integer_of(text) <= 13:
            return integer_of(text)
        if text:
            self.add_problem("tricks", sentence(_BAD_TRICKS, text=text))
        return None

    def tricks_by_result(self, contract: Contract | None) -> int | None:
        text = self.text("result").replace("−", "-")
        if not text:
            return None
        if not _RESULT.fullmatch(text):
            self.add_problem("result", sentence(_BAD_RESULT, text=text))
            return None
        if contract is None:
            return None
        tricks = contract.tricks_needed + (0 if text == "=" else integer_of(text))
        if 0 <= tricks <= 13:
            return tricks
        self.add_problem("result", sentence(_TOO_MANY_TRICKS, text=text, tricks=tricks))
        return None

    def score(self, board: int | None, outcome: Outcome | None) -> int | None:
        """The score, from the contract where it is left empty."""
        text = self.text("score").replace("−", "-")
        other = self.text("score_ew").replace("−", "-")
        if not text and _SCORE.fullmatch(other):
            text = str(-integer_of(other))
        if not text:
            return outcome.score_ns if isinstance(outcome, LineResult) else None
        if not _SCORE.fullmatch(text):
            self.add_problem("score", sentence(_NO_SCORE, text=self.text("score")))
            return None
        score = integer_of(text)
        if outcome is None or board is None:
            wrong = why_impossible(score, board, self.any_score)
        elif isinstance(outcome, LineResult):
            wrong = contradiction(score, outcome, board)
        elif score not in outcome.scores(board):
            contract = Notation(outcome.contract)
            wrong = sentence(_OTHER_SCORE, score=signed(score), contract=contract, board=board)
        else:
            wrong = None
        if wrong is not None:
            self.add_problem("score", wrong)
        return score

    def adjustment(self, board: int | None) -> Adjustment | None:
        if not self.text("adjustment"):
            return None
        try:
            adjustment = read_adjustment(self.text("adjustment"))
        except Refused as refusal:
            self.add_problem("adjustment", refusal)
            return None
        for wrong in adjustment_faults(adjustment, board=board, any_score=self.any_score):
            self.add_problem("adjustment", wrong)
        return adjustment


_NO_NUMBER = gettext_noop("“%(text)s” is not a number from 1 to %(most)s.")
_NO_DAY = gettext_noop("“%(text)s” does not say which day it is; write 2026-01-19.")
_MISSING = gettext_noop("This field is missing.")
_NOTHING = gettext_noop("The line has neither a contract nor a score nor an adjustment.")
_NO_BOARD = gettext_noop("“%(text)s” is not the number of a board, 1 to %(most)s.")
_NO_PAIR = gettext_noop("“%(text)s” is not a pair: a number from 1, or a short name.")
_NO_SECTION = gettext_noop("“%(text)s” is not a section: a letter or a short name.")
_NO_CONTRACT = gettext_noop("The declarer or the tricks are given without a contract.")
_NO_TRICKS = gettext_noop("The tricks that declarer won are missing.")
_BAD_TRICKS = gettext_noop("“%(text)s” is not a number of tricks, 0 to 13.")
_BAD_RESULT = gettext_noop("“%(text)s” is not a result: =, +1, -2.")
_TOO_MANY_TRICKS = gettext_noop("“%(text)s” would make %(tricks)s tricks; there are 13.")
_OTHER_TRICKS = gettext_noop("The column tricks says %(tricks)s, this makes %(others)s.")
_PASSED_OUT = gettext_noop("“%(text)s”: a board that is passed out has no declarer and no tricks.")
_OTHER_SCORE = gettext_noop(
    "%(contract)s cannot give %(score)s to North–South on board %(board)s with the declarer and "
    "tricks given."
)
_NO_SCORE = gettext_noop("“%(text)s” is not a score: a whole number, signed to North–South.")
