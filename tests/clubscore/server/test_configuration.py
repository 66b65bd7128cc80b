import os
import runpy
import socket
import sys
from types import SimpleNamespace

import pytest
from gunicorn.config import Config

from clubscore.server import configuration as server


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


@pytest.mark.parametrize("name", ["", "PORT", "CLUBSCORE_BIND"])
def test_next_port_is_taken_where_nobody_named_one(monkeypatch: pytest.MonkeyPatch, name: str):
    for each in ("PORT", "CLUBSCORE_BIND"):
        monkeypatch.delenv(each, raising=False)
    if name:
        monkeypatch.setenv(name, "8000")
    # What is set here is taken back.
    monkeypatch.setattr(server.os, "environ", dict(os.environ))
    monkeypatch.setattr(server, "port", 8000)
    monkeypatch.setattr(server, "is_taken", lambda: server.port < 8003)

    assert server.take_next_port() is (name == "")
    assert (server.port, server.os.environ.get("PORT")) == (
        (8000, "8000" if name == "PORT" else None) if name else (8003, "8003")
    )


@pytest.mark.parametrize(
    ("kind", "arguments"),
    [
        (
            server.GUNICORN,
            "gunicorn -c python:clubscore.server.configuration clubscore.wsgi:application",
        ),
        (server.WAITRESS, "clubscore.server.waitress_server"),
    ],
)
def test_command_starts_the_chosen_server(kind: str, arguments: str):
    assert server.command(kind) == [sys.executable, "-m", *arguments.split()]


@pytest.mark.parametrize(
    ("platform", "environment", "kind"),
    [
        ("linux", {}, server.WAITRESS),
        ("win32", {}, server.WAITRESS),
        ("linux", {"CLUBSCORE_SERVER": "Gunicorn"}, server.GUNICORN),
        ("linux", {"CLUBSCORE_PRODUCTION": "yes"}, server.GUNICORN),
        ("darwin", {"CLUBSCORE_TLS": "yes"}, server.GUNICORN),
        ("win32", {"CLUBSCORE_TLS": "yes"}, server.WAITRESS),
        ("linux", {"CLUBSCORE_PRODUCTION": "yes", "CLUBSCORE_SERVER": "waitress"}, server.WAITRESS),
    ],
)
def test_laptop_has_waitress_and_a_server_behind_a_proxy_gunicorn(
    monkeypatch: pytest.MonkeyPatch, platform: str, environment: dict[str, str], kind: str
):
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.delenv("CLUBSCORE_SERVER", raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)

    assert runpy.run_path(server.__file__)["kind"] == kind


def test_windows_shares_no_port(monkeypatch: pytest.MonkeyPatch):
    # There SO_REUSEADDR would let a second server have a port that is taken.
    monkeypatch.setattr(socket, "SO_EXCLUSIVEADDRUSE", socket.SO_KEEPALIVE, raising=False)
    monkeypatch.setattr(server, "port", 0)

    with server.listening() as found:
        assert found.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE) == 1
        assert found.getsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR) == 0


def test_gunicorn_knows_every_setting():
    known = Config().settings

    names = ("bind", "worker_class", "workers", "threads", "reuse_port", "control_socket_disable")
    names = (*names, "keepalive", "limit_request_line", "logconfig_dict", "loglevel")
    assert [name for name in (*names, "post_worker_init") if name not in known] == []


def test_gunicorn_logs_without_addresses(capfd: pytest.CaptureFixture[str]):
    config = Config()
    config.set("logconfig_dict", server.logconfig_dict)
    log = config.logger_class(config)

    log.warning("Invalid request from ip=%s", "192.0.2.7")
    log.info("Booting")

    said = capfd.readouterr().err
    assert said.endswith(" WARNING gunicorn.error [-]: Invalid request from ip=<address>\n")
    assert len(said.splitlines()) == 1


def test_address_is_printed_once(capsys: pytest.CaptureFixture[str]):
    for age in (1, 2, 3):
        server.post_worker_init(SimpleNamespace(age=age))

    assert capsys.readouterr().out == (
        f"\nclubscore runs at {server.url()} (stop it with Ctrl-C)\n\n"
    )
