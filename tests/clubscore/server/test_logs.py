import io
import logging
from collections.abc import Iterator
from unittest.mock import patch

import pytest
from django.conf import settings
from django.db import IntegrityError
from django.test import Client

from clubscore.server.logs import MAX_MESSAGE, PrivateFormatter, WithoutRefusals, without_personal

SECRET = "Clara Finch"


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    """What the product would write to its log."""
    written = io.StringIO()
    handler = logging.StreamHandler(written)
    handler.setFormatter(PrivateFormatter())
    logging.getLogger().addHandler(handler)
    yield written
    logging.getLogger().removeHandler(handler)


def fail() -> None:
    try:
        raise ValueError(f"no such player: {SECRET}")
    except ValueError as error:
        raise IntegrityError(f"Key (name)=({SECRET}) exists") from error


def test_the_settings_use_this_formatter():
    assert settings.LOGGING["formatters"] == {
        "line": {"()": "clubscore.server.logs.PrivateFormatter"}
    }
    assert {handler["formatter"] for handler in settings.LOGGING["handlers"].values()} == {"line"}


def test_an_error_is_logged_by_kind_and_place_without_its_text(log: io.StringIO):
    try:
        fail()
    except IntegrityError:
        logging.getLogger("events").exception("It failed.")

    lines = log.getvalue().splitlines()
    assert "ERROR events [-]: It failed." in lines[0]
    assert [line for line in lines if not line.startswith("  ")][1:] == [
        "builtins.ValueError",
        "which led to",
        "django.db.utils.IntegrityError",
    ]
    assert [line.split(" in ")[1] for line in lines if line.startswith("  ")] == [
        "fail",
        "test_an_error_is_logged_by_kind_and_place_without_its_text",
        "fail",
    ]
    assert SECRET not in log.getvalue()


def test_what_another_handler_wrote_of_the_error_is_not_taken(log: io.StringIO):
    other = logging.StreamHandler(io.StringIO())
    logger = logging.getLogger("events")
    logger.addHandler(other)
    try:
        fail()
    except IntegrityError:
        logger.exception("It failed.")
    finally:
        logger.removeHandler(other)

    assert SECRET in other.stream.getvalue()
    assert SECRET not in log.getvalue()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Not Found: /players/?q=Clara%20Finch", "Not Found: /players/?…"),
        ("Invalid request from ip=203.0.113.9: gone", "Invalid request from ip=<address>: gone"),
        ("from 2001:db8::7", "from <address>"),
        ("mail to clara.finch@example.org failed", "mail to <e-mail> failed"),
        ("Not Found: /sessions/3/", "Not Found: /sessions/3/"),
        ("What? Nothing.", "What? Nothing."),
    ],
)
def test_without_personal(text: str, expected: str):
    assert without_personal(text) == expected


@pytest.mark.django_db
def test_a_failing_page_logs_nothing_that_was_sent(log: io.StringIO):
    browser = Client(raise_request_exception=False, enforce_csrf_checks=True)

    with patch("events.club.home.calendar.sessions_for", side_effect=ValueError(SECRET)):
        failed = browser.get("/", {"q": SECRET}, headers={"user-agent": SECRET})
    refused = Client().put("/healthz", {"q": SECRET})
    browser.get("/nothing/", {"q": SECRET})
    browser.post("/login/", {"username": SECRET, "password": SECRET})

    assert failed.status_code == 500
    lines = log.getvalue().splitlines()
    assert [line.split("]: ")[1] for line in lines if "django." in line and "]: " in line] == [
        "Internal Server Error: /",
        "Method Not Allowed (PUT): /healthz",
        "Not Found: /nothing/",
        "Forbidden (CSRF cookie not set.): /login/",
    ]
    assert f"[{failed.headers['X-Request-ID']}]: Internal Server Error" in lines[0]
    number = refused.headers["X-Request-ID"]
    assert [
        line for line in lines if f"[{number}]: Method Not Allowed (PUT): /healthz" in line
    ] != []
    assert "Finch" not in log.getvalue()


def test_an_endless_message_is_cut():
    assert without_personal("a" * 60_000) == "a" * MAX_MESSAGE + "…"


@pytest.mark.parametrize(
    ("name", "status", "is_logged"),
    [
        ("django.request", 422, False),
        ("django.request", 409, False),
        ("django.request", 400, False),
        ("django.request", 404, True),
        ("django.request", 500, True),
        ("clubscore.web.middleware", 409, True),
    ],
)
def test_a_refused_line_is_no_warning_to_whoever_keeps_the_server(
    name: str, status: int, is_logged: bool
) -> None:
    record = logging.LogRecord(name, logging.WARNING, "", 0, "Refused: %s", ("/x/",), None)
    record.status_code = status
    assert WithoutRefusals().filter(record) is is_logged


def test_every_line_of_the_log_goes_through_it() -> None:
    assert settings.LOGGING["handlers"]["stderr"]["filters"] == ["refusals"]
    assert settings.LOGGING["filters"] == {
        "refusals": {"()": "clubscore.server.logs.WithoutRefusals"}
    }
