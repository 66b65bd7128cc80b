"""The process in which everything that strangers made is read: with so much memory, and so much of
the processor's time for each file, that no file harms the server.

:func:`read_apart` calls a function there, and :func:`read_in_steps` one that yields; what they
return, or refuse, comes back. The functions are known by their modules, so that these are loaded
there; they need neither Django nor the database. The process is started with the first file and
reads one after another; it is replaced when it died or took much. The limits are no wall against
somebody who takes it over: it runs our own code, and what it sends is believed.

On Linux the system holds the limits, elsewhere they are watched from here, by psutil.
"""

import atexit
import contextlib
import os
import pickle
import signal
import struct
import subprocess
import sys
import threading
import time
import traceback
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import IO, Any, Final, ParamSpec, TypeVar

from clubscore.text.problems import Refused, gettext_noop, sentence

MEMORY: Final = 300 * 2**20
"""Bytes that the process may have, for a file and all that is made of it."""
SECONDS: Final = 5.0
"""Of the processor, for a file; for each step of :func:`read_in_steps`."""
PATIENCE: Final = 30.0
"""Seconds by the clock for the same, on a machine that does much else."""
WAITING: Final = 20.0
"""Seconds that a file waits for the one before it."""
MAX_ANSWER: Final = 64 * 2**20
"""Bytes of what is sent back."""

TOO_LONG: Final = gettext_noop(
    "Reading the file took too long and was stopped. It is damaged, or there is far more in it than"
    " it needs."
)
TOO_MUCH: Final = gettext_noop(
    "Reading the file took too much memory and was stopped. It is damaged, or there is far more in"
    " it than it needs."
)
DAMAGED: Final = gettext_noop("The file is damaged: it could not be read.")
BUSY: Final = gettext_noop("Other files are being read just now. Try again in a moment.")

_IS_LIMITED: Final = sys.platform == "linux"
"""Whether the system holds a process to its memory."""
_LOOK: Final = 0.02
_ROOT: Final = Path(__file__).resolve().parents[2]
_START: Final = (
    "from clubscore.files.reader_process import serve;"
    " serve(is_limited={is_limited}, memory={memory})"
)
_LENGTH: Final = struct.Struct(">Q")
_VALUE, _STEP, _RAISED = "value", "step", "raised"

P = ParamSpec("P")
T = TypeVar("T")


