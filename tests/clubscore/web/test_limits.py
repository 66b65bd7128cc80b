from unittest.mock import patch

import pytest
from django import forms
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import get_resolver

from clubscore.files.uploads import IntakeForm, SourceTextField
from clubscore.web import limits as body_limit
from clubscore.web.editing import SHOWN
from clubscore.web.limits import LONG_FIELDS, MAX_BODY, MAX_FIELD, SHOWN_FIELDS
from events.sessions.series.forms import SHOWN_SESSIONS
from events.tournaments.rounds.views.pairings import SHOWN_ROWS
from players.forms.importing import CARRIED
from tests.events.factories import DirectorFactory

pytestmark = pytest.mark.django_db


def test_a_body_over_the_limit_is_refused_unread(client: Client):
    response = client.post(
        "/login/", b"", content_type="multipart/form-data", headers={"content-length": "0"}
    )
    assert response.status_code == 200

    large = client.generic("POST", "/login/", b"", CONTENT_LENGTH=str(MAX_BODY + 1))

    assert large.status_code == 413
    assert "That is too large to be read" in large.content.decode()
    assert "At most 8 MiB can be sent at once" in large.content.decode()
    assert large["X-Frame-Options"] == "DENY"
    assert "frame-ancestors 'none'" in large["Content-Security-Policy"]


def test_too_many_files_at_once_are_told_of_the_archive(admin_client: Client):
    files = [SimpleUploadedFile(f"{number}.csv", b"x") for number in range(101)]
    answer = admin_client.post("/open/", {"file": files})

    assert answer.status_code == 413
    assert "At most 100 files can be sent at once" in answer.text
    assert "zip archive" in answer.text


def test_a_body_at_the_limit_is_read(client: Client):
    with patch.object(body_limit, "MAX_BODY", 2000):
        asked = client.post("/login/", {"file": SimpleUploadedFile("a.txt", b"x" * 1500)})
        refused = client.post("/login/", {"file": SimpleUploadedFile("a.txt", b"x" * 2001)})

    assert asked.status_code == 200
    assert refused.status_code == 413


def test_fields_over_djangos_limit_have_the_same_page(client: Client):
    response = client.post("/login/", {"username": "x" * (5 * 2**20)})

    assert response.status_code == 413
    assert "That is too large to be read" in response.content.decode()


def test_too_many_fields_are_not_understood(client: Client):
    response = client.post("/login/", {str(n): "" for n in range(5001)})

    assert response.status_code == 400
    assert "far too many fields" in response.content.decode()


@pytest.fixture
def director(client: Client) -> Client:
    client.force_login(DirectorFactory())
    return client


def test_a_field_over_the_limit_is_not_understood(client: Client):
    assert client.post("/login/", {"username": "x" * MAX_FIELD}).status_code == 200

    refused = client.post("/login/", {"username": "x" * (MAX_FIELD + 1)})

    assert refused.status_code == 400
    assert "The request was not understood" in refused.content.decode()


def test_the_name_of_a_field_is_under_the_limit_too(client: Client):
    assert client.post("/login/", {"x" * (MAX_FIELD + 1): ""}).status_code == 400


def test_an_address_over_the_limit_is_not_understood(client: Client):
    assert client.get("/", {"page": "x" * (MAX_FIELD + 1)}).status_code == 400
    assert client.get("/", {"page": "x" * MAX_FIELD}).status_code == 200


def test_a_text_may_be_longer(director: Client):
    response = director.post("/movements/new/", {"text": "1\n" * MAX_FIELD})

    assert response.status_code == 200


def every_form(form: type[forms.BaseForm]) -> list[type[forms.BaseForm]]:
    """The program's forms; other tests make some of their own."""
    get_resolver().url_patterns  # noqa: B018 - so that all are imported
    below = [each for every in form.__subclasses__() for each in every_form(every)]
    return [each for each in (form, *below) if not each.__module__.startswith("tests.")]


def test_every_field_for_a_text_may_be_long():
    texts = {
        name
        for form in every_form(forms.BaseForm)
        for name, field in getattr(form, "base_fields", {}).items()
        if isinstance(field, SourceTextField)
    }
    carried = {
        form.carried_field
        for form in every_form(IntakeForm)
        if form.carried_field  # type: ignore[attr-defined]
    }

    assert texts | carried == LONG_FIELDS


def test_what_a_page_showed_may_be_long():
    assert {CARRIED, SHOWN, SHOWN_ROWS, SHOWN_SESSIONS} == SHOWN_FIELDS


def test_a_field_over_the_limit_is_refused_before_a_form_with_a_key_is_done(director: Client):
    fields = {"once": "key", "name": "x" * (MAX_FIELD + 1)}

    assert director.post("/movements/new/", fields).status_code == 400
