from unittest.mock import patch

import pytest

from players.domain.names import Name, read_name
from players.models import Club, Player
from players.services.names import add_missing_players

pytestmark = pytest.mark.django_db

CLARA, HUGO = read_name("Clara Finch"), read_name("Hugo Tarrant")


def test_who_is_missing_is_added_with_the_club() -> None:
    club = Club.objects.create(name="Hollybrook")
    known = Player.objects.create(given="clara", family="finch")
    players = add_missing_players(names=[CLARA, HUGO], club=club)
    assert list(players) == ["clara finch", "hugo tarrant"]
    assert players["clara finch"] == known
    assert (str(players["hugo tarrant"]), players["hugo tarrant"].club) == ("Hugo Tarrant", club)
    assert Player.objects.count() == 2


def test_a_name_twice_is_added_once() -> None:
    add_missing_players(names=[HUGO, read_name("HUGO tarrant"), HUGO])
    assert Player.objects.count() == 1


def test_nobody_asked_for_is_nobody_added() -> None:
    assert add_missing_players(names=[]) == {}


def test_a_player_added_by_another_meanwhile_is_taken() -> None:
    def wait() -> None:
        Player.objects.create(given="Clara", family="Finch")

    with patch("players.services.names.change_register", side_effect=wait):
        players = add_missing_players(names=[CLARA, HUGO])
    assert (list(players), Player.objects.count()) == (["clara finch", "hugo tarrant"], 2)


def test_the_register_is_not_locked_for_those_who_are_known() -> None:
    Player.objects.create(given="Clara", family="Finch")
    with patch("players.services.names.change_register") as change_register:
        add_missing_players(names=[CLARA])
    assert change_register.mock_calls == []


def test_all_are_added_or_none() -> None:
    nobody = Name("")
    with pytest.raises(Exception, match="The name is missing"):
        add_missing_players(names=[HUGO, nobody])
    assert Player.objects.count() == 0
