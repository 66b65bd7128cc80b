"""The attributes of an element of an OpenGotha file, each read as what it is to be.

An attribute that is missing has OpenGotha's default; one that cannot be read is a problem with the
element, the attribute and its value.
"""

from enum import StrEnum
from typing import TypeVar
from xml.etree.ElementTree import Element

from clubscore.numbers import whole_number
from clubscore.problems import Problem, gettext_noop, sentence
from events.tournaments.domain.go.ranks import read_rank

Choice = TypeVar("Choice", bound=StrEnum)

_WRONG = gettext_noop('%(element)s: "%(value)s" is not a valid %(attribute)s.')


class Attributes:
    """Reads the attributes of one element; ``problems`` collects what cannot be read."""

    def __init__(self, element: Element | None, name: str, problems: list[Problem]) -> None:
        self._values = {} if element is None else dict(element.attrib)
        self._name, self._problems = name, problems

    def text(self, name: str, default: str = "") -> str:
        return self._values.get(name, default).strip()

    def flag(self, name: str, *, default: bool) -> bool:
        text = self.text(name).lower()
        if text in ("", "true", "false"):
            return text == "true" if text else default
        self._wrong(name, text)
        return default

    def whole(self, name: str, default: int, *, least: int = 0, most: int = 10**15) -> int:
        """A whole number, which may be negative where ``least`` allows it."""
        text = self.text(name)
        if not text:
            return default
        digits = whole_number(text.removeprefix("-"))
        number = None if digits is None else (-digits if text.startswith("-") else digits)
        if number is None or not least <= number <= most:
            self._wrong(name, text)
            return default
        return number

    def digits(self, name: str, allowed: str) -> str:
        """A text of these characters alone."""
        text = self.text(name)
        if set(text) <= set(allowed):
            return text
        self._wrong(name, text)
        return ""

    def rank(self, name: str, default: int) -> int:
        text = self.text(name)
        if not text:
            return default
        rank = read_rank(text)
        if rank is None:
            self._wrong(name, text)
            return default
        return rank

    def choice(self, name: str, choices: type[Choice], default: Choice) -> Choice:
        text = self.text(name).upper()
        if not text:
            return default
        try:
            return choices(text)
        except ValueError:
            self._wrong(name, text)
            return default

    def _wrong(self, attribute: str, value: str) -> None:
        message = sentence(_WRONG, element=self._name, attribute=attribute, value=value)
        self._problems.append(Problem(message, column=attribute, value=value))
