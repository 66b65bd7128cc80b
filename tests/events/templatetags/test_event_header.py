import re

import pytest
from django.test import Client

from clubscore.web.visitors import Actor
from events.models import Session, Team, Tournament
from events.sessions.setup.services.sessions import finish, publish
from tests.events import factories
from tests.events.tournaments import cups

pytestmark = pytest.mark.django_db


def links(client: Client, address: str, row: str) -> list[str]:
    """The labels of a row of the header; ``*`` behind what is open, ``!`` behind the page."""
    nav = client.get(address).text.partition(f'<nav class="{row} ')[2].partition("</nav>")[0]
    signs = {"": "", "location": "*", "page": "!"}
    found = re.findall(r'<a href="[^"]*"(?: aria-current="(\w+)")?>([^<]*)', nav)
    return [label + signs[current] for current, label in found]


def header(client: Client, address: str) -> tuple[list[str], list[str]]:
    return links(client, address, "tabs"), links(client, address, "pills")


def test_a_director_has_six_tabs_of_a_session_and_the_pages_of_the_open_one(
    director_client: Client,
) -> None:
    desk = f"/sessions/{factories.session().pk}/"
    tabs = ["Overview", "Scores", "Tables", "Results", "Paper", "Settings"]
    assert header(director_client, desk) == (["Overview!", *tabs[1:]], [])
    assert header(director_client, f"{desk}grid/") == (
        [*tabs[:3], "Results*", *tabs[4:]],
        ["Ranking", "Personal cards", "Travellers", "Frequencies", "Grid!"],
    )
    assert header(director_client, f"{desk}boards/1/")[1][0] == "Boards*"
    assert header(director_client, f"{desk}find/")[1][0] == "Ranking*"


def test_a_director_has_six_tabs_of_a_tournament_and_one_for_fide(director_client: Client) -> None:
    cups.played()
    tabs = ["Overview", "Players*", "Rounds", "Results", "FIDE", "Paper", "Settings"]
    assert header(director_client, "/tournaments/spring-cup/players/1/") == (
        tabs,
        ["Start list*", "Registration"],
    )


def test_a_visitor_has_the_public_pages_as_tabs(client: Client) -> None:
    session = factories.session()
    publish(session=session, by=Actor())
    assert header(client, f"/sessions/{session.pk}/ranking/") == (
        ["Ranking!", "Personal cards", "Travellers", "Frequencies", "Grid"],
        [],
    )
    made = cups.published()
    standings = "/tournaments/spring-cup/standings/"
    pages = ["Start list", "Rounds", "Standings!", "Crosstable"]
    assert links(client, standings, "tabs") == pages
    Team.objects.create(tournament=made, name="Reds")
    assert links(client, standings, "tabs") == [*pages, "Teams"]


def test_a_session_without_a_movement_has_no_paper_and_a_finished_one_no_change_of_it(
    director_client: Client,
) -> None:
    session = factories.session()
    tables = f"/sessions/{session.pk}/tables/"
    assert links(director_client, tables, "pills") == ["Phones!", "Progress", "Movement", "Hands"]
    finish(session=session, by=Actor())
    assert links(director_client, tables, "pills") == ["Phones!", "Progress", "Hands"]
    session.sections.update(movement=None)
    assert "Paper" not in links(director_client, tables, "tabs")


@pytest.mark.parametrize("made", [factories.session, cups.tournament])
def test_the_header_says_whether_visitors_see_the_event(director_client: Client, made) -> None:
    event = made()
    states = []
    for change in ({}, {"published_at": "2026-03-05T22:00Z"}, {"state": "finished"}):
        type(event).objects.update(**change)
        found = re.findall(
            r'class="state state-(\w+)"', director_client.get(event.get_absolute_url()).text
        )
        states.append(found)
    assert states == [["hidden"], ["provisional"], ["published"]]


def test_the_header_says_who_plays(director_client: Client) -> None:
    pairs, alone = factories.session(), factories.session(factories.INDIVIDUAL_4)
    from_file = factories.session()
    from_file.sections.update(movement=None)
    facts = [
        re.findall(
            r"· (\d+ \w+)",
            " ".join(director_client.get(f"/sessions/{made.pk}/ranking/").text.split()),
        )[0]
        for made in (pairs, alone, from_file)
    ]
    assert facts == ["4 pairs", "4 players", "4 pairs"]


def test_boards_leads_to_the_first_one_that_is_not_complete(director_client: Client) -> None:
    session = factories.played()
    boards = f"/sessions/{session.pk}/boards/"
    assert director_client.get(boards).url == f"{boards}1/"
    factories.enter(session, 2, "", "")
    assert director_client.get(boards).url == f"{boards}2/"
    no_boards = Session.objects.create(title="From a file", date="2026-03-05")
    assert director_client.get(f"/sessions/{no_boards.pk}/boards/").status_code == 404


def moments(client: Client, event: str) -> list[tuple[str, bool, int, list[str]]]:
    """What there is to print: the moments, whether it is now, how many papers each has, and those
    of every round with the numbers."""
    return [
        (
            moment.title,
            moment.is_now,
            len(moment.papers),
            [f"{label} {[number for number, _ in rounds]}" for label, rounds in moment.rounds],
        )
        for moment in client.get(f"/{event}/paper/").context["moments"]
    ]


def test_the_papers_of_a_tournament_begin_with_what_is_wanted_now(director_client: Client) -> None:
    cups.played()
    cup, page = Tournament.objects.get(), "tournaments/spring-cup"
    before, after = ("Before play", False, 1, []), ("After play", False, 2, [])
    last = cup.rounds.exclude(games=None).count()
    papers = ("Pairings by board", "Pairings by name, for the wall", "Result slips")
    earlier = [f"{paper} {list(range(last - 1, 0, -1))}" for paper in papers]
    assert moments(director_client, page) == [
        (f"Round {last}", True, 3, []),
        before,
        ("Earlier rounds", False, 0, earlier),
        after,
    ]

    cup.state = Tournament.State.FINISHED
    cup.save(update_fields=["state"])
    assert moments(director_client, page)[0] == ("After play", True, 2, [])

    cup.state = Tournament.State.OPEN
    cup.save(update_fields=["state"])
    cup.rounds.all().delete()
    assert moments(director_client, page) == [("Before play", True, 1, []), after]
    assert "once a round is paired" in director_client.get(f"/{page}/paper/").text


def test_the_papers_of_a_session_begin_with_what_is_wanted_now(director_client: Client) -> None:
    session = factories.session()
    page = f"sessions/{session.pk}"
    assert [moment[:3] for moment in moments(director_client, page)] == [
        ("Before play", True, 3),
        ("During play", False, 3),
        ("After play", False, 4),
    ]
    factories.enter(session, 1, "420", "50")
    assert moments(director_client, page)[0][:2] == ("During play", True)
    finish(session=session, by=Actor())
    assert moments(director_client, page)[0][:2] == ("After play", True)
