"""Reading the lines of a session for the rules of doubt: in one query, whatever their number.

Raw SQL: saving a line reads the lines around it every time, and the page of doubts reads all lines
of up to a hundred sections.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter, itemgetter
from types import MappingProxyType
from typing import Any

from django.db import connection

from clubscore.web.caching import kept_many
from events.models import Section, Session, TickedDoubt, TravellerLine
from events.models.line import RESULT_FIELDS, read_columns
from events.sessions.core.domain.line_result import LineResult
from events.sessions.doubts.domain.table_doubts import Elsewhere
from events.sessions.doubts.domain.values import BoardLine
from events.sessions.hands.domain import Hands
from events.sessions.hands.selectors import hands_to_doubt
from events.sessions.scoring.selectors.lines import (
    BoardLines,
    LineRecord,
    group_in,
    results_elsewhere,
)

_LINES, _SECTIONS = TravellerLine._meta.db_table, Section._meta.db_table
_RESULT = ", ".join(f"line.{name}" for name in RESULT_FIELDS)
_SELECT = f"""
    SELECT line.id, line.version, line.board, line.round, line."table", section.letter, line.deal,
           {_RESULT}
    FROM {_LINES} AS line
    JOIN {_SECTIONS} AS section ON section.id = line.section_id
    WHERE section.session_id = %s
"""  # noqa: S608 - the names of tables and columns are our own
_GROUPS = f"SELECT DISTINCT first_board, boards_per_round FROM {_SECTIONS} WHERE session_id = %s"  # noqa: S608
_DISMISSED = f"SELECT key FROM {TickedDoubt._meta.db_table} WHERE session_id = %s"  # noqa: S608
Row = tuple[Any, ...]
"""The columns of ``_SELECT``, the result read."""
_as_row = attrgetter("pk", "version", "board", "round", "table", "section", "deal", "result")
_AROUND = "AND line.board BETWEEN %s AND %s AND line.board <> %s"


@dataclass(frozen=True, slots=True)
class LinesToDoubt:
    """Lines for the rules of doubt, and their versions by key, which is the line's id; results
    compared with them whose lines are not read are counted in ``elsewhere``. ``dealt`` are the
    hands of the deals among them that are known.
    """

    lines: tuple[BoardLine, ...]
    versions: dict[int, int]
    elsewhere: Elsewhere
    dealt: dict[tuple[int, str], Hands]


def all_lines(session: Session) -> LinesToDoubt:
    """All lines of a session; those of a board are the same values until one of them changes."""
    hands = hands_to_doubt(session)
    by_board: defaultdict[tuple[int, int], list[Row]] = defaultdict(list)
    rows = _rows(_SELECT, [session.pk])
    for row in rows:
        by_board[session.pk, row[2]].append(row)
    one_field = session.one_field
    values = kept_many(
        "lines to doubt",
        {board: (one_field, rows) for board, rows in by_board.items()},
        lambda missing: {
            board: [_line(row, one_field=one_field) for row in by_board[board]] for board in missing
        },
    )
    by_key = {line.key: line for lines in values.values() for line in lines}
    return _to_doubt([by_key[row[0]] for row in rows], rows, hands)


def lines_of_round(session: Session, board: int) -> LinesToDoubt:
    """The lines of a board, and of all boards that a table played with it in one round."""
    with connection.cursor() as cursor:
        cursor.execute(_GROUPS, [session.pk])
        group = group_in(board, cursor.fetchall())
    first, last = group.start, group.stop - 1
    hands = hands_to_doubt(session, first, last)
    # Board 0 excludes none: numbers begin at 1.
    rows = _rows(f"{_SELECT} {_AROUND}", [session.pk, first, last, 0])
    lines = [_line(row, one_field=session.one_field) for row in rows]
    return _to_doubt(lines, rows, hands)


def lines_around(session: Session, read: BoardLines) -> LinesToDoubt:
    """As :func:`lines_of_round`, for a board that is read already: of all sections, or of the one
    that is read, with the results of the others counted.
    """
    first, last = read.group.start, read.group.stop - 1
    hands = hands_to_doubt(session, first, last)
    rows: list[Row] = list(map(_as_row, read.lines))
    counted = dict(read.elsewhere)
    # With one board a round there are no other boards to be exchanged with.
    if len(read.group) > 1:
        sql = f"{_SELECT} {_AROUND}"
        values: list[int | str] = [session.pk, first, last, read.number]
        if read.section:
            sql, values = f"{sql} AND section.letter = %s", [*values, read.section]
        rows = sorted([*rows, *_rows(sql, values)], key=itemgetter(0))
        if read.section and session.one_field:
            counted |= results_elsewhere(
                session.pk, read.group, section=read.section, but=read.number
            )
    elsewhere = {deal: played for deal in counted if (played := _of_play(counted[deal]))}
    lines = [_line(row, one_field=session.one_field) for row in rows]
    return _to_doubt(lines, rows, hands, elsewhere)


def _of_play(results: Mapping[LineResult, int]) -> dict[LineResult, int]:
    """The results without adjusted scores, which say nothing about the play."""
    return {result: count for result, count in results.items() if result.adjustment is None}


def dismissed_keys(session_id: int) -> frozenset[str]:
    """The keys of the dismissed doubts of a session."""
    with connection.cursor() as cursor:
        cursor.execute(_DISMISSED, [session_id])
        return frozenset(key for (key,) in cursor.fetchall())


def _rows(sql: str, values: Sequence[int | str]) -> list[Row]:
    with connection.cursor() as cursor:
        cursor.execute(f"{sql} ORDER BY line.id", list(values))
        return [(*row[:7], read_columns(*row[7:])) for row in cursor.fetchall()]


def board_line(line: LineRecord, *, one_field: bool, result: LineResult) -> BoardLine:
    """A line for the rules of doubts, with its result or another one."""
    return _line((*_as_row(line)[:-1], result), one_field=one_field)


def _line(row: Row, *, one_field: bool) -> BoardLine:
    pk, _version, board, round_number, table, section, deal, result = row
    # Each deal of a fouled board is a field of its own, and so is every section if these are.
    compared = deal if one_field else f"{section}{deal}"
    return BoardLine(pk, board, result, round_number, table, section, compared)


def _to_doubt(
    lines: Sequence[BoardLine],
    rows: Sequence[Row],
    hands: Mapping[int, Hands],
    elsewhere: Elsewhere = MappingProxyType({}),
) -> LinesToDoubt:
    versions = {row[0]: row[1] for row in rows}
    # Where a board was fouled, nobody knows which deal had the hands.
    dealt = {
        line.deal: hands[line.board]
        for line, row in zip(lines, rows, strict=True)
        if line.board in hands and not row[6]
    }
    return LinesToDoubt(tuple(lines), versions, elsewhere, dealt)
