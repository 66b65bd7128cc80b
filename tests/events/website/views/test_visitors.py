"""What the club's site has, and the program serves as well."""

import datetime
import json
import re
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from icalendar import Calendar

from clubscore.web.site_request import IN_FOLDER, PAGE_ADDRESS, SITE_ADDRESS
from clubscore.web.visitors import Actor
from events.club.search import FoundResult
from events.models import ClubSite, LogEntry, Round, Session, TravellerLine
from events.sessions.lines.services.saving import enter_result
from events.sessions.setup.services.sessions import publish
from events.website.formats.relinking import relink
from events.website.selectors import site_settings
from events.website.views import visitors
from players.models import Player
from tests.events import factories
from tests.events.tournaments import cups
from tests.queries import queries

pytestmark = pytest.mark.django_db

IN_FOLDER = {IN_FOLDER: True, SITE_ADDRESS: "", PAGE_ADDRESS: ""}
ADDRESS = "https://club.example/results/"
AT_HOME = IN_FOLDER | {SITE_ADDRESS: ADDRESS, PAGE_ADDRESS: f"{ADDRESS}past/"}


@pytest.fixture
def evening() -> Session:
    """A published session of today with results, and one that nobody may see."""
    factories.session(title="Secret evening", date=timezone.localdate())
    made = factories.played(date=timezone.localdate())
    publish(session=made, by=Actor())
    return made


def test_the_feed_names_what_was_published_last_and_nobody(client: Client, evening: Session):
    cup = cups.published()
    answer = client.get("/feed.xml")
    uuid = site_settings().uuid
    changed = LogEntry.objects.filter(session=evening).latest("at").at

    assert answer["Content-Type"] == "application/atom+xml; charset=utf-8"
    assert answer.content == client.get("/feed.xml").content
    assert f"<id>urn:uuid:{uuid}</id>" in answer.text
    assert f"<updated>{changed.isoformat()}</updated>" in answer.text
    assert re.findall(r"<title>(.*?)</title>", answer.text)[1:] == [cup.name, "Club evening"]
    assert f'href="http://testserver/sessions/{evening.pk}/ranking/"' in answer.text
    assert not re.search("Player-|Finch|Secret", answer.text)
    ids = re.findall(r"<id>(.*?)</id>", answer.text)
    assert len(set(ids)) == 3
    Session.objects.filter(pk=evening.pk).update(title="Another name")
    assert re.findall(r"<id>(.*?)</id>", client.get("/feed.xml").text) == ids
    at_home = client.get("/feed.xml", **AT_HOME).text
    assert f'href="{ADDRESS}sessions/{evening.pk}/ranking/"' in at_home


@pytest.mark.parametrize(
    "path", ["/feed.xml", "/calendar.ics", "/privacy/", "/widget/last-ranking/"]
)
def test_a_club_without_events_has_all_pages(client: Client, path: str):
    answer = client.get(path)

    assert (answer.status_code, answer.content) == (200, client.get(path).content)


def days(client: Client, **asked: Any) -> dict[str, Any]:
    answer = client.get("/calendar.ics", **asked)
    lines = answer.content.split(b"\r\n")
    assert b"\n" not in b"".join(lines)
    assert max(map(len, lines)) <= 75
    return {str(each["UID"]).partition("@")[0]: each for each in
            Calendar.from_ical(answer.content).walk("VEVENT")}  # fmt: skip


