"""Movements for teams, in which all meet all: both halves of every match are played at two tables
with the same boards (spec: teams, section 3).

North–South of team *t* stay at table *t*. With an odd number of teams East–West go two tables down
and boards one (the American Whist), with an even number East–West go one table up, and the tables
*t* and *t* + half share their boards (the New England Relay).
"""

from collections.abc import Iterable
from dataclasses import dataclass

from clubscore.problems import Refused, gettext_noop, sentence

MAX_TEAMS = 60


@dataclass(frozen=True, slots=True)
class Seating:
    """A table in a round: North–South of a team, East–West of another, and their set of boards."""

    table: int
    ns: int
    ew: int
    boards: int


@dataclass(frozen=True, slots=True)
class TeamsMovement:
    name: str
    rounds: tuple[tuple[Seating, ...], ...]


def teams_movement(teams: int, rounds: int | None = None) -> TeamsMovement:
    """All meet all, or so many rounds in which every match has both halves; :class:`Refused` where
    there is no such movement."""
    if not 2 <= teams <= MAX_TEAMS:
        template = gettext_noop("A movement has 2 to %(most)s teams, not %(teams)s.")
        raise Refused(sentence(template, most=MAX_TEAMS, teams=teams))
    played = range(1, teams) if rounds is None else _chosen(teams, rounds)
    if teams % 2:
        name = f"American Whist for {teams} teams"
    else:
        name = f"New England Relay for {teams} teams"
    return TeamsMovement(name, tuple(tuple(_round(teams, number)) for number in played))


def _chosen(teams: int, rounds: int) -> list[int]:
    """Of all rounds those whose matches are whole: the second halves of round *r* are played as
    many rounds before the end."""
    if not 1 <= rounds < teams:
        template = gettext_noop(
            "%(teams)s teams meet in 1 to %(most)s rounds, not in %(rounds)s: nobody meets twice."
        )
        raise Refused(sentence(template, teams=teams, most=teams - 1, rounds=rounds))
    if rounds % 2 and teams % 2:
        template = gettext_noop(
            "With %(teams)s teams, which is an odd number, the two halves of a match are in "
            "different rounds: play an even number of rounds, not %(rounds)s."
        )
        raise Refused(sentence(template, teams=teams, rounds=rounds))
    first = list(range(1, rounds // 2 + 1))
    # In the round in the middle both halves are played at once.
    middle = [teams // 2] if rounds % 2 else []
    return sorted([*first, *middle, *(teams - number for number in first)])


def _round(teams: int, number: int) -> Iterable[Seating]:
    for table in range(1, teams + 1):
        if teams % 2:
            ew, boards = table + 2 * number, table + number
        else:
            ew, boards = table - number, 2 * table - number
        yield Seating(table, table, _within(ew, teams), _within(boards, teams))


def _within(number: int, teams: int) -> int:
    return (number - 1) % teams + 1
