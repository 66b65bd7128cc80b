"""Every pairing system by its name: the one door to the engines.

A round is paired in a process of its own, which is ended when it takes too long.

An engine may need minutes, or never end; it may fail. The process reads a task from its standard
input and writes the answer to its standard output, both pickled: they never leave this program.
"""

import os
import pickle
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from clubscore.text.problems import Problem, Refused, gettext_noop, sentence
from events.tournaments.go.domain.event import GoTask
from events.tournaments.pairing.domain.proposal import TIME_LIMIT, Proposal, System, Task
from events.tournaments.pairing.domain.systems import (
    pair_keizer,
    pair_knockout,
    pair_round_robin,
    pair_scheveningen,
)
from events.tournaments.pairing.domain.teams import TeamTask
from events.tournaments.teams.domain.standings import as_tournament

Engine = Callable[[Task], Proposal]

AnyTask = Task | GoTask | TeamTask


def pair(task: AnyTask) -> Proposal:
    """The round by the task's system. Raises :class:`clubscore.text.problems.Refused`."""
    if isinstance(task, GoTask):
        # networkx, too, is slow to import.
        from events.tournaments.pairing.engines.mcmahon import pair_go

        return pair_go(task)
    if isinstance(task, TeamTask):
        if task.is_round_robin:
            return _round_robin_of_teams(task)
        from events.tournaments.pairing.engines.team_swiss import pair_teams

        return pair_teams(task)
    return _engine(task.system)(task)


def _round_robin_of_teams(task: TeamTask) -> Proposal:
    """The proposal by the tables, with the teams' numbers for those of players."""
    teams = as_tournament(task.event)
    return pair_round_robin(Task(System.ROUND_ROBIN, teams, task.round, task.present))


def _engine(system: System) -> Engine:
    if system is System.DUTCH:
        # gacrux is slow to import, and the others do without it.
        from events.tournaments.pairing.engines.dutch import pair_dutch

        return pair_dutch
    return {
        System.ROUND_ROBIN: pair_round_robin,
        System.DOUBLE_ROUND_ROBIN: lambda task: pair_round_robin(task, double=True),
        System.KNOCKOUT: pair_knockout,
        System.SCHEVENINGEN: pair_scheveningen,
        System.KEIZER: pair_keizer,
    }[system]


LOOKS: Final = 1.0
"""Seconds between two questions whether the answer is still wanted."""

_TO_SPARE: Final = 10
"""Seconds after which a process ends by itself: whoever was to end it is gone."""

_ROOT = Path(__file__).resolve().parents[4]

_TOO_LONG = gettext_noop(
    "Pairing round %(round)s took longer than %(seconds)s seconds and was stopped. Nothing is"
    " saved; type the pairings."
)

_FAILED = gettext_noop(
    "The pairing engine failed in round %(round)s. Nothing is saved; type the pairings."
)

_STOPPED = gettext_noop("Pairing round %(round)s was stopped. Nothing is saved.")


class TooLongError(Refused):
    """The time is over."""


class StoppedError(Refused):
    """The pairing was stopped: nobody wants the answer any more."""


def pair_in_process(
    task: Task | GoTask | TeamTask,
    *,
    seconds: float = TIME_LIMIT,
    is_wanted: Callable[[], bool] = lambda: True,
) -> Proposal:
    """The round, paired in a process of its own.

    Raises :class:`Refused` with the engine's reason and when it fails, :class:`TooLongError` when
    it takes longer than ``seconds``, and :class:`StoppedError` when it is no longer wanted, which
    is asked every second.
    """
    command = [sys.executable, "-m", "events.tournaments.pairing.engines.worker"]
    started = time.monotonic()
    with subprocess.Popen(  # noqa: S603 - its own program
        command, cwd=_ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as process:
        try:
            written = _written(process, task, started + seconds, is_wanted)
        except TooLongError:
            waited = round(time.monotonic() - started)
            raise TooLongError(sentence(_TOO_LONG, round=task.round, seconds=waited)) from None
        finally:
            process.kill()
    if not written:
        raise Refused(sentence(_FAILED, round=task.round))
    answer: Proposal | tuple[Problem, ...] = pickle.loads(written)  # noqa: S301
    if isinstance(answer, tuple):
        raise Refused(*answer)
    return answer


def _written(
    process: "subprocess.Popen[bytes]",
    task: Task | GoTask | TeamTask,
    end: float,
    is_wanted: Callable[[], bool],
) -> bytes:
    """What the process answers; nothing when it failed."""
    given: bytes | None = pickle.dumps(task)
    while True:
        left = end - time.monotonic()
        try:
            answer, _errors = process.communicate(given, timeout=max(0, min(left, LOOKS)))
        except subprocess.TimeoutExpired:
            # What is not written yet is written on: it may not be given again.
            given = None
            if left <= LOOKS:
                raise TooLongError from None
            if not is_wanted():
                raise StoppedError(sentence(_STOPPED, round=task.round)) from None
        else:
            return answer if process.returncode == 0 else b""


def _answer() -> Proposal | tuple[Problem, ...]:

    try:
        return pair(pickle.load(sys.stdin.buffer))  # noqa: S301
    except Refused as refusal:
        return refusal.problems


if __name__ == "__main__":
    alone = threading.Timer(TIME_LIMIT + _TO_SPARE, os._exit, (1,))
    alone.daemon = True
    alone.start()
    sys.stdout.buffer.write(pickle.dumps(_answer()))
