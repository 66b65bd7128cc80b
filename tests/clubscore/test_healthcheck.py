from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread

import pytest

from clubscore import healthcheck


class Club(BaseHTTPRequestHandler):
    """Answers as a server for ``club.example`` does."""

    def do_GET(self) -> None:
        is_right = self.path == "/healthz" and self.headers["Host"] == "club.example"
        self.send_response(200 if is_right else 400)
        self.end_headers()

    def log_message(self, *arguments: object) -> None:
        pass


@pytest.fixture
def club_port() -> Iterator[int]:
    with HTTPServer(("127.0.0.1", 0), Club) as server:
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield server.server_port
        server.shutdown()
        thread.join()


@pytest.mark.parametrize(
    ("hosts", "code"),
    [("club.example,127.0.0.1", 0), (".club.example", 0), ("other.example", 1), ("", 1)],
)
def test_main_asks_as_the_first_host(
    monkeypatch: pytest.MonkeyPatch, club_port: int, hosts: str, code: int
):
    monkeypatch.setenv("PORT", str(club_port))
    monkeypatch.setenv("CLUBSCORE_HOSTS", hosts)

    assert healthcheck.main() == code


def test_is_healthy_without_a_server_is_no():
    assert healthcheck.is_healthy(1, "127.0.0.1") is False
