import socket
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread

import pytest

from clubscore.server import healthcheck


class Club(BaseHTTPRequestHandler):
    """Answers as a server for ``club.example`` does."""

    def do_GET(self) -> None:
        is_right = self.path == "/healthz" and self.headers["Host"] == "club.example"
        self.send_response(200 if is_right else 503)
        self.end_headers()
        self.wfile.write(b'{"ok": true}' if is_right else b'{"ok": false, "disk": "full"}')

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
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    club_port: int,
    hosts: str,
    code: int,
):
    monkeypatch.setenv("PORT", str(club_port))
    monkeypatch.setenv("CLUBSCORE_HOSTS", hosts)

    assert healthcheck.main() == code
    assert capsys.readouterr().out == (
        'clubscore is not healthy: 503 {"ok": false, "disk": "full"}\n' if code else ""
    )


def test_without_a_server_there_is_no_answer():
    assert healthcheck.complaint(1, "127.0.0.1").startswith("no answer: ")


def test_what_is_no_server_of_pages_gives_no_answer():
    with socket.create_server(("127.0.0.1", 0)) as server:

        def answer() -> None:
            connection, _ = server.accept()
            with connection:
                connection.recv(1000)
                connection.sendall(b"220 mail.example\r\n\r\n")

        thread = Thread(target=answer)
        thread.start()
        found = healthcheck.complaint(server.getsockname()[1], "127.0.0.1")
        thread.join()

    assert found.startswith("no answer: ")
