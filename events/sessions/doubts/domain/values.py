"""What the rules of doubt read, and what they return.

The results of one deal taken together, and how well a score fits them.

Everything is counted by how often it occurs, never line against line: a field of thousands
of results has about a hundred different ones.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import lru_cache

from clubscore.text.problems import Sentence
from events.sessions.core.domain.contract import Seat, Side, Strain
from events.sessions.core.domain.line_result import EMPTY, LineResult, result_on_board
from events.sessions.scoring.domain.imps import imps


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
    REDOUBLED = "redoubled"
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


@dataclass(slots=True)
class DealResults:
    """The lines of one deal with a score from play, and their results and scores counted.

    Results of other tables may be counted without their lines.
    """

    lines: list[BoardLine] = field(default_factory=list)
    by_result: Mapping[LineResult, list[BoardLine]] = field(default_factory=dict)
    """The lines again, those with the same result together."""
    results: Counter[LineResult] = field(default_factory=Counter)
    scores: Counter[int] = field(default_factory=Counter)
    declared: Counter[tuple[Side, Strain] | None] = field(default_factory=Counter)
    """How often each side declared each strain."""
    total: int = 0
    """How many results there are, with or without a line."""
    _distances: dict[tuple[int, int], int] = field(default_factory=dict)

    @classmethod
    def of(
        cls, lines: Iterable[BoardLine], elsewhere: Mapping[LineResult, int] | None = None
    ) -> "DealResults":
        by_result: defaultdict[LineResult, list[BoardLine]] = defaultdict(list)
        deal = cls(list(lines), by_result, Counter(elsewhere))
        for line in deal.lines:
            by_result[line.result].append(line)
        for result, equal in by_result.items():
            deal.results[result] += len(equal)
        for result, count in deal.results.items():
            deal.scores[result.score_ns or 0] += count
            deal.declared[declared(result)] += count
        deal.total = deal.results.total()
        return deal

    def distance(self, score: int, *, without: int) -> int:
        """How far a score is from the others: the median distance, in IMPs.

        The others are all but one that scored ``without``; there must be one.
        """
        # The rules ask for the same score once for every line that has it.
        known = self._distances.get((score, without))
        if known is None:
            known = self._median_distance(score, without)
            self._distances[score, without] = known
        return known

    def _median_distance(self, score: int, without: int) -> int:
        distances: dict[int, int] = {}
        for other, count in self.scores.items():
            distance = abs(imps(score - other))
            # Less the line itself, which is counted among the results of its deal.
            distances[distance] = distances.get(distance, 0) + count - (other == without)
        # Of an even number of distances, the lower of the two in the middle.
        middle = self.total // 2
        for distance in sorted(distances):
            middle -= distances[distance]
            if middle <= 0 < self.total - 1:
                return distance
        raise ValueError("no other result to compare with")


Deals = Mapping[tuple[int, str], DealResults]
"""The results of every deal, by :attr:`BoardLine.deal`."""
