"""Whether a file was cut off: its record 062 announces more players than it holds.

Such a file has an error for everybody who is missing; this is their common cause.
"""

import re
from typing import NamedTuple

_ANNOUNCED = re.compile(r"^062 +([0-9]{1,4})\b", re.MULTILINE | re.ASCII)
_PLAYER = re.compile(r"^001 ", re.MULTILINE)


class Cut(NamedTuple):
    """How many players the file announces, and how many it holds."""

    announced: int
    holds: int


def cut_off(text: str) -> Cut | None:
    """The numbers for the text of a file that was cut off, else ``None``; its lines end in LF."""
    announced = _ANNOUNCED.search(text)
    found = Cut(int(announced[1]) if announced else 0, len(_PLAYER.findall(text)))
    # Without any player it is another kind of file, not one that lost its end.
    return found if 0 < found.holds < found.announced else None