def test_the_calendar_has_sessions_dated_rounds_and_other_tournaments(
    client: Client, evening: Session
):
    today = timezone.localdate()
    coming = factories.session(title="Ü" * 90, date=today + datetime.timedelta(40))
    publish(session=coming, by=Actor())
    cup = cups.published(city="Utrecht")
    undated = cups.published(name="Summer cup", finish=datetime.date(2099, 8, 3))
    old = cups.published(name="Old cup", start=datetime.date(2001, 3, 6))
    Round.objects.filter(tournament=undated).update(date=None)
    Round.objects.filter(tournament=old).update(date=None)
    Round.objects.filter(tournament=cup).update(date=today, is_hidden=True)
    found = days(client)

    assert set(found) == {
        f"session-{evening.pk}",
        f"session-{coming.pk}",
        *(f"round-{cup.pk}-{number}" for number in cup.rounds.values_list("number", flat=True)),
        f"tournament-{undated.pk}",
    }
    summer = found[f"tournament-{undated.pk}"]
    assert summer["DTEND"].dt == datetime.date(2099, 8, 4)
    first = found[f"round-{cup.pk}-1"]
    assert (first["SUMMARY"], first["LOCATION"]) == ("Spring cup, round 1", "Utrecht")
    assert "URL" not in first
    changed = LogEntry.objects.filter(session=evening).latest("at").at
    assert found[f"session-{evening.pk}"]["DTSTAMP"].dt == changed.replace(microsecond=0)
    ClubSite.objects.update(address=ADDRESS)
    assert days(client)[f"session-{evening.pk}"]["URL"] == (
        f"{ADDRESS}sessions/{evening.pk}/ranking/"
    )


@pytest.mark.parametrize(("path", "asked"), [
    ("/feed.xml", {}), ("/calendar.ics", {}), ("/search/", IN_FOLDER),
])  # fmt: skip
def test_more_events_take_no_more_queries(client: Client, path: str, asked: dict[str, Any]):
    counts = []
    for number in range(3):
        publish(session=factories.played(title=f"Evening {number}"), by=Actor())
        cups.published(name=f"Cup {number}")
        counts.append(queries(lambda: client.get(path, **asked)))

    assert counts[0] == counts[2]


def test_what_is_published_and_why_is_said_with_the_clubs_words(client: Client):
    before = client.get("/privacy/").text
    ClubSite.objects.update(is_listed=True, contact="the secretary", reason="We always did.")
    after = client.get("/privacy/").text

    assert "Players want to read the results of what they played." in before
    assert "asks search engines not to list it" in before
    assert '<meta name="robots" content="noindex">' in before
    assert "robots" not in after
    assert all(text in after for text in ("the secretary", "We always did.", "may list these"))


def test_the_last_ranking_has_only_boards_that_everybody_has_played(client: Client):
    evening = factories.played(factories.MITCHELL_3, date=timezone.localdate())
    publish(session=evening, by=Actor())
    first, second, third = TravellerLine.objects.filter(section__session=evening, board=1)
    for line, text in ((first, "600"), (second, "-100"), (third, "")):
        enter_result(session_id=evening.pk, line_id=line.pk, text=text, by=Actor())
    numbers = r"\d+\.\d\d"
    ranking = re.findall(numbers, client.get(f"/sessions/{evening.pk}/ranking/").text)
    short = re.findall(numbers, client.get("/widget/last-ranking/").text)
    assert short
    assert set(short) <= set(ranking)


def test_the_last_ranking_is_short_and_leads_out_of_its_frame(client: Client, evening: Session):
    publish(session=factories.session(title="No results", date=timezone.localdate()), by=Actor())
    page = client.get("/widget/last-ranking/")

    assert "<strong>provisional</strong>" in page.text
    assert "provisional" in client.get("/").text
    assert "Club evening" in page.text
    assert "Ada Player-A" in page.text
    assert page.text.count("<a ") == page.text.count('target="_top"') > 0
    assert re.search("<header|<footer|<nav", page.text) is None
    assert len(page.content) < 30_000


def people(client: Client) -> tuple[str, list[Any], list[Any]]:
    text = client.get("/search/", **IN_FOLDER).text
    found = re.search(r'<script id="site-people" type="application/json">(.*?)</script>', text)
    data = json.loads(found[1]) if found else {"people": [], "pages": []}
    return text, data["people"], data["pages"]


