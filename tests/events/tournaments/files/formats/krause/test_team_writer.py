"""A file between teams written and read again, and read by the program of FIDE's own server."""

import json
import subprocess
import sys

import pytest

from events.tournaments.files.domain import Format
from events.tournaments.files.formats.krause.writer import write
from events.tournaments.teams.domain.from_games import team_event
from events.tournaments.teams.domain.standings import team_lines
from tests.events.tournaments.files.formats.krause.files import told
from tests.events.tournaments.files.formats.krause.team_files import teams_file

TWO_ROUNDS = {
    1: ("5 w 1", "4 b ="), 2: ("6 b =", ""), 3: ("7 b 0", ""), 4: ("8 w 1", "1 w ="),
    5: ("1 b 0", "9 w 1"), 6: ("2 w =", "10 b 1"), 7: ("3 w 1", ""), 8: ("4 b 0", ""),
    9: ("0000 - U", "5 b 0"), 10: ("0000 - U", "6 w 0"),
}  # fmt: skip
FULL_BOARDS = {
    1: ("5 w 1", "3 b 0"), 2: ("6 b =", "4 w ="), 3: ("7 b 0", "1 w 1"), 4: ("8 w 1", "2 b ="),
    5: ("1 b 0", "0000 - U"), 6: ("2 w =", "0000 - U"), 7: ("3 w 1", "9 b ="),
    8: ("4 b 0", "10 w 0"), 9: ("0000 - U", "7 w ="), 10: ("0000 - U", "8 b 1"),
}  # fmt: skip
MORE = (
    "320  1.0  1.0 005",
    "300 002   1   2    1    0",
    "300 002   2   1    4    0",
    "801 old",
    "802 old",
)


def text_of(value):
    return write(value, format=Format.TRF26).text


def test_teams_with_their_points_and_places():
    lines = text_of(told(teams_file("320  1.0  1.0 005")).value).splitlines()

    assert [line for line in lines if line[:3] == "310"] == [
        "310   1 Anchors                          ANC     1999    2.0    1.5   1     1    2",
        "310   2 Bells                            BEL     1998    1.0    1.0   2     3    4",
        "310   3 Cogs                             COG     1997    0.0    0.5   5     5    6",
        "310   4 Drums                            DRU     1996    1.0    1.0   2     7    8",
        "310   5 Eels                             EEL     1995    1.0    1.0   2     9   10",
    ]


def test_the_records_for_readers_are_computed():
    lines = text_of(told(teams_file(*MORE, cells=TWO_ROUNDS)).value).splitlines()

    assert [line for line in lines if line[:2] == "80"] == [
        "802   1 ANC      3.0    2.0    3 w  1.5     2 b  0.5",
        "802   2 BEL      2.0    1.5    4 b  1.0     1 w  0.5",
        "802   3 COG      2.0    2.5    1 b  0.5     5 w  2.0",
        "802   4 DRU      1.0    1.0    2 w  1.0   ZPB    0.0",
        "802   5 EEL      1.0    1.0  PAB    1.0     3 b  0.0",
    ]


def test_line_ups_and_byes_are_those_of_the_matches():
    """Bells have nobody on board 2 in round 2, as Anchors, and Eels the bye of round 1."""
    lines = text_of(told(teams_file(*MORE, cells=TWO_ROUNDS)).value).splitlines()

    assert [line for line in lines if line[:3] in ("300", "320")] == [
        "300 002   2   1    4 0000",
        "300 002   1   2    1 0000",
        "320  1.0  1.0 005",
    ]


def test_byes_of_later_rounds_are_added():
    text = text_of(told(teams_file("320  1.0  1.0 005", cells=FULL_BOARDS)).value)

    assert "320  1.0  1.0 005 003" in text.splitlines()


@pytest.mark.parametrize("more", [(), MORE])
def test_read_written_and_read_again_it_is_the_same(more):
    first = told(teams_file(*more, cells=TWO_ROUNDS)).value
    again = told(text_of(first))

    assert again.notices == []
    assert team_event(again.value) == team_event(first)
    assert text_of(again.value) == text_of(first)


SUMS = (
    "MPVGP", "EMMSB", "EMGSB", "EMGSB/C1", "EGMSB", "EGGSB", "BH", "BH/C1", "BH:GP", "SB", "WIN",
    "BC",
)  # fmt: skip


@pytest.mark.parametrize("code", [*SUMS, "EDE", "TBR", "BBE"])
def test_gacrux_reads_the_file_and_computes_the_same(tmp_path, code):
    value = told(teams_file("320  1.0  1.0 005 003", cells=FULL_BOARDS)).value
    file = tmp_path / "teams.trf"
    file.write_text(text_of(value))
    command = [sys.executable, "-m", "gacrux.tiebreakchecker", "-i", str(file), "-n", "2", "-t"]
    answer = subprocess.run(
        [*command, "PTS", code], capture_output=True, text=True, check=False
    ).stdout
    found = json.loads(answer)["tiebreakResult"]["competitors"]
    event = team_event(value)
    assert event
    lines = team_lines(event, [code])

    assert {competitor["cid"]: competitor["rank"] for competitor in found} == {
        line.number: line.place.number for line in lines
    }
    # Of the others it gives no value, but an order of its own.
    if code in SUMS:
        assert {
            competitor["cid"]: float(competitor["tiebreakScore"][1]) for competitor in found
        } == {line.number: float(line.values[0] or 0) for line in lines}
