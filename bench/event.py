"""An invented event for measuring: always the same, every second board a few results short."""

import random
from dataclasses import dataclass

from events.sessions.core.domain.contract import (
    Contract,
    PassedOut,
    Seat,
    read_contract,
    score_to_ns,
)
from events.sessions.scoring.domain.board_score import Line

SEED = 7
TRICKS = {
    "1NT N": (6, 7, 8, 9),
    "2S S": (7, 8, 9),
    "2H W": (7, 8, 9),
    "3NT S": (8, 9, 10, 11),
    "4S N": (9, 10, 11),
    "4Hx E": (8, 9, 10),
    "6C W": (11, 12),
}


@dataclass(frozen=True, slots=True)
class Result:
    board: int
    ns: int
    ew: int
    contract: Contract
    declarer: Seat
    tricks: int

    @property
    def score(self) -> int:
        return score_to_ns(self.contract, self.declarer, self.tricks, self.board)


def event(boards: int, tables: int) -> list[Result]:
    """The results of a Mitchell of two winners; NS and EW pairs are numbered from 1."""
    choice = random.Random(SEED)
    results = []
    for board in range(1, boards + 1):
        missing = 0 if board % 2 else 1 + board % 3
        for table in range(tables - missing):
            text = choice.choice(tuple(TRICKS))
            contract, declarer = text.split()
            value = read_contract(contract)
            assert not isinstance(value, PassedOut)
            ew = 1 + (table + board) % tables
            tricks = choice.choice(TRICKS[text])
            results.append(Result(board, 1 + table, ew, value, Seat(declarer), tricks))
    return results


def lines(results: list[Result]) -> list[Line]:
    """As they are read for scoring, with one object for each pair."""
    pairs = {pair: (pair,) for result in results for pair in (result.ns, result.ew)}
    return [Line(r.board, pairs[r.ns], pairs[r.ew], r.score) for r in results]
