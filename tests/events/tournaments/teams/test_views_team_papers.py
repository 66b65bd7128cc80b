"""Wall sheets, slips and the next game where teams meet."""

import pytest

from clubscore.web.visitors import Actor
from events.models import Game, Round
from events.tournaments.core.domain.pairings import Pairings
from events.tournaments.core.domain.results import Code
from events.tournaments.core.domain.team_facts import TeamRules
from events.tournaments.core.services import publish_tournament
from events.tournaments.entries.services.entries import change_entry
from events.tournaments.rounds.services.pairings import set_pairings
from events.tournaments.teams.services import set_team_matches
from tests.events.reading import cells
from tests.events.tournaments import cups
from tests.jobs import work_off
from tests.markup import squeezed

CUP = "/tournaments/spring-cup/"
SHEET = f"{CUP}rounds/1/sheet/"

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _teams():
    """Anchors with White on board 1 against Bells; Cogs have the bye."""
    made = cups.tournament(entries=6)
    for number in range(1, 7):
        name = ("Anchors", "Bells", "Cogs")[(number - 1) // 2]
        change_entry(entry=cups.entry(made, number), fields=[], team_name=name, by=Actor())
    made.refresh_from_db()
    set_team_matches(tournament=made, rules=TeamRules(boards=2, colours="WB"), by=Actor())
    byes = ((5, Code.PAIRING_BYE), (6, Code.PAIRING_BYE))
    here = Round.objects.get(tournament=made, number=1)
    set_pairings(round=here, pairings=Pairings(((1, 3), (4, 2)), byes), by=Actor())
    made.refresh_from_db()
    publish_tournament(tournament=made, by=Actor())


def test_the_wall_sheet_by_team_has_boards_and_opponents(client):
    answer = client.get(f"{SHEET}?by=team")

    assert answer.context["paper"].teams == [
        ("Anchors", "Bells", "1.1–1.2"), ("Bells", "Anchors", "1.1–1.2"), ("Cogs", "bye", ""),
    ]  # fmt: skip
    assert cells(answer) == [["1.1–1.2", "Bells"], ["1.1–1.2", "Anchors"], ["", "bye"]]


def test_the_wall_sheet_by_match_has_the_line_ups(client):
    answer = client.get(f"{SHEET}?by=match")

    assert "<strong>1 · Anchors – Bells</strong>" in answer.text
    assert cells(answer) == [
        ["1.1", "Finch, Clara White", "–", "Lamb, Edith Black"],
        ["1.2", "Tarrant, Hugo Black", "–", "Moss, Quentin White"],
    ]


def test_the_wall_sheet_by_name_has_the_team(client):
    rows = {row["name"]: row["team"] for row in client.get(SHEET).context["rows"]}

    assert (rows["Finch, Clara"], rows["Lamb, Edith"]) == ("Anchors", "Bells")
    assert list(rows.values()).count("Cogs") == 2


def test_a_match_has_one_slip(director_client):
    page = squeezed(director_client.get(f"{CUP}rounds/1/slips/").text)

    assert page.count('class="result-slip"') == 1
    assert "round 1 · 1 · Anchors – Bells" in page


def test_the_next_game_names_match_board_colour_and_opponent(client):
    page = client.get(f"{CUP}players/4/").text

    assert "Round 1, board 1.2" in page
    assert "White against 2" in page
    assert "in the match Bells – Anchors" in page
    found = client.get(f"{CUP}find/", headers={"accept": "application/json"}).json()
    assert "in the match Bells – Anchors" in str(found)
    assert "<dt>Place among the players</dt>" in page
    assert "among the players, points: " in str(found)


@pytest.mark.parametrize("stored", [True, False])
def test_boards_of_matches_are_named_where_rounds_are_paired(director_client, stored):
    page = director_client.get(f"{CUP}rounds/1/pairings/")
    sent = {"first": [row.first for row in page.context["rows"]]}
    sent["second"] = [row.second for row in page.context["rows"]]
    if not stored:
        page = director_client.post(f"{CUP}rounds/2/pairings/", sent | {"check": "1"})
        assert any(text.startswith("Board 1.1: ") for text in page.context["questions"])

    rows = page.context["rows"]
    assert [row.place for row in rows][:4] == ["1.1", "1.2", "", ""]
    assert 'aria-label="Board 1.2, first player"' in page.text


def test_a_board_has_the_name_of_its_match_everywhere(director_client):
    game = Game.objects.get(board_number=2)
    here = f"{CUP}rounds/1/"
    director_client.post(f"{CUP}rounds/2/proposal/", {"system": "team-round-robin"})
    work_off()
    proposal = director_client.get(f"{CUP}rounds/2/proposal/")
    missing = [each["text"] for each in proposal.context["missing"]]
    assert missing == ["round 1, board 1.1", "round 1, board 1.2"]
    said = director_client.post(f"{here}games/{game.pk}/", {"typed": "1"}).json()["last"]["text"]
    gone = director_client.post(f"{here}games/{game.pk}/", {"typed": "2.1 1"}).json()["error"]

    assert said.startswith("Round 1, board 1.2, ")
    assert gone == "There is no board 2.1 in this round: the last one is board 1.2."
    boards = [row["board"] for row in director_client.get(SHEET).context["rows"]]
    assert sorted(boards) == ["", "", "1.1", "1.1", "1.2", "1.2"]
    for page, text in (
        (here, 'aria-label="Correct board 1.2"'),
        (here, "Round 1, board 1.2, "),
        (f"{here}games/{game.pk}/correct/", "board 1.2"),
        (f"{CUP}log/", "Round 1, board 1.2, "),
    ):
        assert text in director_client.get(page).text
    table = director_client.get(f"{CUP}pairings.csv").getvalue().decode()
    assert [line.split(",")[:2] for line in table.splitlines()[1:3]] == [["1", "1.1"], ["1", "1.2"]]


def test_without_matches_the_sheet_has_no_teams(client):
    made = cups.tournament(name="Autumn Cup", slug="autumn-cup", entries=2)
    cups.play(made, 1, (1, 2, "1"))
    publish_tournament(tournament=made, by=Actor())
    answer = client.get("/tournaments/autumn-cup/rounds/1/sheet/?by=team")

    assert answer.context["by"] == "name"
    assert "By match" not in answer.text
