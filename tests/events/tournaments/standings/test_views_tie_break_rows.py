"""The page that explains one value of the standings.

Round 1: Finch beat Lamb, Moss and Tarrant drew. Round 2: Finch beat Tarrant; Lamb and Moss are to
play. So Finch has 2, Tarrant and Moss ½, Lamb 0.
"""

from fractions import Fraction
from functools import partial

import pytest
from django.test import Client

from clubscore.web.visitors import Actor
from events.models import Game, Tournament
from events.tournaments.core.services import publish_tournament, withdraw_tournament
from events.tournaments.rounds.services.results import enter_result
from tests.events.reading import cells
from tests.events.tournaments import cups
from tests.queries import queries, queries_again

STANDINGS = "/tournaments/spring-cup/standings/"

pytestmark = pytest.mark.django_db


def page(client: Client, path: str) -> str:
    answer = client.get(f"{STANDINGS}{path}/")
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def test_the_rounds_make_the_value(client: Client) -> None:
    cups.published()
    assert cells(client.get(f"{STANDINGS}2/1/SB/")) == [
        ["1", "3 Lamb, Edith", "1", "0", "0"],
        ["2", "2 Tarrant, Hugo", "1", "½", "½"],
    ]
    found = page(client, "2/1/SB")
    assert '<h2 class="page-title ">Sonneborn-Berger</h2>' in found
    assert ">Finch, Clara</a>: ½</h2>" in found
    assert (
        '<th scope="row" colspan="4">Sonneborn-Berger</th> <td class="number result">½</td>'
        in found
    )
    assert "Games are still to be played; the value may change." in found


def test_a_value_after_an_earlier_round(client: Client) -> None:
    cups.published()
    assert cells(client.get(f"{STANDINGS}1/1/BH/")) == [["1", "3 Lamb, Edith", "1", "0", "0"]]


def test_go_has_its_own_names(client: Client) -> None:
    cups.published(discipline="go")
    standings = page(client, "2")
    assert '<abbr title="Sum of opponents’ scores">SOS</abbr>' in standings
    assert "<strong>Sum of defeated opponents’ scores.</strong>" in standings
    assert "Buchholz" not in standings
    assert '<h2 class="page-title ">Sum of defeated opponents’ scores</h2>' in page(
        client, "2/1/SB"
    )


def test_what_is_cut_is_reported(client: Client) -> None:
    cups.published()
    assert cells(client.get(f"{STANDINGS}2/1/BH-C1/")) == [
        ["1", "3 Lamb, Edith Left out as the lowest.", "1", "0", "0"],
        ["2", "2 Tarrant, Hugo", "1", "½", "½"],
    ]
    assert '<tr class="not-counted">' in page(client, "2/1/BH-C1")


def test_direct_encounter_names_who_is_tied(client: Client) -> None:
    made = cups.published()
    Tournament.objects.filter(pk=made.pk).update(tie_breaks=["DE"])
    found = page(client, "1/2/DE")
    assert "<p>Tied: Tarrant, Hugo · Moss, Quentin</p>" in found
    assert "The games among those who are tied decide nothing" in found
    assert cells(client.get(f"{STANDINGS}1/2/DE/")) == [["1", "4 Moss, Quentin", "½", "½"]]
    assert "Nobody is tied with this player." in page(client, "1/1/DE")


def test_every_value_of_the_standings_leads_to_its_page(client: Client) -> None:
    cups.published()
    found = page(client, "2")
    links = [
        f'<td class="number on-wide"><a href="{STANDINGS}2/{number}/{code}/">'
        for number in range(1, 5)
        for code in ("BH", "SB")
    ]
    assert {link: found.count(link) for link in links} == dict.fromkeys(links, 1)


def test_nothing_is_to_be_explained_before_the_first_round(client: Client) -> None:
    made = cups.tournament(entries=2, tie_breaks=["BH", "DE"])
    publish_tournament(tournament=made, by=Actor())
    answer = client.get(STANDINGS)
    assert [row[-2:] for row in cells(answer)] == [["0", "–"], ["0", "–"]]
    assert "/BH/" not in answer.content.decode()


