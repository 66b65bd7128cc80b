import socket
from types import SimpleNamespace

import pytest
from gunicorn.config import Config

from clubscore import server


@pytest.mark.parametrize(
    ("address", "url"),
    [
        ("127.0.0.1", "http://127.0.0.1:8000"),
        ("0.0.0.0", "http://127.0.0.1:8000"),
        ("::", "http://127.0.0.1:8000"),
        ("::1", "http://[::1]:8000"),
        ("192.0.2.7", "http://192.0.2.7:8000"),
    ],
)
def test_url_is_one_a_browser_here_can_open(
    monkeypatch: pytest.MonkeyPatch, address: str, url: str
):
    monkeypatch.setattr(server, "address", address)
    monkeypatch.setattr(server, "port", 8000)

    assert server.url() == url


def test_is_taken_notices_a_server_that_shares_its_port(monkeypatch: pytest.MonkeyPatch):
    with socket.socket() as other:
        other.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        other.bind(("127.0.0.1", 0))
        other.listen()
        monkeypatch.setattr(server, "port", other.getsockname()[1])

        assert server.is_taken() is True

    assert server.is_taken() is False


def test_gunicorn_knows_every_setting():
    known = Config().settings

    names = ("bind", "worker_class", "workers", "threads", "reuse_port", "control_socket_disable")
    assert [name for name in (*names, "loglevel", "post_worker_init") if name not in known] == []


def test_address_is_printed_once(capsys: pytest.CaptureFixture[str]):
    for age in (1, 2, 3):
        server.post_worker_init(SimpleNamespace(age=age))

    assert capsys.readouterr().out == (
        f"\nclubscore runs at {server.url()} (stop it with Ctrl-C)\n\n"
    )
