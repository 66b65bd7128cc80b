"""Teams on the pages of the round and on the desk."""

import pytest

from clubscore.web.visitors import Actor
from events.tournaments.files.formats.krause.reader import read
from events.tournaments.files.services import import_tournament
from tests.events.tournaments import cups
from tests.events.tournaments.files.formats.krause.team_files import teams_file
from tests.events.tournaments.files.formats.krause.test_team_writer import MORE, TWO_ROUNDS
from tests.markup import squeezed

DESK = "/tournaments/lakeside-teams/"

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _made():
    value = read(teams_file(*MORE, cells=TWO_ROUNDS)).tournament
    import_tournament(value=value, by=Actor())


def test_a_round_begins_with_its_matches(director_client):
    page = director_client.get(f"{DESK}rounds/1/")

    shown = page.context["matches"]
    assert [(match.left, match.right, match.score) for match in shown.matches] == [
        ("Anchors", "Cogs", "1½ – ½"),
        ("Drums", "Bells", "1 – 1"),
    ]
    assert f'<a href="{DESK}teams/?round=1#matches">Anchors – Cogs</a>' in squeezed(page.text)
    assert "Bye: Eels" in " ".join(page.text.split())


def test_the_desk_shows_the_best_teams_first(director_client):
    page = director_client.get(DESK)

    leaders = [
        (leader.place, leader.name, leader.points) for leader in page.context["team_leaders"]
    ]
    assert leaders[:3] == [("1", "Anchors", "3"), ("2", "Cogs", "2"), ("3", "Bells", "2")]
    assert page.text.index("Anchors") < page.text.index("<h2>Players</h2>")


def test_elsewhere_there_are_no_teams(director_client):
    cups.played()

    assert director_client.get("/tournaments/spring-cup/").context["team_leaders"] == []
    assert director_client.get("/tournaments/spring-cup/rounds/1/").context["matches"] is None
