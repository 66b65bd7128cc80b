"""gunicorn's worker with threads, but for connections on which nothing has been said yet.

Browsers open connections ahead of need. gunicorn lets each wait for its first byte in one of the
threads, for up to five seconds: a few phones that look at nothing would hold up everybody. Here
they wait together in the worker's loop, as connections do that are kept open between two requests.
"""

from typing import Any

from gunicorn.workers import gthread


class Worker(gthread.ThreadWorker):
    """Gives a thread only to a connection that has said something."""

    def handle(self, conn: Any) -> Any:
        """What gunicorn does; ``_DEFER`` has the loop wait for the first byte."""
        if not conn.initialized and not conn.wait_for_data(0.0):
            return gthread._DEFER
        return super().handle(conn)
