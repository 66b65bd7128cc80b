import pytest
from django import forms
from django.test import Client
from django.urls import get_resolver

from clubscore.editing.forms import SHOWN
from clubscore.field_limit import LONG_FIELDS, MAX_FIELD, SHOWN_FIELDS
from clubscore.intake.forms import IntakeForm, SourceTextField
from events.sessions.forms.series import SHOWN_SESSIONS
from events.tournaments.views.pairing_comparison import SHOWN_ROWS
from players.forms.members import CARRIED
from tests.events.factories import DirectorFactory

pytestmark = pytest.mark.django_db


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
