"""Reading the lines of sessions as plain values, in one query whatever their number.

Who plays which board at which table in which round, by the lines that there are.

Reading the penalties of sessions as plain values, in one query whatever their number.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import chain, groupby
from operator import itemgetter
from typing import Any, Final

from django.db import connection
from django.db.models import Q, QuerySet

from clubscore.web.caching import kept_many
from events.models import Contestant, LineContestant, Penalty, Section, Session, TravellerLine
from events.models.line import RESULT_FIELDS, read_columns
from events.sessions.core.domain.adjustment import NOT_PLAYED
from events.sessions.core.domain.line_result import EMPTY as NO_RESULT, LineResult
from events.sessions.core.domain.movement import Seating
from events.sessions.scoring.selectors.contestants import session_contestants
from movements.domain.movement import boards_of, group_of

EMPTY = Q(score_ns__isnull=True, adjustment="")

_NOT_PLAYED = str(NOT_PLAYED)

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
    SELECT section.first_board, section.boards_per_round,
           section.session_id, line.id, section.id, section.letter, seat.board, line.round,
           line."table", line.version, line.law, line.reason, line.deal,
           {", ".join(f"line.{field}" for field in RESULT_FIELDS)},
           seat.direction, seat.contestant_id, seat.scheduled_id
    FROM {LineContestant._meta.db_table} AS seat
    JOIN {TravellerLine._meta.db_table} AS line ON line.id = seat.line_id
    JOIN {Section._meta.db_table} AS section ON section.id = line.section_id
"""  # noqa: S608 - the names of tables and columns are our own

MAX_KEPT: Final = 20_000
"""Of a larger field nothing is kept line by line: it would take the place of all else."""

Row = tuple[Any, ...]

_ORDER = """
    ORDER BY section.letter, seat.board, line.round, line."table", line.id, seat.position
"""


_RESULT = ", ".join(f"line.{field}" for field in RESULT_FIELDS)

_COUNT = f"""
    SELECT line.board, line.deal, COUNT(*), {_RESULT}
    FROM {TravellerLine._meta.db_table} AS line
    JOIN {Section._meta.db_table} AS section ON section.id = line.section_id
    WHERE section.session_id = %s AND line.board BETWEEN %s AND %s AND line.board <> %s
      AND section.letter <> %s AND (line.score_ns IS NOT NULL OR line.adjustment <> '')
    GROUP BY line.board, line.deal, {_RESULT}
"""  # noqa: S608 - the names of tables and columns are our own

Counted = Mapping[tuple[int, str], Mapping[LineResult, int]]
"""How often each result was scored, by board and deal."""


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
        """Whether it was played by those scheduled, in their directions."""
        return (self.ns, self.ew) == (self.scheduled_ns, self.scheduled_ew)

    @property
    def is_empty(self) -> bool:
        return self.result.is_empty


@dataclass(frozen=True, slots=True)
class BoardLines:
    """The lines of a board: of all sections, or of one alone, with the results of the others
    counted where they are compared with it.

    ``group`` goes from the first to the last board that a table plays with it in one round.
    """

    number: int
    section: str
    lines: tuple[LineRecord, ...]
    group: range
    elsewhere: Counted


def open_boards(lines: Iterable[LineRecord]) -> set[int]:
    """The boards of a session that somebody is still to play, by all its lines."""
    return {line.board for line in lines if line.is_empty}


def lines_as_read(session: Session, lines: Sequence[LineRecord]) -> Sequence[LineRecord]:
    """All lines of a session as whoever reads it may see them: everybody but directors reads of an
    open session only the boards that everybody has played; the others look as if nothing of them
    were in.

    The one place of this rule: pages, files, the API, series and phones get their lines here.
    """
    if not session.hides_open_boards:
        return lines
    hidden = open_boards(lines)
    return [
        replace(line, result=NO_RESULT, law="", reason="", deal="")
        if line.board in hidden
        else line
        for line in lines
    ]


def session_lines(session_id: int, *, board: int | None = None) -> list[LineRecord]:
    """The lines of a session, or of one board of it, by section, board, round and table."""
    return _records(_rows(session_id, board=board))


