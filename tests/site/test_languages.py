"""The pages in the language that a browser asks for or that was chosen."""

import re
from datetime import date

import pytest
from babel.messages.pofile import read_po
from django.test import Client
from django.utils import formats, translation
from django.utils.dateformat import format as date_format
from django.utils.formats import get_format

from clubscore.text.letters import seat_letters
from clubscore.text.problems import with_decimals
from clubscore.web.visitors import Actor
from events.models import Session
from events.sessions.setup.services.sessions import publish
from events.tournaments.core.services import publish_tournament
from tests.events import factories
from tests.events.reading import cells
from tests.events.tournaments import cups
from tools.messages import PO

pytestmark = pytest.mark.django_db

DUTCH = {"Accept-Language": "nl-BE,nl;q=0.9,en;q=0.5"}


@pytest.fixture
def director() -> Client:
    client = Client()
    client.force_login(factories.DirectorFactory())
    return client


def evening() -> Session:
    """A published evening of three tables: 3 no trump, a ruling, a lead, a percentage."""
    session = factories.session(factories.MITCHELL_3)
    factories.enter(session, 1, "3ne= hk", "-50", "p")
    factories.enter(session, 2, "3nxs-1", "a62.5/37.5", "60:620/40:-100")
    publish(session=session, by=Actor())
    return session


def heading(page: str) -> str:
    match = re.search(r"<h1>(.*?)</h1>", page, re.DOTALL)
    assert match is not None
    return re.sub(r"<[^>]+>.*", "", match[1], flags=re.DOTALL).strip()


def language_of(page: str) -> str:
    match = re.search(r'<html lang="([^"]*)">', page)
    assert match is not None
    return match[1]


@pytest.mark.parametrize(
    ("path", "english", "dutch"),
    [
        ("/", "Results of the club", "Uitslagen van de club"),
        ("/login/", "Director’s login", "Inloggen voor wedstrijdleiders"),
        ("/movements/", "Movements", "Schema’s"),
        ("/tournaments/", "Tournaments", "Toernooien"),
        ("/series/", "Series", "Reeksen"),
        ("/nowhere/", "There is nothing at this address", "Op dit adres is niets"),
        ("/players/", "Players", "Spelers"),
        ("/accounts/", "Accounts", "Accounts"),
        ("/sessions/new/", "New session", "Nieuwe zitting"),
        ("/backups/", "Backups of the club’s data", "Back-ups van de gegevens van de club"),
        ("/language/", "Language", "Taal"),
    ],
)
def test_page_speaks_the_language_of_the_browser(
    director: Client, client: Client, path: str, english: str, dutch: str
) -> None:
    asking = client if path == "/login/" else director
    found = [asking.get(path, headers=headers).text for headers in ({}, DUTCH)]

    assert [(language_of(page), heading(page)) for page in found] == [
        ("en", english),
        ("nl", dutch),
    ]


def test_answer_says_that_it_depends_on_the_language(client: Client) -> None:
    answer = client.get("/", headers=DUTCH)

    assert "Accept-Language" in {each.strip() for each in answer.headers["Vary"].split(",")}
    assert answer.headers["Content-Language"] == "nl"


def test_unknown_language_gets_english(client: Client) -> None:
    assert language_of(client.get("/", headers={"Accept-Language": "fi"}).text) == "en"


def test_travellers_are_in_the_letters_of_the_language(client: Client) -> None:
    path = f"/sessions/{evening().pk}/travellers/"
    english, dutch = (
        [text for row in cells(client.get(path, headers=headers)) for text in row]
        for headers in ({}, DUTCH)
    )

    def shown(texts: list[str]) -> list[str]:
        return [text for text in texts if text and not text.isdecimal()]

    assert shown(english) == [
        "Pass",
        "3 NT E=",
        "♥ K",
        "3 NT xS−1",
        "0.5",
        "3.5",
        "A62.5/37.5",
        "2.5",
        "1.5",
        "60 % +620, 40 % −100",
        "3.5",
        "0.5",
    ]
    assert shown(dutch) == [
        "Pas",
        "3 SA O=",
        "♥ H",
        "3 SA xZ−1",
        "0,5",
        "3,5",
        "A62,5/37,5",
        "2,5",
        "1,5",
        "60 % +620, 40 % −100",
        "3,5",
        "0,5",
    ]


def test_kept_page_is_kept_for_its_language(client: Client) -> None:
    path = f"/sessions/{evening().pk}/ranking/"
    found = [
        re.findall(r"\s(\d+[.,]\d\d)\s", client.get(path, headers=headers).text)
        for headers in ({}, DUTCH, {}, DUTCH)
    ]

    assert found[0] != []
    assert found[1] == [text.replace(".", ",") for text in found[0]]
    assert found[2:] == found[:2]


def test_dates_are_in_the_language(client: Client) -> None:
    path = f"/sessions/{evening().pk}/ranking/"

    assert [
        "5 March 2026" in client.get(path).text,
        "March" in client.get(path, headers=DUTCH).text,
        "5 maart 2026" in client.get(path, headers=DUTCH).text,
    ] == [True, False, True]


