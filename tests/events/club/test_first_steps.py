import re

import pytest
from django.test import Client

from players.models import ClubSettings
from tests.events import factories
from tests.events.tournaments import cups
from tests.players.people import player

pytestmark = pytest.mark.django_db


def steps(client: Client) -> list[tuple[str, bool]]:
    """The first steps on the home page, and which are done."""
    rows = re.findall(
        r"(?s)<li( class=\"is-done\")?>\s*<span class=\"tick\".*?<a [^>]*>([^<]*)",
        client.get("/").text,
    )
    return [(label, bool(done)) for done, label in rows]


def test_a_new_club_is_led_to_its_first_session(director_client: Client) -> None:
    labels = [
        "Name your club",
        "Add your members",
        "Hold the first session",
        "Open it to the phones",
    ]
    assert steps(director_client) == [(label, False) for label in labels]
    player()
    ClubSettings.objects.create(name="Hollybrook")
    assert steps(director_client)[:2] == [(label, True) for label in labels[:2]]
    factories.session()
    assert steps(director_client) == []


def test_a_club_of_chess_is_led_to_its_first_tournament(director_client: Client) -> None:
    ClubSettings.objects.create(plays_bridge=False, plays_chess=True)
    assert [label for label, _done in steps(director_client)][2:] == ["Hold the first tournament"]
    cups.tournament()
    assert steps(director_client)[2] == ("Hold the first tournament", True)


def test_a_visitor_sees_none(client: Client) -> None:
    assert steps(client) == []
    assert "Nothing has been published yet." in client.get("/").text