def board_lines(session: Session, board: int, *, section: str = "") -> BoardLines:
    """A board with all that its lines are compared with: in one query, or two for one section."""
    rows = _rows(session.pk, board=board, section=section)
    group = group_in(board, {row[:2] for row in rows})
    # Where each section is a field of its own, the other sections do not matter.
    elsewhere: Counted = {}
    if section and session.one_field:
        elsewhere = results_elsewhere(session.pk, range(board, board + 1), section=section)
    # Not kept: a dozen lines, for whoever saves one of them.
    lines = tuple(record for _, record in _grouped(row[2:] for row in rows))
    return BoardLines(board, section, lines, group, elsewhere)


def group_in(board: int, sections: Iterable[tuple[int, int]]) -> range:
    """From the first to the last board of a board's group in any of the sections, of which the
    first board and the boards a round are given.
    """
    groups = [
        boards_of(group_of(board, number, first), number, first)
        # A section may begin above a board of another section of the session.
        for first, number in sections
        if board >= first
    ]
    start = min((group.start for group in groups), default=board)
    return range(start, max((group.stop for group in groups), default=board + 1))


def results_elsewhere(session_id: int, boards: range, *, section: str, but: int = 0) -> Counted:
    """How often each result was scored on these boards in all sections but one; without board
    ``but``.
    """
    with connection.cursor() as cursor:
        cursor.execute(_COUNT, [session_id, boards.start, boards.stop - 1, but, section])
        rows: Iterable[tuple[Any, ...]] = cursor.fetchall()
    counted: defaultdict[tuple[int, str], dict[LineResult, int]] = defaultdict(dict)
    for board, deal, count, *columns in rows:
        counted[board, deal][read_columns(*columns)] = count
    return counted


def _rows(session_id: int, *, board: int | None = None, section: str = "") -> list[Row]:
    """Raw SQL: this runs for every line that is saved, and at every pause while typing one."""
    asked: dict[str, int | str | None]
    asked = {"section.session_id": session_id, "seat.board": board, "section.letter": section}
    given = {column: value for column, value in asked.items() if value not in (None, "")}
    where = " AND ".join(f"{column} = %s" for column in given)
    with connection.cursor() as cursor:
        cursor.execute(f"{_SELECT} WHERE {where} {_ORDER}", list(given.values()))
        rows: list[Row] = cursor.fetchall()
    return rows


def _records(rows: Sequence[Row]) -> list[LineRecord]:
    """The lines of whole boards of one session: those of a board are the same values until one of
    them changes."""
    if len(rows) > MAX_KEPT:
        return [record for _, record in _grouped(row[2:] for row in rows)]
    # After a change of one line, the other three hundred of a session are as they were.
    boards: defaultdict[tuple[int, ...], list[Row]] = defaultdict(list)
    for row in rows:
        boards[row[2], row[4], row[6]].append(row)
    lines = kept_many(
        "lines",
        boards,
        lambda missing: {
            board: [record for _, record in _grouped(row[2:] for row in boards[board])]
            for board in missing
        },
    )
    return list(chain.from_iterable(lines[board] for board in boards))


def lines_of_sessions(session_ids: Collection[int]) -> dict[int, list[LineRecord]]:
    """The lines of several sessions by the session's id, each in its order."""
    lines: dict[int, list[LineRecord]] = {session_id: [] for session_id in session_ids}
    if not lines:
        return {}
    # Raw SQL: every page of results reads all lines of its session again after each change.
    places = ", ".join(["%s"] * len(lines))
    with connection.cursor() as cursor:
        cursor.execute(f"{_SELECT} WHERE section.session_id IN ({places}) {_ORDER}", list(lines))
        rows: list[Row] = cursor.fetchall()
    if len(lines) == 1:
        return {session_id: _records(rows) for session_id in lines}
    for session_id, record in _grouped(row[2:] for row in rows):
        lines[session_id].append(record)
    return lines


def lines_by_id(line_ids: Collection[int]) -> dict[int, LineRecord]:
    """These lines by id."""
    with connection.cursor() as cursor:
        places = ", ".join(["%s"] * len(line_ids)) or "NULL"
        cursor.execute(f"{_SELECT} WHERE line.id IN ({places}) {_ORDER}", list(line_ids))
        rows: list[Row] = cursor.fetchall()
    return {record.pk: record for _, record in _grouped(row[2:] for row in rows)}


