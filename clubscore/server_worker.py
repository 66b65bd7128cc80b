"""gunicorn's worker with threads, but for silent connections, and for the second of two signals.

Browsers open connections ahead of need. gunicorn lets each wait for its first byte in one of the
threads, for up to five seconds: a few phones that look at nothing would hold up everybody. Here
they wait together in the worker's loop, as connections do that are kept open between two requests.

Ctrl-C reaches a worker twice, from the terminal and from its parent. The second signal would wait
for a lock that the first one holds, until the parent kills the worker with a word of alarm.
"""

from typing import Any

from gunicorn.workers import gthread


class Worker(gthread.ThreadWorker):
    """Gives a thread only to a connection that has sent something, and quits once."""

    _is_quitting = False

    def handle(self, conn: Any) -> Any:
        """What gunicorn does, except that a thread only checks for the first byte: gunicorn hands
        a connection without one back to the loop."""
        if not conn.initialized:
            wait = conn.wait_for_data
            conn.wait_for_data = lambda _seconds: wait(0.0)
        return super().handle(conn)

    def handle_quit(self, sig: int, frame: Any) -> None:
        """What gunicorn does, the first time."""
        if not self._is_quitting:
            self._is_quitting = True
            super().handle_quit(sig, frame)
