import pytest
from django.test import RequestFactory

from clubscore.web.qr import phone_base, phone_hosts


@pytest.fixture(autouse=True)
def hosts(settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    monkeypatch.setattr("clubscore.server.hall.own_hosts", lambda: ["192.168.1.50", "desk.local"])


def get(host: str, path: str = "/"):
    return RequestFactory(HTTP_HOST=host).get(path)


def test_in_a_hall_phones_do_not_get_the_address_of_the_laptop_itself(settings):
    settings.HALL = True

    assert phone_base(get("127.0.0.1:8000")) == "http://192.168.1.50:8000"
    assert phone_base(get("127.0.0.1:8000", "/?host=desk.local:8000")) == "http://desk.local:8000"
    assert phone_base(get("127.0.0.1:8000", "/?host=evil.example")) == "http://192.168.1.50:8000"


def test_elsewhere_phones_use_the_address_of_the_page(settings):
    settings.HALL = False

    assert phone_hosts(get("club.example")) == ["club.example"]
    assert phone_base(get("127.0.0.1:8000")) == "http://127.0.0.1:8000"
