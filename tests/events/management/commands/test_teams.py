"""The commands for teams: what they print, and how they end."""

import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

SHEET = """round,home,away,board,room,contract,declarer,tricks,score
1,Elms,Oaks,1,open,4S,N,10,420
1,Elms,Oaks,1,closed,4S,N,9,-50
1,Elms,Oaks,2,open,PASS,,,0
"""


def run(*arguments: str) -> Any:
    out = io.StringIO()
    call_command(*arguments, stdout=out)
    return json.loads(out.getvalue())


def test_a_scale_by_margins():
    found = run("vp", "--scale", "wbf2013", "--boards", "8")
    assert (found["scale"], found["boards"], len(found["rows"])) == ("wbf2013", 8, 44)
    assert found["rows"][0] == {"margin": 0, "winner": "10.00", "loser": "10.00"}
    assert found["rows"][43] == {"margin": 43, "winner": "20.00", "loser": "0.00"}


def test_a_scale_of_whole_points_has_every_margin():
    rows = run("vp", "--scale", "wbf-half", "--boards", "4")["rows"]
    assert [row["winner"] for row in rows[:5]] == ["5.00", "6.00", "6.00", "6.00", "7.00"]
    assert rows[-1] == {"margin": 18, "winner": "10.00", "loser": "0.00"}


def test_the_percentages_of_swiss_pairs():
    rows = run("vp", "--scale", "ebu-swiss-pairs", "--boards", "4")["rows"]
    assert rows[0] == {"up_to": "50.92", "winner": "10", "loser": "10"}
    assert rows[-1] == {"up_to": "100.00", "winner": "20", "loser": "0"}


def test_a_draw(tmp_path: Path):
    file = tmp_path / "draw.json"
    contestants = [{"number": number, "met": [5 - number]} for number in range(1, 5)]
    file.write_text(json.dumps({"odd": "bye", "contestants": contestants}))
    expected = {"pairs": [[1, 2], [3, 4]], "bye": None, "triangle": None, "repeats": []}
    assert run("draw", str(file)) == expected


def test_a_movement():
    found = run("teams_movement", "--teams", "5")
    assert (found["name"], len(found["rounds"])) == ("American Whist for 5 teams", 4)
    assert found["rounds"][0][0] == {"table": 1, "ns": 1, "ew": 3, "set": 2}


def test_scores_of_a_match(tmp_path: Path):
    file = tmp_path / "teams.csv"
    file.write_text(SHEET)
    found = run("score_teams", str(file))

    [match] = found["matches"]
    assert match["boards"] == [{"board": 1, "imps": 10}, {"board": 2, "imps": None}]
    assert (match["round"], match["home"], match["imps"]) == (1, "Elms", [10, 0])
    assert found["standings"] == [
        {"team": "Elms", "vp": match["vp"][0]},
        {"team": "Oaks", "vp": match["vp"][1]},
    ]
    assert len(found["warnings"]) == 1


def test_point_a_board(tmp_path: Path):
    file = tmp_path / "teams.csv"
    file.write_text(f"{SHEET}1,Elms,Oaks,2,closed,PASS,,,0\n")
    [match] = run("score_teams", str(file), "--scale", "point-a-board")["matches"]

    assert [board["imps"] for board in match["boards"]] == ["1", "0.5"]
    assert match["vp"] == ["1.5", "0.5"]


def test_scores_by_a_scale_of_the_clubs_own(tmp_path: Path):
    file, scale = tmp_path / "teams.csv", tmp_path / "scale.txt"
    file.write_text(SHEET)
    scale.write_text("0 15 15\n10 17.5 12.5\n11 18 12\n")
    [match] = run("score_teams", str(file), "--scale-file", str(scale))["matches"]
    assert (match["imps"], match["vp"]) == ([10, 0], ["17.50", "12.50"])


def test_a_scale_of_the_clubs_own_that_is_wrong(tmp_path: Path):
    file, scale = tmp_path / "teams.csv", tmp_path / "scale.txt"
    file.write_text(SHEET)
    scale.write_text("0 10 10\n3 12 7\n")
    with pytest.raises(CommandError, match="are 19 together; in the first row they are 20"):
        run("score_teams", str(file), "--scale-file", str(scale))


def test_club_points():
    found = run(
        "points", "--rule", "ebu-club", "--field", "pairs", "--places", "1 2 2 4", "--tables", "17"
    )
    assert found == {"points": ["72", "63", "63", "54"]}
    weighted = run(
        "points",
        "--rule",
        "abf-club",
        "--field",
        "pairs",
        "--places",
        "1 2 3",
        "--tables",
        "6",
        "--weight",
        "2.5",
    )
    assert weighted == {"points": ["60", "42", "30"]}


POINTS = ("points", "--rule", "acbl-open", "--field", "pairs", "--tables", "4", "--places")


@pytest.mark.parametrize(
    ("arguments", "status", "words"),
    [
        (("vp", "--scale", "acbl20", "--boards", "5"), 1, "6 to 11 boards, not of 5"),
        (("vp", "--scale", "ebu-swiss-pairs", "--boards", "30"), 1, "not of 30"),
        (("teams_movement", "--teams", "5", "--rounds", "3"), 1, "even number of rounds"),
        (("draw", "/nothing/here"), 1, "cannot be read"),
        (("score_teams", "/nothing/here"), 1, "cannot be read"),
        ((*POINTS, "1 3"), 1, "Place 3 cannot be"),
        ((*POINTS, "one"), 2, "whole numbers"),
        ((*POINTS, "1", "--weight", "none"), 2, "above 0"),
    ],
)
def test_a_refusal_is_a_sentence(arguments: tuple[str, ...], status: int, words: str):
    with pytest.raises(CommandError, match=words) as caught:
        run(*arguments)
    assert caught.value.returncode == status
