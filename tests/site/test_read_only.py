"""A server that only shows results, before a database that refuses to be written."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.conf import settings as live
from django.db import OperationalError, connection
from django.test import Client

from tests.site.doors import DOORS, Role, address
from tests.site.visits import answer, ask, browser, club, publish_all, undone

pytestmark = pytest.mark.django_db


@contextmanager
def nothing_can_be_written() -> Iterator[None]:
    """As on a replica: the database itself refuses."""
    is_sqlite = connection.vendor == "sqlite"
    with undone(), connection.cursor() as cursor:
        # PostgreSQL forgets it with the savepoint.
        cursor.execute("PRAGMA query_only = ON" if is_sqlite else "SET TRANSACTION READ ONLY")
        try:
            yield
        finally:
            if is_sqlite:
                cursor.execute("PRAGMA query_only = OFF")


@pytest.fixture
def visitors(settings) -> tuple[Client, Client]:
    """One of a server that may write, and one of a server that may not, with a director's login."""
    usual, director = Client(), browser(Role.DIRECTOR)
    settings.READ_ONLY = True
    reader = Client()
    reader.cookies[live.SESSION_COOKIE_NAME] = director.cookies[live.SESSION_COOKIE_NAME].value
    return usual, reader


@pytest.mark.large
def test_everybody_is_received_as_a_visitor(visitors: tuple[Client, Client], settings):
    values = club()
    publish_all(values)
    usual, reader = visitors
    settings.READ_ONLY = False
    expected = {door: answer(ask(usual, "GET", address(door, values))) for door in DOORS}
    settings.READ_ONLY = True
    with nothing_can_be_written():
        found = {door: answer(ask(reader, "GET", address(door, values))) for door in DOORS}

    # Results are entered elsewhere: 503 with a sentence.
    elsewhere = dict.fromkeys(
        (
            "t/",
            "T/",
            "t/<str:code>/",
            "T/<str:code>/",
            "h/<str:code>/",
            "H/<str:code>/",
            "h/<str:code>/find/",
            "H/<str:code>/find/",
            "hall/now/",
            "hall/rounds/<int:number>/",
            "hall/standings/",
            "table/<int:number>/",
            "TABLE/<int:number>/",
            "play/",
            "hall/",
        ),
        "failed",
    )
    assert found == expected | {"login/": "forbidden"} | elsewhere


@pytest.mark.both_databases
def test_nothing_is_taken_but_the_choice_of_a_language(visitors: tuple[Client, Client]):
    values = club()
    publish_all(values)
    _, reader = visitors
    with nothing_can_be_written():
        found = {door: answer(ask(reader, "POST", address(door, values))) for door in DOORS}

    assert found == dict.fromkeys(DOORS, "forbidden") | {"language/choose/": "in"}


def test_page_says_that_results_are_only_shown(visitors: tuple[Client, Client]):
    _, reader = visitors
    response = reader.get("/login/")

    assert response.status_code == 403
    assert "<h1>This server only shows results</h1>" in response.text


def test_script_is_told_in_a_sentence(visitors: tuple[Client, Client]):
    _, reader = visitors
    response = reader.post("/sessions/1/undo/", headers={"accept": "application/json"})

    assert response.status_code == 403
    assert response.json() == {"error": "This server is read-only."}


def test_cookie_of_a_login_stays_with_the_browser(visitors: tuple[Client, Client]):
    _, reader = visitors

    assert dict(reader.get("/").cookies) == {}


def test_replica_that_is_away_is_said_to_the_proxy(
    visitors: tuple[Client, Client], monkeypatch: pytest.MonkeyPatch
):
    def refuse(*arguments: object, **values: object) -> None:
        raise OperationalError("the server closed the connection")

    _, reader = visitors
    monkeypatch.setattr("events.common.selectors.sessions_for", refuse)
    response = reader.get("/")

    assert response.status_code == 503
    assert "Something went wrong" in response.text


def test_mistake_of_the_program_is_no_replica_that_is_away(
    visitors: tuple[Client, Client], monkeypatch: pytest.MonkeyPatch
):
    def refuse(*arguments: object, **values: object) -> None:
        raise ZeroDivisionError

    _, reader = visitors
    reader.raise_request_exception = False
    monkeypatch.setattr("events.common.selectors.sessions_for", refuse)

    assert reader.get("/").status_code == 500
