"""The results of one deal taken together, and how well a score fits them.

Everything is counted by how often it occurs, never line against line: a field of thousands
of results has about a hundred different ones.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from events.sessions.domain.contract import Side, Strain
from events.sessions.domain.doubts.values import BoardLine, declared
from events.sessions.domain.line_result import LineResult
from events.sessions.domain.scoring.imps import imps


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
        distances: Counter[int] = Counter()
        for other, count in self.scores.items():
            # Less the line itself, which is counted among the results of its deal.
            distances[abs(imps(score - other))] += count - (other == without)
        # Of an even number of distances, the lower of the two in the middle.
        middle = self.total // 2
        for distance in sorted(distances):
            middle -= distances[distance]
            if middle <= 0 < self.total - 1:
                return distance
        raise ValueError("no other result to compare with")


Deals = Mapping[tuple[int, str], DealResults]
"""The results of every deal, by :attr:`BoardLine.deal`."""
