"""Nothing of the register is for visitors."""

import pytest
from django.test import Client
from django.urls import get_resolver

from players.urls import urlpatterns
from tests.players.people import player

pytestmark = pytest.mark.django_db


def paths() -> list[str]:
    """The address of every page of the register, with numbers and words filled in."""
    return [
        "/players/"
        + str(pattern.pattern)
        .replace("<int:number>", "1")
        .replace("<int:club_id>", "1")
        .replace("<int:list_id>", "0")
        .replace("<int:upload_id>", "0")
        .replace("<str:kind>", "players.csv")
        for pattern in urlpatterns
        # By private link: see test_private_link.
        if pattern.name != "own"
    ]


def test_every_address_is_filled_in() -> None:
    assert [path for path in paths() if get_resolver().resolve(path).namespace != "players"] == []


def test_no_page_is_kept_by_the_browser(director_client: Client) -> None:
    club = player("Clara Finch", number=1, club="Hollybrook").club_id
    about_people = [
        path for path in paths() if ("1" in path or path == "/players/") and "/link/" not in path
    ]
    for sent in ("join", "take", "rename"):
        about_people.remove(f"/players/1/{sent}/")
    received = {
        path: (answer.status_code, "no-store" in answer.headers.get("Cache-Control", ""))
        for path in about_people
        for answer in [director_client.get(path.replace("clubs/1", f"clubs/{club}"))]
    }
    assert received == dict.fromkeys(about_people, (200, True))
