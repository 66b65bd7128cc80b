import datetime
from functools import partial

import pytest
from django.test import Client
from django.utils import timezone

from clubscore.web.visitors import Actor
from events.models import Session
from events.sessions.setup.services import sessions
from players.models import Club
from tests.events import factories
from tests.events.tournaments import cups
from tests.queries import queries

pytestmark = pytest.mark.django_db


def session(title: str, days: int = 0, *, published: bool = True) -> Session:
    date = timezone.localdate() + datetime.timedelta(days)
    made = factories.session(title=title, date=date, club=Club.objects.first())
    if published:
        sessions.publish(session=made, by=Actor())
    return made


@pytest.fixture
def director(client: Client) -> Client:
    client.force_login(factories.DirectorFactory())
    return client


def test_home_without_sessions_says_so(client: Client) -> None:
    page = client.get("/").content.decode()
    assert "Nothing has been published yet." in page


def test_home_shows_today_what_comes_and_what_was(client: Client) -> None:
    for title, days in (("Tonight", 0), ("Next week", 7), ("Last week", -7)):
        session(title, days)
    calendar = client.get("/").context["calendar"]
    assert [
        [each.title for each in part] for part in (calendar.today, calendar.coming, calendar.past)
    ] == [["Tonight"], ["Next week"], ["Last week"]]


def test_today_has_the_tournaments_that_are_played_today(client: Client) -> None:
    today = timezone.localdate()
    yesterday = today - datetime.timedelta(1)
    for name, start, finish in (
        ("One day", today, None),
        ("Several days", yesterday, today),
        ("Over", yesterday, yesterday),
        ("By round", yesterday, yesterday),
    ):
        made = cups.published(name=name, start=start, finish=finish)
        if name == "By round":
            made.rounds.filter(number=2).update(date=today)
    playing = client.get("/").context["tournaments_today"]
    assert {each.name: each.round_today for each in playing} == {
        "One day": None,
        "Several days": None,
        "By round": 2,
    }
    page = client.get("/").text
    assert "Round 2 today" in page
    # Each in one place alone.
    assert page.count("Several days") == 1


def test_last_results_name_the_winners_and_are_not_listed_again(client: Client) -> None:
    made = factories.played(title="Thursday pairs")
    sessions.finish(session=made, by=Actor())
    sessions.publish(session=made, by=Actor())
    page = client.get("/").text
    assert "Last results" in page
    assert "Ada Player-" in page
    assert page.count("Thursday pairs") == 1


def test_a_last_result_leads_to_the_ranking(director: Client) -> None:
    made = factories.played(title="Thursday pairs")
    sessions.finish(session=made, by=Actor())
    sessions.publish(session=made, by=Actor())
    for client in (director, Client()):
        assert f'href="/sessions/{made.pk}/ranking/"' in client.get("/").text


def test_home_leads_a_visitor_to_the_rankings_that_are_published(client: Client) -> None:
    shown, hidden = session("Shown"), session("Hidden", published=False)
    page = client.get("/").content.decode()
    assert f'href="/sessions/{shown.pk}/ranking/"' in page
    assert "Shown" in page
    assert (f"/sessions/{hidden.pk}/" in page, "Hidden" in page) == (False, False)


def test_home_leads_a_director_to_every_desk(director: Client) -> None:
    shown, hidden = session("Shown"), session("Hidden", published=False)
    page = director.get("/").content.decode()
    assert [f'href="/sessions/{each.pk}/"' in page for each in (shown, hidden)] == [True, True]
    assert 'href="/sessions/new/"' in page


def test_home_forgets_what_is_taken_back(client: Client) -> None:
    taken = session("Taken back")
    sessions.withdraw(session=taken, by=Actor())
    assert "Taken back" not in client.get("/").content.decode()


def test_home_escapes_titles(client: Client) -> None:
    session("<script>alert(1)</script>")
    page = client.get("/").content.decode()
    assert "&lt;script&gt;alert(1)" in page
    assert "<script>alert" not in page


def test_queries_of_home_do_not_grow(director: Client) -> None:
    Club.objects.create(name="Hollybrook")
    counts = []
    for number in range(3):
        for days in (-1, 0, 1):
            session(f"{number}, {days}", days)
        counts.append(queries(partial(director.get, "/")))
    assert counts[0] == counts[2]
