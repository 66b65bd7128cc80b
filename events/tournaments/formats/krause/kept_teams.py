"""The records of a tournament between teams that are written back as they were read.

162 and 310 hold more than is stored: what a bye brings a team, match points and places. They are
written as they were as long as the rest of them is still true. See
:mod:`events.tournaments.formats.krause.team_events`.
"""

from collections.abc import Iterable
from fractions import Fraction

from events.tournaments.domain.results import PointSystem
from events.tournaments.domain.tournament import PreservedLine, Team
from events.tournaments.formats.krause.lines import TEAM_OF_TRF26, Line
from events.tournaments.formats.krause.points import read_system
from events.tournaments.formats.krause.teams import members_of, name_of


def kept_points(preserved: Iterable[PreservedLine], system: PointSystem) -> str | None:
    """The file's own record 162, unless the points of a game have been changed since."""
    return next(
        (each.text for each in preserved if _is(each, "162") and _is_of(system, each.text)), None
    )


def kept_team(preserved: Iterable[PreservedLine], team: Team) -> str | None:
    """The file's own record 310, unless the team's name or members have been changed since."""
    for each in preserved:
        if _is(each, TEAM_OF_TRF26):
            line = Line(0, each.text, TEAM_OF_TRF26)
            members = tuple(int(text) for _column, text in members_of(line) if text.isdigit())
            if (name_of(line), members) == (team.name, team.members):
                return each.text
    return None


def is_written_elsewhere(line: PreservedLine) -> bool:
    """Whether it has its place among the records, and not at the end of the file."""
    return _is(line, "162") or _is(line, TEAM_OF_TRF26)


def _is(line: PreservedLine, tag: str) -> bool:
    return line.text[:4].rstrip() == tag


def _is_of(system: PointSystem, text: str) -> bool:
    points: dict[str, Fraction] = {}
    read_system(Line(0, text, "162"), points)
    points.pop("pairing_bye", None)
    return all(getattr(system, field) == worth for field, worth in points.items())
