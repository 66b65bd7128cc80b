"""Whether a file was cut off: it says of itself that it holds more players than it does.

Such a file has an error for everybody who is missing; this is what they have in common.
"""

import re
from typing import NamedTuple

_SAID = re.compile(r"^062 +([0-9]{1,4})\b", re.MULTILINE | re.ASCII)
_PLAYER = re.compile(r"^001 ", re.MULTILINE)


class Cut(NamedTuple):
    """How many players the file says, and how many it holds."""

    said: int
    holds: int


def cut_off(text: str) -> Cut | None:
    """What is missing from the text of a file, whose lines end in line feeds; or nothing."""
    said = _SAID.search(text)
    found = Cut(int(said[1]) if said else 0, len(_PLAYER.findall(text)))
    return found if 0 < found.holds < found.said else None
