import pytest

from players.models import Player, PrivateLink
from players.selectors.references import player_plan
from tests.players.people import play, player

pytestmark = [pytest.mark.both_databases, pytest.mark.django_db]


def texts(found: Player) -> list[str]:
    return [str(change) for change in player_plan(found).changes]


def test_a_player_who_never_played_changes_nothing_else() -> None:
    clara = player("Clara Finch")
    assert player_plan(clara).name == "Clara Finch"
    assert texts(clara) == ["Clara Finch never played, so that no result changes."]


def test_the_plan_of_a_player_says_what_becomes_of_the_results() -> None:
    clara = player("Clara Finch", club="Hollybrook")
    play("Clara Finch", "Hugo Tarrant")
    PrivateLink.objects.create(player=clara, token_hash="0" * 64)
    assert player_plan(clara).results == 1
    erased = texts(clara)[0].partition("reads the name ")[2].partition(" there")[0]
    assert erased.startswith("Erased-")
    assert texts(clara) == [
        "Events with results of Clara Finch: 1. The results stay; whoever is no director reads the "
        f"name {erased} there. Standings, and everybody else’s results and places, do not change.",
        "The player is in no list of the register, and cannot be chosen for an event.",
        "After that the name, personal data and notes are erased, also in the logs; to erase them "
        "at once: “All stored data”.",
        "“Hollybrook” has one member fewer.",
        "The player’s private link does not work until then.",
    ]
