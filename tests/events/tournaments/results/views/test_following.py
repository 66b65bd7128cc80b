"""Pages of a tournament that keep up with it."""

import pytest

from clubscore.web.visitors import Actor
from events.tournaments.core.services import finish_tournament
from events.tournaments.rounds.services.results import enter_result
from tests.events.tournaments import cups

pytestmark = pytest.mark.django_db
CUP = "/tournaments/spring-cup/"
PART = {"accept": "application/json"}


@pytest.mark.parametrize("page", ["standings/", "crosstable/", "rounds/2/"])
def test_a_page_is_asked_for_again_and_changes_with_a_result(client, page):
    made = cups.published()
    shown = client.get(f"{CUP}{page}")
    assert 'id="follow"' in shown.text
    tag = shown.context["tag"]
    same = client.get(f"{CUP}{page}", headers=PART | {"if-none-match": tag})
    assert (same.status_code, same.content) == (304, b"")
    game = made.rounds.get(number=2).games.get(board_number=2)
    enter_result(tournament=made, game_id=game.pk, text="1", by=Actor())
    other = client.get(f"{CUP}{page}", headers=PART | {"if-none-match": tag})

    assert other.status_code == 200
    assert "<html" not in other.text
    assert other.headers["ETag"] != tag
    assert "Lamb, Edith" in other.text


def test_a_finished_tournament_is_not_asked_for_again(client):
    finish_tournament(tournament=cups.published(), by=Actor())

    assert 'id="follow"' not in client.get(f"{CUP}standings/").text
    assert 'id="follow"' not in client.get(f"{CUP}rounds/2/").text
