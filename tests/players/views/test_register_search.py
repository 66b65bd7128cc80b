import pytest
from django.test import Client

from players.models import Club, Player
from tests.players.people import player

SEARCH = "/players/search/"


def test_search_gives_number_name_and_club(director_client: Client) -> None:
    club = Club.objects.create(name="Hollybrook")
    clara = Player.objects.create(given="Clara", family="Finch", club=club)
    hugo = Player.objects.create(given="Hugo", family="Finch-Tarrant")
    answer = director_client.get(SEARCH, {"q": "finch"})
    assert answer.json() == {
        "players": [
            {"number": clara.number, "name": "Clara Finch", "club": "Hollybrook"},
            {"number": hugo.number, "name": "Hugo Finch-Tarrant", "club": ""},
        ],
        "near": [],
    }


def test_search_gives_names_like_one_that_nobody_has(director_client: Client) -> None:
    for given, family in (("Clara", "Finch"), ("Klaas", "Finch"), ("Hugo", "Tarrant")):
        Player.objects.create(given=given, family=family)
    answer = director_client.get(SEARCH, {"q": "Klara Finch"})
    assert answer.json() == {"players": [], "near": ["Klaas Finch", "Clara Finch"]}


def test_guests_are_not_found(director_client: Client) -> None:
    Player.everybody.create(name="Clara Finch", is_guest=True)
    for text in ("Clara", "Clara Fink"):
        assert director_client.get(SEARCH, {"q": text}).json() == {"players": [], "near": []}


@pytest.mark.parametrize(
    "text", ["", "  ", "9" * 20, "9" * 5000, "²", "٣", "\0", "a\0b", "%", "_", "x" * 5000]
)
def test_search_for_what_nobody_is_called_finds_nobody(director_client: Client, text: str) -> None:
    Player.objects.create(number=1, given="Clara", family="Finch")
    answer = director_client.get(SEARCH, {"q": text})
    assert (answer.status_code, answer.json()) == (200, {"players": [], "near": []})


def test_search_without_text_finds_nobody(director_client: Client) -> None:
    Player.objects.create(given="Clara", family="Finch")
    assert director_client.get(SEARCH).json() == {"players": [], "near": []}


def test_the_list_has_the_columns_that_somebody_fills(director_client: Client) -> None:
    def columns(search: str = "") -> list[str]:
        page = director_client.get("/players/", {"q": search}).context
        return [column.sort.removeprefix("-") for column in page["columns"]][2:]

    player("Clara Finch", title="FM", rating=2067)
    player("Hugo Tarrant", club="Hollybrook")
    assert columns() == ["title", "rating", "club"]
    assert columns("Tarrant") == ["club"]
    assert columns("nobody") == []
