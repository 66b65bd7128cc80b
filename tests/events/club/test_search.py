import datetime
from functools import partial

import pytest
from django.test import Client

from clubscore.web.visitors import Actor
from events.club.search import MAX_FOUND, Found, search_all
from events.models import Entry, Session
from events.sessions.setup.services.sessions import publish
from events.tournaments.core.services import publish_tournament
from players.models import Club, Player
from tests.events import factories
from tests.events.tournaments import cups
from tests.queries import queries

pytestmark = [pytest.mark.both_databases, pytest.mark.django_db]


def titles(found: Found) -> list[str]:
    return [session.title for session in found.sessions]


@pytest.fixture
def evenings() -> list[Session]:
    club = Club.objects.create(name="Møllebridge")
    return [
        factories.session(title=title, date=datetime.date(2026, month, day), club=club)
        for title, month, day in (("Summer pairs", 7, 2), ("Été, simultaneous", 11, 12))
    ]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("summer", ["Summer pairs"]),
        ("PAIRS summ", ["Summer pairs"]),
        ("ete", ["Été, simultaneous"]),
        ("mollebridge", ["Été, simultaneous", "Summer pairs"]),
        ("2 July", ["Summer pairs"]),
        ("2 juli 2026", ["Summer pairs"]),
        ("2-7-2026", ["Summer pairs"]),
        ("02.07.2026", ["Summer pairs"]),
        ("2026-07-02", ["Summer pairs"]),
        ("2026-07", ["Summer pairs"]),
        ("2/7/2026", ["Summer pairs"]),
        ("thursday simultaneous", ["Été, simultaneous"]),
        ("2026", ["Été, simultaneous", "Summer pairs"]),
        # A number is no part of another.
        ("20", []),
        ("winter", []),
        ("", []),
        ("\0", []),
    ],
)
def test_session_is_found_by_title_club_and_date(
    evenings: list[Session], text: str, found: list[str]
) -> None:
    assert titles(search_all(text, director=True)) == found


def test_visitor_finds_what_is_published(evenings: list[Session]) -> None:
    publish(session=evenings[0], by=Actor())
    assert titles(search_all("mollebridge", director=False)) == ["Summer pairs"]


@pytest.mark.parametrize("text", ["spring cup", "Utrecht", "7 March 2026", "maart"])
def test_tournament_is_found_by_name_place_and_each_of_its_days(text: str) -> None:
    made = cups.played(city="Utrecht", finish=datetime.date(2026, 3, 8))
    assert search_all(text, director=True).tournaments == (made,)
    assert search_all(text, director=False).tournaments == ()
    publish_tournament(tournament=made, by=Actor())
    assert search_all(text, director=False).tournaments == (made,)


def test_director_finds_the_players_of_the_register() -> None:
    factories.played()
    found = search_all("player-a ada", director=True)
    assert [player.name for player in found.players] == ["Ada Player-A"]
    assert search_all("player-a ada", director=False).is_empty


def test_visitor_finds_players_where_their_results_are_published() -> None:
    made = factories.played()
    publish(session=made, by=Actor())
    cups.published()
    (result,) = search_all("ada player-a", director=False).results
    seat = factories.contestant(made, 1)
    assert (result.name, result.event, result.url) == (
        "Ada Player-A",
        "Club evening",
        f"/sessions/{made.pk}/cards/{seat.pk}/",
    )
    entry = Entry.objects.get(number=1)
    (other,) = search_all(entry.family.lower(), director=False).results
    assert (other.name, other.url) == (entry.name, "/tournaments/spring-cup/players/1/")


def test_visitor_does_not_find_who_is_shown_by_initials() -> None:
    publish(session=factories.played(), by=Actor())
    Player.objects.update(initials_only=True)
    assert search_all("ada", director=False).is_empty
    assert len(search_all("ada", director=True).players) == 4


def test_page_shows_what_was_found_by_kind(client: Client) -> None:
    publish(session=factories.played(), by=Actor())
    page = client.get("/search/", {"q": "club evening"}).text
    assert "<h2>Sessions</h2>" in page
    assert "<h2>Tournaments</h2>" not in page


def test_page_says_that_nothing_was_found_and_escapes_what_was_typed(client: Client) -> None:
    page = client.get("/search/", {"q": "<b>\0x"}).text
    assert "Nothing was found for “&lt;b&gt;" in page
    assert "<b>" not in page


def test_page_without_a_text_asks_for_one(client: Client) -> None:
    page = client.get("/search/").text
    assert "Nothing was found" not in page
    assert 'name="q"' in page


def test_search_ends_after_as_many_as_a_page_shows() -> None:
    made = factories.session()
    sessions = [
        Session(title="Many", date=made.date, state=made.state) for _ in range(MAX_FOUND + 5)
    ]
    Session.objects.bulk_create(sessions)
    assert len(search_all("many", director=True).sessions) == MAX_FOUND


@pytest.mark.parametrize("director", [True, False])
def test_queries_of_the_search_do_not_grow(director: bool) -> None:
    counts = []
    for _ in range(3):
        publish(session=factories.played(title="March"), by=Actor())
        cups.published(name="March cup")
        counts.append(queries(partial(search_all, "march", director=director)))
    assert counts[0] == counts[2]
