import pytest

from clubscore.actor import Actor
from players.models import Club, Player
from players.services.clubs import rename_club
from players.services.demo import mark_demo_players, remove_demo_register
from players.services.merging import merge_players
from players.services.players import change_player
from tests.players.people import play, player

pytestmark = pytest.mark.django_db


def names() -> list[tuple[str, bool]]:
    return [(each.full_name, each.is_demo) for each in Player.objects.all()]


def test_players_of_the_demo_go_and_others_stay() -> None:
    clara, _hugo = player("Clara Finch"), player("Hugo Tarrant")
    mark_demo_players(numbers=[clara.pk])
    remove_demo_register(by=Actor())
    assert names() == [("Hugo Tarrant", False)]


def test_who_played_stays_and_is_the_clubs_own() -> None:
    clara = player("Clara Finch")
    mark_demo_players(numbers=[clara.pk])
    play("Clara Finch")
    remove_demo_register(by=Actor())
    assert names() == [("Clara Finch", False)]


def test_who_was_changed_is_the_clubs_own() -> None:
    clara, hugo = player("Clara Finch"), player("Hugo Tarrant")
    mark_demo_players(numbers=[clara.pk, hugo.pk])
    changed = Player.objects.get(pk=clara.pk)
    changed.note = "left-handed"
    change_player(player=changed, fields=["note"], by=Actor())
    assert names() == [("Clara Finch", False), ("Hugo Tarrant", True)]


@pytest.mark.parametrize(("demo", "stays_demo"), [("both", True), ("kept", False), ("gone", False)])
def test_a_record_merged_with_the_clubs_own_is_its_own(demo: str, stays_demo: bool) -> None:
    kept, gone = player("Clara Finch"), player("Klara Finch")
    marked = {"both": [kept.pk, gone.pk], "kept": [kept.pk], "gone": [gone.pk]}[demo]
    mark_demo_players(numbers=marked)
    merge_players(kept=kept.pk, merged=gone.pk, take=[], by=Actor())
    assert names() == [("Clara Finch", stays_demo)]


def test_the_club_of_the_demo_goes_unless_somebody_belongs_to_it() -> None:
    Club.objects.create(name="Hollybrook", is_demo=True)
    Club.objects.create(name="Northern", is_demo=True)
    renamed = Club.objects.create(name="Southern", is_demo=True)
    player("Clara Finch", club="Northern")
    rename_club(club=renamed, name="Ours", by=Actor())
    remove_demo_register(by=Actor())
    assert [(each.name, each.is_demo) for each in Club.objects.all()] == [
        ("Northern", False),
        ("Ours", False),
    ]
