"""Reading the lines of sessions as plain values, in one query whatever their number."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import groupby
from operator import itemgetter
from typing import Any

from django.db import connection
from django.db.models import Count, Q, QuerySet

from events.models import LineContestant, Section, TravellerLine
from events.models.result_columns import RESULT_FIELDS, read_columns
from events.sessions.domain.adjustments import NOT_PLAYED
from events.sessions.domain.line_result import LineResult

EMPTY = Q(score_ns__isnull=True, adjustment="")

_LINE_COLUMNS = (
    "line__section__session",
    "line",
    "line__section",
    "line__section__letter",
    "board",
    "line__round",
    "line__table",
    "line__version",
    "line__law",
    "line__reason",
    "line__deal",
)
_RESULT_COLUMNS = tuple(f"line__{field}" for field in RESULT_FIELDS)

_SELECT = f"""
    SELECT section.session_id, line.id, section.id, section.letter, seat.board, line.round,
           line."table", line.version, line.law, line.reason, line.deal,
           {", ".join(f"line.{field}" for field in RESULT_FIELDS)},
           seat.direction, seat.contestant_id, seat.scheduled_id
    FROM {LineContestant._meta.db_table} AS seat
    JOIN {TravellerLine._meta.db_table} AS line ON line.id = seat.line_id
    JOIN {Section._meta.db_table} AS section ON section.id = line.section_id
"""  # noqa: S608 - the names of tables and columns are our own
_ORDER = """
    ORDER BY section.letter, seat.board, line.round, line."table", line.id, seat.position
