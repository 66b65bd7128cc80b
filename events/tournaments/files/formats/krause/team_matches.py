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

from clubscore.text.problems import Sentence, gettext_noop, sentence
from events.tournaments.core.domain.results import Code, PointSystem, points_text
from events.tournaments.core.domain.tournament import Team, Tournament
from events.tournaments.files.formats.krause.checks import points_of
from events.tournaments.files.formats.krause.games import Results
from events.tournaments.files.formats.krause.lines import (
    NOWHERE,
    TEAM_OF_TRF26,
    Line,
    Place,
    Report,
    points_from,
)
from events.tournaments.files.formats.krause.players import Row
from events.tournaments.files.formats.krause.team_facts import (
    OTHER_POINTS,
    facts_as_read,
    says_matches,
)
from events.tournaments.files.formats.krause.team_records import read_team_records
from events.tournaments.files.formats.krause.teams import name_of
from events.tournaments.teams.domain.event import TeamEvent
from events.tournaments.teams.domain.from_games import judged_event
from events.tournaments.teams.domain.standings import team_lines

_NOT_COUNTED = gettext_noop(
    "points of teams besides those of their matches (record 299) are kept, and not counted here"
)

KEPT = frozenset({"162", TEAM_OF_TRF26})
"""Records that are understood in part here, and preserved for the rest."""
OF_STANDINGS = frozenset({"202", "212"})
"""Tie-breaks: those of the teams, which are preserved with the other records of the teams."""


def is_team_event(lines: Iterable[Line]) -> bool:
    """Whether teams meet each other; an individual tournament can have club teams beside it."""
    lines = list(lines)
    return any(line.tag == TEAM_OF_TRF26 for line in lines) and says_matches(lines)


def check_team_event(tournament: Tournament, lines: Iterable[Line], report: Report) -> None:
    """Report what the records of teams say against the games, or cannot say."""
    lines = list(lines)
    records = read_team_records(lines, report)
    facts = facts_as_read(records, meet=True)
    places = [line for *_fact, line in records.byes], [forfeit.line for forfeit in records.forfeits]
    line_of = {
        id(fact): line
        for facts_, numbers in zip((facts.byes, facts.forfeits), places, strict=True)
        for fact, line in zip(facts_, numbers, strict=True)
    }
    event, notices = judged_event(replace(tournament, team_facts=facts))
    for what, about in notices:
        report.notice(what, Place(line_of[id(about)]) if about else NOWHERE)
    for line in lines:
        if line.tag == OTHER_POINTS:
            report.notice(Sentence(_NOT_COUNTED), Place(line.number, value=line.text.strip()))
    _check_totals(event, lines, report)


def _check_totals(event: TeamEvent, lines: Iterable[Line], report: Report) -> None:
    """Compare the points of records 310 with those of the matches."""
    standing = {event.team(line.number).name: line for line in team_lines(event, ())}
    for line in lines:
        found = standing.get(name_of(line)) if line.tag == TEAM_OF_TRF26 else None
        match, game = (points_from(line.columns(*each)) for each in ((55, 60), (62, 67)))
        if found and None not in (match, game):
            ours = found.match_points, found.game_points
            if (match, game) != ours:
                values = {
                    "team": name_of(line),
                    "given": points_text(match or Fraction(0)),
                    "given_game": points_text(game or Fraction(0)),
                    "match": points_text(ours[0]),
                    "game": points_text(ours[1]),
                }
                report.notice(
                    sentence(
                        'the team "%(team)s" has %(given)s match points and %(given_game)s game '
                        "points here; its"
                        " matches give %(match)s and %(game)s",
                        **values,
                    ),
                    Place(line.number),
                )


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