def test_the_search_of_the_site_has_everybody_shown_by_name(client: Client, evening: Session):
    cups.published()
    Player.objects.filter(name__startswith="Bo ").update(initials_only=True)
    text, found, pages = people(client)
    names = [name for name, _ in found]

    assert "Ada Player-A" in names
    assert "Finch, Clara" in names
    assert not re.search("Bo Player|Secret", text)
    results = dict(found)["Ada Player-A"]
    seat = factories.contestant(evening, 1)
    assert [pages[number] for number in results] == [
        [f"sessions/{evening.pk}/cards/{seat.pk}/index.html", "Club evening",
         evening.date.isoformat()]
    ]  # fmt: skip
    assert f'href="/sessions/{evening.pk}/find/"' in text
    ClubSite.objects.update(has_search=False)
    assert people(client)[1] == []


def result(person: int, year: int) -> FoundResult:
    page = f"/sessions/{year}/cards/{person}/"
    return FoundResult(f"Player {person}", "Club evening", datetime.date(year, 3, 1), page, person)


def test_the_search_has_the_newest_and_leaves_the_oldest_seasons_out():
    many = visitors.index_of(result(1, year) for year in range(1990, 2026))
    large = visitors.index_of(result(each, year) for year in (2024, 2025) for each in range(2000))

    assert (len(many.pages), many.pages[0][2], many.since) == (20, "2025-03-01", None)
    assert {date for _, _, date in large.pages} == {"2025-03-01"}
    assert large.since
    assert large.since.year == 2024


@pytest.mark.parametrize(("path", "title", "description"), [
    ("/", "Results of the club", "Results and standings of the club"),
    ("/sessions/{}/cards/{}/", "Club evening", "{:%A} {:%-d %B %Y} · 4 pairs"),
])  # fmt: skip
def test_a_page_says_what_it_is_and_names_nobody(
    client: Client, evening: Session, path: str, title: str, description: str
):
    card = factories.contestant(evening, 1)
    page = client.get(path.format(evening.pk, card.pk), **AT_HOME).text
    head = page.partition("</head>")[0]

    assert f'<meta property="og:title" content="{title}">' in head
    described = description.format(evening.date, evening.date)
    assert f'<meta property="og:description" content="{described}">' in head
    assert f'<link rel="canonical" href="{ADDRESS}past/">' in head
    assert 'type="application/atom+xml"' in head
    for link in ("/search/", "/privacy/", "/calendar.ics"):
        assert f'href="{link}"' in page.partition("<footer")[2]
    assert "canonical" not in client.get("/").text


def test_who_is_marked_by_a_query_is_marked_by_a_fragment(client: Client, evening: Session):
    cup = cups.published()
    pages = [f"/sessions/{evening.pk}/travellers/1/", f"/tournaments/{cup.slug}/places/"]
    ids = [re.findall(r'id="c-(\d+)"', client.get(page).text) for page in pages]

    assert all(len(each) == len(set(each)) > 1 for each in ids)
    assert f"{factories.contestant(evening, 1).pk}" in ids[0]


@pytest.mark.parametrize(("path", "gone", "instead"), [
    ("/", ["Director’s login", "/movements/", 'name="q"', "Nederlands"], "/search/"),
    ("/sessions/{session}/travellers/1/", ["Tap a percentage", "data-find="], "/find/"),
    ("/sessions/{session}/travellers/", ["Tap any points"], "this page as CSV"),
    ("/sessions/{session}/ranking/", ["as a spreadsheet", "data-find="], "/find/"),
    ("/tournaments/spring-cup/standings/", ["Updated at", "data-tag", "data-find="], "/find/"),
    ("/tournaments/spring-cup/rounds/1/", ["Updated at", "data-tag", "data-find="], "/find/"),
    ("/club-points/", ['name="best"', "season.csv"], "Club points"),
])  # fmt: skip
def test_what_makes_sense_only_before_the_program_is_left_out(
    client: Client, evening: Session, path: str, gone: list[str], instead: str
):
    cups.published()
    page = path.format(session=evening.pk)
    in_folder = relink(client.get(page, **IN_FOLDER).text, lambda link: link)

    assert [text for text in gone if text in in_folder] == []
    assert instead in in_folder
    assert "<form" not in in_folder
    served = client.get(page).text
    assert [text for text in gone if text not in served and text != "season.csv"] == []
