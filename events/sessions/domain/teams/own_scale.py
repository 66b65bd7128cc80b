"""A scale of victory points that a club types: a line for each smallest margin (spec: teams,
section 3, "own table").

A line holds three numbers: the margin in IMPs from which it counts, the VPs of the winner and of
the loser, as in ``3 12.5 7.5``; between them blanks, tabs or semicolons; a decimal comma is read
too. Empty lines are left out.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from clubscore.problems import Problem, Refused, Sentence, gettext_noop, refuse_if, sentence
from events.sessions.domain.teams.scale import VP, Row, Scale

MAX_ROWS: Final = 500
_MARGIN: Final = re.compile(r"[0-9]{1,4}")
_POINTS: Final = re.compile(r"([0-9]{1,4})(?:[.,]([0-9]{1,2}))?")

_NO_ROWS = gettext_noop("The scale is empty: type a margin and the VPs of both sides, a line each.")
_MANY_ROWS = gettext_noop("A scale has at most %(most)s rows, not %(rows)s.")
_THREE = gettext_noop("A row is a margin, the VPs of the winner and those of the loser: 3 12 8.")
_BAD_MARGIN = gettext_noop("“%(value)s” is not a margin: whole IMPs, 0 to 9999.")
_BAD_POINTS = gettext_noop("“%(value)s” are not VPs: 0 to 9999, with at most two decimals.")
_STARTS = gettext_noop("The scale starts at a margin of 0, not of %(value)s.")
_DRAW = gettext_noop("At a margin of 0 both sides get the same VPs.")
_MARGIN_RISES = gettext_noop("The margin %(value)s is not above %(before)s, the one before it.")
_POINTS_RISE = gettext_noop("The winner’s VPs, %(value)s, are not above those of the row before.")
_SUM = gettext_noop("The VPs of both are %(value)s together; in the first row they are %(sum)s.")


def own_scale(text: str) -> Scale:
    """The scale that a club typed, for every length of match; :class:`Refused` with the line and
    the value of everything that is wrong."""
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    if not lines:
        raise Refused(sentence(_NO_ROWS))
    if len(lines) > MAX_ROWS:
        raise Refused(sentence(_MANY_ROWS, most=MAX_ROWS, rows=len(lines)))
    read = [(number, _row(number, line)) for number, line in lines]
    refuse_if(row for _, row in read if isinstance(row, Problem))
    rows = [(number, row) for number, row in read if isinstance(row, Row)]
    refuse_if(_wrong(rows))
    return Scale(tuple(row for _, row in rows))


def _row(number: int, line: str) -> Row | Problem:
    cells = [cell for cell in re.split(r"[\s;]+", line) if cell]
    if len(cells) != 3:
        return Problem(sentence(_THREE), line=number, value=line.strip())
    margin, *both = cells
    if not _MARGIN.fullmatch(margin):
        return Problem(sentence(_BAD_MARGIN, value=margin), line=number, value=margin)
    points = []
    for cell in both:
        found = _POINTS.fullmatch(cell)
        if not found:
            return Problem(sentence(_BAD_POINTS, value=cell), line=number, value=cell)
        points.append(int(found[1]) * VP + int((found[2] or "").ljust(2, "0")))
    return Row(int(margin), *points)


def _wrong(rows: Sequence[tuple[int, Row]]) -> Iterator[Problem]:
    """What the rows, in the order of their lines, have wrong with each other."""
    line, first = rows[0]
    if first.margin:
        yield _problem(line, first.margin, _STARTS)
    elif first.winner != first.loser:
        yield Problem(sentence(_DRAW), line=line, value=_both(first))
    total = first.winner + first.loser
    for (_, before), (line, row) in pairwise(rows):
        if row.margin <= before.margin:
            template = sentence(_MARGIN_RISES, value=row.margin, before=before.margin)
            yield Problem(template, line=line, value=str(row.margin))
        if row.winner <= before.winner:
            yield _problem(line, _text(row.winner), _POINTS_RISE)
        if row.winner + row.loser != total:
            text: Sentence = sentence(_SUM, value=_text(row.winner + row.loser), sum=_text(total))
            yield Problem(text, line=line, value=_both(row))


def _problem(line: int, value: object, template: str) -> Problem:
    return Problem(sentence(template, value=value), line=line, value=str(value))


def _both(row: Row) -> str:
    return f"{_text(row.winner)} {_text(row.loser)}"


def _text(hundredths: int) -> str:
    whole, rest = divmod(hundredths, VP)
    return f"{whole}.{rest:02}" if rest else str(whole)
