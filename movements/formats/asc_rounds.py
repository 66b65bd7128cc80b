"""From the tokens of an .ASC file to the cells of a movement: what they may hold.

Knows the rules of a cell (full, half or empty, of contestants that there are) and of the board
groups (counted in the header, consecutive). That nobody sits in two places at once, and what else
is good or bad about a movement, is the concern of :mod:`movements.domain.check`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from clubscore.problems import Problem, Sentence, gettext_noop, sentence
from movements.domain.check import second_seats
from movements.domain.movement import Cell
from movements.formats.asc_cells import CellTokens, Row
from movements.formats.asc_header import Header
from movements.formats.asc_tokens import TOO_LARGE, Token


@dataclass(frozen=True, slots=True)
class Groups:
    """The board groups in order of first use, each with the token that uses it first."""

    first_uses: dict[int, Token]
    numbered: bool
    folded: tuple[Token, ...]


def check_rows(header: Header, rows: Sequence[Row]) -> tuple[list[Problem], list[Problem]]:
    """The problems and the notices of the cells, round by round."""
    problems: list[Problem] = []
    notices: list[Problem] = []
    for row in rows:
        for table, tokens in enumerate(row.cells, 1):
            place = {"round": row.round, "table": table}
            half = _half_table(header, tokens)
            if half is not None:
                notices.append(_at(half, _HALF_TABLE, contestant=half.number, **place))
            else:
                problems += _partly_zero(header, tokens, place)
            for token in tokens[: header.seats]:
                problems += _unknown_contestant(header, token, place)
            if tokens[-1].is_number and tokens[-1].number == TOO_LARGE:
                problems.append(_at(tokens[-1], _GROUP_TOO_LARGE, text=tokens[-1].shown))
        problems += _seated_twice(header, row)
    return problems, notices


_HALF_TABLE = gettext_noop(
    "Round %(round)s, table %(table)s: a half table; pair %(contestant)s has no opponents and "
    "sits out."
)
_PARTLY_ZERO = gettext_noop(
    "Round %(round)s, table %(table)s: the cell is partly zero. Write all of it as zeros where "
    "nobody sits."
)
_UNKNOWN = gettext_noop(
    "Round %(round)s, table %(table)s: contestant %(contestant)s is greater than the header’s "
    "%(contestants)s."
)
_GROUP_TOO_LARGE = gettext_noop("The board group %(text)s is too large a number.")


def read_groups(rows: Sequence[Row]) -> Groups:
    """The board groups that the cells use."""
    first_uses: dict[int, Token] = {}
    folded: list[Token] = []
    numbered = False
    for row in rows:
        for tokens in row.cells:
            group = _group(tokens[-1])
            # Nobody sits at this table.
            if group == 0:
                continue
            first_uses.setdefault(group, tokens[-1])
            numbered = numbered or tokens[-1].is_number
            if tokens[-1].text.islower():
                folded.append(tokens[-1])
    return Groups(first_uses, numbered, tuple(folded))


def check_groups(header: Header, groups: Groups) -> tuple[list[Problem], list[Problem]]:
    """The problem of a wrong count, and the notices of what :func:`build_rounds` will repair."""
    used = len(groups.first_uses)
    if used != header.groups:
        message = gettext_noop("The header says %(said)s board groups, but the cells use %(used)s.")
        problem = sentence(message, said=header.groups, used=used)
        return [Problem(problem, header.line, header.groups_column, str(header.groups))], []
    notices: list[Problem] = []
    if groups.folded:
        folded = gettext_noop("Board groups in small letters were read as capitals.")
        notices.append(_at(groups.folded[0], folded))
    renumbering = _renumbering(groups)
    moved = [token for group, token in groups.first_uses.items() if renumbering[group] != group]
    if moved:
        message = gettext_noop(
            "The board groups are not consecutive; they were renumbered in the order of their "
            "first use: %(changes)s."
        )
        notices.append(_at(moved[0], message, changes=_changes(groups, renumbering)))
    return [], notices


def build_rounds(
    header: Header, rows: Sequence[Row], groups: Groups
) -> tuple[tuple[Cell, ...], ...]:
    """The cells of checked rows, their groups consecutive from 1."""
    renumbering = _renumbering(groups)
    half = header.seats // 2

    def build(tokens: CellTokens) -> Cell:
        numbers = [token.number for token in tokens[: header.seats]]
        cell = Cell(
            ns=tuple(number for number in numbers[:half] if number),
            ew=tuple(number for number in numbers[half:] if number),
        )
        group = _group(tokens[-1])
        return replace(cell, group=renumbering[group]) if group else cell

    return tuple(tuple(build(tokens) for tokens in row.cells) for row in rows)


def _half_table(header: Header, tokens: CellTokens) -> Token | None:
    """The one pair at a half table."""
    if header.individual or _group(tokens[-1]) == 0:
        return None
    pairs = [token for token in tokens[:-1] if token.number]
    return pairs[0] if len(pairs) == 1 else None


def _partly_zero(header: Header, tokens: CellTokens, place: dict[str, int]) -> Iterator[Problem]:
    zeros = [token for token in tokens if token.is_number and token.number == 0]
    if zeros and len(zeros) <= header.seats:
        yield _at(zeros[0], _PARTLY_ZERO, **place)


def _unknown_contestant(header: Header, token: Token, place: dict[str, int]) -> Iterator[Problem]:
    if token.number > header.contestants:
        values = {"contestant": token.shown, "contestants": header.contestants}
        yield _at(token, _UNKNOWN, **values, **place)


def _seated_twice(header: Header, row: Row) -> Iterator[Problem]:
    """Who sits twice in a round, at the second place."""
    # Numbers that are too high are reported already, and nobody's.
    known = range(1, header.contestants + 1)
    tables = [
        [token.number if token.number in known else 0 for token in tokens[: header.seats]]
        for tokens in row.cells
    ]
    for second in second_seats(row.round, tables):
        token = row.cells[second.table - 1][second.seat]
        yield Problem(second.message, token.line, token.column, token.text)


def _group(token: Token) -> int:
    """The group's number as written; a letter's place in the alphabet."""
    return token.number if token.is_number else ord(token.text.upper()) - ord("A") + 1


def _renumbering(groups: Groups) -> dict[int, int]:
    """The number of every group: its own where they are consecutive from 1."""
    # So many different numbers up to this one: none is left out.
    if max(groups.first_uses, default=0) == len(groups.first_uses):
        return {group: group for group in groups.first_uses}
    return {group: number for number, group in enumerate(groups.first_uses, 1)}


def _changes(groups: Groups, renumbering: dict[int, int]) -> str:
    def name(group: int) -> str:
        return str(group) if groups.numbered else chr(ord("A") + group - 1)

    changed = [(old, new) for old, new in renumbering.items() if old != new]
    shown = ", ".join(f"{name(old)} → {name(new)}" for old, new in changed[:12])
    return shown + ", …" if len(changed) > 12 else shown


def _at(token: Token, template: str, **values: object) -> Problem:
    message: Sentence = sentence(template, **values)
    return Problem(message, token.line, token.column, token.text)
