import datetime

import pytest
from django.test import Client

from clubscore.web.visitors import Actor
from events.club.selectors import events_of, find_events, seasons
from events.common.domain import Season
from events.models import Session, Tournament
from events.sessions.setup.services import sessions
from players.models import Club
from tests.events import factories
from tests.events.tournaments.cups import tournament
from tests.queries import queries

pytestmark = pytest.mark.django_db

TODAY = datetime.date(2026, 3, 5)
DIRECTOR = {"director": True, "today": TODAY}
VISITOR = {"director": False, "today": TODAY}


def add(title: str, day: datetime.date, *, published: bool = True) -> Session:
    session = factories.session(title=title, date=day)
    if published:
        sessions.publish(session=session, by=Actor())
    return session


def cup(name: str, day: datetime.date) -> Tournament:
    made = tournament(2, name=name)
    Tournament.objects.filter(pk=made.pk).update(start=day, city="Zwolle")
    return made


def titles(found) -> list[str]:
    return [each.title for each in found]


def test_seasons_go_from_the_first_event_to_the_last() -> None:
    assert seasons(**DIRECTOR) == []
    add("Old", datetime.date(2023, 8, 31), published=False)
    add("New", datetime.date(2025, 9, 1))
    assert seasons(**DIRECTOR) == [Season(2025), Season(2024), Season(2023), Season(2022)]
    assert seasons(**VISITOR) == [Season(2025)]


def test_a_season_has_its_sessions_and_tournaments_the_latest_first() -> None:
    add("Before", datetime.date(2025, 8, 31))
    add("First", datetime.date(2025, 9, 1))
    add("Hidden", datetime.date(2025, 10, 1), published=False)
    add("Today", TODAY)
    cup("Cup", datetime.date(2025, 9, 20))
    assert titles(events_of(Season(2025), **DIRECTOR)) == ["Hidden", "Cup", "First"]
    assert titles(events_of(Season(2025), **VISITOR)) == ["First"]
    assert [event.url for event in events_of(Season(2024), **VISITOR)] == [
        f"/sessions/{Session.objects.get(title='Before').pk}/ranking/"
    ]


def test_a_search_looks_in_all_seasons_for_every_word() -> None:
    add("Christmas drive", datetime.date(2019, 12, 20))
    add("Club evening", datetime.date(2025, 12, 20))
    Session.objects.filter(title="Club evening").update(club=Club.objects.create(name="Meadow"))
    cup("Winter cup", datetime.date(2024, 1, 7))
    assert titles(find_events("christmas  DRIVE", **VISITOR)) == ["Christmas drive"]
    assert titles(find_events("meadow", **VISITOR)) == ["Club evening"]
    assert titles(find_events("cup zwolle", **DIRECTOR)) == ["Winter cup"]
    assert titles(find_events("christmas evening\0", **DIRECTOR)) == []


def test_the_page_shows_the_last_season_and_leads_to_the_others(client: Client) -> None:
    add("Old one", datetime.date(2023, 3, 1))
    add("New one", datetime.date(2025, 3, 1))
    page = client.get("/past/")
    assert "New one" in page.text
    assert "Old one" not in page.text
    assert 'href="/past/?season=2023"' in page.text
    assert "Old one" in client.get("/past/?season=2022").text
    assert "Nothing was played in this season." in client.get("/past/?season=2023").text
    assert "Old one" in client.get("/past/?q=old").text
    assert "Nothing was found for “older”." in client.get("/past/?q=older").text
    # No season there ever was.
    assert "New one" in client.get("/past/?season=x").text


def test_an_empty_club_says_so(client: Client) -> None:
    assert "Nothing has been played yet." in client.get("/past/").text
    assert "/past/" not in client.get("/").text


def test_the_first_page_leads_there(client: Client) -> None:
    add("Old one", datetime.date(2023, 3, 1))
    assert 'href="/past/"' in client.get("/").text


@pytest.mark.parametrize("count", [1, 60])
def test_a_season_takes_constant_queries(client: Client, count: int) -> None:
    first = add("One", datetime.date(2025, 3, 1))
    Session.objects.bulk_create(
        Session(title=f"Copy {each}", date=first.date, published_at=first.published_at)
        for each in range(count)
    )
    assert queries(lambda: client.get("/past/")) == 6
    assert queries(lambda: client.get("/past/?q=copy")) == 6
    assert len(client.get("/past/?page=2").context["page"]) == (11 if count == 60 else 2)
