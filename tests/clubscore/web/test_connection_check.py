from pathlib import Path

import pytest
from django.test import Client

from tests.site.visits import Role, browser

pytestmark = pytest.mark.django_db
IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Version/17.0 Safari/604.1"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, settings) -> None:
    settings.DATA_DIR = tmp_path


@pytest.fixture
def director() -> Client:
    return browser(Role.DIRECTOR)


def arrivals(director: Client, since: str = "0") -> list[dict[str, object]]:
    return director.get("/try/check/now/", {"since": since}).json()["tries"]


def test_a_phone_that_arrives_is_shown_to_the_director(director: Client):
    phone = Client(headers={"User-Agent": IPHONE})

    answer = phone.post("/try/", {"ms": "12"})

    assert "It works." in answer.text
    assert arrivals(director) == [{"name": "Safari on iPhone", "ms": 12}]
    assert arrivals(director, since="99999999999") == []


def test_a_phone_that_sends_no_time_has_arrived_all_the_same(director: Client):
    Client(headers={"User-Agent": IPHONE}).post("/try/", {"ms": "no number"})

    assert arrivals(director, "x") == [{"name": "Safari on iPhone", "ms": 0}]


def test_check_says_that_a_server_for_this_machine_reaches_no_phone():
    text = browser(Role.DIRECTOR).get("/try/check/").text
    assert "No phone can reach this laptop yet" in text
    assert "cannot be opened from here" in text


def test_check_has_the_addresses_of_the_hall_and_says_which_is_new(settings, monkeypatch):
    settings.HALL = True
    settings.ALLOWED_HOSTS = ["testserver", "192.168.1.50"]
    monkeypatch.setattr("clubscore.server.hall.own_hosts", lambda: ["192.168.1.50", "10.0.0.7"])

    text = browser(Role.DIRECTOR).get("/try/check/", headers={"Host": "testserver"}).text

    assert "No phone can reach this laptop yet" not in text
    assert text.count("http://192.168.1.50/try/") == 2
    assert text.count("This address is new since clubscore was opened to the hall") == 1
