"""The cells of an .ASC file: numbers and letters cut into cells, and cells into rounds.

First the *shape*: which tokens may follow each other, and how many there are. Only then the
cells: a line that is misshapen is left out of what follows, so that one mistake is reported once.
A *row* is a round's number with the tokens of its cells.

From the tokens of an .ASC file to the cells of a movement: what they may hold.

Knows the rules of a cell (full, half or empty, of contestants that there are) and of the board
groups (counted in the header, consecutive). That nobody sits in two places at once, and what else
is good or bad about a movement, is the concern of :mod:`movements.domain.check`.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from clubscore.text.problems import Problem, Sentence, gettext_noop, sentence
from movements.domain.check import second_seats
from movements.domain.movement import Cell
from movements.formats.asc_tokens import TOO_LARGE, Header, Line, Token

CellTokens = tuple[Token, ...]
"""The tokens of one cell, the group last."""


@dataclass(frozen=True, slots=True)
class Row:
    """One round of the file: its number from 1, and its cells."""

    round: int
    cells: tuple[CellTokens, ...]


@dataclass(frozen=True, slots=True)
class Shape:
    """The rows that could be cut out; whether they are all there are; problems; notices."""

    rows: tuple[Row, ...]
    complete: bool
    problems: tuple[Problem, ...]
    notices: tuple[Problem, ...]


def cut(header: Header, lines: Sequence[Line]) -> Shape:
    """Cut the lines that follow the header, those with data, into rows of cells."""
    tokens = [token for line in lines for token in line.tokens]
    # Of the right number, tokens are cut by counting, whatever the line ends; of a wrong one, each
    # line is taken for a round, so that the mistake is found where it is.
    whole = len(tokens) == header.cells * (header.seats + 1)
    one_line_each = len(lines) == header.rounds
    grammar = _Grammar(header.seats, line_is_round=one_line_each and not whole)
    for line in lines:
        grammar.read(line)
    problems, misshapen = grammar.problems, grammar.misshapen
    rogue = [problem for line in lines for problem in line.problems]
    if whole and not problems and not rogue:
        rows = _rows(header, tokens)
        return Shape(rows, complete=True, problems=(), notices=tuple(_layout(rows)))
    unsound = misshapen | {line.number for line in lines if line.problems}
    few = len(tokens) < header.cells * (header.seats + 1)
    odd = _odd_line(header, [line for line in lines if line.number not in unsound], few=few)
    # A wrong count is a problem of its own only where no misshapen line explains it.
    if not whole and (not unsound or (one_line_each and odd)):
        problems.append(_count(header, tokens, _where(header, lines, odd)))
    rows = ()
    if one_line_each:
        rows = tuple(
            Row(round_number, _cells(line.tokens, header.seats + 1))
            for round_number, line in enumerate(lines, 1)
            if line.number not in misshapen and len(line.tokens) == _row_length(header)
        )
    return Shape(rows, complete=False, problems=tuple(rogue + problems), notices=())


@dataclass(slots=True)
class _Grammar:
    """Letters where a contestant must be, two letters in a row, and groups in two styles.

    ``misshapen`` are the numbers of the lines that cannot be cut into cells. After a letter out
    of place the rest of its line cannot be read, and the next line is taken to begin with a
    cell; so is every line when a line is a round.
    """

    seats: int
    line_is_round: bool
    problems: list[Problem] = field(default_factory=list)
    misshapen: set[int] = field(default_factory=set)
    position: int = 0
    numbered: bool | None = None
    mixed: bool = False

    def read(self, line: Line) -> None:
        if self.line_is_round:
            self.position = 0
        for token in line.tokens:
            if self.position == self.seats:
                self.position = 0
                self._group(token)
            elif token.is_number:
                self.position += 1
            else:
                if not line.problems and line.number not in self.misshapen:
                    self.problems.append(_at(token, _NO_CONTESTANT, text=token.shown))
                self.misshapen.add(line.number)
                break
        if line.problems or line.number in self.misshapen:
            self.position = 0

    def _group(self, token: Token) -> None:
        if len(token.text) > 1 and not token.is_number:
            message = sentence(_TWO_LETTERS, text=token.shown)
            self._refuse(token, Problem(message, token.line, token.column + 1, token.text[1:]))
        if token.is_number and token.number == 0:
            return
        if self.numbered is None:
            self.numbered = token.is_number
        elif self.numbered != token.is_number and not self.mixed:
            self.mixed = True
            self._refuse(token, _at(token, _NUMBER_GROUP if token.is_number else _LETTER_GROUP))

    def _refuse(self, token: Token, problem: Problem) -> None:
        self.problems.append(problem)
        self.misshapen.add(token.line)


_NO_CONTESTANT = gettext_noop("This contestant’s number must stand here, not “%(text)s”.")

_TWO_LETTERS = gettext_noop(
    "“%(text)s” is more than one letter. A board group is one letter; after Z, write all the "
    "groups as numbers."
)

_NUMBER_GROUP = gettext_noop(
    "This board group is a number, but the groups before it are letters. Write all of them in "
    "one style."
)

_LETTER_GROUP = gettext_noop(
    "This board group is a letter, but the groups before it are numbers. Write all of them in "
    "one style."
)


def _at(token: Token, template: str, **values: object) -> Problem:
    return Problem(sentence(template, **values), token.line, token.column, token.text)


def _row_length(header: Header) -> int:
    return header.tables * (header.seats + 1)


def _odd_line(header: Header, lines: Iterable[Line], *, few: bool) -> Line | None:
    """The first line that is shorter than a round, or the first that is longer."""
    length = _row_length(header)
    for line in lines:
        if len(line.tokens) < length if few else len(line.tokens) > length:
            return line
    return None


def _where(header: Header, lines: Sequence[Line], odd: Line | None) -> tuple[int, Token | None]:
    """The line with too few or too many cells, and its first surplus token.

    When every round has its line that is the line of another length; else the end.
    """
    if len(lines) == header.rounds and odd:
        surplus = odd.tokens[_row_length(header) :]
        return odd.number, surplus[0] if surplus else None
    tokens = [token for line in lines for token in line.tokens]
    surplus = tuple(tokens[header.rounds * _row_length(header) :])
    if surplus:
        return surplus[0].line, surplus[0]
    return (lines[-1].number if lines else header.line), None


def _count(header: Header, tokens: Sequence[Token], where: tuple[int, Token | None]) -> Problem:
    """Too few or too many cells, with both counts."""
    width = header.seats + 1
    found, over = divmod(len(tokens), width)
    few = len(tokens) < header.cells * width
    template = _COUNTS[few, over > 0]
    message = sentence(
        template,
        rounds=header.rounds,
        tables=header.tables,
        expected=header.cells,
        found=found,
        over=over,
        width=width,
    )
    line, surplus = where
    if surplus is None:
        return Problem(message, line)
    return Problem(message, line, surplus.column, surplus.text)


_COUNTS = {
    (True, False): gettext_noop(
        "Too few cells: %(rounds)s rounds of %(tables)s tables are %(expected)s cells, but "
        "%(found)s were found."
    ),
    (True, True): gettext_noop(
        "Too few cells: %(rounds)s rounds of %(tables)s tables are %(expected)s cells, but "
        "%(found)s were found, and %(over)s of the %(width)s parts of another."
    ),
    (False, False): gettext_noop(
        "Surplus data after the last cell: %(rounds)s rounds of %(tables)s tables are "
        "%(expected)s cells, but %(found)s were found."
    ),
    (False, True): gettext_noop(
        "Surplus data after the last cell: %(rounds)s rounds of %(tables)s tables are "
        "%(expected)s cells, but %(found)s were found, and %(over)s of the %(width)s parts of "
        "another."
    ),
}


def _cells(tokens: Sequence[Token], width: int) -> tuple[CellTokens, ...]:
    return tuple(tuple(tokens[i : i + width]) for i in range(0, len(tokens), width))


def _rows(header: Header, tokens: Sequence[Token]) -> tuple[Row, ...]:
    cells = _cells(tokens, header.seats + 1)
    return tuple(
        Row(number + 1, cells[number * header.tables : (number + 1) * header.tables])
        for number in range(header.rounds)
    )


def _layout(rows: Sequence[Row]) -> Iterator[Problem]:
    """A notice at the first round that is broken, and one at the first line with two rounds."""
    first_lines = [row.cells[0][0].line for row in rows]
    last_lines = [row.cells[-1][-1].line for row in rows]
    broken = [row for row, a, b in zip(rows, first_lines, last_lines, strict=True) if a != b]
    if broken:
        line = broken[0].cells[0][0].line
        template = gettext_noop(
            "Round %(round)s goes over several lines; a round is one line. It was read."
        )
        if len(broken) > 1:
            template = gettext_noop(
                "%(count)s rounds go over several lines, the first of them round %(round)s; a "
                "round is one line. They were read."
            )
        yield Problem(sentence(template, round=broken[0].round, count=len(broken)), line)
    for row, line, before in zip(rows[1:], first_lines[1:], last_lines, strict=False):
        if line == before:
            first = row.cells[0][0]
            yield Problem(
                sentence(
                    "Round %(round)s begins in the line of the round before; a round is one line. "
                    "It was read.",
                    round=row.round,
                ),
                line,
                first.column,
            )
            return


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
        seated: list[int] = []
        for table, tokens in enumerate(row.cells, 1):
            numbers = [token.number for token in tokens[: header.seats]]
            seated += numbers
            if min(numbers) > 0 and max(numbers) <= header.contestants and _is_group(tokens[-1]):
                continue
            place = {"round": row.round, "table": table}
            half = _half_table(header, tokens)
            if half is not None:
                notices.append(_at_cell(half, _HALF_TABLE, contestant=half.number, **place))
            else:
                problems += _partly_zero(header, tokens, place)
            for token in tokens[: header.seats]:
                problems += _unknown_contestant(header, token, place)
            if tokens[-1].is_number and tokens[-1].number == TOO_LARGE:
                problems.append(_at_cell(tokens[-1], _GROUP_TOO_LARGE, text=tokens[-1].shown))
        if len(set(seated)) < len(seated):
            problems += _seated_twice(header, row)
    return problems, notices


def _is_group(token: Token) -> bool:
    return not token.is_number or 0 < token.number < TOO_LARGE


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
        problem = sentence(
            "The header says %(said)s board groups, but the cells use %(used)s.",
            said=header.groups,
            used=used,
        )
        return [Problem(problem, header.line, header.groups_column, str(header.groups))], []
    notices: list[Problem] = []
    if groups.folded:
        folded = gettext_noop("Board groups in small letters were read as capitals.")
        notices.append(_at_cell(groups.folded[0], folded))
    renumbering = _renumbering(groups)
    moved = [token for group, token in groups.first_uses.items() if renumbering[group] != group]
    if moved:
        message = gettext_noop(
            "The board groups are not consecutive; they were renumbered in the order of their "
            "first use: %(changes)s."
        )
        notices.append(_at_cell(moved[0], message, changes=_changes(groups, renumbering)))
    return [], notices


def build_rounds(
    header: Header, rows: Sequence[Row], groups: Groups
) -> tuple[tuple[Cell, ...], ...]:
    """The cells of checked rows, their groups consecutive from 1."""
    renumbering = _renumbering(groups)
    half = header.seats // 2

    def build(tokens: CellTokens) -> Cell:
        numbers = [token.number for token in tokens[: header.seats]]
        return Cell(
            ns=tuple(filter(None, numbers[:half])),
            ew=tuple(filter(None, numbers[half:])),
            group=renumbering.get(_group(tokens[-1]), 0),
        )

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
        yield _at_cell(zeros[0], _PARTLY_ZERO, **place)


def _unknown_contestant(header: Header, token: Token, place: dict[str, int]) -> Iterator[Problem]:
    if token.number > header.contestants:
        values = {"contestant": token.shown, "contestants": header.contestants}
        yield _at_cell(token, _UNKNOWN, **values, **place)


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


def _at_cell(token: Token, template: str, **values: object) -> Problem:
    message: Sentence = sentence(template, **values)
    return Problem(message, token.line, token.column, token.text)
