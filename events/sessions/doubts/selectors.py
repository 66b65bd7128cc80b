"""Reading the lines of a session for the rules of doubt: in one query, whatever their number.

Raw SQL: saving a line reads the lines around it every time, and the page of doubts reads all lines
of up to a hundred sections.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
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
_AROUND = "AND line.board BETWEEN %s AND %s AND line.board <> %s"


@dataclass(frozen=True, slots=True)
class LinesToDoubt:
    """Lines for the rules of doubt, and their versions by key, which is the line's id; results
    compared with them whose lines are not read are counted in ``elsewhere``. ``dealt`` are the
    hands of the deals among them that are known.
    """

    lines: tuple[BoardLine, ...]
    versions: dict[int, int]
    elsewhere: Elsewhere = field(default_factory=dict)
    dealt: dict[tuple[int, str], Hands] = field(default_factory=dict)


def all_lines(session: Session) -> LinesToDoubt:
    """All lines of a session; those of a board are the same values until one of them changes."""
    hands = hands_to_doubt(session)
    by_board: defaultdict[tuple[int, int], list[Row]] = defaultdict(list)
    rows = _rows(_SELECT, [session.pk])
    for row in rows:
        by_board[session.pk, row[2]].append(row)
    separate = not session.one_field
    values = kept_many(
        "lines to doubt",
        {board: (separate, rows) for board, rows in by_board.items()},
        lambda missing: {
            board: [_line(row, separate=separate) for row in by_board[board]] for board in missing
        },
    )
    by_key = {line.key: line for lines in values.values() for line in lines}
    lines = tuple(by_key[row[0]] for row in rows)
    return _to_doubt(lines, rows, hands)


def lines_of_round(session: Session, board: int) -> LinesToDoubt:
    """The lines of a board, and of all boards that a table played with it in one round."""
    with connection.cursor() as cursor:
        cursor.execute(_GROUPS, [session.pk])
        group = group_in(board, cursor.fetchall())
    first, last = group.start, group.stop - 1
    hands = hands_to_doubt(session, first, last)
    # Board 0 excludes none: numbers begin at 1.
    return _read(session, hands, f"{_SELECT} {_AROUND}", [session.pk, first, last, 0])


def lines_around(session: Session, read: BoardLines) -> LinesToDoubt:
    """As :func:`lines_of_round`, for a board that is read already: of all sections, or of the one
    that is read, with the results of the others counted.
    """
    hands = hands_to_doubt(session, read.group.start, read.group.stop - 1)
    lines = [board_line(line, one_field=session.one_field) for line in read.lines]
    versions = {line.pk: line.version for line in read.lines}
    dealt = _dealt(hands, zip(lines, (line.deal for line in read.lines), strict=True))
    counted = dict(read.elsewhere)
    # With one board a round there are no other boards to be exchanged with.
    if len(read.group) > 1:
        others = _others(session, read, hands)
        lines = sorted((*lines, *others.lines), key=lambda line: line.key)
        versions |= others.versions
        dealt |= others.dealt
        if read.section and session.one_field:
            counted |= results_elsewhere(
                session.pk, read.group, section=read.section, but=read.number
            )
    elsewhere = {deal: played for deal in counted if (played := _of_play(counted[deal]))}
    return LinesToDoubt(tuple(lines), versions, elsewhere, dealt)


def _others(session: Session, read: BoardLines, hands: Mapping[int, Hands]) -> LinesToDoubt:
    """The lines of the other boards of the round."""
    values: list[int | str] = [session.pk, read.group.start, read.group.stop - 1, read.number]
    if not read.section:
        return _read(session, hands, f"{_SELECT} {_AROUND}", values)
    alone = f"{_SELECT} {_AROUND} AND section.letter = %s"
    return _read(session, hands, alone, [*values, read.section])


def _dealt(
    hands: Mapping[int, Hands], lines: Iterable[tuple[BoardLine, str]]
) -> dict[tuple[int, str], Hands]:
    """The hands of each deal. Where a board was fouled, nobody knows which deal had them."""
    if not hands:
        return {}
    return {
        line.deal: hands[line.board] for line, deal in lines if not deal and line.board in hands
    }


def _of_play(results: Mapping[LineResult, int]) -> dict[LineResult, int]:
    """The results without adjusted scores, which say nothing about the play."""
    return {result: count for result, count in results.items() if result.adjustment is None}


def board_line(line: LineRecord, *, one_field: bool, result: LineResult | None = None) -> BoardLine:
    """A line for the rules of doubts, perhaps with another ``result`` than it has."""
    compared = _compared(line.section, line.deal, separate=not one_field)
    counts = line.result if result is None else result
    return BoardLine(line.pk, line.board, counts, line.round, line.table, line.section, compared)


def _compared(section: str, deal: str, *, separate: bool) -> str:
    """The field in which a line is compared: each deal of a fouled board is a field of its own, and
    so is every section if these are ``separate``.
    """
    return f"{section}{deal}" if separate else deal


def dismissed_keys(session_id: int) -> frozenset[str]:
    """The keys of the dismissed doubts of a session."""
    with connection.cursor() as cursor:
        cursor.execute(_DISMISSED, [session_id])
        return frozenset(key for (key,) in cursor.fetchall())


def _read(
    session: Session, hands: Mapping[int, Hands], sql: str, values: Sequence[int | str]
) -> LinesToDoubt:
    rows = _rows(sql, values)
    separate = not session.one_field
    return _to_doubt(tuple(_line(row, separate=separate) for row in rows), rows, hands)


def _rows(sql: str, values: Sequence[int | str]) -> list[Row]:
    with connection.cursor() as cursor:
        cursor.execute(f"{sql} ORDER BY line.id", list(values))
        rows: list[Row] = cursor.fetchall()
    return rows


def _line(row: Row, *, separate: bool) -> BoardLine:
    pk, _version, board, round_number, table, section, deal, *result = row
    compared = _compared(section, deal, separate=separate)
    return BoardLine(pk, board, read_columns(*result), round_number, table, section, compared)


def _to_doubt(
    lines: tuple[BoardLine, ...], rows: Sequence[Row], hands: Mapping[int, Hands]
) -> LinesToDoubt:
    versions = {row[0]: row[1] for row in rows}
    dealt = _dealt(hands, zip(lines, (row[6] for row in rows), strict=True))
    return LinesToDoubt(lines, versions, dealt=dealt)
