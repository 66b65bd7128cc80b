"""Cards that are the same every week: case 41 of the acceptance."""

import pytest
from django.test import Client
from django.utils import timezone

from events.models import Session, TableEntrySettings
from tests.events.tables.phones import code_of, evening

pytestmark = pytest.mark.django_db


@pytest.fixture
def session() -> Session:
    session = evening(evening_word="4711")
    Session.objects.filter(pk=session.pk).update(date=timezone.localdate())
    return session


def test_case_41_the_word_of_the_evening_leads_to_the_table(session):
    phone = Client()
    assert "The word of this evening" in phone.get("/table/2/").text

    answer = phone.post("/table/2/", {"word": " 4711 "})

    assert answer.headers["Location"] == f"/t/{code_of(session, 2)}/"
    assert Client().get("/TABLE/2/").status_code == 200


def test_case_41_five_wrong_words_and_the_phone_waits(session):
    phone, other = Client(), Client()
    phone.get("/table/2/")
    statuses = [phone.post("/table/2/", {"word": "0000"}).status_code for _ in range(5)]

    assert statuses == [422] * 5
    assert phone.post("/table/2/", {"word": "4711"}).status_code == 429
    other.get("/table/2/")
    assert other.post("/table/2/", {"word": "4711"}).status_code == 302


def test_without_cookies_an_address_has_thirty_tries(session):
    statuses = [Client().post("/table/2/", {"word": "0000"}).status_code for _ in range(31)]

    assert statuses == [422] * 30 + [429]


@pytest.mark.parametrize("change", [{"evening_word": ""}, {"is_on": False}])
def test_no_word_leads_to_a_session_without_one(session, change: dict[str, object]):
    TableEntrySettings.objects.filter(session=session).update(**change)

    assert Client().post("/table/2/", {"word": ""}).status_code == 422


def test_last_week_leads_nowhere(session):
    Session.objects.filter(pk=session.pk).update(date="2026-01-01")

    assert Client().post("/table/2/", {"word": "4711"}).status_code == 422
    assert Client().post("/table/999999999999999999999/", {"word": "4711"}).status_code == 422
