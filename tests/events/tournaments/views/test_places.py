import pytest
from django.test import Client

from clubscore.actor import Actor
from events.models import Game
from events.tournaments.services.results import enter_result
from events.tournaments.services.tournaments import publish_tournament, withdraw_tournament
from tests.events.reading import cells
from tests.events.tournaments import cups
from tests.queries import queries, queries_again

pytestmark = pytest.mark.django_db
PLACES = "/tournaments/spring-cup/places/"


def lines(html: str) -> list[str]:
    """The names in the legend, in their order."""
    legend = html[html.index('class="chart-legend"') :]
    return [part.split("</svg>")[1].split("</li>")[0].strip() for part in legend.split("<li>")[1:]]


def test_the_chart_has_a_line_for_the_best_and_the_table_one_for_everybody(client: Client) -> None:
    cups.published()
    answer = client.get(PLACES)
    html = answer.content.decode()
    assert lines(html) == ["Finch, Clara", "Tarrant, Hugo", "Moss, Quentin", "Lamb, Edith"]
    assert "<title>Moss, Quentin, after round 2: 3</title>" in html
    assert cells(answer) == [["1", "1"], ["2", "2"], ["2", "3"], ["4", "4"]]


def test_the_player_asked_for_comes_first_and_is_marked(client: Client) -> None:
    cups.published()
    html = client.get(f"{PLACES}?for=3").content.decode()
    assert lines(html)[0] == "Lamb, Edith"
    assert len(lines(html)) == 4
    assert html.count('aria-current="true"') == 1


def test_for_a_page_that_shows_the_chart_there_is_no_table(client: Client) -> None:
    cups.published()
    answer = client.get(f"{PLACES}?for=3&only=chart")
    assert cells(answer) == []
    assert 'id="places-chart"' in answer.content.decode()


@pytest.mark.parametrize("player", ["", "0", "9", "x", "-1", "9" * 30])
def test_nobody_is_marked_who_does_not_play(client: Client, player: str) -> None:
    cups.published()
    answer = client.get(f"{PLACES}?for={player}")
    assert answer.status_code == 200
    assert 'aria-current="true"' not in answer.content.decode()


def test_before_the_first_round_there_is_no_chart(client: Client) -> None:
    made = cups.tournament(entries=4)
    publish_tournament(tournament=made, by=Actor())
    html = client.get(PLACES).content.decode()
    assert "No round has been paired yet." in html
    assert '<svg class="chart"' not in html


def test_places_follow_every_change_and_are_ranked_once(client: Client) -> None:
    made = cups.published()
    before = cells(client.get(PLACES))
    assert queries_again(lambda: client.get(PLACES)) < queries(lambda: client.get(PLACES))
    enter_result(tournament=made, game_id=Game.objects.get(outcome="**").pk, text="1", by=Actor())
    assert cells(client.get(PLACES)) != before


def test_places_are_hidden_until_the_tournament_is_published(client: Client) -> None:
    made = cups.published()
    withdraw_tournament(tournament=made, by=Actor())
    assert client.get(PLACES).status_code == 404
