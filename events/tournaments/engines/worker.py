"""A round is paired in a process of its own, which is ended when it takes too long.

An engine may need minutes, or never end; it may fail. The process reads a task from its standard
input and writes the answer to its standard output, both pickled: they never leave this program.
"""

import pickle  # between a process and its own child
import subprocess
import sys
import time
from pathlib import Path

from clubscore.problems import Problem, Refused, gettext_noop, sentence
from events.tournaments.domain.go.event import GoTask
from events.tournaments.domain.pairing.proposal import Proposal, Task

TIME_LIMIT = 120
"""Seconds that a round may take."""

_ROOT = Path(__file__).resolve().parents[3]
_TOO_LONG = gettext_noop(
    "Pairing round %(round)s took longer than %(seconds)s seconds and was stopped. Nothing is"
    " saved; type the pairings."
)
_FAILED = gettext_noop(
    "The pairing engine failed in round %(round)s. Nothing is saved; type the pairings."
)


def pair_in_process(task: Task | GoTask, *, seconds: float = TIME_LIMIT) -> Proposal:
    """The round, paired in a process of its own.

    Raises :class:`Refused` with the engine's reason, when it takes longer than ``seconds``, and
    when it fails.
    """
    command = [sys.executable, "-m", "events.tournaments.engines.worker"]
    started = time.monotonic()
    try:
        ended = subprocess.run(  # noqa: S603 - its own program
            command, cwd=_ROOT, input=pickle.dumps(task), capture_output=True, timeout=seconds
        )
    except subprocess.TimeoutExpired:
        waited = round(time.monotonic() - started)
        raise Refused(sentence(_TOO_LONG, round=task.round, seconds=waited)) from None
    if ended.returncode != 0:
        raise Refused(sentence(_FAILED, round=task.round))
    answer: Proposal | tuple[Problem, ...] = pickle.loads(ended.stdout)  # noqa: S301
    if isinstance(answer, tuple):
        raise Refused(*answer)
    return answer


def _answer() -> Proposal | tuple[Problem, ...]:
    from events.tournaments.engines.systems import pair

    try:
        return pair(pickle.load(sys.stdin.buffer))  # noqa: S301
    except Refused as refusal:
        return refusal.problems


if __name__ == "__main__":
    sys.stdout.buffer.write(pickle.dumps(_answer()))
