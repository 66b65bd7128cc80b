import pytest
from django.test import Client

from tests.events.tables.phones import code_of, evening
from tests.site.visits import Role, browser

pytestmark = pytest.mark.django_db


@pytest.fixture
def director() -> Client:
    return browser(Role.DIRECTOR)


def test_cards_carry_the_address_of_the_hall_and_the_wifi(director, settings, monkeypatch):
    settings.HALL, settings.ALLOWED_HOSTS = True, ["127.0.0.1", "192.168.1.50"]
    monkeypatch.setattr("clubscore.hall.own_hosts", lambda: ["192.168.1.50"])
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
