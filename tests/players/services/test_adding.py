import pytest

from clubscore.actor import Actor
from clubscore.problems import Refused
from players.models import Player, RegisterEntry
from players.services.adding import add_players
from tests.queries import queries

pytestmark = pytest.mark.django_db


def players(*families: str) -> list[Player]:
    return [Player(given="Ada", family=family) for family in families]


def test_players_are_added_with_their_keys_and_logged() -> None:
    added = add_players(players=players("Lamb", "Moss"), by=Actor())

    assert [player.name_key for player in Player.objects.order_by("number")] == [
        "ada lamb",
        "ada moss",
    ]
    assert [entry.number for entry in RegisterEntry.objects.order_by("pk")] == [
        player.pk for player in added
    ]


def test_somebody_who_was_added_meanwhile_refuses_all() -> None:
    Player.objects.create(given="Ada", family="Moss")

    with pytest.raises(Refused) as refused:
        add_players(players=players("Lamb", "Moss"), by=Actor())
    assert str(refused.value) == (
        "Somebody has added one of these players to the register in the meantime. Look again, "
        "then try again."
    )
    assert (Player.objects.count(), RegisterEntry.objects.count()) == (1, 0)


def test_the_number_of_queries_does_not_grow() -> None:
    one = queries(lambda: add_players(players=players("Lamb"), by=Actor()))
    three = queries(lambda: add_players(players=players("Moss", "Dale", "Pym"), by=Actor()))

    assert one == three
