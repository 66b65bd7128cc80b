"""What somebody logged in is sent is never stored: what is not published, and pages that fail.

``test_doors.py`` sees the same of every address by reading and by sending.
"""

import pytest
from django.test import Client

from tests.site.doors import DOORS, Role, address
from tests.site.received import NEVER, cache_control
from tests.site.visits import Values, ask, browser

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("backup"), pytest.mark.large]


def test_what_a_director_sees_before_others_is_stored_nowhere(unpublished: Values, db: None):
    client = browser(Role.DIRECTOR)
    found = {door: cache_control(ask(client, "GET", address(door, unpublished))) for door in DOORS}

    assert {pattern: words for pattern, words in found.items() if words != NEVER} == {}


def test_pages_that_fail_and_logins_are_stored_nowhere(
    client: Client, monkeypatch: pytest.MonkeyPatch
):
    director = browser(Role.DIRECTOR)
    director.raise_request_exception = False
    assert cache_control(director.get("/nothing-here/")) == NEVER
    assert cache_control(director.get("/", headers={"host": "elsewhere.example"})) == NEVER

    def fail(**values: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("events.club.home.calendar.sessions_for", fail)
    failed = director.get("/")
    assert (failed.status_code, cache_control(failed)) == (500, NEVER)
    # The cookie is taken away by the answer.
    gone = director.post("/logout/")
    assert (gone.cookies["sessionid"].value, cache_control(gone)) == ("", NEVER)
