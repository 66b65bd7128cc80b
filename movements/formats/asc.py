"""Movement files in the format .ASC, version 1.0, of P. Smulders and H. van Staveren.

A header of five numbers, then the cells: a round is a line, and a table of it is two pairs (or
four players) and a board group. ``#`` begins a comment. :func:`read` says what it refuses with
line and column and what it repaired; :func:`write` writes the one canonical form, and reading
that gives the same movement. Not in the file: how many boards a group has.
"""

import re
from collections.abc import Iterable

from clubscore.text.problems import Problem, Refused, sentence
from movements.domain.movement import LETTERS, Cell, Movement, Reading
from movements.formats.asc_cells import build_rounds, check_groups, check_rows, cut, read_groups
from movements.formats.asc_tokens import Line, is_short_form, read_header, split_lines

MAX_PROBLEMS = 100
"""How many problems of one text are reported; of the rest only their number."""
_ASC_HEADER = re.compile(r"\d+([ \t,]+\d+){4}\s*(#.*)?", re.ASCII)


def looks_like_asc(first: str) -> bool:
    """Whether a line, the first that is no comment, is the header of a movement."""
    return bool(_ASC_HEADER.fullmatch(first))


def read(text: str) -> Reading:
    """Read the text of an .ASC file.

    Raises :class:`Refused` with every problem that can be found, in the order of their places.
    """
    lines = split_lines(text)
    data = [line for line in lines if line.has_data]
    if not data:
        raise Refused(
            Problem(sentence("The file is empty: a header of five numbers is missing."), 1)
        )
    first, *rest = data
    header, problems, notices = read_header(first)
    if header is None:
        if not is_short_form(first):
            problems += [problem for line in rest for problem in line.problems]
        raise refusal(problems)
    notices += _before_header(first)
    shape = cut(header, rest)
    cell_problems, cell_notices = check_rows(header, shape.rows)
    problems += [*shape.problems, *cell_problems]
    groups = read_groups(shape.rows)
    # With cells missing the groups would not be counted right: one mistake, reported twice.
    if shape.complete:
        group_problems, group_notices = check_groups(header, groups)
        problems += group_problems
        notices += group_notices
    if problems:
        raise refusal(problems)
    movement = Movement(
        contestants=header.contestants,
        groups=header.groups,
        individual=header.individual,
        rounds=build_rounds(header, shape.rows, groups),
        comments=tuple(line.comment for line in lines if line.comment is not None),
        numbered_groups=groups.numbered,
    )
    return Reading(movement, in_order([*notices, *shape.notices, *cell_notices]))


def write(movement: Movement) -> str:
    """The text of a movement: header, comments, then a line for each round, columns aligned."""
    header = (movement.contestants, movement.tables, len(movement.rounds), movement.groups)
    numbers = " ".join(f"{number:2d}" for number in header)
    lines = [f"{numbers} {int(movement.individual)}"]
    lines += [f"#{comment}" for comment in movement.comments]
    lines += [" ".join(_write_cell(movement, cell) for cell in row) for row in movement.rounds]
    return "\n".join(lines) + "\n"


def _write_cell(movement: Movement, cell: Cell) -> str:
    width = max(2, len(str(movement.contestants)))
    seats = 2 if movement.individual else 1
    sides = [side or (0,) * seats for side in (cell.ns, cell.ew)]
    contestants = "-".join(f"{number:{width}d}" for side in sides for number in side)
    group = movement.group_name(cell.group) if cell.group else "0"
    numbered = movement.numbered_groups or movement.groups > LETTERS
    return f"{contestants} {group:>{len(str(movement.groups)) if numbered else 1}}"


def _before_header(header: Line) -> list[Problem]:
    if header.number == 1:
        return []
    return [
        Problem(
            sentence(
                "The header comes in line %(line)s, after comments or empty lines; it belongs in "
                "line 1.",
                line=header.number,
            ),
            1,
        )
    ]


def in_order(problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """The problems in the order of their places."""
    return tuple(
        sorted(
            problems,
            key=lambda problem: (
                problem.line or 0,
                problem.column if isinstance(problem.column, int) else 0,
            ),
        )
    )


def refusal(problems: Iterable[Problem]) -> Refused:
    """A refusal with the problems in order, at most :data:`MAX_PROBLEMS` of them."""
    ordered = in_order(problems)
    if len(ordered) > MAX_PROBLEMS:
        rest = Problem(
            sentence(
                "There are %(count)s more problems after these.", count=len(ordered) - MAX_PROBLEMS
            )
        )
        return Refused(*ordered[:MAX_PROBLEMS], rest)
    return Refused(*ordered)