def read_apart(read: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
    """What a function returns, called in the process of the readers.

    Raises :class:`Refused` as the function does, and for a file that takes too much; any other
    exception of the function is raised here.
    """
    if _is_reader:
        return read(*args, **kwargs)
    if not _lock.acquire(timeout=WAITING):
        raise Refused(sentence(BUSY))
    try:
        _shared.send(read, args, kwargs)
        _kind, value = _shared.receive()
    finally:
        _lock.release()
    return value  # type: ignore[no-any-return]


def read_in_steps(
    read: Callable[P, Iterator[T]], /, *args: P.args, **kwargs: P.kwargs
) -> Generator[T, None, None]:
    """What a function yields, called in a process of its own, which ends with it; the limits hold
    for each step. Raises as :func:`read_apart`."""
    with contextlib.closing(Reader()) as reader:
        reader.send(read, args, kwargs, in_steps=True)
        while True:
            kind, value = reader.receive()
            if kind != _STEP:
                return
            yield value


class Reader:
    """A process that reads, for one thread at a time; a file takes at most so many ``seconds`` of
    the processor, ``patience`` by the clock, and bytes of ``memory``."""

    def __init__(
        self,
        *,
        is_limited: bool = _IS_LIMITED,
        seconds: float | None = None,
        patience: float | None = None,
        memory: int | None = None,
    ) -> None:
        self._is_limited = is_limited
        self._seconds, self._patience, self._memory = seconds, patience, memory
        self._process: subprocess.Popen[bytes] | None = None

    def send(
        self,
        read: Callable[..., object],
        args: tuple[object, ...],
        kwargs: dict[str, object],
        *,
        in_steps: bool = False,
    ) -> None:
        """Give it something to do."""
        request = (read, args, kwargs, in_steps, self._seconds or SECONDS)
        data = pickle.dumps(request, pickle.HIGHEST_PROTOCOL)
        # That of the last file may be gone meanwhile, but not the one that starts now.
        for _ in range(2):
            process = self._process = self._process or _started(
                is_limited=self._is_limited, memory=self._memory or MEMORY
            )
            try:
                _write(_pipe(process.stdin), data)
            except OSError:
                self.close()
            else:
                return
        raise RuntimeError("the process that reads files cannot be started")

    def receive(self) -> tuple[str, Any]:
        """What it was asked for, or a step of it. Raises what was raised there, and
        :class:`Refused` when the process had to be ended."""
        process = self._process
        if process is None:
            raise RuntimeError("nothing was sent")
        watch = _Watch(
            process,
            is_limited=self._is_limited,
            seconds=self._seconds or SECONDS,
            patience=self._patience or PATIENCE,
            memory=self._memory or MEMORY,
        )
        try:
            with watch:
                data = _read(_pipe(process.stdout))
            if data is None:
                raise Refused(sentence(watch.reason or _why(process.wait())))
            kind, value, is_last = pickle.loads(data)  # noqa: S301 - of our own process
        except BaseException:
            # Or the next file would get this one's answer.
            self.close()
            raise
        if is_last:
            self.close()
        if kind == _RAISED:
            raise value
        return kind, value

    def close(self) -> None:
        """End the process, if there is one."""
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        with process, contextlib.suppress(OSError):
            _pipe(process.stdin).close()

    def forget(self) -> None:
        """Leave the process to the one that this one is a copy of."""
        process, self._process = self._process, None
        if process:
            os.close(_pipe(process.stdin).fileno())
            os.close(_pipe(process.stdout).fileno())
            process.returncode = 0


class _Watch:
    """Ends a process that takes more than it may while its answer is waited for."""

    def __init__(
        self,
        process: subprocess.Popen[bytes],
        *,
        is_limited: bool,
        seconds: float,
        patience: float,
        memory: int,
    ) -> None:
        self.reason = ""
        self._seconds, self._patience, self._memory = seconds, patience, memory
        self._process = process
        self._done = threading.Event()
        watch = self._until_patience_ends if is_limited else self._look
        self._thread = threading.Thread(target=watch, daemon=True)

    def __enter__(self) -> None:
        self._thread.start()

    def __exit__(self, *_exception: object) -> None:
        self._done.set()
        self._thread.join()

    def _until_patience_ends(self) -> None:
        if not self._done.wait(self._patience):
            self._end(TOO_LONG)

    def _look(self) -> None:
        import psutil

        began = time.monotonic()
        with contextlib.suppress(psutil.NoSuchProcess):
            process = psutil.Process(self._process.pid)
            before = process.cpu_times()
            while not self._done.wait(_LOOK):
                times = process.cpu_times()
                used = times.user + times.system - before.user - before.system
                if process.memory_info().rss > self._memory:
                    return self._end(TOO_MUCH)
                if used > self._seconds or time.monotonic() - began > self._patience:
                    return self._end(TOO_LONG)
        return None

    def _end(self, reason: str) -> None:
        self.reason = reason
        self._process.kill()


def _started(*, is_limited: bool, memory: int) -> subprocess.Popen[bytes]:
    # A library that gets no more memory says so in a line.
    environment = {**os.environ, "RUST_BACKTRACE": "0"}
    python = sys.executable
    if sys.platform == "win32":
        # There an environment's Python starts another, which would be the one that takes much.
        environment["__PYVENV_LAUNCHER__"] = python
        python = getattr(sys, "_base_executable", python)
    program = [python, "-c", _START.format(is_limited=is_limited, memory=memory)]
    pipe = subprocess.PIPE
    return subprocess.Popen(  # noqa: S603 - its own program
        program, cwd=_ROOT, env=environment, stdin=pipe, stdout=pipe
    )


def _why(code: int) -> str:
    """Why a process ended that nobody ended here."""
    # By its clock; and by a library that could not have more memory.
    names = {"SIGPROF": TOO_LONG, "SIGABRT": TOO_MUCH}
    reasons = {-getattr(signal, name, 0): reason for name, reason in names.items()}
    return reasons.get(code, DAMAGED) if code < 0 else DAMAGED


def _pipe(pipe: IO[bytes] | None) -> IO[bytes]:
    if pipe is None:
        raise RuntimeError("the process has no pipe")
    return pipe


def _write(pipe: IO[bytes], data: bytes) -> None:
    pipe.write(_LENGTH.pack(len(data)))
    pipe.write(data)
    pipe.flush()


def _read(pipe: IO[bytes]) -> bytes | None:
    """What was written at the other end; ``None`` where that is gone."""
    start = pipe.read(_LENGTH.size)
    if len(start) < _LENGTH.size:
        return None
    (length,) = _LENGTH.unpack(start)
    data = pipe.read(length)
    return data if len(data) == length else None


_is_reader = False
"""Whether this is the process that reads."""
_memory = MEMORY
"""What this process may have, where it is the one that reads."""
_lock = threading.Lock()
_shared = Reader()


def _forget() -> None:
    """After a fork: the process belongs to the parent."""
    global _lock
    _lock = threading.Lock()
    _shared.forget()


atexit.register(_shared.close)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)