def max_results(session_id: int, *, but: int, one_field: bool = True) -> dict[str, int]:
    """The largest number of results on any board of a session so far, except board ``but``: by
    the letter of the section, or for all as one field, whose letter is empty.

    Raw SQL: this runs for every line that is saved, and building the query with the ORM took
    twenty times as long as running it.
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
        cursor.execute(sql, [session_id, but, _NOT_PLAYED])
        return dict(cursor.fetchall())


def commonest_result(*, session_id: int, board: int) -> LineResult | None:
    """The most frequent result on a board, among equals the first that was entered."""
    counts: Counter[LineResult] = Counter()
    rows = TravellerLine.objects.filter(
        section__session=session_id, board=board, score_ns__isnull=False, adjustment=""
    ).order_by("updated_at")
    for row in rows.values_list(*RESULT_FIELDS):
        # The lead is the table’s own; the same contract and score count together.
        counts[replace(read_columns(*row), lead=None)] += 1
    # max() returns the first of equals, and a Counter keeps the order of insertion.
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
        yield session_id, _record(tuple(seats))


def _record(seats: tuple[tuple[Any, ...], ...]) -> LineRecord:
    """A line from its rows, one for each contestant at the table."""
    _, pk, section_id, section, board, round_number, table, version, *more = seats[0][:-3]
    law, reason, deal, *result = more
    ns = [seat for seat in seats if seat[-3] == "NS"]
    ew = [seat for seat in seats if seat[-3] == "EW"]
    return LineRecord(
        pk,
        section_id,
        section,
        board,
        round_number,
        table,
        version,
        read_columns(*result),
        tuple([seat[-2] for seat in ns]),
        tuple([seat[-2] for seat in ew]),
        law,
        reason,
        deal,
        tuple([seat[-1] or seat[-2] for seat in ns]),
        tuple([seat[-1] or seat[-2] for seat in ew]),
    )


def seatings_of(session_id: int, lines: Iterable[LineRecord]) -> list[Seating]:
    """The seating of each line of a session, in two queries."""
    contestants = session_contestants(session_id)
    number = {pk: contestant.number for pk, contestant in contestants.items()}
    return [
        Seating(
            line.round or 0,
            line.table or 0,
            line.board,
            tuple(number[pk] for pk in line.ns),
            tuple(number[pk] for pk in line.ew),
        )
        for line in lines
    ]


def seatings_by_section(session_id: int) -> dict[int, list[Seating]]:
    """The seatings of all lines of a session, by section."""
    lines = list(session_lines(session_id))
    seatings: defaultdict[int, list[Seating]] = defaultdict(list)
    for line, seating in zip(lines, seatings_of(session_id, lines), strict=True):
        seatings[line.section_id].append(seating)
    return seatings


_PENALTY_COLUMNS = f"""
    SELECT penalty.id, penalty.contestant_id, penalty.kind, penalty.amount, penalty.law,
           penalty.reason, section.session_id AS session_id
    FROM {Penalty._meta.db_table} AS penalty
    JOIN {Contestant._meta.db_table} AS contestant ON contestant.id = penalty.contestant_id
    JOIN {Section._meta.db_table} AS section ON section.id = contestant.section_id
    WHERE section.session_id IN ({{places}})
    ORDER BY penalty.id
"""  # noqa: S608 - the names of tables and columns are our own


@dataclass(frozen=True, slots=True)
class PenaltyRecord:
    """A penalty of a contestant (its id); ``kind`` is one of the model's."""

    pk: int
    contestant: int
    kind: str
    amount: Decimal
    law: str
    reason: str


def session_penalties(session_id: int) -> list[PenaltyRecord]:
    """The penalties of a session in the order in which they were given."""
    return penalties_of_sessions([session_id])[session_id]


def penalties_of_sessions(session_ids: Collection[int]) -> dict[int, list[PenaltyRecord]]:
    """The penalties of several sessions by the session's id, each in its order."""
    penalties: dict[int, list[PenaltyRecord]] = {session_id: [] for session_id in session_ids}
    if not penalties:
        return {}
    # Raw SQL: every page of results asks, and most sessions have none.
    places = ", ".join(["%s"] * len(penalties))
    for each in Penalty.objects.raw(_PENALTY_COLUMNS.format(places=places), list(penalties)):
        record = PenaltyRecord(
            each.pk, each.contestant_id, each.kind, each.amount, each.law, each.reason
        )
        penalties[vars(each)["session_id"]].append(record)
    return penalties
