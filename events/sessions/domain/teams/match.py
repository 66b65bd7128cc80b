"""The score of a match of teams: two tables play the same boards, the home team sits North–South in
the open room and East–West in the closed one (Law 78B; spec: teams, section 3)."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from clubscore.problems import Problem, gettext_noop, sentence
from events.sessions.domain.scoring.imps import imps
from events.sessions.domain.teams.scale import VP, Scale


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
        _board(number, [each for each in results if each.board == number], warnings)
        for number in sorted({each.board for each in results})
    )
    won = [each.imps for each in boards if each.imps is not None]
    total = (sum(each for each in won if each > 0), -sum(each for each in won if each < 0))
    if scale_for is None:
        points = [each.point for each in boards if each.point is not None]
        home = sum(points, Fraction(0))
        return Match(*key, boards, total, (home, len(points) - home))
    vps = scale_for(len(boards)).points(total[0] - total[1])
    return Match(*key, boards, total, (Fraction(vps[0], VP), Fraction(vps[1], VP)))


def _board(number: int, results: Sequence[Result], warnings: list[Problem]) -> BoardScore:
    scores: dict[Room, int] = {}
    for room in Room:
        of_room = [each for each in results if each.room is room]
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
    template = gettext_noop(
        "Round %(round)s, %(home)s – %(away)s: board %(board)s has two results of the %(room)s "
        "room. Did both pairs of a team sit the same way? The board is not scored."
    )
    return Problem(sentence(template, **_values(result, result.room)), line=result.line)


def _missing(result: Result, room: Room) -> Problem:
    template = gettext_noop(
        "Round %(round)s, %(home)s – %(away)s: board %(board)s has no result of the %(room)s room, "
        "and is not scored."
    )
    return Problem(sentence(template, **_values(result, room)), line=result.line)


def _values(result: Result, room: Room) -> dict[str, object]:
    return {
        "round": result.round,
        "home": result.home,
        "away": result.away,
        "board": result.board,
        "room": room.value,
    }
