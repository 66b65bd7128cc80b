"""Finding oneself at the door: three letters that begin a part of the name, or the number.

Accents and case never matter. Who is shown by initials is found by the whole family name or the
number alone, and without a club: three letters would otherwise tell who is there.
"""

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

LETTERS: Final = 3

MOST: Final = 8

_LETTERS_OF: Final = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "ß": "ss", "æ": "ae", "œ": "oe", "þ": "th"}
)


@dataclass(frozen=True, slots=True)
class Findable:
    """Somebody of the tournament: ``name`` as everybody may read it, ``family`` as it is."""

    entry: int
    number: int | None
    name: str
    family: str
    club: str
    is_hidden: bool


def folded(text: str) -> str:
    """A text as it is compared: without case and accents, hyphens as blanks."""
    plain = unicodedata.normalize("NFKD", text.casefold().translate(_LETTERS_OF))
    letters = "".join(each for each in plain if not unicodedata.combining(each))
    return " ".join("".join(each if each.isalnum() else " " for each in letters).split())


def is_enough(text: str) -> bool:
    """Whether somebody can be looked for: a number, or three letters."""
    plain = folded(text)
    return plain.isdecimal() or len(plain.replace(" ", "")) >= LETTERS


def find(everybody: Iterable[Findable], text: str) -> list[Findable]:
    """Who is meant, at most eight, in the order of everybody."""
    plain = folded(text)
    found = [each for each in everybody if _is_meant(each, plain)] if is_enough(text) else []
    return found[:MOST]


def _is_meant(each: Findable, plain: str) -> bool:
    if plain.isdecimal():
        return each.number is not None and plain.lstrip("0") == str(each.number)
    if each.is_hidden:
        return folded(each.family) == plain
    name = folded(each.name)
    # Of several words each begins a part of the name: "ek li", "van der be".
    parts = name.split()
    words = plain.split()
    return f" {plain}" in f" {name}" or all(
        any(part.startswith(word) for part in parts) for word in words
    )
