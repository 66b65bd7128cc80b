"""Reading the lines of a session for the rules of doubt: in one query, whatever their number.

In SQL of its own: every line that is saved asks for the lines around it, and the page of doubts
for all of a hundred sections.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.db import connection

from events.models import Section, Session, TickedDoubt, TravellerLine
from events.models.result_columns import RESULT_FIELDS, read_columns
from events.sessions.domain.doubts import BoardLine, Elsewhere
from events.sessions.domain.line_result import LineResult
from movements.domain.movement import boards_of, group_of

_LINES, _SECTIONS = TravellerLine._meta.db_table, Section._meta.db_table
_RESULT = ", ".join(f"line.{name}" for name in RESULT_FIELDS)
_SELECT = f"""
    SELECT line.id, line.version, line.board, line.round, line."table", section.letter, line.deal,
           {_RESULT}
    FROM {_LINES} AS line
    JOIN {_SECTIONS} AS section ON section.id = line.section_id
    WHERE section.session_id = %s
"""  # noqa: S608 - the names of tables and columns are our own
_AROUND = "AND line.board BETWEEN %s AND %s"
_COUNT = f"""
    SELECT line.board, line.deal, COUNT(*), {_RESULT}
    FROM {_LINES} AS line
    JOIN {_SECTIONS} AS section ON section.id = line.section_id
    WHERE section.session_id = %s {_AROUND} AND section.letter <> %s
      AND line.score_ns IS NOT NULL AND line.adjustment = ''
    GROUP BY line.board, line.deal, {_RESULT}
"""  # noqa: S608 - the names of tables and columns are our own
_GROUPS = f"SELECT DISTINCT first_board, boards_per_round FROM {_SECTIONS} WHERE session_id = %s"  # noqa: S608


@dataclass(frozen=True, slots=True)
class LinesToDoubt:
    """Lines for the rules of doubt, and their versions by key, which is the line's id; the
    results that are compared with them are counted, where their lines are not here.
    """

    lines: tuple[BoardLine, ...]
    versions: dict[int, int]
    elsewhere: Elsewhere = field(default_factory=dict)


def all_lines(session: Session) -> LinesToDoubt:
    """All lines of a session."""
    return _read(session, _SELECT, [session.pk])


def lines_around(session: Session, board: int, *, section: str = "") -> LinesToDoubt:
    """The lines of a board, and of all boards that a table played with it in one round: of all
    sections, or of one, with the results of the others counted.

    Those are the boards of its group, as :mod:`events.sessions.services.layout` lays them out.
    """
    with connection.cursor() as cursor:
        cursor.execute(_GROUPS, [session.pk])
        groups = [_boards_with(board, *section) for section in cursor.fetchall()]
    first = min((group.start for group in groups), default=board)
    last = max((group.stop for group in groups), default=board + 1) - 1
    around: list[int | str] = [session.pk, first, last]
    if not section:
        return _read(session, f"{_SELECT} {_AROUND}", around)
    lines = _read(session, f"{_SELECT} {_AROUND} AND section.letter = %s", [*around, section])
    # Sections by themselves are not compared.
    elsewhere = _counted([*around, section]) if session.one_field else {}
    return replace(lines, elsewhere=elsewhere)


def _counted(around: list[int | str]) -> Elsewhere:
    """How often each result of play stands in other sections than one, by board and deal."""
    with connection.cursor() as cursor:
        cursor.execute(_COUNT, around)
        rows: Iterable[tuple[Any, ...]] = cursor.fetchall()
    counted: defaultdict[tuple[int, str], dict[LineResult, int]] = defaultdict(dict)
    for board, deal, count, *columns in rows:
        counted[board, deal][read_columns(*columns)] = count
    return counted


def _boards_with(board: int, first_board: int, boards_per_round: int) -> range:
    """The boards of a board's group; of a board before the first, the board alone."""
    if board < first_board:
        return range(board, board + 1)
    group = group_of(board, boards_per_round, first_board)
    return boards_of(group, boards_per_round, first_board)


def ticked_keys(session_id: int) -> frozenset[str]:
    """The keys of the doubts of a session that were ticked."""
    return frozenset(TickedDoubt.objects.filter(session=session_id).values_list("key", flat=True))


def _read(session: Session, sql: str, values: Sequence[int | str]) -> LinesToDoubt:
    with connection.cursor() as cursor:
        cursor.execute(f"{sql} ORDER BY line.id", list(values))
        rows: Iterable[tuple[Any, ...]] = cursor.fetchall()
    lines = []
    versions = {}
    for row in rows:
        pk, version, board, round_number, table, section, deal = row[:7]
        versions[pk] = version
        result = read_columns(*row[7:])
        # Another deal of a fouled board is another field, and so is every section by itself.
        compared = deal if session.one_field else f"{section}{deal}"
        lines.append(BoardLine(pk, board, result, round_number, table, section, compared))
    return LinesToDoubt(tuple(lines), versions)
