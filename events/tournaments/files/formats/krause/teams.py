"""Records 013 and 310: teams and their members.

013   5-36 name                                                37-40, 42-45, … members
310   5-7 number, 9-40 name, 42-46 short name, 48-53 strength, 55-60 match points,
      62-67 game points, 69-71 rank,                           74-77, 79-82, … members
"""

import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import replace

from clubscore.text.numbers import whole_number
from clubscore.text.problems import sentence
from events.tournaments.core.domain.tournament import Team
from events.tournaments.files.formats.krause.lines import (
    TEAM,
    TEAM_OF_TRF26,
    Line,
    Place,
    Report,
    groups,
)
from events.tournaments.files.formats.krause.players import Row
from events.tournaments.teams.domain.from_games import match_teams

WIDTH, STEP = 4, 5


def read_teams(lines: list[Line], rows: Mapping[int, Row], report: Report) -> tuple[Team, ...]:
    """The teams in the order of the lines; 310 replaces 013 where a file has both."""
    newer = [line for line in lines if line.tag != TEAM]
    if newer and len(newer) < len(lines):
        older = next(line for line in lines if line.tag == TEAM)
        report.notice(
            sentence("the teams are read from records 310; records 013 are left out"),
            Place(older.number),
        )
    names: dict[str, int] = {}
    places: dict[int, tuple[str, int]] = {}
    teams = [_read_team(line, rows, names, places, report) for line in newer or lines]
    if teams:
        _check_everybody(rows, places, report)
    return tuple(teams)


def name_of(line: Line) -> str:
    """The name of a team, with single blanks."""
    return " ".join(line.columns(*((5, 36) if line.tag == TEAM else (9, 40))).split())


def members_of(line: Line) -> Iterable[tuple[int, str]]:
    """The members of a team: the column and the text of each number."""
    for column, text in groups(line.text, 37 if line.tag == TEAM else 74, WIDTH, STEP):
        if text.strip("0 "):
            yield column, text.strip()


def numbered_teams(lines: Iterable[Line], teams: Iterable[Team]) -> tuple[Team, ...]:
    """The teams with what their records 310 say besides, found by their names."""
    facts = {name_of(line): line for line in lines if line.tag == TEAM_OF_TRF26}
    found = []
    for team in teams:
        if line := facts.get(team.name):
            team = replace(
                team,
                number=whole_number(line.columns(5, 7).strip()) or None,
                short=line.columns(42, 46).strip(),
                strength=whole_number(line.columns(48, 53).strip()),
            )
        found.append(team)
    # Of two with one number the second gets the next that is free.
    return tuple(
        replace(team, number=match_team.number)
        for team, match_team in zip(found, match_teams(found), strict=True)
    )


def _read_team(
    line: Line,
    rows: Mapping[int, Row],
    names: dict[str, int],
    places: dict[int, tuple[str, int]],
    report: Report,
) -> Team:
    name = name_of(line)
    # Accents may be composed or not, and spaces do not count.
    key = "".join(unicodedata.normalize("NFC", name).split()).casefold()
    if not name:
        report.error(sentence("a team has no name"), Place(line.number))
    elif key in names:
        report.error(
            sentence('the team "%(name)s" is also in line %(other)s', name=name, other=names[key]),
            Place(line.number, value=name),
        )
    names.setdefault(key, line.number)
    members: list[int] = []
    for column, text in members_of(line):
        place = Place(line.number, column=column, value=text)
        _add_member(text, name, rows, members, places, place, report)
    if not members:
        report.tolerate(
            sentence('the team "%(name)s" has no members', name=name), Place(line.number)
        )
    return Team(name, tuple(members))


def _add_member(
    text: str,
    team: str,
    rows: Mapping[int, Row],
    members: list[int],
    places: dict[int, tuple[str, int]],
    place: Place,
    report: Report,
) -> None:
    number = whole_number(text) or 0
    values = {"text": text, "team": team}
    if number not in rows:
        report.error(
            sentence('"%(text)s", a member of the team "%(team)s", is not a player', **values),
            place,
        )
        return
    if number in members:
        report.tolerate(
            sentence(
                'player %(text)s is in the team "%(team)s" twice; the second is ignored', **values
            ),
            place,
        )
        return
    if number in places:
        other, line = places[number]
        report.error(
            sentence(
                'player %(text)s of the team "%(team)s" is in the team "%(other)s" too, line '
                "%(line)s",
                **values,
                other=other,
                line=line,
            ),
            place,
        )
        return
    members.append(number)
    places[number] = team, place.line or 0


def _check_everybody(
    rows: Mapping[int, Row], places: Mapping[int, tuple[str, int]], report: Report
) -> None:
    for row in rows.values():
        if row.number not in places:
            report.tolerate(sentence("in no team, although others are"), row.place())
