"""Cards that are the same every week: case 41 of the acceptance."""

import pytest
from django.test import Client
from django.utils import timezone

from events.models import Session, TableEntrySettings, WrongCode
from tests.events.tables.phones import code_of, evening
from tests.site.visits import Role, browser


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
    assert Client().post("/table/2/", {"word": "0000"}).status_code == 422
    WrongCode.objects.update(count=29)
    statuses = [Client().post("/table/2/", {"word": "0000"}).status_code for _ in range(2)]

    assert statuses == [422, 429]


@pytest.mark.parametrize("change", [{"evening_word": ""}, {"is_on": False}])
def test_no_word_leads_to_a_session_without_one(session, change: dict[str, object]):
    TableEntrySettings.objects.filter(session=session).update(**change)

    assert Client().post("/table/2/", {"word": ""}).status_code == 422


def test_last_week_leads_nowhere(session):
    Session.objects.filter(pk=session.pk).update(date="2026-01-01")

    assert Client().post("/table/2/", {"word": "4711"}).status_code == 422
    assert Client().post("/table/999999999999999999999/", {"word": "4711"}).status_code == 422


pytestmark = pytest.mark.django_db


@pytest.fixture
def director() -> Client:
    return browser(Role.DIRECTOR)


def test_cards_carry_the_address_of_the_hall_and_the_wifi(director, settings, monkeypatch):
    settings.HALL, settings.ALLOWED_HOSTS = True, ["127.0.0.1", "192.168.1.50"]
    monkeypatch.setattr("clubscore.server.hall.own_hosts", lambda: ["192.168.1.50"])
    session = evening()

    text = director.get(
        f"/sessions/{session.pk}/paper/table-cards/?wifi=Hall&key=secret",
        headers={"Host": "127.0.0.1:8000"},
    ).text

    assert f"http://192.168.1.50:8000/t/{code_of(session, 1)}/" in text
    assert "leads only to this computer" not in text
    assert text.count('class="qr"') == 6


def test_cards_that_lead_only_here_say_so(director):
    session = evening()

    path = f"/sessions/{session.pk}/paper/table-cards/"
    text = director.get(path, headers={"Host": "127.0.0.1:8000"}).text

    assert "leads only to this computer" in text


def test_laminated_cards_have_no_code(director):
    session = evening()

    text = director.get(f"/sessions/{session.pk}/paper/table-cards/?laminated=1").text

    assert "/table/1/" in text
    assert code_of(session, 1) not in text
