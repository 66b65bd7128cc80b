"""A column of results, pasted from a spreadsheet: one row a line, the rest of its cells empty."""

import re
from dataclasses import dataclass

from clubscore.text.problems import Refused
from events.sessions.core.domain.letters import ENGLISH, Letters
from events.sessions.core.domain.result_field import MAX_TYPED_LENGTH

MAX_COLUMN_LENGTH = 250_000
"""Characters of a pasted text: more than the lines of a board need."""


@dataclass(frozen=True, slots=True)
class Column:
    """The text of each row, empty for an empty cell; ``heading`` is a first row that is not a
    result.
    """

    rows: tuple[str, ...]
    heading: str = ""


def read_column(text: str, letters: Letters = ENGLISH) -> Column:
    """The one column that was pasted.

    Raises :class:`Refused` when there are several, or nothing at all.
    """
    if len(text) > MAX_COLUMN_LENGTH:
        raise Refused.because(
            "The pasted text has more than %(most)s characters.", most=f"{MAX_COLUMN_LENGTH:,}"
        )
    # Not splitlines(), which also splits at form feeds and Unicode separators in a cell.
    lines = re.split(r"\r\n|\r|\n", text)
    cells = [[_cell(cell) for cell in line.split("\t")] for line in lines]
    # Spreadsheets end what they copy with a line break.
    while cells and not any(cells[-1]):
        cells.pop()
    if not cells:
        raise Refused.because("The pasted text is blank.")
    filled = sorted({number for row in cells for number, cell in enumerate(row) if cell})
    if len(filled) > 1:
        first = next(row for row in cells if any(row))
        sample = " | ".join(cell for cell in first if cell)[:80]
        raise Refused.because(
            "%(count)s columns were pasted, beginning with “%(sample)s”. A line has one field:"
            " paste one column, with a score such as 620 or a contract such as %(made)s in each "
            "row.",
            made=letters.examples.made,
            count=len(filled),
            sample=sample,
        )
    rows = [row[filled[0]] if filled[0] < len(row) else "" for row in cells]
    if len(rows) > 1 and _is_heading(rows[0]):
        return Column(tuple(rows[1:]), rows[0])
    return Column(tuple(rows))


def _cell(text: str) -> str:
    """A cell without the quotes that a spreadsheet puts around some."""
    text = text.strip()
    if len(text) > 1 and text[0] == text[-1] == '"':
        text = text[1:-1].replace('""', '"').strip()
    return text[:MAX_TYPED_LENGTH]


def _is_heading(text: str) -> bool:
    """Whether it is a word: the longest result without a digit is “pass”."""
    return len(re.findall(r"[^\W\d_]", text)) > 4 and not re.search(r"\d", text)
