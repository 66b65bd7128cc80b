"""The places of preserved lines: comments after the record they follow, records at the end.

A *key* names a record: its number, and for players and other records that repeat a second number,
``001 12``. A key sorts as the records are written.

The records for pairing programs: the lot, and acceleration.

152 W, XXC white1                          the colour of number 1 in round 1
250 MMMM PPPP FFF LLL NNNN NNNN            virtual points in rounds F to L of numbers N to N,
                                           of teams the match points MMMM
"""

import re
from collections import Counter
from collections.abc import Iterable
from fractions import Fraction

from clubscore.text.numbers import integer_of, whole_number
from events.tournaments.core.domain.results import Colour, points_text
from events.tournaments.core.domain.tournament import PreservedLine, VirtualPoints
from events.tournaments.files.formats.krause.lines import (
    PLAYER,
    TEAM,
    TEAM_OF_TRF26,
    Line,
    is_storable,
    points_from,
)

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
        return key(PLAYER, integer_of(number)) if number.isascii() and number.isdigit() else PLAYER
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


_COLOURS = {"W": Colour.WHITE, "B": Colour.BLACK, "WHITE1": Colour.WHITE, "BLACK1": Colour.BLACK}

_POINTS = (slice(4, 8), slice(9, 13))

_ROUNDS_AND_NUMBERS = ((15, 17), (19, 21), (23, 26), (28, 31))
"""Columns of record 250 after the points."""


def initial_colour_of(lines: Iterable[PreservedLine]) -> Colour | None:
    """The colour that the lot gave; the last one in the file counts."""
    colour = None
    for line in lines:
        tag, *words = line.text.upper().split() or [""]
        if tag in ("152", "XXC"):
            colour = next((_COLOURS[word] for word in words if word in _COLOURS), colour)
    return colour


def virtual_points_of(lines: Iterable[PreservedLine]) -> tuple[VirtualPoints, ...]:
    """The records 250 that can be read, in their order."""
    read = (_virtual_points(line.text) for line in lines if line.text.startswith("250 "))
    return tuple(each for each in read if each)


def _virtual_points(text: str) -> VirtualPoints | None:
    match, game = (points_from(text[columns]) or Fraction(0) for columns in _POINTS)
    numbers = [whole_number(text[first - 1 : last]) for first, last in _ROUNDS_AND_NUMBERS]
    if None in numbers or not is_storable(match) or not is_storable(game):
        return None
    return VirtualPoints(match, game, *(number or 0 for number in numbers))


def virtual_points_record(points: VirtualPoints) -> str:
    """Record 250; no points are left out."""
    match, game = (points_text(each) if each else "" for each in (points.match, points.game))
    return (
        f"250 {match:>4} {game:>4} {points.first_round:3} {points.last_round:3} "
        f"{points.first:4} {points.last:4}"
    )
