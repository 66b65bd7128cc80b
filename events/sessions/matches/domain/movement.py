"""Movements for teams, in which all meet all: both halves of every match are played at two tables
with the same boards (spec: teams, section 3).

North–South of team *t* stay at table *t*. With an odd number of teams East–West go two tables down
and boards one (the American Whist), with an even number East–West go one table up, and the tables
*t* and *t* + half share their boards (the New England Relay).

Who sits where when teams, or pairs in a Swiss event, play matches: cells of a movement, and the
matches that are played in them.

The pairs of team *t* are the contestants 2*t* − 1, which sits North–South, and 2*t*, which sits
East–West. A match has two tables with the same boards: in the open room the home team is North–
South, in the closed room the away team is.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from clubscore.text.problems import Refused
from movements.domain.movement import Cell, Movement

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
        raise Refused.because(
            "A movement has 2 to %(most)s teams, not %(teams)s.", most=MAX_TEAMS, teams=teams
        )
    played = range(1, teams) if rounds is None else _chosen(teams, rounds)
    if teams % 2:
        name = f"American Whist for {teams} teams"
    else:
        name = f"New England Relay for {teams} teams"
    return TeamsMovement(name, tuple(tuple(_round(teams, number)) for number in played))


def _chosen(teams: int, rounds: int) -> list[int]:
    """The rounds whose matches are whole: the second halves of round *r* are played as many
    rounds before the end."""
    if not 1 <= rounds < teams:
        raise Refused.because(
            "%(teams)s teams meet in 1 to %(most)s rounds, not in %(rounds)s: nobody meets twice.",
            teams=teams,
            most=teams - 1,
            rounds=rounds,
        )
    if rounds % 2 and teams % 2:
        raise Refused.because(
            "With %(teams)s teams, which is an odd number, the two halves of a match are in "
            "different rounds: play an even number of rounds, not %(rounds)s.",
            teams=teams,
            rounds=rounds,
        )
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


Row = tuple[Cell, ...]
"""The tables of a round of a movement."""


@dataclass(frozen=True, slots=True)
class SeatedMatch:
    """A match of the teams ``home`` and ``away``: the first and the last round of the event, its
    table (the first of two), the first and the last of the groups of boards, and the second table
    where the match alone has it in all its rounds."""

    first_round: int
    last_round: int
    table: int
    home: int
    away: int
    groups: tuple[int, int]
    second_table: int | None = None


def north_south(team: int) -> int:
    """The number of the pair of a team that sits North–South."""
    return 2 * team - 1


def east_west(team: int) -> int:
    """The number of the pair of a team that sits East–West."""
    return 2 * team


def seated_teams(movement: TeamsMovement) -> tuple[Movement, tuple[SeatedMatch, ...]]:
    """The movement of pairs that a movement of teams is, with its matches."""
    teams = max(seating.ns for seatings in movement.rounds for seating in seatings)
    rows: list[Row] = []
    matches: dict[frozenset[int], SeatedMatch] = {}
    for number, seatings in enumerate(movement.rounds, start=1):
        rows.append(
            tuple(
                Cell((north_south(seating.ns),), (east_west(seating.ew),), seating.boards)
                for seating in sorted(seatings, key=lambda seating: seating.table)
            )
        )
        for seating in seatings:
            teams_met = frozenset((seating.ns, seating.ew))
            first = matches.get(teams_met)
            matches[teams_met] = SeatedMatch(
                first.first_round if first else number,
                number,
                first.table if first else seating.table,
                first.home if first else seating.ns,
                first.away if first else seating.ew,
                (seating.boards, seating.boards),
            )
    value = Movement(
        contestants=2 * teams,
        groups=max(cell.group for row in rows for cell in row),
        individual=False,
        rounds=tuple(rows),
    )
    in_order = sorted(matches.values(), key=lambda match: (match.first_round, match.table))
    return value, tuple(in_order)


@dataclass(frozen=True, slots=True)
class RoundPlan:
    """What is to be seated: the round of the event, its groups of boards (two where a match is
    played in halves), matches by home and away team in the order of their tables, who plays a
    triangle, the group of boards that only the triangle plays, and who has a bye."""

    number: int
    groups: tuple[int, ...]
    pairs: tuple[tuple[int, int], ...]
    triangle: tuple[int, ...] = ()
    next_group: int = 0
    extra_group: int = 0
    bye: int | None = None


def seated_pairs(plan: RoundPlan) -> tuple[tuple[Row, ...], tuple[SeatedMatch, ...]]:
    """The tables of a round of Swiss pairs, a row for each group of boards: pair against pair.

    Of three pairs the first, the anchor, stays at a table of its own and plays half of the boards
    against each of the two others.
    """
    groups = (plan.groups[0], plan.groups[-1])
    matches = [
        SeatedMatch(plan.number, plan.number, table, home, away, groups)
        for table, (home, away) in enumerate(plan.pairs, start=1)
    ]
    rows = [[Cell((home,), (away,), group) for home, away in plan.pairs] for group in plan.groups]
    if plan.triangle:
        anchor, *others = plan.triangle
        for row, other, group in zip(rows, others, plan.groups, strict=True):
            row.append(Cell((anchor,), (other,), group))
            matches.append(
                SeatedMatch(plan.number, plan.number, len(row), anchor, other, (group, group))
            )
    return tuple(map(tuple, rows)), tuple(matches)


def halves_out(plan: RoundPlan) -> tuple[tuple[int, int], ...]:
    """Which of three pairs sits out which group of boards: each of the two that are no anchor
    those of the other's half match."""
    if not plan.triangle:
        return ()
    _anchor, first, second = plan.triangle
    return (second, plan.groups[0]), (first, plan.groups[-1])


