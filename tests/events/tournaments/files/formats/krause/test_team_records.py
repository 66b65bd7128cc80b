from fractions import Fraction

import pytest

from events.tournaments.core.domain.results import Code
from events.tournaments.core.domain.team_facts import Preference, TeamRules
from events.tournaments.core.domain.tournament import Forbidden
from events.tournaments.files.formats.krause.lines import Report, split_lines
from events.tournaments.files.formats.krause.team_records import (
    Forfeit,
    TeamRecords,
    read_team_records,
    rules_records,
)


def records(*lines: str) -> TeamRecords:
    report = Report(strict=False)
    team_records = read_team_records(split_lines("\n".join(lines)), report)
    assert report.notices == []
    return team_records


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("FIDE_TEAM", (Preference.TYPE_A, False, True)),
        ("FIDE_TEAM_SWISS", (Preference.TYPE_A, False, True)),
        ("FIDE_TEAM_TYPEA_MP_GP", (Preference.TYPE_A, False, True)),
        ("FIDE_TEAM_TYPEA_MP", (Preference.TYPE_A, False, False)),
        ("FIDE_TEAM_TYPEB_GP_MP", (Preference.TYPE_B, True, True)),
        ("FIDE_TEAM_TYPEB_GP", (Preference.TYPE_B, True, False)),
        ("FIDE_TEAM_MP_GP", (Preference.NONE, False, True)),
        ("FIDE_DUTCH", (Preference.TYPE_A, False, True)),
    ],
)
def test_the_type_says_scores_and_colour_preferences(code, expected):
    rules = records(f"192 {code}").rules

    assert (rules.preference, rules.by_game_points, rules.uses_other) == expected


@pytest.mark.parametrize(
    "line", ["362 TW 3.0   TD 1.5   TL 0.5", "362  TW  3.0    TD 1.5    TL  0,5"]
)
def test_match_points(line):
    rules = records(line).rules

    assert (rules.win, rules.draw, rules.loss) == (3, Fraction(3, 2), Fraction(1, 2))


def test_colours_of_the_boards():
    rules = records("352 WBBW").rules

    assert (rules.boards, rules.colours) == (4, "WBBW")


def test_byes_of_teams():
    """The example of the format has two teams with a half-point bye in round 3."""
    found = records("240 H 003  026  047", "320  1.0  2.0 000 005 012")

    assert found.byes == [
        (3, 26, Code.HALF_BYE, 1),
        (3, 47, Code.HALF_BYE, 1),
        (2, 5, Code.PAIRING_BYE, 2),
        (3, 12, Code.PAIRING_BYE, 2),
    ]
    assert (found.rules.bye_match, found.rules.bye_game) == (1, 2)


def test_forfeited_matches():
    """The example of the format."""
    assert records("330 +- 004 023 047", "330 -+ 008 027 005", "330 -- 009   1   2").forfeits == [
        Forfeit(1, 4, 23, 47, (Code.FORFEIT_WIN, Code.FORFEIT_LOSS)),
        Forfeit(2, 8, 27, 5, (Code.FORFEIT_LOSS, Code.FORFEIT_WIN)),
        Forfeit(3, 9, 1, 2, (Code.FORFEIT_LOSS, Code.FORFEIT_LOSS)),
    ]


def test_line_ups_and_teams_kept_apart():
    found = records(
        "300 002   7  12   31 0000   34    9", "260 001 002  125  180  184", "260         1    2"
    )

    assert found.line_ups == {(2, 7): (31, 0, 34, 9)}
    assert found.forbidden == [Forbidden((125, 180, 184), 1, 2), Forbidden((1, 2))]


@pytest.mark.parametrize(
    "line",
    [
        "240 X 003  026", "240 H 0x3  026", "240 H 003", "240 H 003  0y6",
        "260 001 002  125", "260 0a1 002  125  126",
        "300 002   7  12", "300 000   7  12   31", "300 002   x  12   31", "300 002   7  12   3x",
        "320  x.0  2.0 005", "320  1.0      005", "320  1.0  2.0 0x5",
        "330 ++ 004 023 047", "330 +- 000 023 047", "330 +- 004 023", "330 +- 004 0x3 047",
        "352 WBX", "352", "362", "362 nothing",
    ],
)  # fmt: skip
def test_a_record_that_cannot_be_read_is_reported_with_its_line(line):
    report = Report(strict=False)
    team_records = read_team_records(split_lines(f"012 X\n{line}"), report)

    assert list(map(str, report.notices)) == [
        f'line 2: "{line.strip()}" cannot be read; it is left out'
    ]
    assert team_records == TeamRecords()


@pytest.mark.parametrize(
    "rules",
    [
        TeamRules(boards=4, colours="WBWB"),
        TeamRules(boards=3, colours="BWB", win=Fraction(3), draw=Fraction(3, 2), loss=Fraction(1)),
        TeamRules(boards=1, colours="W", by_game_points=True, preference=Preference.TYPE_B),
        TeamRules(boards=1, colours="W", uses_other=False, preference=Preference.NONE),
    ],
)
def test_rules_written_and_read_are_the_same(rules):
    assert records(*rules_records(rules)).rules == rules
