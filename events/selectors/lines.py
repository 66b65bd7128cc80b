"""Reading the lines of a session as plain values, in two queries whatever their number."""

import datetime
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Count, Max, Q, Sum

from events.domain.adjustments import NOT_PLAYED
from events.domain.lineresult import LineResult
from events.models import LineContestant, TravellerLine
from events.models.line import RESULT_FIELDS

_EMPTY = Q(score_ns__isnull=True, adjustment="")


@dataclass(frozen=True, slots=True)
class LineRecord:
    """A line of a traveller: its place, who sat there (contestants' ids), and its result."""

    pk: int
    section_id: int
    section: str
    board: int
    round: int | None
    table: int | None
    version: int
    result: LineResult
    ns: tuple[int, ...]
    ew: tuple[int, ...]

    @property
    def is_empty(self) -> bool:
        return self.result.score_ns is None and not self.result.adjustment


@dataclass(frozen=True, slots=True)
class LinesStamp:
    """Changes whenever any line of the session does: every change makes a version greater."""

    count: int
    versions: int
    last_pk: int
    last_change: datetime.datetime | None


@dataclass(frozen=True, slots=True)
class BoardProgress:
    """How far a board is: lines entered and expected, and how many of them are results, which
    a line that was not played is not."""

    board: int
    entered: int
    expected: int
    results: int

    @property
    def state(self) -> str:
        """``empty``, ``part`` or ``complete``."""
        if self.entered == 0:
            return "empty"
        return "complete" if self.entered == self.expected else "part"


def session_lines(session_id: int, *, board: int | None = None) -> list[LineRecord]:
    """The lines of a session, or of one board of it, by section, board, round and table."""
    lines = TravellerLine.objects.filter(section__session=session_id)
    sides = LineContestant.objects.filter(line__section__session=session_id)
    if board is not None:
        lines, sides = lines.filter(board=board), sides.filter(board=board)
    seated = _seated(sides.order_by("position").values_list("line", "direction", "contestant"))
    rows = lines.order_by("section__letter", "board", "round", "table", "pk").values_list(
        "pk", "section", "section__letter", "board", "round", "table", "version", *RESULT_FIELDS
    )
    return [
        LineRecord(
            pk,
            section_id,
            section,
            board,
            round_number,
            table,
            version,
            LineResult(*result),
            seated["NS", pk],
            seated["EW", pk],
        )
        for pk, section_id, section, board, round_number, table, version, *result in rows
    ]


def lines_stamp(session_id: int) -> LinesStamp:
    """The stamp of a session's lines as they are now."""
    return LinesStamp(
        **TravellerLine.objects.filter(section__session=session_id).aggregate(
            count=Count("pk"),
            versions=Sum("version", default=0),
            last_pk=Max("pk", default=0),
            last_change=Max("updated_at"),
        )
    )


def progress(session_id: int) -> list[BoardProgress]:
    """Every board of a session, in order, with its lines entered and expected."""
    rows = (
        TravellerLine.objects.filter(section__session=session_id)
        .values("board")
        .annotate(
            entered=Count("pk", filter=~_EMPTY),
            expected=Count("pk"),
            results=Count("pk", filter=~_EMPTY & ~Q(adjustment=str(NOT_PLAYED))),
        )
        .order_by("board")
    )
    return [BoardProgress(**row) for row in rows]


def commonest_result(*, session_id: int, board: int) -> LineResult | None:
    """The result that stands most often on a board, the first entered among equals."""
    counts: dict[LineResult, int] = defaultdict(int)
    rows = TravellerLine.objects.filter(
        section__session=session_id, board=board, score_ns__isnull=False, adjustment=""
    ).order_by("updated_at")
    for row in rows.values_list(*RESULT_FIELDS):
        counts[LineResult(*row)] += 1
    return max(counts, key=lambda result: counts[result], default=None)


def _seated(rows: Iterable[tuple[int, str, int]]) -> dict[tuple[str, int], tuple[int, ...]]:
    seated: dict[tuple[str, int], tuple[int, ...]] = defaultdict(tuple)
    for line, direction, contestant in rows:
        seated[direction, line] += (contestant,)
    return seated
