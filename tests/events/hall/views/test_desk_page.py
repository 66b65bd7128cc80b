"""The arbiter's page of the phones: what is on, and each switch by itself."""

import pytest
from django.test import Client

from events.models import HallSettings
from tests.events.hall.phones import hall
from tests.events.tournaments import cups
from tests.site.doors import Role
from tests.site.visits import browser

pytestmark = pytest.mark.django_db

SWITCHES = {"switches": "1", "reports": "on", "half_byes": "2", "decision": "auto"}


def director() -> Client:
    return browser(Role.DIRECTOR)


def stored() -> list[tuple[bool, str, int]]:
    return list(HallSettings.objects.values_list("is_on", "preset", "half_byes"))


@pytest.mark.parametrize(
    ("sent", "status", "expected"),
    [
        ({"on": "1", "preset": "rated"}, 302, [(True, "rated", 1)]),
        ({"on": "", "preset": "club"}, 302, [(False, "club", 1)]),
        ({"on": "1", "preset": "bridge"}, 400, [(True, "club", 1)]),
        (SWITCHES, 302, [(True, "club", 2)]),
        (SWITCHES | {"half_byes": "many"}, 422, [(True, "club", 1)]),
    ],
)
def test_what_is_sent_from_the_page(sent: dict[str, str], status: int, expected: object):
    made = hall()
    answer = director().post(f"/tournaments/{made.slug}/hall/", sent)
    assert (answer.status_code, stored()) == (status, expected)


def test_another_preset_says_what_changed():
    made = hall()
    client = director()
    page = f"/tournaments/{made.slug}/hall/"
    told = client.post(page, {"on": "1", "preset": "info"}, follow=True).text
    assert "Changed: Players’ phones report results: off; Tablets report results: off" in told
    assert (
        "Nothing has changed." in client.post(page, {"on": "1", "preset": "info"}, follow=True).text
    )
    log = client.get(f"/tournaments/{made.slug}/log/").text
    assert "preset: club → information" in log


def test_before_they_are_on_there_are_no_cards_and_no_codes():
    made = cups.tournament(entries=2)
    client = director()
    page = client.get(f"/tournaments/{made.slug}/hall/")
    assert ("Switch on" in page.text, stored()) == (True, [])
    cards = client.get(f"/tournaments/{made.slug}/hall/cards/")
    assert (cards.status_code, "switched off in this tournament" in cards.text) == (404, True)