def test_the_other_tie_breaks_are_at_hand(client: Client) -> None:
    made = cups.published()
    Tournament.objects.filter(pk=made.pk).update(tie_breaks=["BH/C1", "SB"])
    found = page(client, "2/1/BH-C1")
    assert f'<a href="{STANDINGS}2/">Standings after round 2</a>' in found
    assert (
        f'<a href="{STANDINGS}2/1/BH-C1/" aria-current="page" title="Buchholz, cut 1">BH/C1</a>'
        f'<a href="{STANDINGS}2/1/SB/" title="Sonneborn-Berger">SB</a>'
    ) in found


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("2/9/BH", "There is no player 9."),
        ("4/1/BH", "Round 4 is not in this tournament."),
        ("0/1/BH", "Round 0 is not in this tournament."),
        ("2/1/XX", "“XX” is not a known tie-break."),
        ("2/1/DE", "Direct encounter is not one of these standings’ tie-breaks."),
        ("2/99999999999999999999/BH", "There is no player 99999999999999999999."),
    ],
)
def test_what_is_not_there_is_reported(client: Client, path: str, message: str) -> None:
    cups.published()
    answer = client.get(f"{STANDINGS}{path}/")
    assert answer.status_code == 404
    assert message in answer.content.decode()


def test_queries_do_not_grow_with_the_players(client: Client) -> None:
    counts = []
    for pairs in (1, 3):
        made = cups.tournament(entries=2 * pairs, tie_breaks=["BH"], name=f"Cup {pairs}")
        cups.play(made, 1, *((2 * n - 1, 2 * n, "1") for n in range(1, pairs + 1)))
        publish_tournament(tournament=made, by=Actor())
        address = f"/tournaments/{made.slug}/standings/1/1/BH/"
        counts.append(queries(partial(client.get, address)))
    assert counts[0] == counts[1]


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


CUP = "/tournaments/spring-cup/"


def test_the_standings_of_a_keizer_are_its_own(client):
    made = cups.tournament(entries=4, kind="Keizer", keizer_top=20, keizer_step=Fraction(2))
    cups.play(made, 1, (1, 2, "0"), (3, 4, "="))
    publish_tournament(tournament=made, by=Actor())

    # Place, number, name, rating, own value, score, points.
    assert cells(client.get(f"{CUP}standings/")) == [
        ["1", "2", "Tarrant, Hugo", "1980", "20", "34", "1"],
        ["2", "3", "Lamb, Edith", "1970", "18", "26", "½"],
        ["3", "4", "Moss, Quentin", "1960", "16", "25", "½"],
        ["4", "1", "Finch, Clara", "1990", "14", "14", "0"],
    ]
    explained = client.get(f"{CUP}standings/1/2/KZ/").text
    assert "The player’s own value is 20." in explained


def test_a_knock_out_is_ranked_by_the_round_reached(director_client):
    made = cups.tournament(entries=4, kind="Knockout", rounds=2, has_third_place=True)
    cups.play(made, 1, (1, 4, "="), (3, 2, "1"))
    game = made.rounds.get(number=1).games.get(board_number=1)
    refused = director_client.get(f"{CUP}rounds/2/pairings/")
    assert refused.status_code == 200
    page = director_client.get(f"{CUP}rounds/1/").text
    assert "Board 1, who goes on?" in page
    director_client.post(f"{CUP}rounds/1/games/{game.pk}/play-off/", {"side": "2"})
    cups.play(made, 2, (4, 3, "0"), (1, 2, "1"))

    # Place, number, name, rating, round reached, points.
    answer = director_client.get(f"{CUP}standings/")
    assert [[row[0], row[2], *row[4:]] for row in cells(answer)] == [
        ["1", "Lamb, Edith", "3", "2"],
        ["2", "Moss, Quentin", "2", "½"],
        ["3", "Finch, Clara", "1½", "1½"],
        ["4", "Tarrant, Hugo", "1", "0"],
    ]
    assert answer.text.count('class="goes-on"') == 4


def test_only_a_game_that_is_repeated_too_soon_is_asked_about(director_client):
    made = cups.tournament(entries=4, kind="Keizer", rounds=6)
    cups.play(made, 1, (1, 2, "1"), (3, 4, "1"))
    typed = {"first": ["2"], "second": ["1"]}

    def rows(number):
        return director_client.post(f"{CUP}rounds/{number}/pairings/judge/", typed).json()["rows"]

    assert "have met before" in rows(4)["1"][0]["text"]
    assert rows(5) == {}
