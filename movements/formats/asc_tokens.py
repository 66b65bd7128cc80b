"""The characters of an .ASC file: lines of numbers and letters, with their places.

Knows which characters there may be, not what they mean. A *token* is a run of digits or of
letters; lines and columns count from 1, a column is a character.
"""

import re
from dataclasses import dataclass

from clubscore.problems import Problem, gettext_noop, sentence

TOO_LARGE = 10**9
"""What a number of more than nine digits counts as: out of every range there is."""

_PART = re.compile(
    r"(?P<number>[0-9]+)|(?P<letters>[A-Za-z]+)|[ \t,:;-]+|(?P<rogue>[^0-9A-Za-z \t,:;-]+)"
)


@dataclass(frozen=True, slots=True)
class Token:
    """A run of digits or a run of letters."""

    text: str
    line: int
    column: int

    @property
    def is_number(self) -> bool:
        return self.text[0].isdigit()

    @property
    def number(self) -> int:
        """The value of a number; :data:`TOO_LARGE` for everything above."""
        digits = self.text.lstrip("0")
        # ``int`` refuses thousands of digits.
        return int(digits or "0") if len(digits) < 10 else TOO_LARGE

    @property
    def shown(self) -> str:
        """The text as a message quotes it, shortened."""
        return self.text if len(self.text) <= 12 else self.text[:9] + "…"


@dataclass(frozen=True, slots=True)
class Line:
    """One line: its tokens, the text after ``#`` if there is one, and its problems."""

    number: int
    tokens: tuple[Token, ...]
    comment: str | None
    problems: tuple[Problem, ...]

    @property
    def has_data(self) -> bool:
        """The line holds more than separators and a comment."""
        return bool(self.tokens or self.problems)


def split_lines(text: str) -> list[Line]:
    """Every line of a text, whatever its line ends, with or without a byte order mark."""
    plain = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    return [_line(number, line) for number, line in enumerate(plain.split("\n"), 1)]


def _line(number: int, text: str) -> Line:
    data, mark, comment = text.partition("#")
    tokens: list[Token] = []
    problems: list[Problem] = []
    for part in _PART.finditer(data):
        column = part.start() + 1
        if part["rogue"]:
            problems.append(_rogue(part["rogue"][0], number, column))
        elif part["number"] or part["letters"]:
            tokens.append(Token(part.group(), number, column))
    return Line(number, tuple(tokens), comment.rstrip() if mark else None, tuple(problems))


def _rogue(character: str, line: int, column: int) -> Problem:
    message = gettext_noop(
        "The character %(character)s cannot be read. Separate the numbers with blanks, tabs or "
        "one of - , : ; and begin a comment with #."
    )
    shown = f"“{character}”" if character.isprintable() else f"U+{ord(character):04X}"
    return Problem(sentence(message, character=shown), line, column, character)
