import pytest
from django.contrib.messages import get_messages
from django.test import Client

from players.models import Player
from tests.players.people import play, player
from tests.queries import queries

DELETE = "/players/delete/"

pytestmark = pytest.mark.django_db


def messages(answer) -> list[str]:
    return [str(message) for message in get_messages(answer.wsgi_request)]


def names() -> list[str]:
    return [str(each) for each in Player.objects.all()]


def sure(page) -> dict:
    """What the button of the page sends."""
    posted: dict = {"sure": "yes", "seen": page.context["seen"]}
    for name, value in page.context["posted"]:
        posted.setdefault(name, []).append(value)
    return posted


def test_the_page_names_how_many_go_and_who_stays(director_client: Client) -> None:
    ada, bo, cy = (player(f"{name} Finch") for name in ("Ada", "Bo", "Cy"))
    play("Bo Finch")
    page = director_client.post(DELETE, {"number": [ada.pk, bo.pk, cy.pk]})
    assert (page.context["count"], page.context["stay_count"]) == (2, 1)
    text = page.content.decode()
    assert "Delete 2 players?" in text
    assert "1 player stays" in text
    assert names() == ["Ada Finch", "Bo Finch", "Cy Finch"]


def test_the_button_deletes_those_who_never_played(director_client: Client) -> None:
    ada, bo, _cy = (player(f"{name} Finch") for name in ("Ada", "Bo", "Cy"))
    play("Bo Finch")
    page = director_client.post(DELETE, {"number": [ada.pk, bo.pk]})
    answer = director_client.post(DELETE, sure(page))
    assert (answer.status_code, answer.url) == (302, "/players/")
    assert messages(answer) == ["1 player is deleted."]
    assert names() == ["Bo Finch", "Cy Finch"]


def test_everybody_who_matches_is_deleted_on_every_page(director_client: Client) -> None:
    for number in range(60):
        player(f"{chr(65 + number // 26)}{chr(97 + number % 26)} Finch")
    player("Hugo Tarrant")
    page = director_client.post(DELETE, {"everybody": "yes", "q": "finch"})
    assert (page.context["count"], page.context["more"]) == (60, 40)
    answer = director_client.post(DELETE, sure(page))
    assert messages(answer) == ["60 players are deleted."]
    assert names() == ["Hugo Tarrant"]


def test_a_search_that_is_not_valid_matches_nobody(director_client: Client) -> None:
    player("Clara Finch")
    answer = director_client.post(DELETE, {"everybody": "yes", "q": "a\0", "sure": "yes"})
    assert messages(answer) == ["Tick the players to be deleted first."]
    assert names() == ["Clara Finch"]


@pytest.mark.parametrize("numbers", [[], ["x"], ["99"], ["9" * 30], ["-1"], ["²"]])
def test_nobody_chosen_is_reported(director_client: Client, numbers: list[str]) -> None:
    answer = director_client.post(DELETE, {"number": numbers})
    assert (answer.status_code, answer.url) == (302, "/players/")
    assert messages(answer) == ["Tick the players to be deleted first."]


def test_somebody_who_joined_the_search_meanwhile_is_not_deleted_unseen(
    director_client: Client,
) -> None:
    player("Clara Finch")
    page = director_client.post(DELETE, {"everybody": "yes", "q": "finch"})
    player("Anna Finch")
    page = director_client.post(DELETE, sure(page))
    assert page.status_code == 200
    assert messages(page) == ["The register has changed in the meantime. Please look again."]
    assert page.context["count"] == 2
    assert len(names()) == 2
    director_client.post(DELETE, sure(page))
    assert names() == []


def test_when_all_have_played_there_is_no_button(director_client: Client) -> None:
    play("Clara Finch")
    page = director_client.post(DELETE, {"number": Player.objects.get().pk})
    text = page.content.decode()
    assert "Nobody can be deleted" in text
    assert 'name="sure"' not in text


@pytest.mark.parametrize("count", [1, 3])
def test_the_page_takes_constant_queries(director_client: Client, count: int) -> None:
    numbers = [player(f"{name} Finch").pk for name in ("Ada", "Bo", "Cy")[:count]]
    for day in range(1, count + 1):
        play(f"{'ABC'[day - 1]} Moss", day=day)
    numbers += list(Player.objects.filter(family="Moss").values_list("pk", flat=True))
    assert queries(lambda: director_client.post(DELETE, {"number": numbers})) == 8


def test_one_player_is_deleted_by_typing_the_name(
    director_client: Client, deletion_backups: list[str]
) -> None:
    play("Clara Finch", "Hugo Tarrant")
    clara = Player.objects.get(given="Clara")
    address = f"/players/{clara.pk}/delete/"
    page = director_client.get(address)
    assert "Events with results of Clara Finch: 1." in page.text
    data = {"name": "clara finch", "seen": page.context["plan"].seen}
    answer = director_client.post(address, data)
    assert (answer.status_code, answer.url) == (302, "/players/")
    assert messages(answer) == ["The player is deleted."]
    assert deletion_backups == ["deletion"]
    assert director_client.get(address).status_code == 404
    gone = director_client.get(f"/players/{clara.pk}/")
    assert "This player was deleted on" in gone.text
    assert f"/players/{clara.pk}/edit/" not in gone.text
