"""Reading a whole number from a text, of any length: the one place where digits are counted.

Python itself refuses to read thousands of digits, and a database to look for more than nineteen.
Knows nothing of Django, so that the rules of a game and the file formats may use it.
"""

from typing import Final

MAX_WHOLE: Final = 10**18 - 1
"""The largest number that is read; every database can store it."""
_MAX_DIGITS: Final = 18


def whole_number(text: str, *, most: int = MAX_WHOLE) -> int | None:
    """The number that the text is, from 0 to ``most``; ``None`` for any other text.

    Blanks around it and zeros before it do not matter, a sign is none of it.
    """
    digits = text.strip()
    if not (digits.isascii() and digits.isdecimal()):
        return None
    significant = digits.lstrip("0")
    if len(significant) > _MAX_DIGITS:
        return None
    number = int(significant or "0")
    return number if number <= most else None


def row_number(text: str) -> int:
    """The number that the text is; -1, which no row and no version has, for any other text: that
    is a conflict or a row that is gone, not an error."""
    number = whole_number(text)
    return -1 if number is None else number


def row_number_if(text: str) -> int | None:
    """The same; ``None`` for an empty text."""
    return row_number(text) if text else None


def integer_of(digits: str) -> int:
    """The number that a pattern has found, with or without a sign; one that is longer than any
    database stores is :data:`MAX_WHOLE`, which nothing has. Raises ``ValueError`` for no number.

    What readers of files and texts call instead of ``int``, which itself fails at thousands of
    digits: a test looks for others.
    """
    text = digits.strip()
    if len(text) <= _MAX_DIGITS:
        return int(text)
    unsigned = text.removeprefix("-") if text[0] == "-" else text.removeprefix("+")
    if not unsigned.isdecimal():
        raise ValueError(digits[:_MAX_DIGITS])
    significant = unsigned.lstrip("0")
    number = int(significant or "0") if len(significant) <= _MAX_DIGITS else MAX_WHOLE
    return -number if text[0] == "-" else number
