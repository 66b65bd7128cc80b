import pytest
from django.test import Client

from clubscore.web.visitors import Actor
from events.models import Entry, RoundResult, Tournament
from events.tournaments.core.domain.pairings import Pairings
from events.tournaments.core.services import publish_tournament, withdraw_tournament
from events.tournaments.rounds.services.pairings import set_pairings
from events.tournaments.rounds.services.results import enter_result
from tests.events.tournaments import cups

pytestmark = pytest.mark.django_db
CUP = "/tournaments/spring-cup/"
JSON = {"accept": "application/json"}


def found(client: Client) -> dict[int, dict[str, str]]:
    players = client.get(f"{CUP}find/", headers=JSON).json()["players"]
    return {player["key"]: player for player in players}


def published(**values: object) -> Tournament:
    made = cups.tournament(entries=5, **values)
    publish_tournament(tournament=made, by=Actor())
    return made


def test_the_next_game_comes_first_with_board_and_colour(client: Client) -> None:
    cups.published()
    rows = found(client)
    assert rows[3]["headline"] == "Round 2, board 2: White against 4 Moss, Quentin"
    assert rows[4]["headline"] == "Round 2, board 2: Black against 3 Lamb, Edith"
    assert rows[3]["detail"] == "Place 4, points: 0"
    assert (rows[3]["opponent"], rows[1]["opponent"]) == (f"{CUP}players/4/", "")


def test_without_a_next_game_it_is_the_last_result(client: Client) -> None:
    cups.published()
    rows = found(client)
    assert rows[1]["headline"] == "Round 2: won against Tarrant, Hugo"
    assert rows[2]["headline"] == "Round 2: lost to Finch, Clara"


def test_a_bye_is_named_and_nothing_is_said_before_the_first_round(client: Client) -> None:
    made = published()
    assert {row["headline"] + row["detail"] for row in found(client).values()} == {""}
    cups.play(made, 1, (1, 2, ""), (3, 4, ""))
    RoundResult.objects.create(round=made.rounds.get(number=1), entry=cups.entry(made, 5), bye="U")
    assert found(client)[1]["headline"] == "Round 1, board 1: White against 2 Tarrant, Hugo"
    assert found(client)[5]["headline"] == "Round 1: bye, 1 point"


def test_players_stand_by_name_and_lead_to_their_cards(client: Client) -> None:
    cups.published()
    html = client.get(f"{CUP}find/").content.decode()
    names = [part.split('"')[0] for part in html.split('data-remember="')[1:]]
    assert names == ["Finch, Clara", "Lamb, Edith", "Moss, Quentin", "Tarrant, Hugo"]
    assert f'<a href="{CUP}players/1/" data-remember="Finch, Clara">' in html
    only = client.get(f"{CUP}find/?q=clara+fi")
    assert (only.status_code, only.url) == (302, f"{CUP}players/1/")


def test_nobody_is_found_before_it_is_published(client: Client, director_client: Client) -> None:
    made = cups.published()
    found(client)
    withdraw_tournament(tournament=made, by=Actor())
    assert client.get(f"{CUP}find/").status_code == 404
    assert len(found(director_client)) == 4


def test_a_hidden_name_is_hidden_after_a_director_looked(
    client: Client, director_client: Client
) -> None:
    made = cups.published()
    entry = cups.entry(made, 1)
    public = entry.public_name
    assert found(director_client)[1]["name"] == entry.name
    assert found(client)[1]["name"] == public


@pytest.mark.parametrize("page", ["standings", "crosstable", "rounds/1", "players", "players/1"])
def test_visitors_find_their_name_on_every_page(
    client: Client, director_client: Client, page: str
) -> None:
    cups.published()
    way = f'data-find="{CUP}find/"'
    assert way in client.get(f"{CUP}{page}/").content.decode()
    assert way not in director_client.get(f"{CUP}{page}/").content.decode()


def own_game_of(client: Client, number: int) -> str:
    html = client.get(f"{CUP}players/{number}/").content.decode()
    return html[html.index('class="own-game') : html.index('<dl class="facts">')]


def test_the_card_begins_with_the_next_game(client: Client) -> None:
    cups.published()
    own = own_game_of(client, 3)
    assert "Next game" in own
    assert f'<a href="{CUP}rounds/2/">Round 2, board 2</a>' in own
    assert f'White against 4 <a href="{CUP}players/4/">Moss, Quentin</a>' in own
    assert "komi" not in own
    last = own_game_of(client, 1)
    assert "Last result" in last
    assert f'won against <a href="{CUP}players/2/">Tarrant, Hugo</a>' in last


def test_the_card_names_the_bye_of_the_round_that_is_played(client: Client) -> None:
    made = published()
    cups.play(made, 1, (1, 2, ""), (3, 4, ""))
    RoundResult.objects.create(round=made.rounds.get(number=1), entry=cups.entry(made, 5), bye="U")
    own = own_game_of(client, 5)
    assert "This round" in own
    assert "bye, 1 point" in own
    for game in made.rounds.get(number=1).games.all():
        enter_result(tournament=made, game_id=game.pk, text="1", by=Actor())
    assert "Last result" in own_game_of(client, 5)


def test_a_name_is_escaped_on_the_card(client: Client) -> None:
    made = published()
    cups.play(made, 1, (1, 2, ""))
    Entry.objects.filter(tournament=made, number=2).update(family="<b>50 %(name)s", given="")
    own = own_game_of(client, 1)
    assert "&lt;b&gt;50 %(name)s</a>" in own


def test_in_go_the_next_game_has_handicap_and_komi(client: Client) -> None:
    made = published(discipline="go")
    pairings = Pairings(((1, 2), (3, 4)), handicaps=(3, 0))
    set_pairings(round=made.rounds.get(number=1), pairings=pairings, by=Actor())
    rows = found(client)
    start = "Round 1, board 1: Black against 1 Finch, Clara"
    assert rows[2]["headline"] == f"{start}, 3 stones, komi ½"
    assert rows[4]["headline"].endswith("Lamb, Edith, komi 7½")
    assert "<span>3 stones, komi ½</span>" in own_game_of(client, 1)
