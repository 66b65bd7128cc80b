"""The places of preserved lines: comments after the record they follow, records at the end.

A *key* names a record: its number, and for players and other records that repeat a second number,
``001 12``. A key sorts as the records are written.
"""

import re
from collections import Counter
from collections.abc import Iterable

from clubscore.numbers import whole_number
from events.tournaments.domain.tournament import PreservedLine
from events.tournaments.formats.krause.lines import PLAYER, TEAM, TEAM_OF_TRF26, Line

ORDER = (
    "012", "022", "032", "042", "052", "062", "072", "082", "092", "102", "112", "122", "132",
    "142", "162", "192", "202", "212", "222", "240", "260", TEAM, PLAYER,
)  # fmt: skip
"""The records in the order in which they are written, teams of either format in the same place;
preserved lines come after them."""

END = "end"
"""The place after all of them."""

_RANK = {tag: place for place, tag in enumerate(ORDER)}
_REPEATED = frozenset({"112", TEAM, "240", "260"})


def is_record(text: str) -> bool:
    """Whether a line begins with the number of a record."""
    return re.match(r"[0-9]{3}(?: |\Z)", text) is not None


def preserved_lines(lines: Iterable[Line], preserved: set[int]) -> tuple[PreservedLine, ...]:
    """The lines of these numbers, with their places."""
    lines = list(lines)
    last = max((line.number for line in lines if line.number not in preserved), default=0)
    found: list[PreservedLine] = []
    seen: Counter[str] = Counter()
    place, tail = "", False
    for line in lines:
        if line.number not in preserved:
            place = _key(line, seen) if line.tag else place
        elif line.tag or tail:
            # Past the last record that is read, comments stay behind the preserved record before
            # them.
            tail = tail or line.number > last
            found.append(PreservedLine(line.text, END))
        else:
            found.append(PreservedLine(line.text, place))
    return tuple(found)


def _key(line: Line, seen: Counter[str]) -> str:
    if line.tag == PLAYER:
        number = line.columns(5, 8).strip()
        return key(PLAYER, int(number)) if number.isascii() and number.isdigit() else PLAYER
    tag = TEAM if line.tag == TEAM_OF_TRF26 else line.tag
    if tag not in _REPEATED:
        return tag
    seen[tag] += 1
    return key(tag, seen[tag])


def key(tag: str, number: int | None = None) -> str:
    """The key of a record."""
    return tag if number is None else f"{tag} {number}"


def rank(place: str) -> tuple[int, int]:
    """What keys are sorted by: the top of the file first, unknown records and its end last."""
    if not place:
        return -1, 0
    tag, _blank, number = place.partition(" ")
    return _RANK.get(tag, len(_RANK)), whole_number(number) or 0
