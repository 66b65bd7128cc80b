"""The start scores of a McMahon tournament, found from the scores at its end.

A result file does not say where floor and bar are. The score less the points of the rounds is the
start score; most of these follow the rank, those that stay behind it are at the bar, those that
are above it at the floor, and whatever is left is a correction of the player.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from math import floor

from events.tournaments.core.domain.go_settings import MAX_RANK, MIN_RANK, GoRules, GoSettings
from events.tournaments.core.domain.results import PointSystem, read_points
from events.tournaments.core.domain.tournament import Entrant, Tournament
from events.tournaments.go.domain.event import rank_of

_HALF = re.compile(r"([0-9]{1,3})[?\u00bd\ufffd]", re.ASCII)
"""A half in a file of ASCII became a question mark."""

MAX_SCORE = 999


def is_swiss(entrants: Sequence[Entrant], scores: Sequence[str]) -> bool:
    """Whether the first score of everybody is that of the rounds alone."""
    read = [read_score(text) for text in scores]
    return all(score == points_of(entrant) for entrant, score in zip(entrants, read, strict=True))


def points_of(entrant: Entrant, *, rounded: bool = True) -> Fraction:
    """The points of the rounds; those of rounds without a game are added up and, as usual,
    rounded down."""
    system = PointSystem()
    points = [
        (result.opponent is not None, system.points(result.code) or Fraction(0))
        for result in entrant.results
        if result
    ]
    played = sum((value for is_game, value in points if is_game), Fraction(0))
    unplayed = sum((value for is_game, value in points if not is_game), Fraction(0))
    return played + (floor(unplayed) if rounded else unplayed)


def started(value: Tournament, scores: Sequence[str]) -> Tournament:
    """The tournament with bar, floor and corrections that make these McMahon scores; they show
    whether halves of rounds without a game are rounded down."""
    read = [read_score(text) for text in scores]
    rounded = _misfits(value.entrants, read, rounded=True) <= _misfits(
        value.entrants, read, rounded=False
    )
    starts = {
        entrant.number: floor(score - points_of(entrant, rounded=rounded))
        for entrant, score in zip(value.entrants, read, strict=True)
        if score is not None
    }
    if not starts or value.go is None:
        return value
    ranks = {entrant.number: rank_of(entrant) for entrant in value.entrants}
    settings = _start_settings(value.go.settings, starts, ranks)
    settings = replace(settings, round_down=rounded)
    entrants = tuple(
        replace(
            entrant, correction=starts[entrant.number] - _usual(settings, ranks[entrant.number])
        )
        if entrant.number in starts
        else entrant
        for entrant in value.entrants
    )
    return replace(value, entrants=entrants, go=GoRules(settings, value.go.weights))


def _misfits(
    entrants: Sequence[Entrant], scores: Sequence[Fraction | None], *, rounded: bool
) -> int:
    """How many scores are not a whole start score and the points of the rounds."""
    return sum(
        (score - points_of(entrant, rounded=rounded)).denominator != 1
        for entrant, score in zip(entrants, scores, strict=True)
        if score is not None
    )


def read_score(text: str) -> Fraction | None:
    """A McMahon score as a file prints it, perhaps with a half."""
    if half := _HALF.fullmatch(text):
        text = f"{half[1]}½"
    elif text.startswith("."):
        text = f"0{text}"
    score = read_points(text)
    return score if score is not None and abs(score) <= MAX_SCORE else None


def _start_settings(
    settings: GoSettings, starts: dict[int, int], ranks: dict[int, int]
) -> GoSettings:
    zeros = Counter(ranks[number] - start for number, start in starts.items())
    most = max(zeros.values())
    # Of equally frequent ones the usual zero, else the lowest.
    best = sorted(zero for zero, count in zeros.items() if count == most)
    zero = settings.zero if settings.zero in best else best[0]
    behind = [start for number, start in starts.items() if start < ranks[number] - zero]
    above = [start for number, start in starts.items() if start > ranks[number] - zero]
    bar = max(behind) + zero if behind else MAX_RANK
    lowest = min(above) + zero if above else MIN_RANK
    if not MIN_RANK <= lowest <= bar <= MAX_RANK:
        lowest, bar = MIN_RANK, MAX_RANK
    return replace(settings, zero=zero, bar=bar, floor=lowest)


def _usual(settings: GoSettings, rank: int) -> int:
    return min(max(rank, settings.floor), settings.bar) - settings.zero
