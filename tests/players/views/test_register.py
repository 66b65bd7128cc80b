import csv
import io

import openpyxl
import pytest
from django.contrib.messages import get_messages
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from clubscore.web.visitors import Actor
from players.domain.members.matching import Action
from players.domain.registration import Registration
from players.figures import Source, read_member_list
from players.formats import register
from players.models import Club, ClubSettings, Player
from players.selectors.references import values_of
from players.services.importing import import_members, import_players
from players.views import register as export
from tests.players.people import PRIVATE, player
from tests.queries import queries

pytestmark = pytest.mark.django_db


def path(kind: str) -> str:
    return f"/players/export/{kind}"


def content(answer) -> bytes:
    return b"".join(answer) if answer.streaming else answer.content


@pytest.fixture
def people(db: None) -> None:
    player(
        "Clara Ann Finch", club="Hollybrook", grade="3d", country="UK", fide_number="4567",
        **PRIVATE,
    )  # fmt: skip
    player("Élodie Ångström", club="Westmere", grade="10k", country="France", note="=1+1")


def test_a_register_file_is_imported_again_and_has_the_same_bytes(
    director_client: Client, people: None
) -> None:
    first = content(director_client.get(path("register.txt")))
    numbers = list(Player.objects.order_by("sort_key").values_list("pk", flat=True))
    Player.objects.all().delete()
    reading = register.read(first.decode().replace("\r\n", "\n"))
    import_players(reading=reading, by=Actor())
    again = content(director_client.get(path("register.txt"))).decode()
    # Nothing differs but the numbers, which are never given twice.
    for number, player_ in zip(numbers, Player.objects.order_by("sort_key"), strict=True):
        again = again.replace(f"\n{player_.pk}\t", f"\n{number}\t")
    assert again.encode() == first


@pytest.mark.parametrize("kind", ["members.txt", "members.csv", "members.xlsx"])
def test_a_list_of_members_is_imported_again_as_it_is(
    director_client: Client, people: None, kind: str
) -> None:
    player("Li Wei", note='"quoted"')
    Player.objects.filter(name="Li Wei").update(given="Wei", family="Li")
    player("Jan van der Berg", rating=1800, handicap="2.50", gender="m", national_number="0012")
    player("J. Smith", club="BC 't Hoekje '88", title="Life Master", egd_pin="01234567")
    before = [values_of(each) for each in Player.objects.order_by("name_key")]
    source = Source(content(director_client.get(path(kind))), kind)

    known = read_member_list(source=source, registration=Registration())
    assert known.problems == ()
    other = [m for m in known.matching.matches if m.action is not Action.SAME]
    assert other == []

    Player.objects.all().delete()
    new = read_member_list(source=source, registration=Registration())
    import_members(members=new.members, by=Actor())
    assert [values_of(each) for each in Player.objects.order_by("name_key")] == before


@pytest.mark.parametrize("kind", ["members.txt", "members.csv"])
def test_a_list_of_members_has_the_facts_in_use(
    director_client: Client, people: None, kind: str
) -> None:
    ClubSettings.objects.create(plays_chess=False, plays_go=False, facts=["club", "email"])
    text = content(director_client.get(path(kind))).decode("utf-8-sig")
    separator = "\t" if kind.endswith("txt") else ","
    assert text.splitlines()[0].split(separator) == [
        "clubscore number", "name", "given name", "particle", "family name", "club", "e-mail",
    ]  # fmt: skip
    assert ("3d" in text, PRIVATE["email"] in text, PRIVATE["born"] in text) == (False, True, False)


def test_a_register_file_holds_no_contacts(director_client: Client, people: None) -> None:
    data = content(director_client.get(path("register.txt")))
    assert [PRIVATE[field] for field in ("born", "email", "telephone")
            if PRIVATE[field].encode() in data] == []  # fmt: skip


def test_everything_is_in_the_csv(director_client: Client, people: None) -> None:
    text = content(director_client.get(path("players.csv"))).decode("utf-8-sig")
    elodie, clara = csv.DictReader(io.StringIO(text, newline=""))
    assert (elodie["note"], elodie["family"]) == ("'=1+1", "Ångström")
    assert {field: clara[field] for field in ("given", "club", "born", "email", "telephone")} == {
        "given": "Clara Ann",
        "club": "Hollybrook",
        "born": PRIVATE["born"],
        "email": PRIVATE["email"],
        "telephone": f"'{PRIVATE['telephone']}",
    }


