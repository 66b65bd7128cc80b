"""What a list of members would do to the register as data for JSON, as the command line prints
it.

A player has the keys of the strict profile, with the particle for *middle*, so that given, middle
and family name together are the name; then what is done. What the strict profile does not know is
there where it is not empty.
"""

from typing import Any

from clubscore.problems import Problem
from players.domain.members.matching import Match

_ALWAYS = ("grade", "club", "country")


def match_data(match: Match) -> dict[str, Any]:
    """A member: who, and what would be done. ``merge`` are records that seem to be one player's."""
    member, name = match.member, match.member.name
    others = {field: text for field, text in member.facts.items() if field not in _ALWAYS}
    data = {
        "given": name.given,
        "middle": name.particle,
        "family": name.family,
        **{field: member.facts.get(field, "") for field in _ALWAYS},
        "reg": member.registered,
        "rounds": list(member.rounds),
        "group": member.group,
        "note": "",
        **others,
        "action": match.action.value,
        "changes": {field: list(pair) for field, pair in match.changes.items()},
    }
    if match.name and match.name != name:
        data["name"] = match.name.text
    if match.known and match.twins:
        data["merge"] = [match.known.number, *(twin.number for twin in match.twins)]
    return data


def problem_data(problem: Problem, message: str) -> dict[str, Any]:
    """A problem of a line, with its translated message."""
    return {
        "line": problem.line or 1,
        "field": problem.column or "",
        "value": problem.value or "",
        "message": message,
    }
