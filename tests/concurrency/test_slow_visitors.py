"""Whoever sends half a request holds up nobody, in the server as a club starts it."""

import http.client
import socket
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from tests.concurrency.evening import database
from tools.serving import SERVE, serving

# test_writers.py and test_two_servers.py are those of make test; .ci/run runs this one, too.
pytestmark = [pytest.mark.concurrency, pytest.mark.large]

HALF_REQUESTS = (
    b"",
    b"G",
    b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Half: ",
    b"POST /accounts/login/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\nhalf",
    b"POST /accounts/login/ HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n",
)
OF_EACH = 40
"""Two hundred in all; few threads answer."""


def test_visitors_are_answered_beside_two_hundred_half_requests(tmp_path: Path) -> None:
    with (
        database(tmp_path) as environment,
        serving(SERVE, environment, quiet=True) as port,
        ExitStack() as stack,
    ):
        for text in HALF_REQUESTS * OF_EACH:
            half = socket.create_connection(("127.0.0.1", port), timeout=20)
            stack.enter_context(closing(half)).sendall(text)

        assert [_get(port) for _ in range(20)] == [200] * 20


def _get(port: int) -> int:
    # A new connection each, as a new visitor has it.
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
    with closing(connection):
        connection.request("GET", "/")
        return connection.getresponse().status
