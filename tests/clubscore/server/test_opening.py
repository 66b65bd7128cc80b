"""The hall, opened and closed while a server runs, at an address of this machine that is not the
usual one."""

import http.client
from collections.abc import Iterator
from pathlib import Path

import pytest

from clubscore.server import configuration, hall, opening
from clubscore.server.waitress_server import serve_beside
from tools.serving import free_port

HALL = "127.0.0.2"


def application(environ, start_response):
    start_response("200 OK", [("Content-Type", "text/plain")])
    return [environ["HTTP_HOST"].encode()]


@pytest.fixture
def allowed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[list[str]]:
    """The hosts that are answered to, in a process that can open the hall."""
    monkeypatch.setattr(configuration, "port", free_port())
    monkeypatch.setattr(hall, "own_addresses", lambda: [HALL])
    monkeypatch.setattr(hall, "local_name", lambda: "laptop.local")
    monkeypatch.setattr(opening, "_state", opening._State())
    monkeypatch.delenv("CLUBSCORE_BIND", raising=False)
    hosts = ["127.0.0.1"]
    assert not opening.is_possible()
    offer(tmp_path, hosts)
    yield hosts
    opening.close_hall()


def offer(folder: Path, hosts: list[str]) -> None:
    opening.offer(lambda sockets: serve_beside(application, sockets), folder=folder, allowed=hosts)


def answers() -> bool:
    connection = http.client.HTTPConnection(HALL, configuration.port, timeout=10)
    try:
        connection.request("GET", "/")
        return connection.getresponse().status == 200
    except OSError:
        return False
    finally:
        connection.close()


def test_opened_it_answers_and_closed_it_does_not(allowed):
    assert opening.is_possible()
    assert (opening.is_open(), answers()) == (False, False)
    for _again in range(2):
        assert opening.open_hall() == (HALL, "laptop.local")
        # Opened again, as in another Wi-Fi.
        opening.open_hall()
        assert (opening.is_open(), answers()) == (True, True)
        assert allowed == ["127.0.0.1", HALL, "laptop.local"]
        opening.close_hall()
        assert (opening.is_open(), answers(), allowed) == (False, False, ["127.0.0.1"])


def test_a_process_that_died_has_it_open_again_and_the_next_run_has_not(
    allowed, tmp_path, monkeypatch
):
    opening.open_hall()
    opening._state.stop()
    monkeypatch.setattr(opening, "_state", opening._State())
    offer(tmp_path, ["127.0.0.1"])
    assert answers()
    opening._state.stop()
    monkeypatch.setattr(opening, "_state", opening._State())
    monkeypatch.setattr(opening.os, "getppid", lambda: 1)
    offer(tmp_path, ["127.0.0.1"])
    assert (opening.is_open(), answers()) == (False, False)


def test_without_a_network_or_a_port_it_stays_closed(allowed, monkeypatch):
    monkeypatch.setattr(hall, "own_addresses", list)
    with pytest.raises(opening.NoNetworkError):
        opening.open_hall()
    monkeypatch.setattr(hall, "own_addresses", lambda: [HALL])
    with configuration.listening(HALL) as taken:
        taken.listen()
        with pytest.raises(OSError):
            opening.open_hall()
    assert not opening.is_open()


@pytest.mark.parametrize("name", ["CLUBSCORE_HALL", "CLUBSCORE_BIND"])
def test_what_was_chosen_at_the_start_stays(allowed, monkeypatch, name):
    monkeypatch.setenv(name, "yes")
    assert not opening.is_possible()
