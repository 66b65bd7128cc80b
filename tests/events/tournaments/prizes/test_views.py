import pytest

from clubscore.web.visitors import Actor
from events.models import Tournament
from events.tournaments.core.services import finish_tournament, publish_tournament
from events.tournaments.rounds.services.results import enter_result
from tests.events.tournaments import cups

PAGE = "/tournaments/spring-cup/prizes/"
SENT = {"method": "equal", "unit": "1", "lines": "Open: 30 20\nWomen: 10; women"}

pytestmark = pytest.mark.django_db


@pytest.fixture(name="made")
def _made():
    return cups.played()


def awards(answer):
    return [(row.place, row.number, row.category, row.amount) for row in answer.context["rows"]]


def test_prizes_are_typed_and_divided(director_client, client, made):
    answer = director_client.post(f"{PAGE}edit/", SENT, follow=True)

    assert answer.redirect_chain[0][0] == PAGE
    assert awards(answer)[0][:3] == ("1", 1, "Open")
    assert answer.context["unpaid"][0][:2] == ("Women", "10")
    assert "As it stands: the tournament is not finished." in answer.text
    finish_tournament(tournament=made, by=Actor())
    publish_tournament(tournament=Tournament.objects.get(), by=Actor())
    public = client.get(PAGE)
    assert "As it stands" not in public.text
    assert "Change the prizes" not in public.text
    assert f'href="{PAGE}"' in client.get("/tournaments/spring-cup/standings/").text


def test_worst_and_best_before_the_end(director_client, made):
    director_client.post(f"{PAGE}edit/", SENT)
    before = director_client.get(PAGE)
    assert "The last round is not paired yet. These are bounds" in " ".join(before.text.split())
    game = made.rounds.get(number=2).games.get(board_number=2)
    enter_result(tournament=made, game_id=game.pk, text="1", by=Actor())
    cups.play(made, 3, (1, 4, "1"), (2, 3, ""))

    answer = director_client.get(PAGE)
    rows = [(row.number, row.least, row.most) for row in answer.context["chance_rows"]]
    assert answer.context["chances"].is_exact
    assert rows == [(1, "30", "30"), (3, "0", "20"), (2, "0", "20")]
    assert "by every way in which the game that is still open can end" in " ".join(
        answer.text.split()
    )


def test_what_cannot_be_read_is_told_with_its_line(director_client, made):
    answer = director_client.post(f"{PAGE}edit/", SENT | {"lines": "Open: 30\nWomen 10"})

    assert answer.status_code == 422
    assert "line 2: “Women 10” is no line of prizes." in answer.text
    assert Tournament.objects.get().prizes == {}


def test_without_prizes_visitors_have_no_such_page_in_the_tabs(client, director_client, made):
    publish_tournament(tournament=made, by=Actor())

    assert f'href="{PAGE}"' not in client.get("/tournaments/spring-cup/standings/").text
    assert "There are no prizes." in client.get(PAGE).text
    assert f'href="{PAGE}edit/"' in director_client.get(PAGE).text
