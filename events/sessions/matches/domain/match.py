"""The score of a match of teams: two tables play the same boards, the home team sits North–South in
the open room and East–West in the closed one (Law 78B; spec: teams, section 3).

A board of a match: what both tables scored becomes IMPs, or points of point-a-board.

An adjusted score counts for each side by itself (Laws 12C and 86B): weighted scores are compared
with every score of the other table, average plus is 3 IMPs. The two sides then need not have the
same with opposite signs.

A match of Swiss pairs: each pair is scored alone, by its percentage or by cross-IMPs, so that
the two need not have 20 VPs between them (White Book 3.1.3 and 3.1.7; spec: teams, section 3).
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal, localcontext
from enum import StrEnum
from fractions import Fraction
from functools import cache

from clubscore.text.problems import Problem, sentence
from events.sessions.core.domain.adjustment import NOT_PLAYED, Average, Award, Weighted, outcome_of
from events.sessions.core.domain.contract import Side
from events.sessions.core.domain.line_result import LineResult
from events.sessions.matches.domain.scales import VP, Scale
from events.sessions.scoring.domain.imps import Both, artificial_imps, imps


class Room(StrEnum):
    OPEN = "open"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class Result:
    """What was scored in one room, seen from North–South; ``None`` for a board not played. ``line``
    counts from 1."""

    round: int
    home: str
    away: str
    board: int
    room: Room
    score: int | None
    line: int | None = None


@dataclass(frozen=True, slots=True)
class BoardScore:
    """``imps`` and ``point`` (1, ½ or 0) of the home team; ``None`` where a room is missing."""

    number: int
    imps: int | None
    point: Fraction | None


@dataclass(frozen=True, slots=True)
class Match:
    """A match as it stands: the IMPs that each team won, and the victory points, or with
    point-a-board the points, of both."""

    round: int
    home: str
    away: str
    boards: tuple[BoardScore, ...]
    imps: tuple[int, int]
    points: tuple[Fraction, Fraction]


@dataclass(frozen=True, slots=True)
class Scored:
    """All matches in their order, the sums of the teams, the best first, and what was noticed."""

    matches: tuple[Match, ...]
    standings: tuple[tuple[str, Fraction], ...]
    warnings: tuple[Problem, ...]


ScaleFor = Callable[[int], Scale]


def score_matches(results: Iterable[Result], scale_for: ScaleFor | None) -> Scored:
    """Score every match by the scale for the number of its boards, also where some could not be
    played; without a scale by point-a-board. Raises :class:`Refused` where the scale has no such
    length."""
    found: dict[tuple[int, str, str], list[Result]] = defaultdict(list)
    for result in results:
        found[result.round, result.home, result.away].append(result)
    warnings: list[Problem] = []
    matches = tuple(
        _match(key, of_match, scale_for, warnings) for key, of_match in sorted(found.items())
    )
    totals: dict[str, Fraction] = defaultdict(Fraction)
    for match in matches:
        totals[match.home] += match.points[0]
        totals[match.away] += match.points[1]
    standings = sorted(totals.items(), key=lambda each: (-each[1], each[0]))
    return Scored(matches, tuple(standings), tuple(warnings))


def _match(
    key: tuple[int, str, str],
    results: Sequence[Result],
    scale_for: ScaleFor | None,
    warnings: list[Problem],
) -> Match:
    boards = tuple(
        _board(number, [result for result in results if result.board == number], warnings)
        for number in sorted({result.board for result in results})
    )
    won = [board.imps for board in boards if board.imps is not None]
    total = (sum(each for each in won if each > 0), -sum(each for each in won if each < 0))
    if scale_for is None:
        points = [board.point for board in boards if board.point is not None]
        home = sum(points, Fraction(0))
        return Match(*key, boards, total, (home, len(points) - home))
    vps = scale_for(len(boards)).points(total[0] - total[1])
    return Match(*key, boards, total, (Fraction(vps[0], VP), Fraction(vps[1], VP)))


def _board(number: int, results: Sequence[Result], warnings: list[Problem]) -> BoardScore:
    scores: dict[Room, int] = {}
    for room in Room:
        of_room = [result for result in results if result.room is room]
        if len(of_room) > 1:
            warnings.append(_twice(of_room[-1]))
            return BoardScore(number, None, None)
        if not of_room or of_room[0].score is None:
            warnings.append(_missing((of_room or results)[0], room))
            return BoardScore(number, None, None)
        scores[room] = of_room[0].score
    difference = scores[Room.OPEN] - scores[Room.CLOSED]
    point = Fraction(1, 2) if difference == 0 else Fraction(int(difference > 0))
    return BoardScore(number, imps(difference), point)


def _twice(result: Result) -> Problem:
    return Problem(
        sentence(
            "Round %(round)s, %(home)s – %(away)s: board %(board)s has two results of the %(room)s "
            "room. Did both pairs of a team sit the same way? The board is not scored.",
            **_values(result, result.room),
        ),
        line=result.line,
    )


def _missing(result: Result, room: Room) -> Problem:
    return Problem(
        sentence(
            "Round %(round)s, %(home)s – %(away)s: board %(board)s has no result of the %(room)s "
            "room, "
            "and is not scored.",
            **_values(result, room),
        ),
        line=result.line,
    )


def _values(result: Result, room: Room) -> dict[str, object]:
    return {
        "round": result.round,
        "home": result.home,
        "away": result.away,
        "board": result.board,
        "room": room.value,
    }


HALF = Fraction(1, 2)


@dataclass(frozen=True, slots=True)
class BoardOfMatch:
    """What the home and the away team won on a board, in IMPs, signed, and in points from 0 to 1;
    ``None`` where the board does not count (yet). ``is_played`` is false for a board that will
    not be scored."""

    number: int
    imps: Both | None = None
    points: Both | None = None
    is_played: bool = True


def score_board(
    number: int, open_room: LineResult | None, closed: LineResult | None
) -> BoardOfMatch:
    """A board by the results of the open room, where the home team is North–South, and of the
    closed room, where it is East–West; ``None`` or empty for a result that is not in."""
    rooms = (open_room, closed)
    if any(room is not None and room.adjustment is NOT_PLAYED for room in rooms):
        return BoardOfMatch(number, is_played=False)
    if open_room is None or closed is None or open_room.is_empty or closed.is_empty:
        return BoardOfMatch(number)
    if open_room.adjustment is None and closed.adjustment is None:
        won, part = _plain((open_room.score_ns or 0) - (closed.score_ns or 0))
        return BoardOfMatch(number, won, part)
    home = ((open_room, Side.NS), (closed, Side.EW))
    away = ((closed, Side.NS), (open_room, Side.EW))
    return BoardOfMatch(
        number,
        (_value(home, _imps, artificial_imps), _value(away, _imps, artificial_imps)),
        (_value(home, _point, _part), _value(away, _point, _part)),
    )


@cache
def _plain(difference: int) -> tuple[Both, Both]:
    """IMPs and points of both teams by the difference of two scores; there are a few hundred."""
    won, part = _imps(difference), _point(difference)
    return (won, -won), (part, 1 - part)


_Seats = tuple[tuple[LineResult, Side], tuple[LineResult, Side]]


def _value(
    seats: _Seats, compared: Callable[[int], Fraction], awarded: Callable[[Award], Fraction]
) -> Fraction:
    """What a team has, by its seat at both tables: an award takes the place of the comparison."""
    awards = [award for result, side in seats if (award := _award(result, side)) is not None]
    if awards:
        # One board, one award: with one in each room, their mean.
        return sum(map(awarded, awards), Fraction(0)) / len(awards)
    (first, first_side), (second, second_side) = seats
    return sum(
        (
            weight * other_weight * compared(score + other)
            for weight, score in scores_for(first, first_side)
            for other_weight, other in scores_for(second, second_side)
        ),
        Fraction(0),
    )


def _award(result: LineResult, side: Side) -> Award | None:
    """What takes the place of the comparison; a side for which the board does not count has the
    average of it."""
    outcome = None if result.adjustment is None else outcome_of(result.adjustment, side)
    if outcome is NOT_PLAYED:
        return Average.EQUAL
    return None if isinstance(outcome, Weighted) else outcome


def scores_for(result: LineResult, side: Side) -> list[tuple[Fraction, int]]:
    """The scores for a side, positive where it won, with their weights; none for an award, or
    where the board does not count for it."""
    sign = 1 if side is Side.NS else -1
    if result.adjustment is None:
        return [] if result.score_ns is None else [(Fraction(1), sign * result.score_ns)]
    outcome = outcome_of(result.adjustment, side)
    parts = outcome.components if isinstance(outcome, Weighted) else ()
    return [(component.weight, sign * component.score_ns) for component in parts]


def _imps(difference: int) -> Fraction:
    return Fraction(imps(difference))


def _point(difference: int) -> Fraction:
    return HALF if difference == 0 else Fraction(int(difference > 0))


def _part(award: Award) -> Fraction:
    percentage = award.percentage if isinstance(award, Average) else award
    return percentage / 100


_DIGITS = 40

Board = tuple[Fraction, Fraction]
"""What a pair got on a board, and the most it could get."""

Scores = Sequence[tuple[Fraction, int]]
"""The score of a table, or the weighted scores of a ruling: weights, which add up to 1, and
scores."""


def percentage(boards: Iterable[Board]) -> Fraction | None:
    """The percentage of the boards scored; ``None`` where none is."""
    points = top = Fraction(0)
    for got, of in boards:
        points += got
        top += of
    return points * 100 / top if top else None


def cross_imps(own: Scores, others: Sequence[Scores]) -> Decimal:
    """The IMPs of a board against all other results: their sum over √(r(r − 1) / 2), where r are
    all results; the scores are those for the pair's direction."""
    results = len(others) + 1
    if results == 1:
        return Decimal(0)
    total = sum(
        (
            weight * other_weight * imps(score - other_score)
            for other in others
            for weight, score in own
            for other_weight, other_score in other
        ),
        Fraction(0),
    )
    with localcontext(prec=_DIGITS):
        root = (Decimal(results * (results - 1)) / 2).sqrt()
        return Decimal(total.numerator) / Decimal(total.denominator) / root


def whole_imps(boards: Iterable[Decimal]) -> int:
    """The sum of a match to a whole IMP, halves away from zero."""
    with localcontext(prec=_DIGITS):
        return int(sum(boards, Decimal(0)).to_integral_value(rounding=ROUND_HALF_UP))
