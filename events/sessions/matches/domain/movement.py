"""Movements for teams, in which all meet all: both halves of every match are played at two tables
with the same boards (spec: teams, section 3).

North–South of team *t* stay at table *t*. With an odd number of teams East–West go two tables down
and boards one (the American Whist), with an even number East–West go one table up, and the tables
*t* and *t* + half share their boards (the New England Relay). An even number may also play as one
more would, where whoever would meet the last sits out: then nobody shares boards.

Or both halves of a match are played at once, at two tables that share their boards: the teams meet
as the pairs of a Howell do, so that one set of all boards is enough from eight teams on; up to six
all tables have the same boards.

Who sits where when teams, or pairs in a Swiss event, play matches: cells of a movement, and the
matches that are played in them.

The pairs of team *t* are the contestants 2*t* − 1, which sits North–South, and 2*t*, which sits
East–West. A match has two tables with the same boards: in the open room the home team is North–
South, in the closed room the away team is.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from clubscore.text.problems import Refused
from movements.domain.howell import SIZES, howell
from movements.domain.movement import Cell, Movement

MAX_TEAMS = 60


MAX_AT_ONCE = max(pairs for pairs, rounds in SIZES if rounds == pairs - 1)
"""The largest Howell that there is."""


class TeamsKind(StrEnum):
    """How the teams of an event in which all meet all move."""

    USUAL = "usual"
    WHIST = "whist"
    AT_ONCE = "at-once"


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


def teams_movement(
    teams: int, rounds: int | None = None, kind: TeamsKind = TeamsKind.USUAL
) -> TeamsMovement:
    """All meet all, or so many rounds in which every match has both halves; :class:`Refused` where
    there is no such movement."""
    if not 2 <= teams <= MAX_TEAMS:
        raise Refused.because(
            "A movement has 2 to %(most)s teams, not %(teams)s.", most=MAX_TEAMS, teams=teams
        )
    if kind is TeamsKind.AT_ONCE:
        return _at_once(teams, rounds)
    seats = teams + 1 if kind is TeamsKind.WHIST and teams % 2 == 0 else teams
    played = range(1, seats) if rounds is None else _chosen(seats, rounds, teams)
    name = f"New England Relay for {teams} teams"
    if seats % 2:
        name = f"American Whist for {teams} teams"
    return TeamsMovement(
        name,
        tuple(
            tuple(seat for seat in _round(seats, number) if max(seat.ns, seat.ew) <= teams)
            for number in played
        ),
    )


def _at_once(teams: int, rounds: int | None) -> TeamsMovement:
    """Both halves of a match at once, the matches of a round as the tables of a Howell; of an odd
    number one team sits out."""
    if teams == 2:
        return teams_movement(teams, rounds)
    seats = teams + teams % 2
    if seats > MAX_AT_ONCE:
        raise Refused.because(
            "Both halves of a match are played at once by at most %(most)s teams, not %(teams)s.",
            most=MAX_AT_ONCE,
            teams=teams,
        )
    whole = howell(seats, seats - 1).rounds
    if rounds is not None and not 1 <= rounds <= len(whole):
        raise _too_many(teams, len(whole), rounds)
    matches = [
        [(*cell.ns, *cell.ew, cell.group) for cell in row if max(cell.contestants) <= teams]
        for row in whole[:rounds]
    ]
    used = sorted({group for row in matches for *_, group in row})
    groups = {group: number for number, group in enumerate(used, start=1)}
    return TeamsMovement(
        f"Howell for {teams} teams",
        tuple(
            tuple(
                Seating(2 * place - 1 + half, *sides, groups[group])
                for place, (one, other, group) in enumerate(row, start=1)
                for half, sides in enumerate(((one, other), (other, one)))
            )
            for row in matches
        ),
    )


def _too_many(teams: int, most: int, rounds: int) -> Refused:
    return Refused.because(
        "%(teams)s teams meet in 1 to %(most)s rounds, not in %(rounds)s: nobody meets twice.",
        teams=teams,
        most=most,
        rounds=rounds,
    )


def _chosen(seats: int, rounds: int, teams: int) -> list[int]:
    """The rounds whose matches are whole: the second halves of round *r* are played as many
    rounds before the end."""
    if not 1 <= rounds < seats:
        raise _too_many(teams, seats - 1, rounds)
    if rounds % 2 and seats % 2:
        raise Refused.because(
            "With %(teams)s teams in this movement the two halves of a match are in different "
            "rounds: play an even number of rounds, not %(rounds)s.",
            teams=teams,
            rounds=rounds,
        )
    first = list(range(1, rounds // 2 + 1))
    # In the round in the middle both halves are played at once.
    middle = [seats // 2] if rounds % 2 else []
    return sorted([*first, *middle, *(seats - number for number in first)])


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


def as_teams(movement: TeamsMovement) -> Movement:
    """The movement with the numbers of the teams at the tables, to be looked at: a team sits at
    two."""
    return _as_movement(movement, int, int)


def _as_movement(
    movement: TeamsMovement, ns: Callable[[int], int], ew: Callable[[int], int]
) -> Movement:
    """Who sits at the tables, by the number of a team in each direction."""
    seats = [seat for seatings in movement.rounds for seat in seatings]
    tables = max(seat.table for seat in seats)
    rows: list[Row] = []
    for seatings in movement.rounds:
        cells = {seat.table: Cell((ns(seat.ns),), (ew(seat.ew),), seat.boards) for seat in seatings}
        rows.append(tuple(cells.get(table, Cell()) for table in range(1, tables + 1)))
    teams = max(max(seat.ns, seat.ew) for seat in seats)
    return Movement(
        contestants=max(ns(teams), ew(teams)),
        groups=max(seat.boards for seat in seats),
        individual=False,
        rounds=tuple(rows),
    )


def seated_teams(movement: TeamsMovement) -> tuple[Movement, tuple[SeatedMatch, ...]]:
    """The movement of pairs that a movement of teams is, with its matches."""
    matches: dict[frozenset[int], SeatedMatch] = {}
    for number, seatings in enumerate(movement.rounds, start=1):
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
    value = _as_movement(movement, north_south, east_west)
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


def halved(rounds: Sequence[Row]) -> tuple[Row, ...]:
    """Rounds with each in two halves, and each group of boards in two groups."""
    return tuple(
        tuple(
            replace(cell, group=2 * cell.group - 1 + half) if cell.group else cell for cell in row
        )
        for row in rounds
        for half in range(2)
    )


def whole_rounds(rounds: Sequence[Row]) -> tuple[Row, ...] | None:
    """The rounds that have such halves; ``None`` where two halves are not of one round."""
    found = tuple(
        tuple(replace(cell, group=(cell.group + 1) // 2) if cell.group else cell for cell in row)
        for row in rounds[::2]
    )
    return found if halved(found) == tuple(rounds) else None
