"""Nothing of the register is for visitors."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import get_resolver

from players.models import Player
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
        .replace("<str:kind>", "players.csv")
        for pattern in urlpatterns
    ]


def test_every_address_is_filled_in() -> None:
    assert [path for path in paths() if get_resolver().resolve(path).namespace != "players"] == []


@pytest.mark.parametrize("path", paths())
@pytest.mark.parametrize("method", ["get", "post"])
def test_a_visitor_is_sent_to_the_login(client: Client, path: str, method: str) -> None:
    player("Clara Finch", number=1)
    answer = getattr(client, method)(path)
    if answer.status_code == 405:
        return
    assert (answer.status_code, answer.url) == (302, f"/login/?next={path}")


@pytest.mark.parametrize("path", paths())
@pytest.mark.parametrize("method", ["get", "post"])
def test_a_user_who_is_no_director_is_refused(client: Client, path: str, method: str) -> None:
    player("Clara Finch", number=1)
    client.force_login(User.objects.create_user("member"))
    assert getattr(client, method)(path).status_code in {403, 405}
    assert Player.objects.count() == 1


@pytest.mark.parametrize("path", [path for path in paths() if "1" in path or path == "/players/"])
def test_no_page_is_kept_by_the_browser(director_client: Client, path: str) -> None:
    player("Clara Finch", number=1, club="Hollybrook")
    answer = director_client.get(path.replace("clubs/1", f"clubs/{Player.objects.get().club_id}"))
    if answer.status_code != 405:
        assert "no-store" in answer["Cache-Control"]
