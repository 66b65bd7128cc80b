"""A session as a BridgeScore file has it."""

from dataclasses import dataclass

from clubscore.text.problems import Problem
from events.sessions.scoring.domain.board_score import Line


@dataclass(frozen=True, slots=True)
class Result:
    """A result; ``line`` is its line in the file."""

    board: int
    ns: int
    ew: int
    score: int
    line: int | None = None


@dataclass(frozen=True, slots=True)
class BridgeScore:
    """The contents of a file: the numbers of boards and pairs, and the results in its order."""

    boards: int
    ns_pairs: int
    ew_pairs: int
    results: tuple[Result, ...]

    @property
    def lines(self) -> list[Line]:
        """The results for the rules of scoring; contestants are the numbers of the pairs."""
        return [
            Line(result.board, (result.ns,), (result.ew,), result.score) for result in self.results
        ]


@dataclass(frozen=True, slots=True)
class Reading:
    """A file that can be scored, and notices about what looks wrong in it."""

    file: BridgeScore
    notices: tuple[Problem, ...]
