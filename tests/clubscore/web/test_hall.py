"""The button that opens the hall, in a process whose listener is a stand-in."""

import pytest
from django.test import Client

from clubscore.server import hall, opening
from tests.site.visits import Role, browser

pytestmark = pytest.mark.django_db


@pytest.fixture
def stopped(monkeypatch: pytest.MonkeyPatch, tmp_path, settings) -> list[bool]:
    """A hall that can be opened; gets a line when it is closed."""
    found: list[bool] = []
    monkeypatch.setattr(opening, "_state", opening._State())
    monkeypatch.setattr(opening, "_sockets", lambda addresses: [Bound(each) for each in addresses])
    monkeypatch.setattr(hall, "own_addresses", lambda: ["192.168.1.50"])
    monkeypatch.setattr(hall, "local_name", lambda: "")
    monkeypatch.delenv("CLUBSCORE_BIND", raising=False)
    settings.ALLOWED_HOSTS = ["testserver"]
    opening.offer(
        lambda _sockets: lambda: found.append(True), folder=tmp_path, allowed=settings.ALLOWED_HOSTS
    )
    return found


class Bound:
    def __init__(self, address: str) -> None:
        self.address = address

    def getsockname(self) -> tuple[str, int]:
        return self.address, 8000


def change(director: Client, do: str) -> str:
    return director.post("/try/hall/", {"do": do, "next": "/try/check/"}, follow=True).text


def test_one_button_opens_the_hall_and_says_how_to_close_it(stopped, settings, monkeypatch):
    director = browser(Role.DIRECTOR)
    page = director.get("/try/check/").text
    assert "Open this laptop to the hall" in page
    assert "cannot be opened from here" not in page

    page = change(director, "open")
    assert "Open: phones on the same Wi-Fi reach clubscore." in page
    assert "http://192.168.1.50:8000/" in page
    assert "It closes when you press the button, or stop clubscore." in page
    assert settings.ALLOWED_HOSTS == ["testserver", "192.168.1.50"]
    # A password is taken on the laptop alone.
    phone = Client(REMOTE_ADDR="192.168.1.77", headers={"host": "192.168.1.50"})
    assert phone.get("/try/").status_code == 200
    assert phone.get("/login/").status_code == 403

    monkeypatch.setattr(hall, "own_addresses", lambda: ["10.0.0.7"])
    assert "open it again there" in director.get("/try/check/").text
    change(director, "open")
    assert settings.ALLOWED_HOSTS == ["testserver", "10.0.0.7"]

    assert "Closed: only this laptop reaches clubscore." in change(director, "close")
    assert settings.ALLOWED_HOSTS == ["testserver"]
    assert stopped == [True, True]
    assert Client(REMOTE_ADDR="192.168.1.77").get("/login/").status_code == 200


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (opening.NoNetworkError(), "This laptop is in no network."),
        (OSError(98, "Address already in use"), "has port 8000 in this network: Address already"),
    ],
)
def test_why_it_cannot_be_opened_is_said(stopped, monkeypatch, error, said):
    def refuse(_addresses):
        raise error

    monkeypatch.setattr(opening, "_sockets", refuse)
    assert said in change(browser(Role.DIRECTOR), "open")
    assert not opening.is_open()


def test_a_server_that_cannot_be_opened_says_so():
    sent = {"next": "//evil.example/"}
    text = browser(Role.DIRECTOR).post("/try/hall/", sent, follow=True).text
    assert "cannot be changed here" in text
