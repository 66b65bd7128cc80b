"""Which doors of a tournament open for whom."""

import pytest
from django.test import Client
from django.urls import reverse

from events.models import Game, RoundResult, Tournament
from tests.events.tournaments import cups

pytestmark = pytest.mark.django_db

PUBLIC = [
    *("players", "players/1", "rounds/1", "crosstable", "teams"),
    *("standings", "standings/1", "standings/1/1/BH"),
]
DIRECTORS = ["settings", "delete", "log", "rounds/1/pairings"]


def address(path: str) -> str:
    return f"/tournaments/spring-cup/{path}/"


@pytest.mark.parametrize("path", PUBLIC)
def test_a_visitor_reads_what_is_published(client: Client, path: str) -> None:
    cups.published()
    answer = client.get(address(path))
    assert (answer.status_code, answer.context["user"].is_anonymous) == (200, True)
    page = answer.content.decode()
    assert (page.count('method="post"'), page.count("<input")) == (0, 0)


@pytest.mark.parametrize("path", PUBLIC)
def test_a_visitor_does_not_find_what_is_not_published(client: Client, path: str) -> None:
    cups.played()
    answer = client.get(address(path))
    assert answer.status_code == 404
    assert "There is no such tournament, or it is not published." in answer.content.decode()


@pytest.mark.parametrize("path", [*PUBLIC, *DIRECTORS])
def test_a_director_reads_what_is_not_published(director_client: Client, path: str) -> None:
    cups.played()
    assert director_client.get(address(path)).status_code == 200


@pytest.mark.parametrize("path", [*DIRECTORS, "../new"])
def test_a_visitor_is_sent_to_the_login(client: Client, path: str) -> None:
    cups.published()
    answer = client.get(address(path).replace("spring-cup/../", ""))
    assert answer.status_code == 302
    assert answer["Location"].startswith("/login/?next=/tournaments/")


def doors(tournament: Tournament) -> list[str]:
    """Every address that changes something."""
    game, entry = Game.objects.first(), tournament.entries.first()
    bye = RoundResult.objects.create(round=tournament.rounds.get(number=3), entry=entry, bye="U")
    slug = tournament.slug
    return [
        reverse("events:new-tournament"),
        *(
            reverse(f"events:tournament-{name}", args=[slug])
            for name in ("settings", "delete", "state", "undo", "add", "number")
        ),
        *(
            reverse(f"events:tournament-{name}", args=[slug, entry.pk])
            for name in ("entry", "remove", "withdraw")
        ),
        reverse("events:tournament-pairings", args=[slug, 1]),
        reverse("events:tournament-game", args=[slug, 1, game.pk]),
        reverse("events:tournament-correct", args=[slug, 1, game.pk]),
        reverse("events:tournament-bye", args=[slug, 3, bye.pk]),
    ]


def test_a_visitor_changes_nothing(client: Client) -> None:
    made = cups.published()
    addresses = doors(made)
    before = made.log.count()
    assert [client.post(door)["Location"].split("?")[0] for door in addresses] == ["/login/"] * len(
        addresses
    )
    assert made.log.count() == before


def test_what_only_changes_is_not_read(director_client: Client) -> None:
    made = cups.played()
    answers = {
        name: director_client.get(reverse(f"events:tournament-{name}", args=[made.slug]))
        for name in ("state", "undo", "add", "number")
    }
    assert {name: answer.status_code for name, answer in answers.items()} == dict.fromkeys(
        answers, 405
    )


@pytest.mark.parametrize("path", ["settings", "players", "rounds/1", "standings"])
def test_a_tournament_that_does_not_exist_is_not_found(director_client: Client, path: str) -> None:
    assert director_client.get(f"/tournaments/none/{path}/").status_code == 404
