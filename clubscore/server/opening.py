"""The hall, opened and closed while the server runs.

A server of a laptop listens to the laptop alone. To open it, the process that serves listens on
each of the machine's own addresses too, at the same port, and answers to them as host names; to
close it, it listens there no more. It is open until somebody closes it or clubscore is stopped: a
process that is started again after it died finds in the data folder that the same run had opened
it. Knows nothing of Django.
"""

import contextlib
import os
import socket
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from clubscore.server import configuration as server, environment, hall

FILE: Final = "hall"
Stop = Callable[[], None]
Serve = Callable[[Sequence[socket.socket]], Stop]
"""Answers on some sockets, and returns what ends that."""


@dataclass(slots=True)
class _State:
    """``serve`` is there in a process that can open; ``allowed`` are the host names that it answers
    to, ``added`` those that it answers to while it is open."""

    serve: Serve | None = None
    folder: Path | None = None
    allowed: list[str] | None = None
    stop: Stop | None = None
    added: tuple[str, ...] = ()


_state = _State()
_lock = threading.RLock()


class NoNetworkError(Exception):
    """This machine has no address that others could reach."""


def offer(serve: Serve, *, folder: Path, allowed: list[str]) -> None:
    """Let this process open the hall, and do it at once where this run had it open."""
    with _lock:
        _state.serve, _state.folder, _state.allowed = serve, folder, allowed
        if _was_open():
            with contextlib.suppress(NoNetworkError, OSError):
                open_hall()


def is_possible() -> bool:
    """Whether the hall can be opened and closed here: not where it is open from the start, nor
    where somebody chose an address, nor behind a proxy."""
    is_ours = not hall.is_on() and not os.environ.get("CLUBSCORE_BIND")
    return _state.serve is not None and is_ours


def is_open() -> bool:
    """Whether it was opened while the server runs."""
    return _state.stop is not None


def needs_login_here() -> bool:
    """Whether passwords are taken on this machine alone, as the hall was opened."""
    return is_open() and not environment.flag("CLUBSCORE_HALL_LOGIN")


def open_hall() -> tuple[str, ...]:
    """Open the hall, or open it again at the addresses that the machine has now; returns those.

    Raises :class:`NoNetworkError`, and :class:`OSError` where another program has the port at all
    of them.
    """
    with _lock:
        if _state.serve is None or _state.allowed is None:
            raise RuntimeError("this process cannot open the hall")
        close_hall()
        found = _sockets(hall.own_addresses())
        _state.stop = _state.serve(found)
        # By its name it is found at any of them.
        name = hall.local_name()
        hosts = [each.getsockname()[0] for each in found] + ([name] if name else [])
        _state.added = tuple(host for host in hosts if host not in _state.allowed)
        _state.allowed += _state.added
        _note(is_open=True)
        return tuple(hosts)


def close_hall() -> None:
    """Listen to this machine alone again; nothing happens where it is not open."""
    with _lock:
        if _state.stop is None:
            return
        stop, _state.stop = _state.stop, None
        for host in _state.added:
            if _state.allowed is not None:
                _state.allowed.remove(host)
        _state.added = ()
        _note(is_open=False)
        stop()


def _sockets(addresses: Sequence[str]) -> list[socket.socket]:
    """A socket bound to each address, or to those that are free."""
    if not addresses:
        raise NoNetworkError
    found: list[socket.socket] = []
    errors: list[OSError] = []
    for address in addresses:
        try:
            found.append(server.listening(address))
        except OSError as error:
            errors.append(error)
    if not found:
        raise errors[0]
    return found


def _note(*, is_open: bool) -> None:
    if _state.folder is None:
        return
    file = _state.folder / FILE
    # Without it the hall is only not open by itself after a crash.
    with contextlib.suppress(OSError):
        if is_open:
            file.write_text(_run(), encoding="ascii")
        else:
            file.unlink(missing_ok=True)


def _was_open() -> bool:
    with contextlib.suppress(OSError, ValueError):
        return _state.folder is not None and (
            (_state.folder / FILE).read_text(encoding="ascii") == _run()
        )
    return False


def _run() -> str:
    """What tells this run from the next: the process that watches the one that serves."""
    return str(os.getppid())
