"""Teams that meet each other: the pages of a TRF26 file that was imported."""

import pytest

from clubscore.web.visitors import Actor
from events.tournaments.core.selectors.tournaments import tournament_value
from events.tournaments.core.services import publish_tournament
from events.tournaments.files.domain import Format
from events.tournaments.files.formats.krause.reader import read
from events.tournaments.files.formats.krause.writer import write
from events.tournaments.files.services.importing import import_tournament
from events.tournaments.rounds.services.results import enter_result
from events.tournaments.teams.domain.from_games import team_event
from events.tournaments.teams.forms import name_and_meaning
from tests.events.reading import cells
from tests.events.tournaments.files.formats.krause.team_files import teams_file
from tests.events.tournaments.files.formats.krause.test_team_writer import MORE, TWO_ROUNDS

TEAMS = "/tournaments/lakeside-teams/teams/"
STANDINGS = "/tournaments/lakeside-teams/standings/"
ROUND = "/tournaments/lakeside-teams/rounds/{}/"

pytestmark = pytest.mark.django_db


@pytest.fixture(name="imported")
def _imported():
    def imported(*more, cells=None):
        value = read(teams_file(*more, cells=cells)).tournament
        made = import_tournament(value=value, by=Actor())
        publish_tournament(tournament=made, by=Actor())
        return made

    return imported


def test_the_standings_of_teams_with_their_rounds(client, imported):
    imported(*MORE, cells=TWO_ROUNDS)
    rows = cells(client.get(STANDINGS))[:5]

    # Place, number, team, two rounds, match points, game points, EDE, EMGSB, BH.
    assert [row[:7] for row in rows] == [
        ["1", "1", "Anchors", "3w 1½", "2b ½", "3", "2"],
        ["2", "3", "Cogs", "1b ½", "5w 2", "2", "2½"],
        ["3", "2", "Bells", "4b 1", "1w ½", "2", "1½"],
        ["4", "4", "Drums", "2w 1", "·", "1", "1"],
        ["5", "5", "Eels", "–1", "3b 0", "1", "1"],
    ]
    client.cookies["django_language"] = "nl"
    assert cells(client.get(STANDINGS))[0][3:5] == ["3w 1½", "2z ½"]
    client.cookies.clear()
    first = cells(client.get(f"{STANDINGS}1/"))
    assert first[0][:6] == ["1", "1", "Anchors", "3w 1½", "2", "1½"]
    players = client.get(f"{STANDINGS}?of=players").text
    assert "Standings of the teams" in players
    assert ">Lamb, Edith (1)</a>" in players


def test_a_round_is_shown_by_its_matches(client, imported):
    imported(*MORE, cells=TWO_ROUNDS)

    page = client.get(ROUND.format(1))
    assert cells(page)[:3] == [
        ["1", "Anchors", "1½ – ½", "Cogs"],
        ["1.1", "1 Lamb, Edith (1) Anchors (0)", "1–0", "5 Pym, Walter Cogs (0)"],
        ["1.2", "6 Kovar, Xenia Cogs (0)", "½–½", "2 Moss, Quentin (2) Anchors (0)"],
    ]
    assert page.text.index(">Anchors<") < page.text.index(">Cogs<")
    assert "Bye: Eels" in " ".join(page.text.split())


def test_the_teams_with_their_players_and_the_best_of_each_board(client, imported):
    imported(*MORE, cells=TWO_ROUNDS)
    page = client.get(TEAMS)

    assert page.text.index("1 Anchors") < page.text.index("3 Cogs")
    assert cells(page)[0] == ["1", "Lamb, Edith (1)", "", "1½", "2"]
    assert ["1", "Lamb, Edith (1)", "Anchors", "1½", "2"] in cells(page)
    assert "The best of each board" in page.text


def test_a_forfeited_match_stands_behind_the_others(client, imported):
    gone = dict.fromkeys((1, 2, 5, 6), ("",))
    imported("330 -+ 001   3   1", cells=gone)

    assert ["2", "Cogs", "0 – 2", "Anchors"] in cells(client.get(ROUND.format(1)))


def test_a_result_that_is_corrected_counts_in_the_match(client, imported):
    made = imported(cells={1: ("5 w *",), 5: ("1 b *",)})
    assert ["1", "Anchors", "3w *"] in [row[1:4] for row in cells(client.get(STANDINGS))[:5]]
    game = made.rounds.get(number=1).games.get(outcome="**")
    enter_result(tournament=made, game_id=game.pk, text="0", by=Actor())

    rows = {row[2]: row[3:6] for row in cells(client.get(STANDINGS))[:5]}
    assert (rows["Anchors"], rows["Cogs"]) == (["3w ½", "0", "½"], ["1b 1½", "2", "1½"])


def test_an_import_is_written_again_with_its_matches(imported):
    made = imported(*MORE, cells=TWO_ROUNDS)
    value = tournament_value(made)
    again = read(write(value, format=Format.TRF26).text).tournament

    assert team_event(again) == team_event(value)
    assert team_event(value)


def test_game_points_that_decide_are_said(client, imported):
    made = imported()
    made.game_points_decide = True
    made.save(update_fields=["game_points_decide"])

    assert "Game points decide, then match points." in client.get(STANDINGS).text


@pytest.mark.parametrize(
    ("code", "name"),
    [
        ("BH", "Buchholz"),
        ("BH:GP/C1", "Buchholz, in game points, without the lowest"),
        ("EMGSB/C1", "Extended Sonneborn-Berger, without the lowest"),
        ("DE:MP", "Direct encounter, in match points"),
    ],
)
def test_names_of_tie_breaks(code, name):
    assert name_and_meaning(code)[0] == name
