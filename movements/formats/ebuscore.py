"""Movement files of EBUScore, the English Bridge Union's scoring program: pairs movements.

A title; then ``type,tables,boards,boards a round,rounds,missing pair``; then a line for each
table, with ``NS,EW,set`` for each round. Type 0 is a Howell and 2 a Mitchell with arrow
switches, where a pair has one number; in type 1, a Mitchell, NS and EW both count from 1, and the
EW pairs are numbered on after the NS pairs here. The other types are for individuals and teams.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from clubscore.text.problems import Problem, Refused, Sentence, gettext_noop, sentence
from movements.domain.movement import LETTERS, Movement, Reading
from movements.formats.asc import in_order, refusal
from movements.formats.asc_cells import (
    CellTokens,
    Row,
    build_rounds,
    check_groups,
    check_rows,
    read_groups,
)
from movements.formats.asc_tokens import Header, Token

MITCHELL = 1
PAIRS_TYPES = (0, MITCHELL, 2)
MAX_PAIR = 999
PARTS = 3
"""A cell is NS, EW and set."""

_RANGES: tuple[tuple[Sentence, int, int], ...] = (
    (Sentence(gettext_noop("type")), 0, 9),
    (Sentence(gettext_noop("tables")), 1, 500),
    (Sentence(gettext_noop("boards")), 1, 9999),
    (Sentence(gettext_noop("boards per round")), 1, 99),
    (Sentence(gettext_noop("rounds")), 1, 200),
    (Sentence(gettext_noop("missing pair")), 0, 999),
)
_NUMBERS = re.compile(r"\s*[0-9]+\s*(,\s*[0-9]+\s*){4,}")
_FIELD = re.compile(r"[^,]+|(?<=,)(?=,|$)|^(?=,)")


@dataclass(frozen=True, slots=True)
class _Settings:
    """The numbers of the second line, with its place."""

    type: int
    tables: int
    boards: int
    boards_per_round: int
    rounds: int
    missing: int
    line: int

    @property
    def sets(self) -> int:
        return self.boards // self.boards_per_round


_Fields = list[Token]


def looks_like_ebuscore(text: str) -> bool:
    """Whether a text is in this format: a title, and then a line of numbers and commas."""
    lines = [line for line in text.removeprefix("\ufeff").splitlines() if line.strip()][:2]
    # An .ASC file may begin with a comment, and its header may have commas.
    if len(lines) < 2 or lines[0].lstrip().startswith("#"):
        return False
    title, numbers = lines
    return bool(re.search("[A-Za-z]", title) and _NUMBERS.fullmatch(numbers))


def read(text: str) -> Reading:
    """Read the text of an EBUScore movement, its title as a comment.

    Raises :class:`Refused` with every problem that can be found, in the order of their places.
    """
    lines = [
        (number, line)
        for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), 1)
        if line.strip()
    ]
    if len(lines) < 2:
        raise Refused(Problem(sentence(_NO_NUMBERS), len(lines) or 1))
    (_, title), header_line, *table_lines = lines
    settings = _read_settings(*header_line)
    problems: list[Problem] = []
    tables = [_fields(number, line, problems) for number, line in table_lines]
    if problems:
        raise refusal(problems)
    problems += _misshapen(settings, tables)
    if problems:
        raise refusal(problems)
    rows, notices = _rows(settings, tables)
    header = _header(settings, rows)
    cell_problems, cell_notices = check_rows(header, rows)
    problems += [*_unknown_sets(settings, rows), *_too_high(rows), *cell_problems]
    groups = read_groups(rows)
    # The header is counted from the cells, so that the groups are never of another number.
    _none, group_notices = check_groups(header, groups)
    if problems:
        raise refusal(problems)
    movement = Movement(
        contestants=header.contestants,
        groups=header.groups,
        individual=False,
        rounds=build_rounds(header, rows, groups),
        comments=(f" {title.strip()}",),
        numbered_groups=header.groups > LETTERS,
    )
    all_notices = [*_notices(settings), *notices, *cell_notices, *group_notices]
    return Reading(movement, in_order(all_notices), title=title.strip())


_NO_NUMBERS = gettext_noop(
    "The title must be followed by a line of six numbers: type, tables, boards, boards per round, "
    "rounds, missing pair."
)


def _read_settings(number: int, line: str) -> _Settings:
    problems: list[Problem] = []
    fields = _fields(number, line, problems)
    if not problems and len(fields) != len(_RANGES):
        problems.append(Problem(sentence(_NO_NUMBERS), number))
    for field, (name, least, greatest) in zip(fields, _RANGES, strict=False):
        if not least <= field.number <= greatest:
            message = gettext_noop(
                "The number of %(name)s must be from %(least)s to %(greatest)s, not %(value)s."
            )
            values = {"name": name, "least": least, "greatest": greatest, "value": field.shown}
            problems.append(_at(field, message, **values))
    if problems:
        raise refusal(problems)
    kind, tables, boards, each, rounds, missing = (field.number for field in fields)
    settings = _Settings(kind, tables, boards, each, rounds, missing, number)
    if settings.type not in PAIRS_TYPES:
        message = gettext_noop(
            "Type %(type)s is not a movement for pairs. Only the types 0 (Howell), 1 (Mitchell) "
            "and 2 (Mitchell with arrow switches) are read."
        )
        raise refusal([_at(fields[0], message, type=settings.type)])
    if settings.boards % settings.boards_per_round:
        message = gettext_noop(
            "%(boards)s boards cannot be divided into sets of %(each)s, the boards a round."
        )
        values = {"boards": settings.boards, "each": settings.boards_per_round}
        raise refusal([_at(fields[2], message, **values)])
    return settings


def _fields(number: int, line: str, problems: list[Problem]) -> _Fields:
    """The numbers between the commas; what is none is a problem."""
    fields: _Fields = []
    before = len(problems)
    for match in _FIELD.finditer(line.rstrip().removesuffix(",")):
        text = match.group()
        column = match.start() + 1 + len(text) - len(text.lstrip())
        token = Token(text.strip() or " ", number, column)
        if re.fullmatch("[0-9]+", token.text):
            fields.append(token)
        else:
            message = gettext_noop("This must be a number, not “%(text)s”.")
            problems.append(_at(token, message, text=token.shown.strip()))
    if not fields and len(problems) == before:
        problems.append(Problem(sentence("There is no number in this line."), number))
    return fields


def _misshapen(settings: _Settings, tables: Sequence[_Fields]) -> Iterator[Problem]:
    """Lines of another length than the rounds need, and too many or too few of them."""
    expected = PARTS * settings.rounds
    for number, fields in enumerate(tables[: settings.tables], 1):
        if fields and len(fields) != expected:
            message = gettext_noop(
                "Table %(table)s: %(rounds)s rounds of NS, EW and set are %(expected)s numbers, "
                "but %(found)s were found."
            )
            values = {"table": number, "rounds": settings.rounds, "expected": expected}
            # The first number too many, or the last one there is.
            place = fields[min(expected, len(fields) - 1)]
            yield _at(place, message, found=len(fields), **values)
    if len(tables) != settings.tables:
        text = sentence(
            "There are %(expected)s tables, and each has a line, but %(found)s lines were found.",
            expected=settings.tables,
            found=len(tables),
        )
        surplus = [fields for fields in tables[settings.tables :] if fields]
        yield Problem(text, surplus[0][0].line if surplus else settings.line)


def _rows(settings: _Settings, tables: Sequence[_Fields]) -> tuple[list[Row], list[Problem]]:
    """The rounds, each with a cell for every table: turned from tables × rounds."""
    north_south = [field.number for fields in tables for field in fields[::PARTS]]
    # NS may have higher numbers than there are tables, and EW must not get one of theirs.
    offset = max([settings.tables, *north_south]) if settings.type == MITCHELL else 0
    missing = settings.missing
    rows = [
        Row(
            number + 1,
            tuple(
                _cell(fields[PARTS * number : PARTS * (number + 1)], offset, missing)
                for fields in tables
            ),
        )
        for number in range(settings.rounds)
    ]
    return rows, list(_offset_notice(settings, offset))


def _cell(fields: Sequence[Token], offset: int, missing: int) -> CellTokens:
    ns, ew, group = fields
    if ew.number:
        ew = Token(str(ew.number + offset), ew.line, ew.column)
    ns, ew = (
        Token("0", pair.line, pair.column) if pair.number == missing else pair for pair in (ns, ew)
    )
    # Where the missing pair would have met nobody, the file still names a set.
    if not ns.number and not ew.number:
        group = Token("0", group.line, group.column)
    return ns, ew, group


def _header(settings: _Settings, rows: Sequence[Row]) -> Header:
    """The header that an .ASC file would have."""
    cells = [cell for row in rows for cell in row.cells]
    pairs = max((pair.number for cell in cells for pair in cell[:2]), default=0)
    groups = {cell[2].number for cell in cells if cell[2].number}
    return Header(
        contestants=max(2, pairs),
        tables=settings.tables,
        rounds=settings.rounds,
        groups=len(groups),
        individual=False,
        line=settings.line,
        groups_column=1,
    )


def _unknown_sets(settings: _Settings, rows: Sequence[Row]) -> Iterator[Problem]:
    message = gettext_noop(
        "Round %(round)s, table %(table)s: set %(set)s is greater than %(sets)s, the sets that "
        "%(boards)s boards make."
    )
    for row in rows:
        for table, (_ns, _ew, group) in enumerate(row.cells, 1):
            if group.number > settings.sets:
                values = {"set": group.shown, "sets": settings.sets, "boards": settings.boards}
                yield _at(group, message, round=row.round, table=table, **values)


def _too_high(rows: Sequence[Row]) -> Iterator[Problem]:
    message = gettext_noop("Pair %(pair)s is too high a number; %(highest)s is the highest.")
    for row in rows:
        for cell in row.cells:
            for pair in cell[:2]:
                if pair.number > MAX_PAIR:
                    yield _at(pair, message, pair=pair.shown, highest=MAX_PAIR)


def _notices(settings: _Settings) -> Iterator[Problem]:
    yield Problem(
        sentence(
            "The file has %(boards)s boards per round. A movement is stored without that number; a "
            "session asks for it.",
            boards=settings.boards_per_round,
        ),
        settings.line,
    )
    if settings.missing:
        missing = gettext_noop("Pair %(pair)s is missing; its opponents sit out.")
        yield Problem(sentence(missing, pair=settings.missing), settings.line)


def _offset_notice(settings: _Settings, offset: int) -> Iterator[Problem]:
    if offset:
        yield Problem(
            sentence(
                "A Mitchell: the East-West pairs are numbered after the North-South pairs, so the "
                "file’s EW 1 is pair %(pair)s.",
                pair=offset + 1,
            ),
            settings.line,
        )


def _at(token: Token, template: str, **values: object) -> Problem:
    return Problem(sentence(template, **values), token.line, token.column, token.text.strip())
