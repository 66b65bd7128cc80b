"""What the rules of doubt read, and what they return."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import lru_cache

from clubscore.problems import Sentence
from events.sessions.domain.card import Card
from events.sessions.domain.contract import Seat, Side, Strain
from events.sessions.domain.line_result import EMPTY, LineResult, result_on_board


class Rule(StrEnum):
    """Why a line is doubted; where several rules would find it, the first here does.

    Of sealed hands the lead comes after those that have a fix: it has none.
    """

    ROUND_MISSING = "round-missing"
    BOARDS_SWAPPED = "boards-swapped"
    ARROW_SWITCH = "arrow-switch"
    CONTRADICTION = "contradiction"
    LEAD = "lead"
    WRONG_SIDE = "wrong-side"
    LONE_DECLARER = "lone-declarer"
    MIRRORED = "mirrored"
    TRICKS = "tricks"
    OUTLIER = "outlier"
    PASSED_OUT = "passed-out"


def declared(result: LineResult) -> tuple[Side, Strain] | None:
    """Who declared what strain."""
    played = result.declared
    return (played.declarer.side, played.contract.strain) if played else None


@dataclass(frozen=True, slots=True)
class BoardLine:
    """A line of a traveller, with or without a result. ``key`` identifies it, and sorts.

    Lines of one board are compared where they are of one ``field``: they played the same deal.
    """

    key: int
    board: int
    result: LineResult = EMPTY
    round: int | None = None
    table: int | None = None
    section: str = ""
    field: str = ""

    @property
    def deal(self) -> tuple[int, str]:
        """What was played: equal for the lines that are compared with each other."""
        return self.board, self.field

    @property
    def is_score(self) -> bool:
        """Whether it is a score from play: an adjusted score is the director's own."""
        return self.result.score_ns is not None and self.result.adjustment is None

    @property
    def score(self) -> int:
        return self.result.score_ns or 0


@dataclass(frozen=True, slots=True)
class Fix:
    """The result that a line would have after the fix."""

    line: int
    result: LineResult


@dataclass(frozen=True, slots=True)
class Doubt:
    """``lines`` are the keys of the lines it is about; ``fixes`` is empty where no single fix is
    sensible."""

    rule: Rule
    board: int
    lines: tuple[int, ...]
    message: Sentence
    fixes: tuple[Fix, ...] = ()


@dataclass(frozen=True, slots=True)
class Verdict:
    """Why a result of a deal is doubted, on every line that has it, and what it should be."""

    rule: Rule
    message: Sentence
    fixed: LineResult | None = None

    def about(self, line: BoardLine) -> Doubt:
        fixes = () if self.fixed is None else (Fix(line.key, self.fixed),)
        return Doubt(self.rule, line.board, (line.key,), self.message, fixes)


@dataclass(frozen=True, slots=True)
class Hands:
    """The cards of each seat, and the tricks that each declarer takes in each strain when everybody
    sees all cards; no tricks where nobody has worked them out.

    Of hands that are sealed a doubt says who did not have a card, not who had it.
    """

    cards: Mapping[Seat, frozenset[Card]]
    tricks: Mapping[tuple[Seat, Strain], int] = field(default_factory=dict)
    is_sealed: bool = False

    def holder(self, card: Card) -> Seat:
        return next(seat for seat, cards in self.cards.items() if card in cards)


@lru_cache(maxsize=10_000)
def declared_by(result: LineResult, declarer: Seat, board: int) -> LineResult:
    """The same contract and tricks from another seat, on a board of this number; without a
    contract the same result.
    """
    if result.declared is None:
        return result
    played = replace(result.declared, declarer=declarer)
    return result_on_board(played, board, lead=result.lead)


def on_board(result: LineResult, board: int) -> LineResult:
    """The same result on another board, where the vulnerability may be another."""
    return declared_by(result, result.declared.declarer, board) if result.declared else result


@lru_cache(maxsize=10_000)
def turned(result: LineResult, board: int) -> LineResult:
    """The same result with the table turned by a quarter: the sides have changed places."""
    if result.declared is None:
        return replace(result, score_ns=-(result.score_ns or 0))
    return declared_by(result, _QUARTER[result.declared.declarer], board)


_QUARTER = {Seat.N: Seat.E, Seat.E: Seat.N, Seat.S: Seat.W, Seat.W: Seat.S}
