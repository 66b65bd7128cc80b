"""What a file says of its own standings: points and places of the players, and the tie-breaks.

The reader of tournaments counts the results and mends what contradicts them; whoever judges a file
asks here for what stands in it.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from clubscore.text.numbers import whole_number
from events.tournaments.core.domain.tournament import PreservedLine
from events.tournaments.files.formats.krause.lines import (
    PLAYER,
    TEAM_OF_TRF26,
    Line,
    Report,
    points_from,
    split_lines,
)
from events.tournaments.files.formats.krause.players import unshifted
from events.tournaments.files.formats.krause.preserved import type_of_lines
from events.tournaments.standings.domain.catalogue import POINTS

POINTS_COLUMNS = range(81, 85)


@dataclass(frozen=True, slots=True)
class Stated:
    """``points`` and ``places`` by starting number, as text where they cannot be read, without
    those whose columns are blank. ``tie_breaks`` are the words of record 212 without the points,
    else of 202. ``type_code`` is record 192, ``has_rounds`` whether 142 or XXR is there.
    ``team_places`` is how many teams have a place in record 310."""

    points: dict[int, Fraction | str]
    places: dict[int, int | str]
    tie_breaks: tuple[str, ...]
    type_code: str
    has_rounds: bool
    team_places: int


def stated(text: str) -> Stated:
    """What the text of a file says. Raises :class:`Refused` for what is no text."""
    report = Report(strict=False)
    lines = split_lines(text)
    points: dict[int, Fraction | str] = {}
    places: dict[int, int | str] = {}
    for line in lines:
        if line.tag != PLAYER:
            continue
        player = unshifted(line, report)
        number = whole_number(player.columns(5, 8).strip())
        if not number:
            continue
        if given := player.columns(81, 84).strip():
            worth = points_from(given)
            points[number] = given if worth is None else worth
        if given := player.columns(86, 89).strip():
            places[number] = whole_number(given) or given
    return Stated(
        points,
        places,
        _tie_breaks(lines),
        type_of_lines([PreservedLine(line.text) for line in lines]),
        any(line.tag == "142" or line.text.startswith("XXR ") for line in lines),
        sum(line.tag == TEAM_OF_TRF26 and line.columns(69, 71).strip() != "" for line in lines),
    )


def _tie_breaks(lines: Iterable[Line]) -> tuple[str, ...]:
    found = {line.tag: line.data.replace(",", " ").split() for line in lines}
    words = found.get("212") or found.get("202") or []
    return tuple(dict.fromkeys(word for word in words if word.upper() != POINTS.code))
