"""The start scores of a McMahon tournament, found from the scores at its end.

A result file does not say where floor and bar are. The score less the points of the rounds is the
start score; most of these follow the rank, those that stay behind it are at the bar, those that
are above it at the floor, and whatever is left is a correction of the player.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from math import floor

from events.tournaments.domain.go.from_tournament import rank_of
from events.tournaments.domain.go.ranks import MAX_RANK, MIN_RANK
from events.tournaments.domain.go.rules import GoRules, GoSettings
from events.tournaments.domain.points import read_points
from events.tournaments.domain.results import PointSystem
from events.tournaments.domain.tournament import Entrant, Tournament

MAX_SCORE = 999


def is_swiss(entrants: Sequence[Entrant], scores: Sequence[str]) -> bool:
    """Whether the first score of everybody is that of the rounds alone."""
    read = [_score(text) for text in scores]
    return all(score == points_of(each) for each, score in zip(entrants, read, strict=True))


def points_of(entrant: Entrant) -> Fraction:
    """The points of the rounds; those of rounds without a game are added up and rounded down."""
    system = PointSystem()
    points = [
        (result.opponent is not None, system.points(result.code) or Fraction(0))
        for result in entrant.results
        if result
    ]
    played = sum((value for is_game, value in points if is_game), Fraction(0))
    return played + floor(sum((value for is_game, value in points if not is_game), Fraction(0)))


def started(value: Tournament, scores: Sequence[str]) -> Tournament:
    """The tournament with bar, floor and corrections that make these McMahon scores."""
    read = [_score(text) for text in scores]
    starts = {
        each.number: floor(score - points_of(each))
        for each, score in zip(value.entrants, read, strict=True)
        if score is not None
    }
    if not starts or value.go is None:
        return value
    ranks = {each.number: rank_of(each) for each in value.entrants}
    settings = _settings(value.go.settings, starts, ranks)
    entrants = tuple(
        replace(each, correction=starts[each.number] - _usual(settings, ranks[each.number]))
        if each.number in starts
        else each
        for each in value.entrants
    )
    return replace(value, entrants=entrants, go=GoRules(settings, value.go.weights))


def _score(text: str) -> Fraction | None:
    score = read_points(text)
    return score if score is not None and abs(score) <= MAX_SCORE else None


def _settings(settings: GoSettings, starts: dict[int, int], ranks: dict[int, int]) -> GoSettings:
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
