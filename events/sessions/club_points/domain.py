"""Club points of a session by the published rules of three unions; unofficial: the union decides
(spec: teams, section 4).

All points are hundredths. ``tables`` are full tables for the rule of the English Bridge Union,
halves rounded up for the other two, and for teams their number.

Club points by a rule of the club's own: equal steps from the last who gets points upwards (spec:
teams, section 4). All points are hundredths.

The club points of a season: everybody's sums, of all sessions or of the best. Hundredths.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from itertools import groupby
from typing import Final

from clubscore.text.problems import Refused
from events.common.domain import UNPLACED, Place

MAX_TABLES: Final = 1000


class FieldKind(StrEnum):
    """What a field is of, and whether pairs have one list of winners or two."""

    PAIRS = "pairs"
    TWO_WINNER = "two-winner"
    TEAMS = "teams"
    INDIVIDUAL = "individual"


class Rule(StrEnum):
    EBU_CLUB = "ebu-club"
    ABF_CLUB = "abf-club"
    ACBL_OPEN = "acbl-open"


def club_points(
    rule: Rule,
    field: FieldKind,
    *,
    places: Sequence[int],
    tables: int,
    size: int | None = None,
    boards: int | None = None,
    weight: Fraction | None = None,
) -> list[int]:
    """The points of those who came in these places, in their order; equal places are shared ones.
    ``size`` is how many are compared, of whom some may have no place; else tables and places tell.
    :class:`Refused` for places, tables or boards that the rule does not know."""
    if not 1 <= tables <= MAX_TABLES:
        raise Refused.because(
            "There are 1 to %(most)s tables, not %(tables)s.", most=MAX_TABLES, tables=tables
        )
    _check_places(places)
    size = size or _size(field, tables, len(places))
    awards = _RULES[rule](field, size, tables, boards, weight)
    return [_shared(awards, place, places.count(place)) for place in places]


def _check_places(places: Sequence[int]) -> None:
    """Shared places take those after them: 1 2 2 4."""
    for place in sorted(set(places)):
        better = sum(other < place for other in places)
        if place != better + 1:
            raise Refused.because(
                "Place %(place)s cannot be: %(better)s came before it. Shared places take "
                "those "
                "after them, as in 1 2 2 4.",
                place=place,
                better=better,
            )


def _size(field: FieldKind, tables: int, places: int) -> int:
    """How many are compared: pairs, those of one line, teams or players."""
    # With a half table one fewer plays; then the places tell.
    match field:
        case FieldKind.PAIRS:
            return max(places, 2 * tables - 1)
        case FieldKind.TWO_WINNER:
            return max(places, tables - 1)
        case FieldKind.TEAMS:
            return tables
        case FieldKind.INDIVIDUAL:
            return 4 * tables


def _shared(awards: Sequence[int], place: int, count: int) -> int:
    """The mean of the awards of a shared place, halves up."""
    return _half_up(Fraction(sum(awards[place - 1 : place - 1 + count]), count))


def _half_up(value: Fraction) -> int:
    return int(value + Fraction(1, 2))


EBU_STEPS: Final[Mapping[FieldKind, tuple[int, int]]] = {
    FieldKind.PAIRS: (6, 6),
    FieldKind.TWO_WINNER: (10, 10),
    FieldKind.TEAMS: (10, 10),
    FieldKind.INDIVIDUAL: (3, 6),
}
"""From place to place, and at least."""


def _ebu(
    field: FieldKind, size: int, tables: int, boards: int | None, weight: Fraction | None
) -> list[int]:
    """A third of the field, in equal steps."""
    if boards is not None and not 18 <= boards <= 35:
        raise Refused.because(
            "The club scale of the EBU is for sessions of 18 to 35 boards, not of %(boards)s.",
            boards=boards,
        )
    # Half tables do not count here.
    compared = tables * {FieldKind.PAIRS: 2, FieldKind.INDIVIDUAL: 4}.get(field, 1)
    awards = -(-compared // 3)
    step, least = EBU_STEPS[field]
    points = (max(least, step * number) for number in range(awards, 0, -1))
    return [_half_up(point * (weight or Fraction(1))) for point in points]


def abf_a_table(field: FieldKind) -> int:
    """What the first has for each table, or team, before the weight."""
    return 2 if field is FieldKind.TWO_WINNER else 4


def _abf(
    field: FieldKind, size: int, tables: int, boards: int | None, weight: Fraction | None
) -> list[int]:
    """Half of the field; the first by the number of tables, the second 70 per cent of that, the
    others its half, third, fourth …"""
    weight = Fraction(3, 2) if weight is None else weight
    winner = abf_a_table(field) * tables * weight
    awards = -(-size // 3) if field is FieldKind.TEAMS else size // 2
    parts = [
        Fraction(1),
        Fraction(7, 10),
        *(Fraction(1, place - 1) for place in range(3, awards + 1)),
    ]
    return [_half_up(winner * part) for part in parts[:awards]]


_ACBL_PARTS: Final = (Fraction(1), Fraction(7, 10), Fraction(1, 2), Fraction(7, 20))

_ACBL_MAX: Final = 150


def _acbl(
    field: FieldKind, size: int, tables: int, boards: int | None, weight: Fraction | None
) -> list[int]:
    """A tenth of a point for each in the comparison group, for two fifths of it."""
    if field is FieldKind.TWO_WINNER:
        # A half table counts full, in the shorter line as well.
        size = max(size, tables)
    winner = min(10 * size * (weight or 1), _ACBL_MAX * (weight or 1))
    awards = _half_up(Fraction(2 * size, 5))
    parts = [*_ACBL_PARTS, *(Fraction(1, place) for place in range(5, awards + 1))]
    return [_half_up(winner * part) for part in parts[:awards]]


_Awards = Callable[[FieldKind, int, int, int | None, Fraction | None], list[int]]

_RULES: Final[Mapping[Rule, _Awards]] = {
    Rule.EBU_CLUB: _ebu,
    Rule.ABF_CLUB: _abf,
    Rule.ACBL_OPEN: _acbl,
}


@dataclass(frozen=True, slots=True)
class OwnRule:
    """``part`` of the field gets points, rounded up; ``least`` and ``most`` are 0 for no limit."""

    part: Fraction
    step: int
    least: int = 0
    most: int = 0
    best_of_ties: bool = False


def own_points(rule: OwnRule, *, places: Sequence[int], size: int) -> list[int]:
    """The points of those who came in these places of a field of so many, in their order."""
    count = -(-(size * rule.part.numerator) // rule.part.denominator)
    awards = [_limited(rule, rule.step * number) for number in range(count, 0, -1)]
    return [_of_place(rule, awards, place, list(places).count(place)) for place in places]


def _limited(rule: OwnRule, points: int) -> int:
    points = max(points, rule.least)
    return min(points, rule.most) if rule.most else points


def _of_place(rule: OwnRule, awards: Sequence[int], place: int, sharing: int) -> int:
    taken = awards[place - 1 : place - 1 + sharing]
    if rule.best_of_ties:
        return taken[0] if taken else 0
    # The mean, halves up.
    return int(Fraction(sum(taken), sharing) + Fraction(1, 2))


@dataclass(frozen=True, slots=True)
class SeasonLine:
    """A player's place, the sum of what counts, in how many sessions there were points,
    and the points of each session by its id, with those that are dropped."""

    place: Place
    player: int
    total: int
    points: Mapping[int, int]
    dropped: frozenset[int]


def season_lines(
    sessions: Mapping[int, Mapping[int, int]], *, best: int | None = None
) -> list[SeasonLine]:
    """The table of a season from the points of the players of each session; equal sums share the
    place. Of equal points those of the earlier session, which stands first, count."""
    found: dict[int, dict[int, int]] = {}
    for session, points in sessions.items():
        for player, point in points.items():
            found.setdefault(player, {})[session] = point
    rows = sorted(
        (_line(player, points, best) for player, points in found.items()),
        key=lambda line: (-line.total, line.player),
    )
    return list(_placed(rows))


def _line(player: int, points: Mapping[int, int], best: int | None) -> SeasonLine:
    in_order = sorted(points, key=lambda session: -points[session])
    dropped = frozenset(in_order[best:]) if best else frozenset()
    total = sum(point for session, point in points.items() if session not in dropped)
    return SeasonLine(UNPLACED, player, total, points, dropped)


def _placed(rows: Iterable[SeasonLine]) -> Iterable[SeasonLine]:
    first = 1
    for _total, group in groupby(rows, key=lambda line: line.total):
        shared = list(group)
        place = Place(first, is_shared=len(shared) > 1)
        for line in shared:
            yield SeasonLine(place, line.player, line.total, line.points, line.dropped)
        first += len(shared)