def seated_round(
    plan: RoundPlan, before: Sequence[Cell] = ()
) -> tuple[tuple[Row, ...], tuple[SeatedMatch, ...]]:
    """The tables of a round of Swiss teams, a row for each group of boards, and the matches that
    begin; ``before`` is the second half of a triangle that began in the round before."""
    matches = [
        SeatedMatch(
            plan.number,
            plan.number,
            2 * place - 1,
            home,
            away,
            (plan.groups[0], plan.groups[-1]),
            2 * place,
        )
        for place, (home, away) in enumerate(plan.pairs, start=1)
    ]
    rows = [list(_tables(plan.pairs, group)) + list(before) for group in plan.groups]
    if plan.triangle:
        first, second, third = plan.triangle
        halves = len(plan.groups) == 2
        sets = (plan.groups[0], plan.groups[1] if halves else plan.next_group, plan.extra_group)
        now, then = triangle(plan.triangle, sets)
        table = len(rows[0]) + 1
        rows[0] += now
        if halves:
            rows[1] += then
        last = plan.number if halves else plan.number + 1
        teams = ((first, second), (second, third), (third, first))
        matches += [
            SeatedMatch(plan.number, last, table + place, home, away, (group, group))
            for place, ((home, away), group) in enumerate(zip(teams, sets, strict=True))
        ]
    return tuple(tuple(row) for row in rows), tuple(matches)


def _tables(pairs: Iterable[tuple[int, int]], group: int) -> Iterable[Cell]:
    for home, away in pairs:
        yield Cell((north_south(home),), (east_west(away),), group)
        yield Cell((north_south(away),), (east_west(home),), group)


def triangle(teams: Sequence[int], groups: Sequence[int]) -> tuple[list[Cell], list[Cell]]:
    """Three tables for each of two halves: in the first each team's North–South meet the next
    team, in the second the one before, with the boards of the match's first half."""
    first, second, third = teams
    one, two, three = groups
    now = [
        Cell((north_south(first),), (east_west(second),), one),
        Cell((north_south(second),), (east_west(third),), two),
        Cell((north_south(third),), (east_west(first),), three),
    ]
    then = [
        Cell((north_south(first),), (east_west(third),), three),
        Cell((north_south(second),), (east_west(first),), one),
        Cell((north_south(third),), (east_west(second),), two),
    ]
    return now, then


def drawn_movement(rows: Sequence[Row], contestants: int) -> Movement:
    """A movement of these rounds, all with as many tables."""
    trimmed = [_trimmed(row) for row in rows]
    tables = max(len(row) for row in trimmed)
    return Movement(
        contestants=contestants,
        groups=max(cell.group for row in trimmed for cell in row),
        individual=False,
        rounds=tuple(row + (Cell(),) * (tables - len(row)) for row in trimmed),
        numbered_groups=True,
    )


def _trimmed(row: Row) -> Row:
    used = [place for place, cell in enumerate(row, start=1) if not cell.is_empty]
    return row[: max(used, default=0)]
