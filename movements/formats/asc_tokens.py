"""The characters of an .ASC file: lines of numbers and letters, with their places.

Knows which characters there may be, not what they mean. A *token* is a run of digits or of
letters; lines and columns count from 1, a column is a character.

The header of an .ASC file: ``contestants tables rounds board-groups individual``.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from clubscore.text.numbers import integer_of
from clubscore.text.problems import Problem, Sentence, gettext_noop, sentence

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
        return _value(self.text)

    @property
    def shown(self) -> str:
        """The text as a message quotes it, shortened."""
        return self.text if len(self.text) <= 12 else self.text[:9] + "…"


@lru_cache(maxsize=2048)
def _value(digits: str) -> int:
    # A movement has few numbers, and asks for each a dozen times.
    return min(integer_of(digits), TOO_LARGE)


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


RANGES: tuple[tuple[Sentence, int, int], ...] = (
    (Sentence(gettext_noop("contestants")), 2, 999),
    (Sentence(gettext_noop("tables")), 1, 500),
    (Sentence(gettext_noop("rounds")), 1, 200),
    (Sentence(gettext_noop("board groups")), 1, 500),
    (Sentence(gettext_noop("individual")), 0, 1),
)
"""The names of the five numbers, the least and the greatest."""


@dataclass(frozen=True, slots=True)
class Header:
    """The header’s numbers, and the places of it and of its number of groups."""

    contestants: int
    tables: int
    rounds: int
    groups: int
    individual: bool
    line: int
    groups_column: int

    @property
    def seats(self) -> int:
        """How many numbers come before the group in a cell."""
        return 4 if self.individual else 2

    @property
    def cells(self) -> int:
        return self.tables * self.rounds


def read_header(line: Line) -> tuple[Header | None, list[Problem], list[Problem]]:
    """The header, or ``None``; the problems; and the notices."""
    numbers = [token for token in line.tokens if token.is_number]
    problems = list(line.problems)
    # Without all five nobody can tell which one is missing, so their ranges are not checked.
    if len(numbers) != len(RANGES):
        problems.append(_wrong_number_of_numbers(line, numbers))
        return None, problems, []
    letters = [token for token in line.tokens if not token.is_number]
    early = [token for token in letters if token.column < numbers[-1].column]
    if early:
        message = gettext_noop("The header has five numbers; “%(text)s” is not a number.")
        problems.append(_problem(sentence(message, text=early[0].shown), early[0]))
    problems += _out_of_range(numbers)
    if problems:
        return None, problems, []
    contestants, tables, rounds, groups, individual = (token.number for token in numbers)
    header = Header(
        contestants, tables, rounds, groups, bool(individual), line.number, numbers[3].column
    )
    return header, [], _trailing(letters)


def is_short_form(line: Line) -> bool:
    """The line is the old header of two numbers, ``pairs rounds``, and a letter for the kind of
    movement, as in ``8 7 H``."""
    numbers, letters = line.tokens[:2], line.tokens[2:]
    return (
        len(numbers) == 2
        and all(token.is_number for token in numbers)
        and len(letters) <= 1
        and all(token.text.isalpha() for token in letters)
    )


def _wrong_number_of_numbers(line: Line, numbers: list[Token]) -> Problem:
    if is_short_form(line):
        pairs, rounds = (token.number for token in numbers[:2])
        example = f"{pairs} {(pairs + 1) // 2} {rounds} {rounds} 0"
        return Problem(
            sentence(
                "This is the old short form of the header, pairs and rounds. Write five numbers "
                "instead: contestants, tables, rounds, board groups, and 0 for pairs or 1 for an "
                "individual movement; such as %(example)s.",
                example=example,
            ),
            line.number,
        )
    message = sentence(
        "The header must be five numbers: contestants, tables, rounds, board groups, and 0 for "
        "pairs or 1 for an individual movement; here are %(found)s.",
        found=len(numbers),
    )
    if len(numbers) > len(RANGES):
        return _problem(message, numbers[len(RANGES)])
    return Problem(message, line.number)


def _out_of_range(numbers: list[Token]) -> Iterator[Problem]:
    for token, (name, least, greatest) in zip(numbers, RANGES, strict=True):
        if not least <= token.number <= greatest:
            message = gettext_noop(
                "The header’s number of %(name)s must be from %(least)s to %(greatest)s, "
                "not %(value)s."
            )
            if greatest == 1:
                message = gettext_noop(
                    "The header’s last number must be 0 for a pairs movement or 1 for an "
                    "individual one, not %(value)s."
                )
            values = {"name": name, "least": least, "greatest": greatest, "value": token.shown}
            yield _problem(sentence(message, **values), token)


def _trailing(letters: list[Token]) -> list[Problem]:
    if not letters:
        return []
    text = " ".join(token.shown for token in letters)
    message = gettext_noop("The “%(text)s” after the header’s five numbers was left out.")
    return [_problem(sentence(message, text=text), letters[0])]


def _problem(message: Sentence, token: Token) -> Problem:
    return Problem(message, token.line, token.column, token.text)
