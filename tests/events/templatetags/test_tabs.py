import re

import pytest
from django.test import Client

from clubscore.web.visitors import Actor
from events.models import Team
from events.sessions.setup.services.sessions import publish
from tests.events import factories
from tests.events.tournaments import cups

pytestmark = pytest.mark.django_db


def shown(client: Client, address: str) -> list[tuple[str, list[str]]]:
    """The headings of the tabs on a page, each with its labels; ``*`` behind the marked one."""
    page = client.get(address).content.decode()
    nav = page.partition('<nav class="tabs"')[2].partition("</nav>")[0]
    groups = nav.split('<div class="tab-group">')[1:]
    found = []
    for group in groups:
        heading = "".join(re.findall(r'class="tab-heading"[^>]*>([^<]*)', group))
        links = re.findall(r'class="nav-link([^"]*)"[^>]*>([^<]*)', group)
        found.append((heading, [label + "*" * bool(active) for active, label in links]))
    return found


def test_the_tabs_of_a_session_are_grouped(director_client: Client) -> None:
    session = factories.session()
    assert shown(director_client, f"/sessions/{session.pk}/grid/") == [
        ("Evening", ["Overview", "Monitor", "Tables", "Doubts", "Rulings", "Hands"]),
        ("Results", ["Ranking", "Travellers", "Frequencies", "Grid*", "Personal cards"]),
        ("Settings", ["Names", "Settings"]),
    ]


def test_the_tabs_of_a_tournament_are_grouped(director_client: Client) -> None:
    cups.played()
    assert shown(director_client, "/tournaments/spring-cup/players/1/") == [
        ("Tournament", ["Overview", "Players*", "Registration", "Rounds"]),
        ("Results", ["Standings", "Crosstable", "Teams"]),
        ("Settings", ["Settings", "Log"]),
    ]


def test_a_visitor_gets_the_public_tabs_of_a_session_without_a_heading(client: Client) -> None:
    session = factories.session()
    publish(session=session, by=Actor())
    assert shown(client, f"/sessions/{session.pk}/ranking/") == [
        ("", ["Ranking*", "Travellers", "Frequencies", "Grid", "Personal cards"])
    ]


def test_a_visitor_gets_the_public_tabs_of_a_tournament(client: Client) -> None:
    made = cups.published()
    path = "/tournaments/spring-cup/standings/"
    players, results = ("Tournament", ["Players", "Rounds"]), ["Standings*", "Crosstable"]
    assert shown(client, path) == [players, ("Results", results)]
    Team.objects.create(tournament=made, name="Reds")
    assert shown(client, path) == [players, ("Results", [*results, "Teams"])]


@pytest.mark.parametrize(
    ("address", "marked"),
    [("boards/1/", "Overview"), ("ranking/", "Ranking"), ("find/", "Ranking")],
)
def test_a_page_without_a_tab_marks_the_one_it_belongs_to(
    director_client: Client, address: str, marked: str
) -> None:
    groups = shown(director_client, f"/sessions/{factories.session().pk}/{address}")
    assert [tab for _heading, tabs in groups for tab in tabs if "*" in tab] == [f"{marked}*"]
