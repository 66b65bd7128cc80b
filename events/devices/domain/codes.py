"""The code of a table, a player or a screen: ten characters of Crockford's base 32, 50 bits, as
people copy it.

Case and hyphens never matter; O is read as 0, I and L as 1.

How the log names a device of a table: ``Table A5, NS, device 2 (Safari on iPhone)``.
"""

import re
import secrets
from dataclasses import dataclass
from typing import Final

from clubscore.text.numbers import integer_of

ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

LENGTH: Final = 10

_ALIKE: Final = str.maketrans({"O": "0", "I": "1", "L": "1", "-": None, " ": None})


def draw_code() -> str:
    """A code that nobody can guess."""
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))


def read_code(text: str) -> str:
    """The code as it is stored; empty for a text that is no code."""
    code = text.strip().upper().translate(_ALIKE)
    return code if len(code) == LENGTH and set(code) <= set(ALPHABET) else ""


_NAME: Final = re.compile(
    r"Table (?P<place>[A-Z]*[0-9]+)(?:, (?P<side>NS|EW|[NESW]))?, device (?P<number>[0-9]+)"
    r"(?: \((?P<browser>.+)\))?"
)


@dataclass(frozen=True, slots=True)
class DeviceName:
    """The table with its section, the side of a pair's phone, the number of the device there, and
    what browser it is."""

    place: str
    side: str
    number: int
    browser: str

    def __str__(self) -> str:
        side = f", {self.side}" if self.side else ""
        browser = f" ({self.browser})" if self.browser else ""
        return f"Table {self.place}{side}, device {self.number}{browser}"


def read_device_name(text: str) -> DeviceName | None:
    """The device that a log names; ``None`` for a browser of a director."""
    match = _NAME.fullmatch(text)
    if match is None:
        return None
    place, side, number, browser = match.groups(default="")
    return DeviceName(place, side, integer_of(number), browser)
