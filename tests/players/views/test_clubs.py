import pytest
from django.contrib.messages import get_messages
from django.test import Client

from players.models import Club, Player
from tests.players.people import player
from tests.queries import queries

pytestmark = pytest.mark.django_db


def messages(answer) -> list[str]:
    return [str(message) for message in get_messages(answer.wsgi_request)]


def path(name: str) -> str:
    return f"/players/clubs/{Club.objects.get(name=name).pk}/"


def test_the_clubs_stand_with_their_players(director_client: Client) -> None:
    player("Clara Finch", club="Westmere")
    page = director_client.get("/players/clubs/")
    assert [(str(club), club.player_count) for club in page.context["clubs"]] == [("Westmere", 1)]
    assert f'href="/players/?club={Club.objects.get().pk}"' in page.content.decode()


def test_no_club_is_reported(director_client: Client) -> None:
    assert "There is no club yet." in director_client.get("/players/clubs/").content.decode()


@pytest.mark.parametrize("count", [1, 3])
def test_the_clubs_take_constant_queries(director_client: Client, count: int) -> None:
    for given in ("Ada", "Bo", "Cy")[:count]:
        player(f"{given} Finch", club=f"Club of {given}")
    assert queries(lambda: director_client.get("/players/clubs/")) == 4


def test_a_club_is_renamed(director_client: Client) -> None:
    player("Clara Finch", club="Oxfrod")
    answer = director_client.post(path("Oxfrod"), {"name": " Oxford "})
    assert messages(answer) == ["“Oxfrod” is now called “Oxford”."]
    assert str(Player.objects.get().club) == "Oxford"


@pytest.mark.parametrize("name", ["", "a\tb", "x" * 121])
def test_what_is_no_club_is_refused(director_client: Client, name: str) -> None:
    player("Clara Finch", club="Oxford")
    page = director_client.post(path("Oxford"), {"name": name})
    assert (page.status_code, list(page.context["form"].errors)) == (422, ["name"])
    assert str(Club.objects.get()) == "Oxford"


def test_the_name_of_another_club_asks_and_merges(director_client: Client) -> None:
    player("Clara Finch", club="Oxfrod")
    player("Hugo Tarrant", club="Oxford")
    page = director_client.post(path("Oxfrod"), {"name": "oxford"})
    assert page.status_code == 200
    assert "There is already a club “Oxford”." in page.content.decode()
    assert Club.objects.count() == 2
    oxford = Club.objects.get(name="Oxford")
    answer = director_client.post(path("Oxfrod"), {"name": "oxford", "merge": oxford.pk})
    assert messages(answer) == ["“Oxfrod” is now “Oxford” everywhere."]
    assert {each.club for each in Player.objects.all()} == {oxford}


def test_a_club_of_nobody_is_deleted(director_client: Client) -> None:
    Club.objects.create(name="Oxford")
    answer = director_client.post(path("Oxford"), {"name": "Oxford", "delete": "yes"})
    assert messages(answer) == ["“Oxford” is deleted."]
    assert Club.objects.count() == 0


def test_a_club_with_players_stays(director_client: Client) -> None:
    player("Clara Finch", club="Oxford")
    answer = director_client.post(path("Oxford"), {"delete": "yes"})
    assert messages(answer) == [
        "“Oxford” cannot be deleted, because players or events belong to it."
    ]


def test_a_club_that_is_not_there_is_not_found(director_client: Client) -> None:
    assert director_client.get("/players/clubs/99/").status_code == 404
