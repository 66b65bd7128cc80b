"""A movement typed into a grid: a field for each table and round, such as ``1-2 A``.

A field holds a cell of the .ASC format: contestants, then the board group; an empty field is a
table where nobody sits. A problem's line is the round, its column the table. The highest number
is the number of contestants.
"""

import re
from collections.abc import Iterator, Sequence

from clubscore.text.numbers import integer_of
from clubscore.text.problems import Problem, Refused, sentence
from movements.domain.movement import LETTERS, Cell, Movement, Reading
from movements.formats.asc import refusal
from movements.formats.asc_cells import (
    CellTokens,
    Row,
    build_rounds,
    check_groups,
    check_rows,
    read_groups,
)
from movements.formats.asc_tokens import Header, Token

Texts = Sequence[Sequence[str]]
"""The texts of the fields, round by round and table by table."""

_SEPARATOR = r"[\s,:;–-]+"
_NUMBER = r"\d{1,9}"
_GROUP = rf"[\s,:;–-]*([A-Za-z]|(?<!\d){_NUMBER})"
_PAIRS = re.compile(rf"({_NUMBER}){_SEPARATOR}({_NUMBER}){_GROUP}")
_PLAYERS = re.compile(_SEPARATOR.join([f"({_NUMBER})"] * 4) + _GROUP)
_MAX_NUMBER = 999


def read(
    texts: Texts, *, individual: bool, comments: tuple[str, ...] = (), contestants: int = 0
) -> Reading:
    """Read the fields of a grid. Raises :class:`Refused` with every problem of every field.

    A number far above the others is taken for a slip, unless it is one of the ``contestants``
    that there were before.
    """
    problems: list[Problem] = []
    rows = [
        Row(
            number,
            tuple(
                _tokens(text, number, table, individual, problems)
                for table, text in enumerate(row, 1)
            ),
        )
        for number, row in enumerate(texts, 1)
    ]
    if not problems:
        # A field that cannot be read may hold the numbers that seem to be missing.
        problems += _far_above(rows, contestants)
    header = _header(rows, individual=individual)
    groups = read_groups(rows)
    cell_problems, notices = check_rows(header, rows)
    problems += cell_problems
    if not problems and not groups.first_uses:
        raise Refused.because("Nobody plays in this movement.")
    _none, group_notices = check_groups(header, groups)
    if problems:
        raise refusal(problems)
    movement = Movement(
        contestants=header.contestants,
        groups=header.groups,
        individual=individual,
        rounds=build_rounds(header, rows, groups),
        comments=comments,
        numbered_groups=header.groups > LETTERS,
    )
    return Reading(movement, (*notices, *group_notices))


def write(movement: Movement) -> list[list[str]]:
    """The texts of the fields of a movement's grid."""
    return [[_write(movement, cell) for cell in row] for row in movement.rounds]


def _write(movement: Movement, cell: Cell) -> str:
    if cell.is_empty:
        return ""
    nobody = (0, 0) if movement.individual else (0,)
    contestants = (*(cell.ns or nobody), *(cell.ew or nobody))
    return f"{'-'.join(map(str, contestants))} {movement.group_name(cell.group)}"


def _tokens(
    text: str, number: int, table: int, individual: bool, problems: list[Problem]
) -> CellTokens:
    """The tokens of a field; those of an empty one when it cannot be read."""
    seats = 4 if individual else 2
    match = (_PLAYERS if individual else _PAIRS).fullmatch(text.strip())
    parts = match.groups() if match else ()
    if parts and max(integer_of(part) for part in parts if part.isdigit()) <= _MAX_NUMBER:
        return tuple(Token(_plain(part), number, table) for part in parts)
    if text.strip() not in ("", "-", "—"):
        example = "1-2-3-4 A" if individual else "1-2 A"
        shown = text.strip() if len(text.strip()) <= 20 else text.strip()[:20] + "…"
        wrong = sentence(
            "Round %(round)s, table %(table)s: “%(text)s” cannot be read. Write it as %(example)s, "
            "with numbers up to 999, or leave it empty where nobody sits.",
            round=number,
            table=table,
            text=shown,
            example=example,
        )
        problems.append(Problem(wrong, number, table, text))
    return (Token("0", number, table),) * (seats + 1)


def _far_above(rows: Sequence[Row], contestants: int) -> Iterator[Problem]:
    """Numbers more than one above the count of the other contestants, at their fields."""
    used = {token.number for row in rows for cell in row.cells for token in cell[:-1]} - {0}
    highest = max(contestants, len(used))
    for row in rows:
        for table, cell in enumerate(row.cells, 1):
            for number in sorted({token.number for token in cell[:-1] if token.number > highest}):
                wrong = sentence(
                    "Round %(round)s, table %(table)s: %(number)s is far above the other numbers; "
                    "there are "
                    "%(others)s others.",
                    round=row.round,
                    table=table,
                    number=number,
                    others=len(used) - 1,
                )
                yield Problem(wrong, row.round, table, str(number))


def _plain(part: str) -> str:
    """A number as it is, a letter as the number of its place in the alphabet."""
    return str(integer_of(part)) if part.isdigit() else str(ord(part.upper()) - ord("A") + 1)


def _header(rows: Sequence[Row], *, individual: bool) -> Header:
    cells = [cell for row in rows for cell in row.cells]
    return Header(
        contestants=max(2, *(token.number for cell in cells for token in cell[:-1])),
        tables=len(rows[0].cells),
        rounds=len(rows),
        groups=len({cell[-1].number for cell in cells if cell[-1].number}),
        individual=individual,
        line=1,
        groups_column=1,
    )
