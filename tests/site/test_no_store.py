"""Every address, by reading and by sending: what somebody logged in is sent is never stored; what
visitors see is as it was."""

import pytest
from django.http import HttpResponseBase
from django.test import Client

from tests.site.doors import DOORS, Role, address
from tests.site.visits import Values, ask, browser

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("backup"), pytest.mark.large]

NEVER = {"max-age=0", "no-cache", "no-store", "must-revalidate", "private"}
FOR_NOBODY = {
    *{"healthz", "login/", "logout/", "players/own/<slug:token>/"},
    *{"t/<str:code>/", "T/<str:code>/", "play/now/", "play/boards/<int:board>/", "play/card/"},
    *{"play/standings/", "table/<int:number>/", "TABLE/<int:number>/"},
}
"""What visitors see there is never stored either."""


def cache_control(response: HttpResponseBase) -> set[str]:
    return set(filter(None, response.headers.get("Cache-Control", "").split(", ")))


def stored(client: Client, method: str, values: Values) -> dict[str, set[str]]:
    """The addresses whose answer may be stored, and what it says of that."""
    found = {
        pattern: cache_control(ask(client, method, address(pattern, values))) for pattern in DOORS
    }
    return {pattern: words for pattern, words in found.items() if words != NEVER}


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_what_an_administrator_is_sent_is_stored_nowhere(published: Values, method: str):
    assert stored(browser(Role.ADMINISTRATOR), method, published) == {}


def test_what_a_director_sees_before_others_is_stored_nowhere(unpublished: Values, db: None):
    assert stored(browser(Role.DIRECTOR), "GET", unpublished) == {}


@pytest.mark.parametrize("role", [Role.READER, Role.DIRECTOR])
def test_what_everybody_sees_is_stored_nowhere_with_a_login(published: Values, role: Role):
    client = browser(role)
    wrong = {
        pattern: found
        for pattern, door in DOORS.items()
        if door.get is Role.VISITOR
        and (found := cache_control(ask(client, "GET", address(pattern, published)))) != NEVER
    }

    assert wrong == {}


def test_what_visitors_see_is_as_it_was(published: Values):
    client = browser(Role.VISITOR)
    found = {
        pattern: cache_control(ask(client, "GET", address(pattern, published)))
        for pattern in DOORS
        if not pattern.startswith("admin/")
    }

    # The shell of the tables' phones holds no data, and is found again without a network.
    assert found.pop("play/") == {"private", "max-age=43200"}
    assert {pattern for pattern, words in found.items() if words} == FOR_NOBODY
    assert [found[pattern] for pattern in FOR_NOBODY] == [NEVER] * len(FOR_NOBODY)


def test_pages_that_fail_and_logins_are_stored_nowhere(
    client: Client, monkeypatch: pytest.MonkeyPatch
):
    director = browser(Role.DIRECTOR)
    director.raise_request_exception = False
    assert cache_control(director.get("/nothing-here/")) == NEVER
    assert cache_control(director.get("/", headers={"host": "elsewhere.example"})) == NEVER

    def fail(**values: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("events.both.home_events.calendar.sessions_for", fail)
    failed = director.get("/")
    assert (failed.status_code, cache_control(failed)) == (500, NEVER)
    # The cookie is taken away by the answer.
    gone = director.post("/logout/")
    assert (gone.cookies["sessionid"].value, cache_control(gone)) == ("", NEVER)
