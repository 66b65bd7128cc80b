"""What the middleware does with a form that was sent before; the forms are in ``tests/site``."""

import pytest
from django.http import HttpResponseBase
from django.test import Client

from accounts.models import OneTimeKey
from events.models import Series
from players.models import Club
from tests.answers import messages as said
from tests.events.factories import DirectorFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def client() -> Client:
    return director()


def director() -> Client:
    browser = Client()
    browser.force_login(DirectorFactory())
    return browser


def new_series(browser: Client, **values: str) -> HttpResponseBase:
    usual = {"name": "Winter", "adding": Series.Adding.AVERAGE, "unit": Series.Unit.PAIR}
    usual |= {"minimum": "1", "earlier_weight": "100", "once": "key"}
    return browser.post("/series/new/", usual | values)


def test_the_same_answer_says_the_same(client: Client):
    first = new_series(client)
    client.cookies.pop("messages")
    second = new_series(client)

    assert (second.status_code, second["Location"]) == (first.status_code, first["Location"])
    assert said(second) == said(first) == ["The series has been created."]
    assert "no-store" in second["Cache-Control"]


def test_what_was_refused_can_be_sent_again(client: Client):
    assert new_series(client, name="").status_code == 422
    assert OneTimeKey.objects.count() == 0
    assert new_series(client).status_code == 302
    assert Series.objects.count() == 1


def test_something_else_with_the_same_key_is_something_else(client: Client):
    """The browser went back to the page as it was."""
    new_series(client)
    new_series(client, name="Summer")

    assert Series.objects.count() == 2


def test_another_director_with_the_same_key_is_another(client: Client):
    new_series(client)
    new_series(director())

    assert Series.objects.count() == 2


def test_a_visitor_with_a_key_is_sent_to_the_login():
    answer = new_series(Client())

    assert answer["Location"] == "/login/?next=/series/new/"
    assert OneTimeKey.objects.count() == 0


def test_a_complaint_on_the_next_page_is_no_answer(client: Client):
    """What was in the way may be gone by then."""
    club = Club.objects.create(name="Ours")
    series = Series.objects.create(name="Winter", club=club)
    address = f"/players/clubs/{club.pk}/"
    sent = {"name": "Ours", "delete": "yes", "once": "key"}
    assert said(client.post(address, sent)) == [
        "“Ours” cannot be deleted, because players or events belong to it."
    ]
    series.delete()
    client.post(address, sent)

    assert Club.objects.count() == 0


def test_an_error_leaves_no_key(client: Client, monkeypatch: pytest.MonkeyPatch):
    def fail(**_values: object) -> None:
        raise RuntimeError("The log is full.")

    monkeypatch.setattr("events.sessions.series.services.record", fail)
    with pytest.raises(RuntimeError):
        new_series(client)

    assert (OneTimeKey.objects.count(), Series.objects.count()) == (0, 0)


def test_a_backup_that_is_under_way_is_not_begun_again(
    client: Client, monkeypatch: pytest.MonkeyPatch
):
    made: list[object] = []

    def make(reason: object) -> None:
        made.append(reason)
        second = client.post("/backups/make/", {"once": "key"}, headers={"Referer": here})
        assert (second["Location"], said(second)) == (here, ["This is already being done."])

    here = "http://testserver/backups/"
    monkeypatch.setattr("clubscore.keeping.backups.views.make_backup", make)
    client.post("/backups/make/", {"once": "key"})

    assert len(made) == 1


def test_a_backup_that_failed_may_be_begun_again(client: Client, monkeypatch: pytest.MonkeyPatch):
    def fail(reason: object) -> None:
        raise RuntimeError("The disk is gone.")

    monkeypatch.setattr("clubscore.keeping.backups.views.make_backup", fail)
    with pytest.raises(RuntimeError):
        client.post("/backups/make/", {"once": "key"})

    assert OneTimeKey.objects.count() == 0
