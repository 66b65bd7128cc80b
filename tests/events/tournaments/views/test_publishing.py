import pytest

from clubscore.actor import Actor
from clubscore.problems import Refused
from events.models import LogEntry, Round
from events.tournaments.services.publishing import publish_round, withdraw_round
from events.tournaments.services.tournaments import change_details, publish_tournament
from tests.events.tournaments import cups

CUP = "/tournaments/spring-cup/"
PAGES = ("standings/", "crosstable/", "find/?q=finch", "places/", "rounds/", "players/2/", "teams/")

pytestmark = pytest.mark.django_db


@pytest.fixture
def second():
    """A published cup of which round 1 is published, and round 2 is played and hidden."""
    made = cups.tournament(entries=4, publishes_by_hand=True)
    publish_tournament(tournament=made, by=Actor())
    cups.play(made, 1, (1, 3, "1"), (2, 4, "="))
    publish_round(round=made.rounds.get(number=1), by=Actor())
    cups.play(made, 2, (1, 2, "0"), (4, 3, "1"))
    return made.rounds.get(number=2)


def test_what_is_saved_is_hidden_until_it_is_published(client, director_client, second):
    page = f"{CUP}rounds/2/"
    assert "This round is not paired yet." in client.get(page).text
    assert "Finch" not in client.get(page).text
    assert client.get(f"{page}sheet/").status_code == 404
    assert client.get(f"{CUP}rounds/", follow=True).redirect_chain[-1][0] == page
    assert "Only directors see this round and its results." in director_client.get(page).text

    hidden = {each: client.get(f"{CUP}{each}", follow=True).text for each in PAGES}
    director_client.post(f"{page}publish/")
    shown = {each: client.get(f"{CUP}{each}", follow=True).text for each in PAGES}
    assert "Finch" in client.get(page).text
    assert client.get(f"{page}sheet/").status_code == 200
    assert {each for each in PAGES if hidden[each] == shown[each]} == set()
    assert "after round 2" not in hidden["standings/"]


def test_a_director_sees_a_hidden_round_everywhere(client, director_client, second):
    # First the visitor's page: it is kept, and not for the director.
    visitors = client.get(f"{CUP}crosstable/").text
    directors = director_client.get(f"{CUP}crosstable/").text
    assert (visitors.count("2w"), directors.count("2w")) == (1, 2)
    assert client.get(f"{CUP}crosstable/").text == visitors


def test_hiding_is_refused_once_there_are_results(director_client, second):
    publish_round(round=second, by=Actor())
    answer = director_client.post(f"{CUP}rounds/2/publish/", {"withdraw": "1"}, follow=True)
    assert "Round 2 has results already: its pairings stay published." in answer.text
    with pytest.raises(Refused, match="This round is not paired yet"):
        publish_round(round=Round.objects.get(number=3), by=Actor())


def test_publishing_is_taken_back_and_logged(client, director_client):
    made = cups.tournament(entries=4, publishes_by_hand=True)
    publish_tournament(tournament=made, by=Actor())
    cups.play(made, 1, (1, 3, ""), (2, 4, ""))
    first = made.rounds.get(number=1)
    publish_round(round=first, by=Actor())
    publish_round(round=first, by=Actor())
    assert "Finch" in client.get(f"{CUP}rounds/1/").text
    answer = director_client.post(f"{CUP}rounds/1/publish/", {"withdraw": "1"}, follow=True)
    assert "Only directors see the pairings of round 1." in answer.text
    withdraw_round(round=first, by=Actor())
    assert "Finch" not in client.get(f"{CUP}rounds/1/").text
    logged = LogEntry.objects.filter(after={"round": 1}).order_by("pk")
    assert [each.action for each in logged] == ["published", "withdrawn"]


def test_pairings_are_published_at_once_unless_the_tournament_says_otherwise(client):
    made = cups.tournament(entries=4)
    publish_tournament(tournament=made, by=Actor())
    cups.play(made, 1, (1, 3, ""), (2, 4, ""))
    assert "Finch" in client.get(f"{CUP}rounds/1/").text

    made.publishes_by_hand = True
    change_details(tournament=made, fields=["publishes_by_hand"], by=Actor())
    assert "Finch" in client.get(f"{CUP}rounds/1/").text
    cups.play(made, 2, (1, 2, ""), (3, 4, ""))
    assert "Finch" not in client.get(f"{CUP}rounds/2/").text
    made.publishes_by_hand = False
    change_details(tournament=made, fields=["publishes_by_hand"], by=Actor())
    assert "Finch" in client.get(f"{CUP}rounds/2/").text


def test_the_page_says_that_saved_pairings_are_not_public(director_client):
    cups.tournament(entries=4, publishes_by_hand=True)
    typed = {"first": ["1", "3"], "second": ["2", "4"], "date": ""}
    answer = director_client.post(f"{CUP}rounds/1/pairings/", typed, follow=True)

    assert "are saved. They are not published yet." in answer.text
    assert "Publish the pairings" in answer.text
