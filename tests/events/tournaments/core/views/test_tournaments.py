import datetime
from functools import partial

import pytest
from django.test import Client

from clubscore.web.visitors import Actor
from events.tournaments.core.services import publish_tournament, withdraw_tournament
from players.models import ClubSettings
from tests.events.tournaments import cups
from tests.queries import queries

pytestmark = pytest.mark.django_db


def shown(client: Client, path: str = "/tournaments/") -> list[str]:
    return [tournament.name for tournament in client.get(path).context["tournaments"]]


def test_a_visitor_sees_what_is_published_the_latest_first(client: Client) -> None:
    for day in (5, 7, 6):
        cups.published(name=f"Day {day}", start=datetime.date(2026, 3, day))
    cups.tournament(name="Hidden")
    assert shown(client) == ["Day 7", "Day 6", "Day 5"]
    assert "New tournament" not in client.get("/tournaments/").content.decode()


def test_a_director_sees_all_and_may_make_one(director_client: Client) -> None:
    cups.tournament(name="Hidden")
    assert shown(director_client) == ["Hidden"]
    page = director_client.get("/tournaments/").content.decode()
    assert 'href="/tournaments/new/"' in page
    assert 'href="/tournaments/hidden/"' in page


def test_no_tournament_is_reported(client: Client, director_client: Client) -> None:
    said = "No tournament has been published yet."
    assert said in client.get("/tournaments/").content.decode()
    assert "There is no tournament yet." in director_client.get("/tournaments/").content.decode()


def test_a_card_says_what_is_played(client: Client) -> None:
    cups.published(city="Hollybrook", finish=datetime.date(2026, 3, 8))
    page = " ".join(client.get("/tournaments/").content.decode().split())
    assert "6 – 8 March 2026" in page
    assert "Hollybrook · chess · 4 players · 3 rounds" in page
    assert "provisional" in page


def test_the_home_page_shows_the_latest_and_the_way_to_all(client: Client) -> None:
    for number in range(8):
        cups.published(name=f"Cup {number}", start=datetime.date(2026, 3, 1 + number))
    assert shown(client, "/") == ["Cup 7", "Cup 6", "Cup 5", "Cup 4", "Cup 3", "Cup 2"]
    assert 'href="/tournaments/"' in client.get("/").content.decode()


def test_what_is_taken_back_is_gone(client: Client) -> None:
    made = cups.published()
    withdraw_tournament(tournament=made, by=Actor())
    assert (shown(client), shown(client, "/")) == ([], [])


def test_queries_of_the_list_do_not_grow(client: Client) -> None:
    counts = []
    for _ in range(3):
        publish_tournament(tournament=cups.tournament(entries=2), by=Actor())
        counts.append(queries(partial(client.get, "/tournaments/")))
    assert counts[0] == counts[2]


@pytest.mark.parametrize(
    "path", ["/", "/tournaments/", "/tournaments/spring-cup/", "/players/", "/players/settings/"]
)
def test_a_chess_club_sees_nothing_of_bridge(director_client: Client, path: str) -> None:
    ClubSettings.objects.update_or_create(
        pk=1, defaults={"plays_bridge": False, "plays_chess": True, "plays_go": False}
    )
    cups.played()
    page = director_client.get(path).content.decode()
    assert [
        word for word in ("New session", ">Movements<", "♣", "/movements/") if word in page
    ] == []
