"""What the rules of doubt look at, and what they say."""

from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache, lru_cache

from clubscore.problems import Sentence
from events.sessions.domain.contract import PASS, Contract, Seat, Side, Strain, read_contract
from events.sessions.domain.line_result import LineResult
from events.sessions.domain.scoring.contract_score import score_to_ns

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


@cache
def _declared(contract: str, declarer: str) -> tuple[Side, Strain] | None:
    played = _contract(contract)
    return (Seat(declarer).side, played.strain) if played and declarer else None


def contract_of(result: LineResult) -> Contract | None:
    """The contract, where one was played and written down."""
    return _contract(result.contract)


def declared(result: LineResult) -> tuple[Side, Strain] | None:
    """Who declared what strain."""
    return _declared(result.contract, result.declarer)


@dataclass(frozen=True, slots=True)
class BoardLine:
    """A line of a traveller, with or without a result. ``key`` names it, and sorts.

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
        return contract_of(self.result)

    @property
    def declarer(self) -> Seat | None:
        return Seat(self.result.declarer) if self.result.declarer else None

    @property
    def declared(self) -> tuple[Side, Strain] | None:
        """Who declared what strain."""
        return declared(self.result)


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


@lru_cache(maxsize=10_000)
def declared_by(result: LineResult, declarer: Seat, board: int) -> LineResult:
    """The same contract and tricks from another seat, on a board of this number."""
    score = score_to_ns(_contract(result.contract) or PASS, declarer, result.tricks or 0, board)
    return replace(result, declarer=declarer.value, score_ns=score)


def on_board(result: LineResult, board: int) -> LineResult:
    """The same result on another board, where the vulnerability may be another."""
    if not result.declarer:
        return result
    return declared_by(result, Seat(result.declarer), board)


@lru_cache(maxsize=10_000)
def turned(result: LineResult, board: int) -> LineResult:
    """The same result with the table turned by a quarter: the sides have changed places."""
    if not result.declarer:
        return replace(result, score_ns=-(result.score_ns or 0))
    quarter = {Seat.N: Seat.E, Seat.E: Seat.N, Seat.S: Seat.W, Seat.W: Seat.S}
    return declared_by(result, quarter[Seat(result.declarer)], board)
