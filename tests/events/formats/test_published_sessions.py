"""Evenings of real clubs come out as their scoring programs published them."""

import csv
from pathlib import Path

import pytest

from events.domain.boardscore import frequencies
from events.domain.field import Method, Rounding, Settings, score_field
from events.domain.imps import datum
from events.domain.rounding import at_most_two_decimals, two_decimals
from events.formats.traveller_sheet import read_csv

SESSIONS = Path(__file__).parents[2] / "data" / "scoring"
SETTINGS = {
    "compscore3-mitchell": Settings(winners=2),
    "scorebridge-howell": Settings(winners=1, rounding=Rounding.BOARD_TENTH),
    "compscore3-butler": Settings(winners=1, method=Method.BUTLER),
    "compscore3-cross-imps": Settings(winners=1, method=Method.CROSS_IMPS),
    "ebuscore-mitchell": Settings(winners=2, rounding=Rounding.BOARD_HUNDREDTH),
}


def rows(name, file):
    with (SESSIONS / name / file).open(encoding="utf-8", newline="") as opened:
        return list(csv.DictReader(opened))


def read(name):
    return read_csv((SESSIONS / name / "lines.csv").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", SETTINGS)
def test_standings_are_those_published(name):
    sheet = read(name)
    settings = SETTINGS[name]
    assert sheet.winners == settings.winners
    field = score_field(sheet.lines, settings)
    ours = {
        (standing.direction or "", standing.contestant): (
            two_decimals(standing.points if standing.of is None else standing.percentage),
            standing.place,
        )
        for standing in field.standings
    }
    published = {
        (row["direction"], row["pair"]): (row["value"], row["place"])
        for row in rows(name, "standings.csv")
    }
    assert ours == published


@pytest.mark.parametrize("name", SETTINGS)
def test_points_of_the_lines_are_those_published(name):
    # This program prints the points of the lines as they are before Neuberg's formula.
    settings = Settings(neuberg=False) if name == "compscore3-mitchell" else SETTINGS[name]
    field = score_field(read(name).lines, settings)
    published = rows(name, "points.csv")
    one_sided = not published[0]["ew_points"]
    ours = {
        (str(board.board), *score.line.ns, *score.line.ew): (
            at_most_two_decimals(score.ns_points),
            "" if one_sided else at_most_two_decimals(score.ew_points),
        )
        for board in field.boards
        for score in board.lines
    }
    assert ours == {
        (row["board"], row["ns"], row["ew"]): (row["ns_points"], row["ew_points"])
        for row in published
    }


def test_datums_are_those_published():
    field = score_field(read("compscore3-butler").lines, SETTINGS["compscore3-butler"])
    ours = {
        str(board.board): str(datum({f.score: f.count for f in frequencies(board)}))
        for board in field.boards
    }
    published = {row["board"]: row["datum"] for row in rows("compscore3-butler", "points.csv")}
    assert ours == published
