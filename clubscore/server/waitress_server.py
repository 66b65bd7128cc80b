"""clubscore in one process, as a laptop and a hall have it: ``python -m
clubscore.server.waitress_server``.

waitress receives requests in one loop and gives a thread only to those that are complete, so that
whoever sends half a request holds up nobody. A second process watches it: one that dies is started
again, and a stop is a clean one.
"""

import _thread
import os
import signal
import socket
import subprocess
import sys
import threading
import time
import webbrowser
from collections.abc import Callable, Sequence
from typing import Any, Final

from clubscore.server import configuration as server, environment, opening

WATCHED: Final = "--watched"
FIRST: Final = "--first"
COMMAND: Final = (sys.executable, "-m", "clubscore.server.waitress_server", WATCHED)
BROWSER: Final = "CLUBSCORE_BROWSER"
PAUSE: Final = 0.2
"""Seconds before a process that died is started again."""
MIN_LIFE: Final = 10.0
"""Seconds; one that dies sooner, several times in a row, cannot be helped by another start."""
ATTEMPTS: Final = 5
_MARGIN: Final = 5.0
"""Seconds beyond the time that a process has for its last answers."""
_SIGNALS: Final = ("SIGINT", "SIGTERM", "SIGBREAK")
"""The last one is Windows's: Ctrl-Break, or the window is closed."""

MAX_CONNECTIONS: Final = 500
"""Windows waits for 512 files at once, and Linux gives a process 1,024."""
MAX_IN_HALL: Final = 450
"""Beside those of the laptop itself."""
STALLED_SECONDS: Final = 30
"""A connection on which nothing moves for so long is closed."""


def watch() -> int:
    """Serve until Ctrl-C or another signal; the exit status of the server."""
    _on_stop(_stop)
    short_lives, first = 0, True
    while True:
        started = time.monotonic()
        status = _serve_once(*([FIRST] if first else []))
        first = False
        short_lives = short_lives + 1 if time.monotonic() - started < MIN_LIFE else 0
        if status == 0 or short_lives == ATTEMPTS:
            return status
        sys.stderr.write(f"The web process ended with status {status}; it is started again.\n")
        time.sleep(PAUSE)


def _serve_once(*arguments: str) -> int:
    """Start the process and wait for its end, which a signal to this one brings about."""
    # The end of its input tells it to end, on every system, also when this process is killed.
    command = [*COMMAND, *arguments]
    with subprocess.Popen(command, stdin=subprocess.PIPE) as process:  # noqa: S603 - its own program
        try:
            return process.wait()
        except KeyboardInterrupt:
            if process.stdin:
                process.stdin.close()
            try:
                process.wait(server.graceful_timeout + _MARGIN)
            except subprocess.TimeoutExpired:
                process.kill()
    return 0


def serve() -> None:
    """Serve until the input ends, and at the end answer what was asked."""
    from django.conf import settings

    from clubscore.wsgi import application

    _on_stop(_stop)
    threading.Thread(target=_stop_at_end_of_input, daemon=True).start()
    listening = _listening(application, [server.listening()], MAX_CONNECTIONS)
    opening.offer(
        lambda sockets: serve_beside(application, sockets),
        folder=settings.DATA_DIR,
        allowed=settings.ALLOWED_HOSTS,
    )
    server.announce()
    if FIRST in sys.argv and sys.stdout.isatty() and environment.flag(BROWSER, default=True):
        # Some browsers come back only when they are closed.
        threading.Thread(target=webbrowser.open, args=(server.url(),), daemon=True).start()
    listening.run()
    opening.close_hall()


def serve_beside(application: Any, sockets: Sequence[socket.socket]) -> Callable[[], None]:
    """Answer on more sockets, in a thread; returns what ends that."""
    from waitress import wasyncore
    from waitress.server import BaseWSGIServer

    own: dict[int, Any] = {}
    listening = _listening(application, sockets, MAX_IN_HALL, own)
    thread = threading.Thread(target=listening.run, daemon=True, name="hall")
    thread.start()
    trigger = next(each.trigger for each in own.values() if isinstance(each, BaseWSGIServer))

    def stop() -> None:
        # In its own thread, which ends when nothing is left to wait for.
        trigger.pull_trigger(lambda: wasyncore.close_all(own))
        thread.join(server.graceful_timeout)
        # One of its own threads may have asked for it.
        listening.task_dispatcher.set_thread_count(0)

    return stop


def _listening(
    application: Any,
    sockets: Sequence[socket.socket],
    limit: int,
    own: dict[int, Any] | None = None,
) -> Any:
    import waitress

    from clubscore.web.limits import MAX_BODY

    return waitress.create_server(
        application,
        map=own,
        sockets=list(sockets),
        threads=server.threads,
        connection_limit=limit,
        channel_timeout=STALLED_SECONDS,
        cleanup_interval=STALLED_SECONDS // 3,
        # Beyond what the program refuses in its own words, nothing is taken at all.
        max_request_body_size=2 * MAX_BODY,
        # The program looks at them itself, where there is a proxy.
        clear_untrusted_proxy_headers=False,
        asyncore_use_poll=True,
        ident=None,
    )


def _stop_at_end_of_input() -> None:
    # Not by the stream, whose lock it would hold when Ctrl-C ends the process.
    while os.read(sys.stdin.fileno(), 1024):
        pass
    _thread.interrupt_main()


def _on_stop(handler: Callable[..., None] | signal.Handlers) -> None:
    """What Ctrl-C does, and whatever else asks a program to stop on this system."""
    for name in _SIGNALS:
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), handler)


def _stop(*_: Any) -> None:
    # A second Ctrl-C changes nothing: the first one is being obeyed.
    _on_stop(signal.SIG_IGN)
    raise KeyboardInterrupt


if __name__ == "__main__":
    if WATCHED in sys.argv:
        serve()
    else:
        sys.exit(watch())
