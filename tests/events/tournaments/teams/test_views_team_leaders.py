"""Teams on the pages of the round and on the desk."""

import pytest

from clubscore.web.visitors import Actor
from events.models import Game
from events.tournaments.files.formats.krause.reader import read
from events.tournaments.files.services.importing import import_tournament
from tests.events.tournaments import cups
from tests.events.tournaments.cups import for_fun
from tests.events.tournaments.files.formats.krause.team_files import teams_file
from tests.events.tournaments.files.formats.krause.test_team_writer import MORE, TWO_ROUNDS

DESK = "/tournaments/lakeside-teams/"

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _made():
    value = read(teams_file(*MORE, cells=TWO_ROUNDS)).tournament
    for_fun(import_tournament(value=value, by=Actor()))


def test_the_score_of_a_match_comes_with_every_result(director_client):
    page = director_client.get(f"{DESK}rounds/1/")
    assert page.text.count("data-match=") == 2
    assert "Bye: Eels" in " ".join(page.text.split())
    game = Game.objects.get(round__number=1, board_number=1)
    answer = director_client.post(f"{DESK}rounds/1/games/{game.pk}/", {"typed": "0"})

    assert answer.json()["matches"] == {"1": "½ – 1½", "4": "1 – 1"}


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
