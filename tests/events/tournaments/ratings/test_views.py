import pytest

from clubscore.web.visitors import Actor
from events.tournaments.core.services import publish_tournament
from tests.events.tournaments import cups

PAGE = "/tournaments/spring-cup/ratings/"

pytestmark = pytest.mark.django_db


def rows(answer):
    return [
        (row.number, row.games, row.points, row.expected, row.performance, row.k, row.change)
        for row in answer.context["rows"]
    ]


def test_chess_by_the_rules_of_fide(client):
    made = cups.played()
    made.entries.filter(number=4).update(rating=None)
    publish_tournament(tournament=made, by=Actor())
    answer = client.get(PAGE)

    assert rows(answer) == [
        (1, 2, "2", "1.04", "2775", "20", "+19.2"),
        (2, 1, "0", "0.49", "1190", "20", "−9.8"),
        (3, 1, "0", "0.47", "1190", "20", "−9.4"),
        (4, 1, "½", "", "1980", "", ""),
    ]
    assert "unrated" in answer.text
    assert answer.text.count("unofficial") > 1


def test_k_is_typed(director_client):
    cups.played()
    assert rows(director_client.get(f"{PAGE}?k=10"))[0][5:] == ("10", "+9.6")
    answer = director_client.get(f"{PAGE}?k=99")
    assert "K is a whole number from 1 to 40." in answer.text
    assert rows(answer)[0][5] == "20"


def test_go_by_the_rule_of_the_egf(director_client):
    made = cups.played(discipline="go")
    made.entries.update(rating=2100)
    made.entries.filter(number=4).update(rating=None, grade="")
    answer = director_client.get(PAGE)
    first = answer.context["rows"][0]
    assert (first.games, first.points, first.change, first.after) == (2, "2", "+18.6", "2118.6")
    assert answer.context["rows"][3].after == ""
    halved = director_client.get(f"{PAGE}?class=C").context["rows"][0]
    assert halved.change == "+9.3"


def test_another_game_has_no_ratings(director_client):
    cups.played(discipline="other")
    assert director_client.get(PAGE).status_code == 404
