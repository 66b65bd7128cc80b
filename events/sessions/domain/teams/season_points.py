"""The club points of a season: everybody's sums, of all sessions or of the best. Hundredths."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import groupby


@dataclass(frozen=True, slots=True)
class SeasonLine:
    """A player's place as printed, the sum of what counts, in how many sessions there were points,
    and the points of each session by its id, with those that are dropped."""

    place: str
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
        for player, each in points.items():
            found.setdefault(player, {})[session] = each
    rows = sorted(
        (_line(player, points, best) for player, points in found.items()),
        key=lambda line: (-line.total, line.player),
    )
    return list(_placed(rows))


def _line(player: int, points: Mapping[int, int], best: int | None) -> SeasonLine:
    in_order = sorted(points, key=lambda session: -points[session])
    dropped = frozenset(in_order[best:]) if best else frozenset()
    total = sum(each for session, each in points.items() if session not in dropped)
    return SeasonLine("", player, total, points, dropped)


def _placed(rows: Iterable[SeasonLine]) -> Iterable[SeasonLine]:
    first = 1
    for _total, group in groupby(rows, key=lambda line: line.total):
        shared = list(group)
        place = f"{first}{'=' if len(shared) > 1 else ''}"
        for line in shared:
            yield SeasonLine(place, line.player, line.total, line.points, line.dropped)
        first += len(shared)
