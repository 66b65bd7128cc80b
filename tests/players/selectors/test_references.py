import pytest

from clubscore.web.visitors import Actor
from players.models import Player, PrivateLink
from players.selectors.references import player_plan
from players.services.players import change_player
from tests.players.people import play, player

pytestmark = [pytest.mark.both_databases, pytest.mark.django_db]


def texts(found: Player) -> list[str]:
    return [str(change) for change in player_plan(found).changes]


def test_a_player_who_never_played_changes_nothing_else() -> None:
    clara = player("Clara Finch")
    assert player_plan(clara).name == "Clara Finch"
    assert texts(clara) == [
        "Clara Finch never played, so that no result changes.",
        f"The number {clara.pk} is never given again.",
    ]


def test_the_plan_of_a_player_says_what_becomes_of_the_results() -> None:
    clara = player("Clara Finch", club="Hollybrook")
    play("Clara Finch", "Hugo Tarrant")
    PrivateLink.objects.create(player=clara, token_hash="0" * 64)
    assert player_plan(clara).results == 1
    erased = texts(clara)[0].partition("under the name ")[2].partition(";")[0]
    assert erased.startswith("Erased-")
    assert texts(clara) == [
        f"Events with results of Clara Finch: 1. The results stay, under the name {erased}; "
        "standings, and everybody else’s results and places, do not change.",
        "Everything else is erased: the name, personal data and notes, also in the logs.",
        "From then on the player is in no list of the register, and cannot be chosen for an event.",
        f"The number {clara.pk} is never given again.",
        "“Hollybrook” has one member fewer.",
        "The player’s private link stops working.",
    ]


def test_the_stamp_changes_with_the_record_and_with_every_event() -> None:
    clara = player("Clara Finch")
    first = player_plan(clara).seen
    play("Clara Finch", "Hugo Tarrant")
    second = player_plan(clara).seen
    clara.note = "left-handed"
    change_player(player=clara, fields=["note"], by=Actor())
    third = player_plan(Player.objects.get(pk=clara.pk)).seen
    assert len({first, second, third}) == 3
