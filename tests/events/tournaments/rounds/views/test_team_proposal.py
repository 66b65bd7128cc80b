"""A round of teams proposed on the page of the pairings, saved, and seen as matches."""

import pytest

from clubscore.web.visitors import Actor
from events.models import LogEntry
from events.tournaments.core.selectors.tournaments import tournament_value
from events.tournaments.files.domain import Format
from events.tournaments.files.formats.krause.reader import read
from events.tournaments.files.formats.krause.writer import write
from events.tournaments.files.services.importing import import_tournament
from events.tournaments.rounds.views import proposal
from events.tournaments.teams.domain.from_games import team_event
from tests.events.tournaments import cups
from tests.events.tournaments.cups import for_fun
from tests.events.tournaments.files.formats.krause.team_files import teams_file
from tests.jobs import work_off
from tests.site.pageforms import forms_of

CUP = "/tournaments/lakeside-teams/"
NOBODY = dict.fromkeys(range(1, 11), ("",))

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _here(monkeypatch):
    monkeypatch.setattr(proposal, "wait", lambda _job, seconds: work_off())


def imported(text):
    return for_fun(import_tournament(value=read(text).tournament, by=Actor()))


def propose(client, number, address=CUP):
    return client.post(f"{address}rounds/{number}/proposal/", {"system": "team"}, follow=True)


def rows(answer):
    found = [(row.first.split(), row.second.split()) for row in answer.context["rows"]]
    return [(first[0], second[0]) for first, second in found if first]


def test_the_boards_of_the_matches_are_proposed(director_client):
    imported(teams_file("320  1.0  1.0 005"))
    answer = propose(director_client, 2)

    # Bells (White) meet Anchors, Eels (White) meet Drums, Cogs have the bye.
    assert rows(answer) == [
        ("3", "1"), ("2", "4"), ("9", "7"), ("8", "10"), ("5", "bye"), ("6", "bye"),
    ]  # fmt: skip
    page = answer.content.decode()
    assert "Bells – Anchors, board 1. 2 floats up from a score of 1 to 2;" in page


def test_the_proposal_is_saved_and_seen_as_matches(director_client):
    made = imported(teams_file("320  1.0  1.0 005"))
    form = next(
        page_form
        for page_form in forms_of(propose(director_client, 2), CUP)
        if page_form.action.endswith("/pairings/")
    )
    assert director_client.post(form.action, form.values).status_code == 302
    event = team_event(tournament_value(made))

    assert event
    second = [match for match in event.matches if match.round == 2]
    assert [(match.white, match.black, len(match.boards)) for match in second] == [
        (2, 1, 2), (5, 4, 2),
    ]  # fmt: skip
    assert [(bye.round, bye.team) for bye in event.byes] == [(1, 5), (2, 3)]


def test_who_does_not_attend_is_replaced_and_a_team_may_stay_away(director_client):
    made = imported(teams_file("320  1.0  1.0 005"))
    made.entries.filter(number__in=[3, 9, 10]).update(absent_rounds=[2])
    answer = propose(director_client, 2)

    # Eels are away. Drums meet Anchors, Bells (without 3) meet Cogs: board 2 is empty.
    found = rows(answer)
    players = {number for row in found for number in row} - {"f"}
    assert players == {"1", "2", "4", "5", "6", "7", "8"}
    # Who has no opponent there wins by default.
    assert [row for row in found if row[1] == "f"] == [("2", "f")]


def test_the_lot_of_the_first_round_is_drawn_once(director_client):
    made = imported(teams_file(cells=NOBODY).replace("152 W\n", ""))
    first = [rows(propose(director_client, 1)) for _again in range(3)]

    assert first.count(first[0]) == 3
    assert len(first[0]) == 6
    assert LogEntry.objects.filter(tournament=made, after__has_key="lot").count() == 1


def test_a_round_robin_of_teams(director_client):
    imported(teams_file(cells=NOBODY))
    asked = {"system": "team-round-robin"}
    answer = director_client.post(f"{CUP}rounds/2/proposal/", asked, follow=True)

    # Of six teams: 6-4, 5-3, 1-2.
    assert rows(answer) == [
        ("9", "5"), ("6", "10"), ("1", "3"), ("4", "2"), ("7", "bye"), ("8", "bye"),
    ]  # fmt: skip


def test_acceleration_is_refused_where_game_points_decide(director_client):
    text = teams_file("250 01.0      001 002 0001 0002").replace("MP_GP", "GP_MP")
    imported(text)

    page = propose(director_client, 2).content.decode()
    assert "Teams are not accelerated where game points decide" in page


def test_the_acceleration_of_a_file_is_followed_and_written_back(director_client):
    record = "250 04.0      001 002 0003 0003"
    made = imported(teams_file(record))
    page = propose(director_client, 2)

    # Cogs, without a point, would have the bye; as if of four it is for Drums.
    assert [row for row in rows(page) if row[1] == "bye"] == [("7", "bye"), ("8", "bye")]
    assert record in write(tournament_value(made), format=Format.TRF26).text


def test_baku_acceleration_is_offered_for_teams(director_client):
    imported(teams_file())
    asked = {"system": "team-baku"}
    answer = director_client.post(f"{CUP}rounds/2/proposal/", asked, follow=True)

    assert "A proposal: nothing" in answer.text


def test_it_is_offered_where_teams_meet_alone(director_client):
    imported(teams_file())
    cups.tournament(entries=4)
    here = director_client.get(f"{CUP}rounds/2/pairings/").content.decode()
    there = director_client.get("/tournaments/spring-cup/rounds/1/pairings/").content.decode()

    assert '<option value="team" selected>Swiss for teams, FIDE’s system</option>' in here
    assert 'value="team"' not in there
    answer = propose(director_client, 1, "/tournaments/spring-cup/").content.decode()
    assert "There is no such system in this tournament." in answer