"""


@dataclass(frozen=True, slots=True)
class LineRecord:
    """A line of a traveller: its place, who sat there (contestants' ids), and its result.

    ``law`` and ``reason`` are those of its ruling; ``deal`` is which deal was played, empty for
    the original. ``scheduled_ns`` and ``scheduled_ew`` are who should have sat there.
    """

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
    law: str = ""
    reason: str = ""
    deal: str = ""
    scheduled_ns: tuple[int, ...] = ()
    scheduled_ew: tuple[int, ...] = ()

    @property
    def is_as_scheduled(self) -> bool:
        """Whether those played it, in their directions, whom the movement has there."""
        return (self.ns, self.ew) == (self.scheduled_ns, self.scheduled_ew)

    @property
    def is_empty(self) -> bool:
        return self.result.is_empty


@dataclass(frozen=True, slots=True)
class BoardProgress:
    """How many lines of a board have been entered, how many are expected, and, where that is
    asked for, how many doubts they raise.
    """

    board: int
    entered: int
    expected: int
    doubts: int = 0

    @property
    def state(self) -> str:
        """``empty``, ``part`` or ``complete``."""
        if self.entered == 0:
            return "empty"
        return "complete" if self.entered == self.expected else "part"


def session_lines(
    session_id: int, *, board: int | None = None, section: str = ""
) -> list[LineRecord]:
    """The lines of a session, or of one board or section of it, by section, board, round and
    table.

    In SQL of its own: every line that is saved, and every pause in typing one, asks.
    """
    asked = {"section.session_id": session_id, "seat.board": board, "section.letter": section}
    told = {column: value for column, value in asked.items() if value not in (None, "")}
    where = " AND ".join(f"{column} = %s" for column in told)
    with connection.cursor() as cursor:
        cursor.execute(f"{_SELECT} WHERE {where} {_ORDER}", list(told.values()))
        return [record for _, record in _grouped(cursor.fetchall())]


def results_elsewhere(
    session_id: int, *, board: int, section: str
) -> dict[tuple[str, LineResult], int]:
    """How often each deal and result that counts stands on a board in all sections but one,
    without contracts.
    """
    rows = (
        TravellerLine.objects.filter(section__session=session_id, board=board)
        .exclude(section__letter=section)
        .exclude(EMPTY)
        .values_list("deal", "score_ns", "adjustment")
        .annotate(count=Count("pk"))
        .order_by()
    )
    return {
        (deal, read_columns(score_ns, "", "", None, adjustment, "")): count
        for deal, score_ns, adjustment, count in rows
    }


def lines_of_sessions(session_ids: Collection[int]) -> dict[int, list[LineRecord]]:
    """The lines of several sessions by the session's id, each in its order."""
    lines: dict[int, list[LineRecord]] = {session_id: [] for session_id in session_ids}
    for session_id, record in records_of(
        LineContestant.objects.filter(line__section__session__in=session_ids)
    ):
        lines[session_id].append(record)
    return lines


def lines_by_id(line_ids: Collection[int]) -> dict[int, LineRecord]:
    """These lines by id."""
    sides = LineContestant.objects.filter(line__in=line_ids)
    return {record.pk: record for _, record in records_of(sides)}


def most_results(session_id: int, *, but: int, one_field: bool = True) -> dict[str, int]:
    """The largest number of results that any board of a session has so far, but for one board:
    of each section by its letter, or of all as one field, whose letter is empty.

    In SQL of its own: every line that is saved asks, and building the query took twenty times
    as long as running it.
    """
    field = "''" if one_field else "section.letter"
    sql = f"""
        SELECT field, MAX(results) FROM (
            SELECT {field} AS field, COUNT(*) AS results
            FROM {TravellerLine._meta.db_table} AS line
            JOIN {Section._meta.db_table} AS section ON section.id = line.section_id
            WHERE section.session_id = %s AND line.board <> %s
              AND (line.score_ns IS NOT NULL OR line.adjustment <> '')
              AND line.adjustment <> %s
            GROUP BY line.board, field
        ) AS boards
        GROUP BY field
    """  # noqa: S608 - the tables' names are our own
    with connection.cursor() as cursor:
        cursor.execute(sql, [session_id, but, str(NOT_PLAYED)])
        return dict(cursor.fetchall())


def progress(session_id: int, *, section: str = "") -> list[BoardProgress]:
    """Every board of a session, or of one section of it, in order, with its lines entered and
    expected.
    """
    lines = TravellerLine.objects.filter(section__session=session_id)
    if section:
        lines = lines.filter(section__letter=section)
    rows = (
        lines.values("board")
        .annotate(
            entered=Count("pk", filter=~EMPTY),
            expected=Count("pk"),
        )
        .order_by("board")
    )
    return [BoardProgress(**row) for row in rows]


def section_of_line(session_id: int, *, board: int, line_id: int) -> str:
    """The letter of the section in which a line of a board is; empty where there is none."""
    sections = Section.objects.filter(
        session=session_id, lines__board=board, lines__pk=line_id
    ).values_list("letter", flat=True)
    return next(iter(sections), "")


def section_progress(session_id: int, *, board: int) -> dict[str, BoardProgress]:
    """How far a board is in each section that plays it, by letter."""
    rows = (
        TravellerLine.objects.filter(section__session=session_id, board=board)
        .values_list("section__letter")
        .annotate(entered=Count("pk", filter=~EMPTY), expected=Count("pk"))
        .order_by("section__letter")
    )
    return {letter: BoardProgress(board, entered, expected) for letter, entered, expected in rows}


def commonest_result(*, session_id: int, board: int) -> LineResult | None:
    """The result that stands most often on a board, the first entered among equals."""
    counts: Counter[LineResult] = Counter()
    rows = TravellerLine.objects.filter(
        section__session=session_id, board=board, score_ns__isnull=False, adjustment=""
    ).order_by("updated_at")
    for row in rows.values_list(*RESULT_FIELDS):
        counts[replace(read_columns(*row), lead=None)] += 1
    return max(counts, key=lambda result: counts[result], default=None)


def records_of(sides: QuerySet[LineContestant]) -> Iterator[tuple[int, LineRecord]]:
    """The lines of these seats, each with its session's id."""
    rows = sides.order_by(
        "line__section__letter", "board", "line__round", "line__table", "line", "position"
    ).values_list(*_LINE_COLUMNS, *_RESULT_COLUMNS, "direction", "contestant", "scheduled")
    return _grouped(rows)


def _grouped(rows: Iterable[tuple[Any, ...]]) -> Iterator[tuple[int, LineRecord]]:
    """The lines of the rows of their seats, each with its session's id."""
    for (session_id, _), seats in groupby(rows, key=itemgetter(0, 1)):
        yield session_id, _record(list(seats))


def _record(seats: list[tuple[Any, ...]]) -> LineRecord:
    """A line from its rows, one for each contestant at the table."""
    _, pk, section_id, section, board, round_number, table, version, *more = seats[0][:-3]
    law, reason, deal, *result = more
    return LineRecord(
        pk=pk,
        section_id=section_id,
        section=section,
        board=board,
        round=round_number,
        table=table,
        version=version,
        result=read_columns(*result),
        ns=tuple(contestant for *_, direction, contestant, _ in seats if direction == "NS"),
        ew=tuple(contestant for *_, direction, contestant, _ in seats if direction == "EW"),
        law=law,
        reason=reason,
        deal=deal,
        scheduled_ns=tuple(planned or sat for *_, side, sat, planned in seats if side == "NS"),
        scheduled_ew=tuple(planned or sat for *_, side, sat, planned in seats if side == "EW"),
    )
