"""Evenings of real clubs come out of the command as their scoring programs published them."""

import csv
import io
import json
import random
from fractions import Fraction
from pathlib import Path

import pytest
from django.core.management import call_command

from events.common.domain import at_most_two_decimals, two_decimals
from events.sessions.scoring.domain.imps import DatumRule, datum

DATA = Path(__file__).parents[3] / "data" / "scoring"
SESSIONS = {
    "compscore3-mitchell": [],
    "scorebridge-howell": ["--rounding", "board:0.1"],
    "compscore3-butler": ["--method", "butler"],
    "compscore3-cross-imps": ["--method", "cross-imps"],
    "ebuscore-mitchell": ["--rounding", "board:0.01"],
}

every_session = pytest.mark.parametrize("name", SESSIONS)


def rows(name, file):
    with (DATA / name / file).open(encoding="utf-8", newline="") as opened:
        return list(csv.DictReader(opened))


def winners(name):
    return len({row["direction"] for row in rows(name, "standings.csv")})


@pytest.fixture(name="score")
def _score(tmp_path):
    """Score lines, given as dictionaries, and read the command's answer."""

    def score(lines, *arguments):
        file = tmp_path / "lines.csv"
        with file.open("w", encoding="utf-8", newline="") as opened:
            writer = csv.DictWriter(opened, lines[0])
            writer.writeheader()
            writer.writerows(lines)
        out = io.StringIO()
        call_command("score", str(file), "--json", *arguments, stdout=out)
        answer = json.loads(out.getvalue())
        assert answer.pop("file") == str(file)
        assert (answer.pop("ok"), answer["warnings"]) == (True, [])
        return answer

    return score


@every_session
def test_standings_are_those_published(score, name):
    answer = score(rows(name, "lines.csv"), *SESSIONS[name], "--winners", str(winners(name)))
    matchpoints = "butler" not in name and "cross" not in name
    ours = {
        (standing["direction"] or "", standing["pair"]): (
            standing["percentage"] if matchpoints else two_decimals(Fraction(standing["exact"])),
            standing["place"],
        )
        for standing in answer["standings"]
    }
    assert ours == {
        (row["direction"], row["pair"]): (row["value"], row["place"])
        for row in rows(name, "standings.csv")
    }


@every_session
def test_points_of_the_lines_are_those_published(score, name):
    # This program prints the points of the lines as they are before Neuberg's formula.
    before = ["--no-neuberg"] if name == "compscore3-mitchell" else []
    published = rows(name, "points.csv")
    # The programs print IMPs for North–South only.
    columns = [column for column in ("ns_points", "ew_points") if published[0][column]]
    answer = score(rows(name, "lines.csv"), *SESSIONS[name], *before)
    ours = {
        (str(board["board"]), line["ns"], line["ew"]): [
            at_most_two_decimals(Fraction(line[column])) for column in columns
        ]
        for board in answer["boards"]
        for line in board["lines"]
    }
    assert ours == {
        (row["board"], row["ns"], row["ew"]): [row[column] for column in columns]
        for row in published
    }


def test_datums_are_those_published(score):
    answer = score(rows("compscore3-butler", "lines.csv"), "--method", "butler")
    ours = {}
    for board in answer["boards"]:
        scores = [line["score"] for line in board["lines"]]
        ours[str(board["board"])] = str(
            datum({one: scores.count(one) for one in scores}, 1, DatumRule())
        )
    assert ours == {row["board"]: row["datum"] for row in rows("compscore3-butler", "points.csv")}


@every_session
def test_scores_follow_from_the_contracts(score, name):
    lines = rows(name, "lines.csv")
    bare = [line | {"score": "" if line["contract"] else line["score"]} for line in lines]
    assert sum(not line["score"] for line in bare) == len(lines)
    assert score(bare, *SESSIONS[name]) == score(lines, *SESSIONS[name])


@every_session
def test_contracts_are_not_needed(score, name):
    lines = rows(name, "lines.csv")
    columns = ("board", "ns", "ew", "score", "adjustment")
    bare = [{column: line[column] for column in columns} for line in lines]
    assert score(bare, *SESSIONS[name]) == score(lines, *SESSIONS[name])


@every_session
def test_number_of_lists_follows_from_the_lines(score, name):
    lines = rows(name, "lines.csv")
    described = score(lines, *SESSIONS[name], "--winners", str(winners(name)))
    assert score(lines, *SESSIONS[name]) == described


@every_session
def test_lines_may_come_in_any_order(score, name):
    lines = rows(name, "lines.csv")
    there = score(lines, *SESSIONS[name])
    back = score(random.Random(7).sample(lines, len(lines)), *SESSIONS[name])
    assert back["standings"] == there["standings"]
    assert _sorted(back["boards"]) == _sorted(there["boards"])


def _sorted(boards):
    return [
        (board["board"], sorted(board["lines"], key=lambda line: line["ns"])) for board in boards
    ]


@pytest.mark.parametrize("name", ["compscore3-mitchell", "ebuscore-mitchell"])
def test_numbers_may_have_their_direction_behind_them(score, name):
    lines = rows(name, "lines.csv")
    named = [line | {"ns": f"{line['ns']}NS", "ew": f"{line['ew']}EW"} for line in lines]
    plain, answer = score(lines, *SESSIONS[name]), score(named, *SESSIONS[name])
    assert answer["standings"] == [
        standing | {"pair": standing["pair"] + standing["direction"]}
        for standing in plain["standings"]
    ]


@every_session
def test_sections_of_one_field_change_nothing_but_the_names(score, name):
    lines = rows(name, "lines.csv")
    plain = score(lines, *SESSIONS[name])
    sections = [{"section": "A", **line} for line in lines]
    for field in ("all", "section"):
        answer = score(sections, *SESSIONS[name], "--field", field)
        assert answer["standings"] == [
            standing | {"section": "A"} for standing in plain["standings"]
        ]


@every_session
def test_twice_the_field_in_two_sections_is_twice_the_same(score, name):
    lines = rows(name, "lines.csv")
    sections = [{"section": section, **line} for section in "AB" for line in lines]
    plain = score(lines, *SESSIONS[name])["standings"]
    answer = score(sections, *SESSIONS[name], "--field", "section")["standings"]
    assert answer == [standing | {"section": section} for section in "AB" for standing in plain]
