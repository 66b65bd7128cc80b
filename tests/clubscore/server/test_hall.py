import ipaddress
import socket
import sys
from io import StringIO

import pytest

from clubscore.server import hall


class Terminal(StringIO):
    """One that has every sign."""

    encoding = "utf-8"


@pytest.fixture
def network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hall, "_routed", lambda: iter(["192.168.1.50", "127.0.0.1"]))
    monkeypatch.setattr(hall, "_of_interfaces", lambda: iter(["127.0.0.1", "10.0.0.7"]))
    monkeypatch.setattr(hall, "_of_name", lambda: iter(["127.0.1.1", "192.168.1.50"]))
    monkeypatch.setattr(socket, "gethostname", lambda: "Desk.example")


@pytest.mark.parametrize(("text", "on"), [("yes", True), ("no", False), ("", False)])
def test_is_on_only_when_asked_for(monkeypatch: pytest.MonkeyPatch, text: str, on: bool):
    monkeypatch.setenv("CLUBSCORE_HALL", text)

    assert hall.is_on() is on


@pytest.mark.usefixtures("network")
def test_own_hosts_are_addresses_that_others_reach_and_the_local_name():
    assert hall.own_hosts() == ["192.168.1.50", "10.0.0.7", "desk.local"]
    assert hall.addresses_of(8000)[0] == "http://192.168.1.50:8000/"


def test_own_addresses_of_this_machine_are_addresses_of_no_loop():
    found = [ipaddress.ip_address(text) for text in hall.own_addresses()]

    assert [each for each in found if each.is_loopback or each.is_unspecified] == []


@pytest.mark.parametrize("name", ["", "my laptop", "läptop", "-x"])
def test_local_name_is_none_where_the_machine_has_no_host_name(
    monkeypatch: pytest.MonkeyPatch, name: str
):
    monkeypatch.setattr(socket, "gethostname", lambda: name)

    assert hall.local_name() == ""


@pytest.mark.usefixtures("network")
def test_greeting_has_every_address_and_a_qr_code(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sys, "stdout", Terminal())

    text = hall.greeting(8000)

    assert "  http://192.168.1.50:8000/\n  http://10.0.0.7:8000/\n  http://desk.local:8000/" in text
    assert "█" in text


@pytest.mark.usefixtures("network")
def test_greeting_on_a_plain_terminal_has_no_qr_code(monkeypatch: pytest.MonkeyPatch):
    terminal = Terminal()
    terminal.encoding = "ascii"  # type: ignore[misc]
    monkeypatch.setattr(sys, "stdout", terminal)

    assert hall.greeting(8000).isascii()


def test_greeting_without_a_network_says_so(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(hall, "own_addresses", list)

    assert hall.greeting(8000).startswith("No network: connect this laptop")
