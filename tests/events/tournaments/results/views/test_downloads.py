"""Standings and pairings as CSV and as a spreadsheet."""

import csv
import io

import pytest
from openpyxl import load_workbook

from clubscore.web.visitors import Actor
from events.tournaments.core.domain.pairings import Pairings
from events.tournaments.core.domain.results import Code
from events.tournaments.core.services import withdraw_tournament
from events.tournaments.rounds.services.pairings import set_pairings
from tests.events.tournaments import cups

pytestmark = pytest.mark.django_db
CUP = "/tournaments/spring-cup/"


def rows(answer):
    text = b"".join(answer.streaming_content).decode("utf-8-sig")
    return list(csv.reader(io.StringIO(text)))


def test_standings_and_pairings(client):
    made = cups.published()
    standings = rows(client.get(f"{CUP}standings.csv"))
    assert standings[0][:4] + standings[0][8:] == [
        "Place", "No.", "Title", "Name", "Points", "BH", "SB",
    ]  # fmt: skip
    assert standings[1][:4] + standings[1][8:] == [
        "1", "1", "", "Finch, Clara", "2.00", "0.50", "0.50",
    ]  # fmt: skip
    assert rows(client.get(f"{CUP}pairings.csv"))[1:] == [
        ["1", "1", "1", "Finch, Clara", "1–0", "3", "Lamb, Edith"],
        ["1", "2", "4", "Moss, Quentin", "½–½", "2", "Tarrant, Hugo"],
        ["2", "1", "2", "Tarrant, Hugo", "0–1", "1", "Finch, Clara"],
        ["2", "2", "3", "Lamb, Edith", "", "4", "Moss, Quentin"],
    ]
    book = load_workbook(io.BytesIO(client.get(f"{CUP}results.xlsx").content))
    assert book.sheetnames == ["Standings", "Pairings"]
    assert client.get(f"{CUP}teams.csv").status_code == 404
    withdraw_tournament(tournament=made, by=Actor())
    assert client.get(f"{CUP}standings.csv").status_code == 404


def test_pairings_of_go_have_the_handicap(director_client):
    made = cups.tournament(entries=3, discipline="go", kind="McMahon")
    pairings = Pairings(((1, 2),), ((3, Code.HALF_BYE),), handicaps=(3,))
    set_pairings(round=made.rounds.get(number=1), pairings=pairings, by=Actor())

    assert [row[4:] for row in rows(director_client.get(f"{CUP}pairings.csv"))] == [
        ["Result", "No.", "Black", "Handicap"],
        ["", "2", "Tarrant, Hugo", "3"],
        ["h", "", "", ""],
    ]