def test_everything_is_in_the_spreadsheet(director_client: Client, people: None) -> None:
    data = content(director_client.get(path("players.xlsx")))
    header, elodie, clara = openpyxl.load_workbook(io.BytesIO(data)).worksheets[0].iter_rows()
    column = {cell.value: place for place, cell in enumerate(header)}
    assert (elodie[column["note"]].value, elodie[column["note"]].data_type) == ("=1+1", "s")
    assert clara[column["number"]].value == Player.objects.get(family="Finch").pk
    assert clara[column["fide_number"]].value == 4567


def test_only_those_found_are_exported(director_client: Client, people: None) -> None:
    answer = director_client.get(path("register.txt"), {"q": "angs"})
    assert len(content(answer).decode().splitlines()) == 2
    assert answer["Content-Disposition"] == 'attachment; filename="register.txt"'


def test_a_register_file_needs_a_grade_and_a_club(director_client: Client, people: None) -> None:
    player("Hugo Tarrant", club="Westmere")
    answer = director_client.get(path("register.txt"), {"q": "t"})
    assert (answer.status_code, answer.url) == (302, "/players/?q=t")
    [message] = get_messages(answer.wsgi_request)
    assert str(message) == (
        "A register file needs a grade, a club, and letters alone in names, clubs and countries. It"
        " cannot hold 1 player: Hugo Tarrant."
    )
    assert director_client.get(path("members.csv")).status_code == 200


@pytest.mark.parametrize(
    ("name", "club", "grade", "country"),
    [
        ("J. Tarrant", "Westmere", "1k", ""),
        ("Hugo Tarrant", "Club 7", "1k", ""),
        ("Hugo Tarrant", "", "1k", ""),
        ("Hugo Tarrant", "Westmere", "", ""),
        ("Hugo Tarrant", "Westmere", "1k", "U.K."),
    ],
)
def test_who_does_not_fit_a_register_file_is_named(
    director_client: Client, name: str, club: str, grade: str, country: str
) -> None:
    player(name, club=club, grade=grade, country=country)
    answer = director_client.get(path("register.txt"))
    [message] = get_messages(answer.wsgi_request)
    assert str(message).endswith(f"It cannot hold 1 player: {name}.")


@pytest.mark.parametrize(("kind", "query"), [("x.txt", {}), ("players.csv", {"club": "99"})])
def test_what_there_is_not_is_not_found(director_client: Client, kind: str, query: dict) -> None:
    assert director_client.get(path(kind), query).status_code == 404


@pytest.mark.parametrize("kind", ["register.txt", "members.csv", "players.csv"])
def test_texts_are_sent_in_parcels(
    director_client: Client, people: None, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    monkeypatch.setattr(export, "LINES_PER_CHUNK", 2)
    parcels = list(director_client.get(path(kind)))
    # The header with the first player, and the second.
    assert [parcel.count(b"\r\n") for parcel in parcels] == [2, 1]


@pytest.mark.parametrize(
    "kind", ["register.txt", "members.csv", "members.xlsx", "players.csv", "players.xlsx"]
)
@pytest.mark.parametrize("count", [1, 3])
def test_exports_take_constant_queries(director_client: Client, kind: str, count: int) -> None:
    for given in ("Ada", "Bo", "Cy")[:count]:
        player(f"{given} Finch", club=f"Club of {given}", grade="1k")
    # A register file asks first who lacks a grade or a club.
    expected = 7 if kind == "register.txt" else 6
    assert queries(lambda: content(director_client.get(path(kind)))) == expected


LIST = "/players/"


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


def test_the_list_reads_the_settings_once(director_client: Client) -> None:
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
    # The login's two, the clubs, the grades, the facts, how many, and the page.
    assert queries(lambda: director_client.get(LIST)) == 8


def test_whoever_is_hidden_is_marked(director_client: Client) -> None:
    Player.objects.create(given="Clara", family="Finch", initials_only=True)
    assert ">initials<" in director_client.get(LIST).content.decode()


def test_the_navigation_leads_directors_to_the_list(director_client: Client) -> None:
    link = 'href="/players/">'
    assert link in director_client.get("/").content.decode()
    assert link not in Client().get("/").content.decode()
