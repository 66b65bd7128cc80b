import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from players.models import Club, ClubSettings, Player
from tests.players.people import PRIVATE, player
from tests.queries import queries

LIST = "/players/"

pytestmark = pytest.mark.django_db


def shown(page) -> list[str]:
    return [str(each) for each in page.context["page"]]


def test_the_list_shows_everybody_by_name(director_client: Client) -> None:
    player("Clara Finch", club="Hollybrook", grade="3d")
    player("Ada Ångström")
    page = director_client.get(LIST)
    assert (page.status_code, shown(page)) == (200, ["Ada Ångström", "Clara Finch"])
    assert "2 players in the register" in page.content.decode()


def test_the_list_shows_nothing_private(director_client: Client) -> None:
    player("Clara Finch", **PRIVATE)
    text = director_client.get(LIST).content.decode()
    assert [value for value in PRIVATE.values() if value in text] == []


def test_an_empty_register_says_so(director_client: Client) -> None:
    assert "There is nobody in the register yet." in director_client.get(LIST).content.decode()


def test_a_search_and_filters_narrow_the_list(director_client: Client) -> None:
    player("Clara Finch", club="Hollybrook", grade="3d")
    player("Anna Finch", club="Westmere", grade="3d")
    player("Clara Moss", club="Hollybrook", grade="3d")
    club = Club.objects.get(name="Hollybrook")
    page = director_client.get(LIST, {"q": "finch", "club": club.pk, "grade": "3d"})
    assert shown(page) == ["Clara Finch"]
    assert "1 player found" in page.content.decode()


def test_nobody_found_says_so(director_client: Client) -> None:
    player("Clara Finch")
    page = director_client.get(LIST, {"q": "moss"})
    assert (page.status_code, shown(page)) == (200, [])
    assert "Nobody in the register matches." in page.content.decode()


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ({"q": "a\0"}, "Null characters are not allowed."),
        ({"q": "x" * 101}, "at most 100 characters"),
        ({"club": "77"}, "77 is not one of the available choices."),
        ({"club": "x' OR 1=1"}, "is not one of the available choices."),
        ({"grade": "8d"}, "8d is not one of the available choices."),
    ],
    ids=str,
)
def test_what_is_not_valid_shows_nobody_and_says_why(
    director_client: Client, query: dict, sentence: str
) -> None:
    player("Clara Finch")
    page = director_client.get(LIST, query)
    assert (page.status_code, shown(page)) == (422, [])
    assert sentence in page.content.decode()


def test_a_heading_sorts_and_sorts_back(director_client: Client) -> None:
    player("Clara Finch", grade="3k")
    player("Anna Moss", grade="2d")
    page = director_client.get(LIST, {"sort": "grade"})
    assert shown(page) == ["Anna Moss", "Clara Finch"]
    headings = {column.label: (column.aria_sort, column.sort) for column in page.context["columns"]}
    assert headings == {
        "Name": ("", "name"),
        "No.": ("", "number"),
        "Grade": ("ascending", "-grade"),
        "Club": ("", "club"),
        "Title": ("", "title"),
        "Rating": ("", "rating"),
        "Federation": ("", "federation"),
        "Country": ("", "country"),
    }
    assert 'aria-sort="ascending"' in page.content.decode()
    page = director_client.get(LIST, {"sort": "-grade"})
    assert shown(page) == ["Clara Finch", "Anna Moss"]
    descending = [column.label for column in page.context["columns"] if column.aria_sort]
    assert descending == ["Grade"]


@pytest.mark.parametrize("sort", ["", "x", "--name", "note", "-"])
def test_an_unknown_sort_is_by_name(director_client: Client, sort: str) -> None:
    player("Clara Finch")
    player("Anna Abel")
    assert shown(director_client.get(LIST, {"sort": sort})) == ["Anna Abel", "Clara Finch"]


def test_the_list_comes_in_pages(director_client: Client) -> None:
    for number in range(60):
        player(f"{chr(65 + number // 26)}{chr(97 + number % 26)} Finch")
    first = director_client.get(LIST, {"q": "finch", "sort": "-name"})
    assert len(shown(first)) == 50
    assert "q=finch&amp;sort=-name&amp;page=2" in first.content.decode()
    assert len(shown(director_client.get(LIST, {"page": "2"}))) == 10
    assert len(shown(director_client.get(LIST, {"page": "99"}))) == 10
    assert len(shown(director_client.get(LIST, {"page": "x"}))) == 50
    assert len(shown(director_client.get(LIST, {"all": "yes"}))) == 60


def test_the_list_reads_the_settings_once(
    director_client: Client,
) -> None:
    for name in ("Ann van Dale", "Bo van Dale", "Cy van Dale"):
        player(name)
    with CaptureQueriesContext(connection) as captured:
        director_client.get(LIST)
    table = ClubSettings._meta.db_table
    assert len([query for query in captured if table in query["sql"]]) == 1


@pytest.mark.parametrize("count", [1, 3])
def test_the_list_takes_constant_queries(director_client: Client, count: int) -> None:
    for given in ("Ada", "Bo", "Cy")[:count]:
        player(f"{given} Finch", club=f"Club of {given}", grade=f"{count}k")
    # The login's two, the clubs, the grades, how many, and the page.
    assert queries(lambda: director_client.get(LIST)) == 7


def test_whoever_is_hidden_is_marked(director_client: Client) -> None:
    Player.objects.create(given="Clara", family="Finch", initials_only=True)
    assert ">initials<" in director_client.get(LIST).content.decode()


def test_the_navigation_leads_directors_to_the_list(director_client: Client) -> None:
    link = 'href="/players/">'
    assert link in director_client.get("/").content.decode()
    assert link not in Client().get("/").content.decode()