def test_no_word_of_the_program_is_taken_for_a_month_or_a_day() -> None:
    """“May” and “Sat” are words of the program too: what an account may do, where somebody sat."""
    with translation.override("nl"):
        assert date_format(date(2026, 5, 2), "D j F") == "za 2 mei"


def test_tournament_is_in_the_language(client: Client) -> None:
    made = cups.played()
    publish_tournament(tournament=made, by=Actor())
    pages = [
        client.get(made.get_absolute_url(), headers=each, follow=True).text for each in ({}, DUTCH)
    ]

    assert [language_of(page) for page in pages] == ["en", "nl"]
    assert ["Quentin Moss" in page or "Moss" in page for page in pages] == [True, True]
    assert pages[0] != pages[1]


def test_typed_result_is_told_in_the_language(director: Client) -> None:
    session = evening()
    path = f"/sessions/{session.pk}/lines/{factories.line(session, 3).pk}/reading/"
    told = [
        director.get(path, {"typed": "3ne="}, headers=headers).json()["understood"]
        for headers in ({}, DUTCH)
    ]

    assert [each.split(" · ")[0] for each in told] == ["3NTE= −600", "3SAO= −600"]


def test_choice_is_remembered_and_keeps_the_page(director: Client) -> None:
    path = "/players/?q=lark"
    page = director.get(path).text
    assert 'href="/language/?next=/players/%3Fq%3Dlark"' in page

    answer = director.post("/language/choose/", {"language": "nl", "next": path})

    assert (answer.status_code, answer.headers["Location"]) == (302, path)
    assert language_of(director.get(path).text) == "nl"
    # Above what the browser asks for.
    assert language_of(director.get(path, headers={"Accept-Language": "en"}).text) == "nl"


def test_visitor_chooses_on_a_page_of_its_own(client: Client) -> None:
    page = client.get("/movements/?x=1").text
    assert 'href="/language/?next=/movements/%3Fx%3D1"' in page
    assert "csrfmiddlewaretoken" not in page

    choice = client.get("/language/?next=/movements/%3Fx%3D1").text
    assert '<input type="hidden" name="next" value="/movements/?x=1">' in choice
    client.post("/language/choose/", {"language": "nl", "next": "/movements/?x=1"})

    assert language_of(client.get("/movements/").text) == "nl"


def test_choice_leads_to_no_other_site(client: Client) -> None:
    away = "https://elsewhere.example/"
    page = client.get("/language/", {"next": away}).text
    assert '<input type="hidden" name="next" value="/">' in page

    assert (
        client.post("/language/choose/", {"language": "nl", "next": away}).headers["Location"]
        == "/"
    )


def test_numbers_are_typed_with_a_comma(director: Client) -> None:
    session = evening()
    path = f"/sessions/{session.pk}/penalties/new/"
    data = {
        "contestant": factories.contestant(session, 1).pk,
        "kind": "percent",
        "amount": "12,5",
        "law": "90",
        "reason": "Te laat.",
    }
    answer = director.post(path, data, headers=DUTCH)

    assert answer.status_code == 302
    assert "12,5" in director.get(f"/sessions/{session.pk}/rulings/", headers=DUTCH).text


def test_downloads_keep_the_decimal_point(client: Client) -> None:
    path = f"/sessions/{evening().pk}/ranking.csv"
    numbers = [
        re.findall(rb"\d+\.\d\d", client.get(path, headers=headers).getvalue())
        for headers in ({}, DUTCH)
    ]

    assert numbers[0] != []
    assert numbers[0] == numbers[1]


@pytest.mark.parametrize("language", ["en", "nl"])
def test_decimals_are_those_of_the_language(language: str) -> None:
    with translation.override(language):
        assert with_decimals("62.50", language) == f"62{get_format('DECIMAL_SEPARATOR')}50"


def test_seats_are_those_of_the_language() -> None:
    seats = ("N", "E", "S", "W", "NS", "EW", "")
    with translation.override("nl"):
        assert [seat_letters(seat) for seat in seats] == ["N", "O", "Z", "W", "NZ", "OW", ""]
    with translation.override("en"):
        assert [seat_letters(seat) for seat in seats] == list(seats)


@pytest.mark.parametrize(("language", "written"), [("en", "5 Oct 2026"), ("nl", "5 okt 2026")])
def test_short_dates_are_written_as_the_language_does(language: str, written: str) -> None:
    with translation.override(language):
        assert formats.date_format(date(2026, 10, 5), "SHORT_DATE_FORMAT") == written


def test_dutch_percentages_have_one_form() -> None:
    with PO.open("rb") as file:
        dutch = read_po(file, locale="nl")
    texts = [
        text
        for message in dutch
        for text in (message.string if isinstance(message.string, tuple) else [message.string])
        if message.id and "javascript-format" not in message.flags
    ]
    assert [text for text in texts if re.search(r"\d%(?![(\w])|\)s%%", text)] == []
