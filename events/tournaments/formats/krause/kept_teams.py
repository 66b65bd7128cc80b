"""The records of a tournament between teams that are written back as they were read.

162 holds more than is stored, what a bye brings a team; it is written as it was as long as the
rest of it is still true. 300, 310, 320, 801 and 802 are computed from the matches; where the file
awards points besides (record 299), which are not counted here, 310 is written as 162 is, and the
others as they were. See :mod:`events.tournaments.formats.krause.team_events`.
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


def is_computed(line: PreservedLine) -> bool:
    """Whether it only repeats what the matches of the teams say."""
    return line.text[:4].rstrip() in ("300", "320", "801", "802")


def has_other_points(preserved: Iterable[PreservedLine]) -> bool:
    """Whether teams have points besides those of their matches (record 299)."""
    return any(_is(each, "299") for each in preserved)


def _is(line: PreservedLine, tag: str) -> bool:
    return line.text[:4].rstrip() == tag


def _is_of(system: PointSystem, text: str) -> bool:
    points: dict[str, Fraction] = {}
    read_system(Line(0, text, "162"), points)
    points.pop("pairing_bye", None)
    return all(getattr(system, field) == worth for field, worth in points.items())
