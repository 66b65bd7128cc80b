"""Formulas that other programs would run: how they are written into a CSV, and read again.

Spreadsheet programs take a CSV cell that begins like a formula for one. It is written with a ``'``
in front, and so is a text that begins with ``'`` and then like a formula, so that no text is lost
when the file is read again.
"""

import re

_FORMULA = re.compile(r"'*+[=+\-@\t\r]")


def escape_formula(text: str) -> str:
    """The text as it is written in CSV."""
    return f"'{text}" if _FORMULA.match(text) else text


def unescape_formula(cell: str) -> str:
    """The text that :func:`escape_formula` was given."""
    return cell[1:] if cell.startswith("'") and _FORMULA.match(cell) else cell
