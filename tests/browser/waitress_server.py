"""The pages of the browser's tests come from the server that a laptop has, waitress; it stands in
for the development server that Django's live tests start."""

from typing import Any

import waitress
from waitress import wasyncore

HALL = "192.168.1.50"
"""The laptop as phones find it: this machine, and no address of it is a secure context."""


class WaitressServer:
    """What ``LiveServerThread`` asks of a server."""

    def __init__(self, address: tuple[str, int], *_: Any, **options: Any) -> None:
        host, port = address
        self._connections: dict[int, Any] = {}
        self._server = waitress.create_server(
            self._answer, self._connections, host=host, port=port, asyncore_use_poll=True
        )
        self.server_address = ("localhost", self._server.effective_port)
        self.serve_forever = self._server.run

    def set_app(self, application: Any) -> None:
        self._application = application

    def _answer(self, environ: dict[str, Any], start_response: Any) -> Any:
        return self._application(environ, start_response)

    def shutdown(self) -> None:
        # In the thread that serves, which ends when nothing is left to wait for.
        self._server.trigger.pull_trigger(lambda: wasyncore.close_all(self._connections))

    def server_close(self) -> None:
        self._server.task_dispatcher.shutdown()
