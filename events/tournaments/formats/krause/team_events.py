"""Tournaments between teams in TRF26, where points and byes are those of the teams.

    162  … P 5.0         what a bye brings the team, in game points
    192  FIDE_TEAM_…     the type of the tournament
    310                  match points, game points and place of each team
    320                  byes of teams, with the match points and game points that they bring
    352 362              colours of the boards, match points

A player's points (columns 81-84) are those scored over the board or by forfeit: a team's bye
brings its members nothing, although their lines say ``U``. Some programs add it all the same, as
a part of the team's points or as a win. Source: TRF26, records 001, 162, 310 and 320.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction

from clubscore.problems import gettext_noop, sentence
from events.tournaments.domain.results import Code, PointSystem
from events.tournaments.domain.tournament import Team
from events.tournaments.formats.krause.contradictions import points_of
from events.tournaments.formats.krause.games import Results
from events.tournaments.formats.krause.lines import TEAM_OF_TRF26, Line
from events.tournaments.formats.krause.players import Row
from events.tournaments.formats.krause.points import points_from
from events.tournaments.formats.krause.report import Place, Report

TYPE = "192"
BYES = "320"
OF_TEAMS = frozenset({BYES, "330", "352", "362"})
"""Records that only a tournament between teams has."""

KEPT = frozenset({"162", TEAM_OF_TRF26})
"""Records that are understood in part here, and preserved for the rest."""


def is_team_event(lines: Iterable[Line]) -> bool:
    """Whether teams meet each other; an individual tournament can have club teams beside it."""
    lines = list(lines)
    return any(line.tag == TEAM_OF_TRF26 for line in lines) and any(
        line.tag in OF_TEAMS or (line.tag == TYPE and "TEAM" in line.data.upper()) for line in lines
    )


def report_what_is_kept(lines: Iterable[Line], report: Report) -> None:
    """Say which records of the teams are preserved without being computed."""
    kept: dict[str, int] = {}
    for line in lines:
        if line.tag in OF_TEAMS | {TEAM_OF_TRF26}:
            kept.setdefault(line.tag, line.number)
    what = gettext_noop(
        "Teams play each other in this tournament. The players and their games are read; match"
        " points, byes and places of the teams (records %(tags)s) are kept for the download and"
        " not calculated"
    )
    first = min(kept.values(), default=None)
    report.notice(sentence(what, tags=", ".join(sorted(kept))), Place(first))


def system_of_members(
    system: PointSystem,
    bye_of_team: Fraction | None,
    rows: Mapping[int, Row],
    results: Results,
    teams: Iterable[Team],
) -> PointSystem:
    """The points of the players, where the bye is their team's.

    ``bye_of_team`` is the value of record 162. A member has nothing from it, unless the points in
    the players' lines agree better with a share of it, half a point, a win, or all of it.
    """
    candidates = [Fraction(0), system.draw, system.win]
    if bye_of_team is not None:
        boards = _boards_of_byes(results, teams)
        candidates += [bye_of_team, *(bye_of_team / boards for boards in sorted(boards))]
    systems = [replace(system, pairing_bye=worth) for worth in dict.fromkeys(candidates)]
    return max(systems, key=lambda each: _agreeing(rows, results, each))


def _boards_of_byes(results: Results, teams: Iterable[Team]) -> set[int]:
    """How many members have a bye when their team has one."""
    found: set[int] = set()
    for team in teams:
        for round_ in zip(*(results[member] for member in team.members), strict=True):
            codes = [result.code for result in round_ if result]
            found.add(codes.count(Code.PAIRING_BYE))
    return found - {0}


def _agreeing(rows: Mapping[int, Row], results: Results, system: PointSystem) -> int:
    """How many lines give the points that their results bring."""
    points = points_of(results, system)
    return sum(points_from(row.points) == points[row.number] for row in rows.values())
