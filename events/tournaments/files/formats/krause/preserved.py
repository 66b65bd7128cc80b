"""The places of preserved lines: comments after the record they follow, records at the end.

A *key* names a record: its number, and for players and other records that repeat a second number,
``001 12``. A key sorts as the records are written.

The records for pairing programs: the lot, and acceleration.

152 W, XXC white1                          the colour of number 1 in round 1
250 MMMM PPPP FFF LLL NNNN NNNN            virtual points in rounds F to L of numbers N to N,
                                           of teams the match points MMMM
XXA NNNN PP.P PP.P                         virtual points of one number, round by round
299           PP.P  RRR NNNN NNNN          points besides the games of round R of numbers N;
                                           999 is behind the last round
192 FIDE_DUTCH_2026_BAKU                   the system, and whether it is accelerated
"""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction

from clubscore.text.numbers import integer_of, whole_number
from events.tournaments.core.domain.results import Colour, points_text
from events.tournaments.core.domain.tournament import (
    Award,
    PreservedLine,
    VirtualPoints,
    round_robin_named,
)
from events.tournaments.files.formats.krause.lines import (
    MAX_ROUNDS,
    PLAYER,
    TEAM,
    TEAM_OF_TRF26,
    Line,
    groups,
    is_storable,
    points_from,
)

ORDER = (
    "012", "022", "032", "042", "052", "062", "072", "082", "092", "102", "112", "122", "132",
    "142", "162", "192", "202", "212", "222", "240", "260", TEAM, PLAYER,
)  # fmt: skip
"""The records in the order in which they are written, teams of either format in the same place;
preserved lines come after them."""

LAST_OF_HEADER = "222"
"""The place before teams and players."""

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
    """The records 250 that can be read, in their order; those of XXA where there are none."""
    lines = list(lines)
    records = [_virtual_points(line.text) for line in lines if line.text.startswith("250 ")]
    if not records:
        records = [each for line in lines for each in _points_of_xxa(line.text)]
    return tuple(each for each in records if each)


def virtual_points_by_round(points: Iterable[VirtualPoints]) -> dict[tuple[int, int], Fraction]:
    """The points of a game by round and number."""
    return {
        (round_, number): point.game
        for point in points
        for round_ in range(point.first_round, min(point.last_round, MAX_ROUNDS) + 1)
        for number in range(point.first, min(point.last, 9999) + 1)
    }


def unread_points(text: str) -> bool:
    """Whether a line is one of virtual points or of points besides the games, in part or whole
    not to be understood."""
    if text.startswith("250 "):
        return _virtual_points(text) is None
    if text.startswith("299 "):
        return not _awards(text)
    return bool(_XXA.match(text)) and None in _points_of_xxa(text)


_XXA = re.compile(r"XXA\b")


def _points_of_xxa(text: str) -> list[VirtualPoints | None]:
    """A value for each row of rounds with the same points; ``None`` for what is no number."""
    if not _XXA.match(text):
        return []
    number, *words = text[3:].split() or [""]
    entrant = whole_number(number)
    if not entrant:
        return [None]
    # In their columns an empty field is a round without points; typed by hand, words follow.
    fields = [field.strip() for _column, field in groups(text, 10, 4, 5)]
    is_in_columns = text[4:8].strip() == number and [each for each in fields if each] == words
    found: list[VirtualPoints | None] = []
    for round_, word in enumerate(fields if is_in_columns else words, start=1):
        worth = points_from(word or "0")
        last = found[-1] if found else None
        if worth is None or not is_storable(worth):
            found.append(None)
        elif last and (last.game, last.last_round) == (worth, round_ - 1):
            found[-1] = replace(last, last_round=round_)
        elif worth:
            found.append(VirtualPoints(Fraction(0), worth, round_, round_, entrant, entrant))
    return found


def awards_of(lines: Iterable[PreservedLine]) -> tuple[Award, ...]:
    """The points of records 299 of players, those that can be read."""
    return tuple(award for line in lines for award in _awards(line.text))


def _awards(text: str) -> tuple[Award, ...]:
    """Points, a round and numbers. With a code of a result in front it changes what that is
    worth, which is not read."""
    words = text[4:].split() if text.startswith("299 ") else []
    if len(words) < 3:
        return ()
    points = points_from(words[0].removeprefix("-"))
    numbers = [whole_number(word) for word in words[1:]]
    if points is None or not is_storable(points) or not all(numbers):
        return ()
    signed = -points if words[0].startswith("-") else points
    round_, *entrants = (number or 0 for number in numbers)
    return tuple(Award(number, round_, signed) for number in dict.fromkeys(entrants))


def award_records(awards: Iterable[Award]) -> Iterable[str]:
    """Records 299, a line for those who have the same in a round."""
    found: dict[tuple[int, Fraction], list[int]] = {}
    for award in awards:
        found.setdefault((award.round, award.points), []).append(award.number)
    for (round_, points), numbers in found.items():
        entrants = " ".join(f"{number:4}" for number in numbers)
        yield f"299{'':10}{points_text(points):>4} {round_:4} {entrants}"


TYPE = "192"


def type_of_lines(lines: Iterable[PreservedLine]) -> str:
    """The code of record 192, the last one; empty without one."""
    codes = [line.text[4:].strip() for line in lines if line.text.startswith(f"{TYPE} ")]
    return codes[-1] if codes else ""


def kind_of_type(code: str) -> str:
    """The kind of tournament that a code of record 192 names; empty for an unknown one."""
    if named := round_robin_named(code):
        return named
    return SWISS if _SWISS.intersection(code.upper().split("_")) else ""


def is_baku(code: str) -> bool:
    """Whether a code of record 192 is that of an accelerated Swiss."""
    return "BAKU" in code.upper().split("_")


SWISS = "Swiss"

_SWISS = frozenset({"DUTCH", "DUBOV", "BURSTEIN", "LIM", "SWISS"})


def _virtual_points(text: str) -> VirtualPoints | None:
    match, game = (points_from(text[columns]) or Fraction(0) for columns in _POINTS)
    numbers = [whole_number(text[first - 1 : last]) for first, last in _ROUNDS_AND_NUMBERS]
    if None in numbers or not is_storable(match) or not is_storable(game):
        return None
    return VirtualPoints(match, game, *(number or 0 for number in numbers))


def plain_records(lot: Colour | None, points: Iterable[VirtualPoints]) -> Iterable[str]:
    """What 152 and 250 say, in the lines without numbers of pairing programs."""
    if lot:
        yield f"XXC {'white1' if lot is Colour.WHITE else 'black1'}"
    by_round = virtual_points_by_round(points)
    for number in sorted({number for _round, number in by_round}):
        last = max(round_ for round_, entrant in by_round if entrant == number)
        worth = (
            f"{points_text(by_round.get((round_, number), Fraction(0))):>4}"
            for round_ in range(1, last + 1)
        )
        yield f"XXA {number:4} {' '.join(worth)}"


def virtual_points_record(points: VirtualPoints) -> str:
    """Record 250; no points are left out."""
    match, game = (points_text(each) if each else "" for each in (points.match, points.game))
    return (
        f"250 {match:>4} {game:>4} {points.first_round:3} {points.last_round:3} "
        f"{points.first:4} {points.last:4}"
    )
