"""Two processes that run one case each at the same time, and what came of it."""

import json
import os
import select
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from tests.concurrency.races.cases import CASES

PATIENCE = 0.05
"""Seconds after which the second process counts as waiting for the first."""
MAX_WAIT = 300

Runner = dict[str, str]
"""A case, and what its lots are drawn by."""
State = dict[str, list[str]]

ANSWERS: State = {"events_submission": [], "events_hallsubmission": []}
"""What phones were told, which is left out."""


class Racer:
    """A process of its own with a connection of its own; see ``racer.py``."""

    def __init__(self, environment: dict[str, str]) -> None:
        self._process = subprocess.Popen(
            (sys.executable, "-m", "tests.concurrency.races.racer"),
            env={**os.environ, **environment},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
        )

    def send(self, **order: object) -> None:
        assert self._process.stdin
        self._process.stdin.write(json.dumps(order) + "\n")
        self._process.stdin.flush()

    def answers_within(self, seconds: float) -> bool:
        assert self._process.stdout
        return bool(select.select([self._process.stdout], [], [], seconds)[0])

    def answer(self) -> Any:
        assert self._process.stdout
        assert self.answers_within(MAX_WAIT), "no answer"
        return json.loads(self._process.stdout.readline())

    def do(self, **order: object) -> Any:
        self.send(**order)
        return self.answer()

    def close(self) -> None:
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.close()
        self._process.wait(timeout=MAX_WAIT)
        self._process.stdout.close()


@dataclass(frozen=True)
class Outcome:
    """What became of the two, in their order, and what is no longer as built, by table."""

    answers: tuple[Any, ...]
    state: State

    @property
    def words(self) -> tuple[str, str]:
        return self.answers[0]["outcome"], self.answers[1]["outcome"]

    @property
    def retries(self) -> int:
        """How often the database had to end a transaction for the other one's sake."""
        return int(self.answers[0]["retries"] + self.answers[1]["retries"])

    def __str__(self) -> str:
        return "; ".join(f"{answer['outcome']} {answer['why']}".strip() for answer in self.answers)


class Course:
    """Where two cases run: one after the other, or the second while the first is stopped."""

    def __init__(self, first: Racer, second: Racer) -> None:
        self._first, self._second = first, second
        self._answers: dict[str, Any] = {}
        self._states: dict[tuple[str, ...], State] = {}
        self._pair: set[str] = set()
        self._in_turn: dict[tuple[str, str, bool], Outcome] = {}
        self._written: set[str] = set()
        first.do(build=True)

    def alone(self, case: str) -> Any:
        """What one case does when nobody else is there."""
        if case not in self._answers:
            self._reset(case)
            self._answers[case] = self._first.do(run=case, seed=case)
            self._outcome(self._answers[case])
        return self._answers[case]

    def _state_alone(self, case: str, beside: str) -> State:
        """The rows after one case alone, in what is prepared for the other too."""
        key = (case, *_prepared(case, beside))
        if key not in self._states:
            self._reset(case, beside)
            self._states[key] = self._outcome(self._first.do(run=case, seed=case)).state
        return self._states[key]

    def in_turn(self, first: Runner, second: Runner, *, is_open: bool = False) -> Outcome:
        """The second after the first, perhaps from a page that was open before."""
        pair, order = {first["run"], second["run"]}, (first["seed"], second["seed"], is_open)
        if pair != self._pair:
            self._pair = pair
            self._in_turn.clear()
        if order not in self._in_turn:
            self._in_turn[order] = self._run_in_turn(first, second, is_open=is_open)
        return self._in_turn[order]

    def _run_in_turn(self, first: Runner, second: Runner, *, is_open: bool) -> Outcome:
        self._reset(first["run"], second["run"])
        paused = is_open and "paused" in (early := self._second.do(**second, pause=0))
        answer = self._first.do(**first)
        if paused:
            self._second.send(go=True)
            late = self._second.answer()
        else:
            late = early if is_open else self._second.do(**second)
        return self._outcome(answer, late)

    def at_once(self, first: Runner, second: Runner, pause: int) -> Outcome:
        """The second begins while the first is stopped after so many statements; when it waits
        for the first, that goes on."""
        self._reset(first["run"], second["run"])
        answer = self._first.do(**first, pause=pause)
        if "paused" not in answer:
            return self._outcome(answer, self._second.do(**second))
        self._second.send(**second)
        self._second.answers_within(PATIENCE)
        self._first.send(go=True)
        return self._outcome(self._first.answer(), self._second.answer())

    def _reset(self, *cases: str) -> None:
        self._written = set(self._first.do(reset=_prepared(*cases))["written"])

    def _outcome(self, *answers: Any) -> Outcome:
        self._written.update(*(answer["written"] for answer in answers))
        return Outcome(answers, self._first.do(state=sorted(self._written)))

    def fault(self, first: str, second: str, pause: int) -> str:
        """What is wrong with a race; nothing when it ended as if one had come after the other.

        Who is refused has changed nothing, as where a page shows what is no longer so.
        """
        # Who does the same at the same moment draws other lots.
        again = " again" if first == second else ""
        runners = {"run": first, "seed": first}, {"run": second, "seed": second + again}
        found = self.at_once(*runners, pause)
        if "fault" in found.words or found.retries:
            return f"{first} | {second} | {pause}: {found}, {found.retries} deadlocks"
        if found.words == ("done", "refused") and self._is_alone(found.state, first, second):
            return ""
        if found.words == ("refused", "done") and self._is_alone(found.state, second, first):
            return ""
        for is_open in (False, True):
            for order in (1, -1):
                # A phone says which version it had read, and may be told that it is an old one.
                if is_open and not found.answers[::order][1]["is_phone"]:
                    continue
                turn = self.in_turn(*runners[::order], is_open=is_open)
                if "nothing to do" in turn.words:
                    return ""
                if (found.words[::order], found.state) == (turn.words, turn.state):
                    return ""
        one, other = self.in_turn(*runners), self.in_turn(*runners[::-1])
        rows = _first_difference(found.state, one.state)
        return f"{first} | {second} | {pause}: {found}; in turn {one} or {other}; {rows}"

    def _is_alone(self, state: State, case: str, refused: str) -> bool:
        """Whether the rows are as after one case, but for the words to a phone that was refused."""
        alone = self._state_alone(case, refused)
        return alone | ANSWERS == state | ANSWERS


def _prepared(*cases: str) -> list[str]:
    """The cases that need a preparation, in the same order whoever is first."""
    return sorted({case for case in cases if CASES[case].prepare})


def _first_difference(found: State, expected: State) -> str:
    for table in sorted(found.keys() | expected.keys()):
        rows, others = found.get(table, []), expected.get(table, [])
        if rows != others:
            more = [row for row in rows if row not in others]
            less = [row for row in others if row not in rows]
            return f"{table}: {more[:1]} instead of {less[:1]}"
    return "the rows are the same"


@contextmanager
def course(environment: dict[str, str]) -> Iterator[Course]:
    """Two processes on the database of an environment."""
    racers = Racer(environment), Racer(environment)
    try:
        yield Course(*racers)
    finally:
        for racer in racers:
            racer.close()
