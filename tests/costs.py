"""What a call costs in a process of its own: the processor's time, memory, and how it ended."""

import os
import pickle
import resource
import signal
import sys
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass

from clubscore.text.problems import Refused

MAX_SECONDS = 20.0
"""After so much of the processor's time the process ends."""
MAX_MEMORY = 2 * 2**30
"""Nor does it get more than so many bytes."""
_UNIT = 1 if sys.platform == "darwin" else 1024


@dataclass(frozen=True, slots=True)
class Cost:
    """Seconds of the processor, bytes of memory, and a refusal in its words; ``ended`` is empty
    for a call that returned, and ``killed`` for one that used up what a process gets."""

    seconds: float
    memory: int
    ended: str = ""


def cost_of(call: Callable[[], object], *, seconds: float = MAX_SECONDS) -> Cost:
    """Call in a process of its own, so that what it takes is known, and cannot harm."""
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(reading)
        os._exit(_measure(call, writing, seconds))
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        answer = pipe.read()
    _, _, used = os.wait4(pid, 0)
    if not answer:
        return Cost(used.ru_utime + used.ru_stime, used.ru_maxrss * _UNIT, "killed")
    cost = pickle.loads(answer)
    assert isinstance(cost, Cost)
    return cost


def _measure(call: Callable[[], object], writing: int, seconds: float) -> int:
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY, hard))
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    # What the measuring of coverage takes is not what the call takes.
    sys.settrace(None)
    memory, began = _max_memory(), time.process_time()
    try:
        call()
        ended = ""
    except Refused as refusal:
        ended = str(refusal)
    except MemoryError:
        return 1
    except Exception:  # noqa: BLE001 - shown by the test
        ended = traceback.format_exc()
    cost = Cost(time.process_time() - began, _max_memory() - memory, ended)
    os.write(writing, pickle.dumps(cost))
    return 0


def _max_memory() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * _UNIT
