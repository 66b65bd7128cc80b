"""A session as a BridgeScore file has it."""

from dataclasses import dataclass

from clubscore.text.problems import Problem
from events.sessions.scoring.domain.board_score import Line


@dataclass(frozen=True, slots=True)
class BridgeScore:
    """The contents of a file: the numbers of boards and pairs, and the results in its order, with
    the numbers of the pairs as contestants."""

    boards: int
    ns_pairs: int
    ew_pairs: int
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Reading:
    """A file that can be scored, and notices about what looks wrong in it."""

    file: BridgeScore
    notices: tuple[Problem, ...]
