"""What the rules of doubt look at, and what they say; and how well a score fits a board."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from statistics import median_low

from clubscore.problems import Sentence
from events.domain.contract import PASS, Contract, Seat, Side, Strain, read_contract
from events.domain.imps import imps
from events.domain.lineresult import LineResult
from events.domain.score import score_to_ns

EMPTY = LineResult()


class Rule(StrEnum):
    """Why a line is doubted; where several rules would find it, the first here does."""

    ROUND_MISSING = "round-missing"
    BOARDS_SWAPPED = "boards-swapped"
    ARROW_SWITCH = "arrow-switch"
    WRONG_SIDE = "wrong-side"
    LONE_DECLARER = "lone-declarer"
    MIRRORED = "mirrored"
    OUTLIER = "outlier"
    PASSED_OUT = "passed-out"


@cache
def _contract(text: str) -> Contract | None:
    contract = read_contract(text) if text else PASS
    return contract if isinstance(contract, Contract) else None


@dataclass(frozen=True, slots=True)
class BoardLine:
    """A line of a traveller, with or without a result. ``key`` names it, and sorts."""

    key: int
    board: int
    result: LineResult = EMPTY
    round: int | None = None
    table: int | None = None
    section: str = ""

    @property
    def is_empty(self) -> bool:
        return self.result.score_ns is None and not self.result.adjustment

    @property
    def is_score(self) -> bool:
        """Whether it tells of play: an adjusted score is the director's own."""
        return self.result.score_ns is not None and not self.result.adjustment

    @property
    def score(self) -> int:
        return self.result.score_ns or 0

    @property
    def contract(self) -> Contract | None:
        """The contract, where one was played and written down."""
        return _contract(self.result.contract)

    @property
    def declarer(self) -> Seat | None:
        return Seat(self.result.declarer) if self.result.declarer else None

    @property
    def declared(self) -> tuple[Side, Strain] | None:
        """Who declared what strain."""
        contract, seat = self.contract, self.declarer
        return (seat.side, contract.strain) if contract and seat else None


@dataclass(frozen=True, slots=True)
class Mend:
    """The result that a line would have after the mend."""

    line: int
    result: LineResult


@dataclass(frozen=True, slots=True)
class Doubt:
    """``lines`` are the keys of the lines it is about; ``mends`` is empty where there is no one
    sensible mend."""

    rule: Rule
    board: int
    lines: tuple[int, ...]
    message: Sentence
    mends: tuple[Mend, ...] = ()


def declared_by(result: LineResult, declarer: Seat, board: int) -> LineResult:
    """The same contract and tricks from another seat, on a board of this number."""
    contract = read_contract(result.contract)
    score = score_to_ns(contract, declarer, result.tricks or 0, board)
    return replace(result, declarer=declarer.value, score_ns=score)


def on_board(result: LineResult, board: int) -> LineResult:
    """The same result on another board, where the vulnerability may be another."""
    if not result.declarer:
        return result
    return declared_by(result, Seat(result.declarer), board)


def turned(result: LineResult, board: int) -> LineResult:
    """The same result with the table turned by a quarter: the sides have changed places."""
    if not result.declarer:
        return replace(result, score_ns=-(result.score_ns or 0))
    quarter = {Seat.N: Seat.E, Seat.E: Seat.N, Seat.S: Seat.W, Seat.W: Seat.S}
    return declared_by(result, quarter[Seat(result.declarer)], board)


def misfit(score: int, others: Iterable[int]) -> int:
    """How far a score is from a board's other scores: the median distance, in IMPs."""
    return median_low(abs(imps(score - other)) for other in others)


def scores_without(lines: Iterable[BoardLine], *left_out: BoardLine) -> list[int]:
    """The scores of a board, some lines left out."""
    keys = {line.key for line in left_out}
    return [line.score for line in lines if line.key not in keys]
