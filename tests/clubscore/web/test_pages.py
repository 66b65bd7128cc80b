from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from unittest.mock import patch

import pytest
from django.core.exceptions import SuspiciousOperation
from django.db import OperationalError, connection
from django.test import Client, RequestFactory

from clubscore.files import private as disk
from clubscore.web import pages as views

pytestmark = [pytest.mark.both_databases, pytest.mark.django_db]


def away() -> AbstractContextManager[object]:
    """The database does not answer."""
    return patch.object(connection, "cursor", side_effect=OperationalError("away"))


def test_healthz_names_the_database(client: Client):
    response = client.get("/healthz")

    assert response.status_code == 200
    assert response.json() == {"ok": True, "database": connection.vendor}
    assert "no-store" in response["Cache-Control"]


def test_healthz_without_a_database_answers_503(client: Client):
    with away():
        response = client.get("/healthz")

    assert response.status_code == 503
    assert response.json() == {"ok": False, "database": "no answer"}


@pytest.mark.parametrize("answers", [True, False])
def test_healthz_tells_a_full_disk(
    client: Client, monkeypatch: pytest.MonkeyPatch, settings, tmp_path: Path, answers: bool
):
    settings.DATA_DIR = tmp_path
    database = connection.vendor if answers else "no answer"
    monkeypatch.setattr(disk, "FLOOR", 2**80)
    refusal = nullcontext() if answers else away()
    with refusal:
        response = client.get("/healthz")

    assert response.status_code == 503
    assert response.json() == {"ok": False, "database": database, "disk": "full"}


def test_healthz_tells_a_disk_that_cannot_be_written(client: Client, settings, tmp_path: Path):
    settings.DATA_DIR = tmp_path / "missing"
    response = client.get("/healthz")

    assert response.status_code == 503
    assert response.json() == {"ok": False, "database": connection.vendor, "disk": "not writable"}


def test_healthz_of_a_server_that_saves_nothing_does_not_look_at_the_disk(
    client: Client, settings, tmp_path: Path
):
    settings.READ_ONLY = True
    settings.DATA_DIR = tmp_path / "missing"

    assert client.get("/healthz").json() == {"ok": True, "database": connection.vendor}


def test_home_is_open_to_everybody(client: Client):
    response = client.get("/")

    assert response.status_code == 200
    assert {"events/club/home.html", "base.html"} <= {
        template.name for template in response.templates
    }


def test_unknown_address_says_so(client: Client):
    response = client.get("/nothing-here/")

    assert response.status_code == 404
    assert "There is nothing at this address" in response.content.decode()


def test_our_mistake_says_so(client: Client):
    client.raise_request_exception = False

    with patch("events.club.home.calendar.sessions_for", side_effect=ZeroDivisionError):
        response = client.get("/")

    assert response.status_code == 500
    assert "it is our mistake" in response.content.decode()


def test_our_mistake_is_reported_without_a_database(client: Client):
    client.raise_request_exception = False

    with patch.object(connection, "cursor", side_effect=OperationalError("away")):
        response = client.get("/")

    assert response.status_code == 500
    assert "it is our mistake" in response.content.decode()
    assert "css/clubscore.css" in response.content.decode()


def test_our_mistake_is_reported_without_style_sheets(client: Client):
    client.raise_request_exception = False

    with patch(
        "django.templatetags.static.StaticNode.handle_simple", side_effect=ValueError("missing")
    ):
        response = client.get("/")

    assert response.status_code == 500
    assert "it is our mistake" in response.content.decode()
    assert "stylesheet" not in response.content.decode()


def test_form_from_elsewhere_is_shown_what_to_do():
    response = Client(enforce_csrf_checks=True).post("/login/", {"username": "x", "password": "y"})

    assert response.status_code == 403
    assert "reload the page and send it again" in response.content.decode()


def test_a_name_that_is_not_the_server_s_is_shown_what_to_do(client: Client):
    page = client.get("/", headers={"host": "elsewhere.example"})

    text = page.content.decode()
    assert page.status_code == 400
    assert "This server does not go by that name" in text
    assert "CLUBSCORE_HOSTS" in text
    # A link would lead here again.
    assert "To all sessions" not in text


def test_what_is_not_understood_is_shown_what_to_do(rf: RequestFactory):
    page = views.bad_request(rf.get("/"), SuspiciousOperation())

    text = page.content.decode()
    assert page.status_code == 400
    assert "The request was not understood" in text
    assert "CLUBSCORE_HOSTS" not in text
