import pytest

from clubscore.actor import Actor
from events.tournaments.services.tournaments import publish_tournament
from tests.events.tournaments import cups

CUP = "/tournaments/spring-cup/"

pytestmark = pytest.mark.django_db


def test_the_standings_of_a_keizer(client):
    made = cups.tournament(entries=4, kind="Keizer")
    cups.play(made, 1, (1, 2, "1"), (3, 4, "="))
    publish_tournament(tournament=made, by=Actor())
    rows = client.get(f"{CUP}keizer/").context["rows"]

    assert [(row.rank, row.number, row.value, row.earned, row.total) for row in rows] == [
        (1, 1, 4, ("3",), "7"),
        (2, 2, 3, ("0",), "3"),
        (3, 3, 2, ("0.5",), "2.5"),
        (4, 4, 1, ("1",), "2"),
    ]
    assert "Keizer standings" in client.get(f"{CUP}standings/").text


def test_another_kind_does_not_lead_there(director_client):
    cups.played()

    assert "Keizer standings" not in director_client.get(f"{CUP}standings/").text


def test_without_players(director_client):
    cups.tournament(kind="Keizer")

    assert "Nobody is entered yet." in director_client.get(f"{CUP}keizer/").text


def test_only_a_game_that_is_repeated_too_soon_is_asked_about(director_client):
    made = cups.tournament(entries=4, kind="Keizer", rounds=6)
    cups.play(made, 1, (1, 2, "1"), (3, 4, "1"))
    typed = {"first": ["2"], "second": ["1"]}

    def rows(number):
        return director_client.post(f"{CUP}rounds/{number}/pairings/judge/", typed).json()["rows"]

    assert "have met before" in rows(4)["1"][0]["text"]
    assert rows(5) == {}