def serve(*, is_limited: bool = _IS_LIMITED, memory: int = MEMORY) -> None:
    """Read what is asked for at the standard input until that ends."""
    global _is_reader, _memory
    _is_reader, _memory = True, memory
    # Ctrl-C is for the server; what a library prints is no answer.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    if is_limited:
        _limit_memory()
    while (request := _read(sys.stdin.buffer)) is not None:
        for kind, value in _answers_to(request):
            data, is_last = _packed(kind, value)
            _write(answers, data)
            if is_last:
                return


def _limit_memory() -> None:
    import resource

    resource.setrlimit(resource.RLIMIT_DATA, (_memory, _memory))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _restart_clock(seconds: float) -> None:
    # Its signal ends the process.
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_PROF, seconds)


def _answers_to(request: bytes) -> Iterator[tuple[str, Any]]:
    try:
        _restart_clock(SECONDS)
        read, args, kwargs, in_steps, seconds = pickle.loads(request)  # noqa: S301 - of our server
        _restart_clock(seconds)
        value = read(*args, **kwargs)
        if in_steps:
            for step in value:
                yield _STEP, step
                _restart_clock(seconds)
            value = None
    except MemoryError:
        yield _RAISED, Refused(sentence(TOO_MUCH))
    except Exception as error:  # noqa: BLE001 - raised where it is asked for
        if not isinstance(error, Refused):
            error.add_note(traceback.format_exc())
        yield _RAISED, error
    else:
        yield _VALUE, value


def _packed(kind: str, value: Any) -> tuple[bytes, bool]:
    """An answer, and whether it is the last one: what is kept is missing for the next file."""
    is_last = kind != _STEP and _resident() > _memory // 2
    try:
        data = pickle.dumps((kind, value, is_last), pickle.HIGHEST_PROTOCOL)
    except MemoryError:
        data = b""
    if 0 < len(data) <= MAX_ANSWER:
        return data, is_last
    return pickle.dumps((_RAISED, Refused(sentence(TOO_MUCH)), True)), True


def _resident() -> int:
    """The bytes of memory that this process has."""
    if _IS_LIMITED:
        # The most that it ever had would be its parent's, too.
        pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")
    import psutil

    return int(psutil.Process().memory_info().rss)
