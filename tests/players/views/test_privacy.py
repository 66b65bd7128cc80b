import json

import pytest
from django.test import Client

from clubscore.web.visitors import Actor
from players.domain.names import erased_name
from players.domain.personal import FACTS
from players.models import FormerNumber, Player, RegisterEntry
from players.services.players import change_player, delete_players
from tests.answers import messages
from tests.events.tournaments.cups import tournament
from tests.players.people import PRIVATE, enter, play, player
from tests.queries import queries

pytestmark = pytest.mark.django_db


@pytest.fixture
def clara(db: None) -> Player:
    made = player("Clara Finch", club="Hollybrook", grade="3d", **PRIVATE)
    play("Clara Finch", "Hugo Tarrant", title="Winter pairs")
    made.grade = "2d"
    change_player(player=made, club="Hollybrook", by=Actor())
    FormerNumber.objects.create(number=900, player=made)
    return made


def test_everything_held_is_on_one_page(director_client: Client, clara: Player) -> None:
    text = director_client.get(f"/players/{clara.pk}/held/").content.decode()
    said = ("Clara", "Finch", "Hollybrook", "2d", "Winter pairs", "Hugo Tarrant", "3d", "900",
            *PRIVATE.values())  # fmt: skip
    assert [each for each in said if each not in text] == []


def test_everything_held_is_downloaded(director_client: Client, clara: Player) -> None:
    answer = director_client.get(f"/players/{clara.pk}/held.json")
    assert answer["Content-Disposition"] == f'attachment; filename="player-{clara.pk}.json"'
    held = json.loads(answer.content)
    assert held["fields"] == {
        **dict.fromkeys(FACTS, ""),
        "name": "Clara Finch",
        "given": "Clara",
        "particle": "",
        "family": "Finch",
        "grade": "2d",
        "club": "Hollybrook",
        "initials_only": False,
        **PRIVATE,
    }
    assert (held["number"], held["former_numbers"]) == (clara.pk, [900])
    [event] = held["events"]
    assert (event["title"], event["date"], event["partners"]) == (
        "Winter pairs",
        "2026-03-05",
        ["Hugo Tarrant"],
    )
    [entry] = held["log"]
    assert (entry["action"], entry["before"], entry["after"]) == (
        "changed",
        {"grade": "3d"},
        {"grade": "2d"},
    )


@pytest.mark.parametrize(("kind", "expected"), [("held/", 13), ("held.json", 12)])
@pytest.mark.parametrize("count", [1, 3])
def test_everything_held_takes_constant_queries(
    director_client: Client, kind: str, expected: int, count: int
) -> None:
    made = player("Clara Finch")
    for day in range(1, count + 1):
        play("Clara Finch", "Hugo Tarrant", day=day)
        enter(made, tournament(1, name=f"Cup {day}"))
        made.grade = f"{day}k"
        change_player(player=made, by=Actor())
    assert queries(lambda: director_client.get(f"/players/{made.pk}/{kind}")) == expected


def test_erasing_asks_first(director_client: Client, clara: Player) -> None:
    path = f"/players/{clara.pk}/erase/"
    assert "1 event keeps its result" in director_client.get(path).content.decode()
    page = director_client.post(path, {"what": "everything"})
    assert (page.status_code, "Tick this to erase." in page.content.decode()) == (422, True)
    assert str(Player.objects.get(pk=clara.pk)) == "Clara Finch"


@pytest.mark.parametrize(
    ("what", "name", "message"),
    [
        ("private", "Clara Finch", "What only directors see is erased."),
        ("everything", "Erased-", "Everything but the results is erased."),
    ],
)
def test_what_was_chosen_is_erased(
    director_client: Client, clara: Player, what: str, name: str, message: str
) -> None:
    answer = director_client.post(f"/players/{clara.pk}/erase/", {"what": what, "sure": "yes"})
    assert (answer.status_code, answer.url) == (302, f"/players/{clara.pk}/")
    assert messages(answer) == [message]
    erased = Player.objects.get(pk=clara.pk)
    assert str(erased).startswith(name)
    assert {getattr(erased, field) for field in PRIVATE} == {""}


def test_the_page_of_an_erased_player_says_so(director_client: Client, clara: Player) -> None:
    director_client.post(f"/players/{clara.pk}/erase/", {"what": "everything", "sure": "yes"})
    text = director_client.get(f"/players/{clara.pk}/").content.decode()
    assert "The data of this player was erased on" in text
    assert "(erased)" in text
    assert "Winter pairs" in text


def test_a_refusal_is_reported(director_client: Client, clara: Player) -> None:
    player(str(erased_name(clara.pk)))
    answer = director_client.post(
        f"/players/{clara.pk}/erase/", {"what": "everything", "sure": "yes"}
    )
    [message] = messages(answer)
    assert "rename that one first" in message


def test_the_log_of_a_deleted_player_is_erased(director_client: Client) -> None:
    number = player("Clara Finch").pk
    delete_players(numbers=[number], by=Actor())
    Player.everybody.all().delete()
    FormerNumber.objects.create(number=number)
    assert "Clara" in director_client.get(f"/players/{number}/").content.decode()
    answer = director_client.post(f"/players/{number}/erase/", {"sure": "yes"})
    assert messages(answer) == ["The log no longer mentions this player."]
    assert "Clara" not in director_client.get(f"/players/{number}/").content.decode()
    assert [entry.action for entry in RegisterEntry.objects.all()] == ["erased", "deleted"]
