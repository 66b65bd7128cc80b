"""The titles that norms are made for, and what each asks of the games: average, performance, score.

Source: FIDE B.01, 1.4.5 to 1.4.8.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from events.common.domain import round_quotient
from events.tournaments.core.domain.tournament import Entrant
from events.tournaments.standings.domain.rules.ratings import difference, percent_of

LEAST_SHARE = Fraction(35, 100)


@dataclass(frozen=True, slots=True)
class Title:
    """What a norm for a title asks for. ``counted`` are the titles of which a third is needed."""

    code: str
    floor: int
    least_average: int
    performance: int
    counted: frozenset[str]

    @property
    def names(self) -> str:
        """The counted titles, the highest first: ``GM, IM``."""
        return ", ".join(code for code in _ORDER if code in self.counted)


TITLES: Final = (
    Title("GM", 2200, 2380, 2600, frozenset({"GM"})),
    Title("IM", 2050, 2230, 2450, frozenset({"GM", "IM"})),
    Title("WGM", 2000, 2180, 2400, frozenset({"GM", "IM", "WGM"})),
    Title("WIM", 1850, 2030, 2250, frozenset({"GM", "IM", "WGM", "WIM"})),
)
_OF_WOMEN = frozenset({"WGM", "WIM"})
_ORDER = ("GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "WCM")
"""Titles, the highest first (C.04.2)."""
HOLDERS = frozenset({"GM", "IM", "FM", "WGM", "WIM", "WFM"})
"""Titles that count for the half of 1.4.5a."""


@dataclass(frozen=True, slots=True)
class NormGame:
    """A game that counts, by the opponent's federation, title and rating."""

    round: int
    opponent: int
    federation: str
    title: str
    rating: int
    points: Fraction


def titles_above(entrant: Entrant) -> tuple[Title, ...]:
    """The titles that somebody can still make norms for."""
    own = _ORDER.index(entrant.title) if entrant.title in _ORDER else len(_ORDER)
    is_woman = entrant.sex == "w" or entrant.title.startswith("W")
    return tuple(
        title
        for title in TITLES
        if _ORDER.index(title.code) < own and (is_woman or title.code not in _OF_WOMEN)
    )


def average_of(games: Iterable[NormGame], title: Title) -> tuple[int, int]:
    """The opponents' average, the lowest of them raised, halves up; and the lowest (1.4.6, 7)."""
    ratings = sorted(game.rating for game in games)
    lowest = ratings[0]
    ratings[0] = max(lowest, title.floor)
    return round_quotient(sum(ratings), len(ratings)), lowest


def floor_of(games: Sequence[NormGame], title: str) -> dict[int, int]:
    """As what the lowest opponent counts, by the round, where it is raised (1.4.6)."""
    floor = next(each.floor for each in TITLES if each.code == title)
    lowest = min(games, key=lambda game: game.rating)
    return {lowest.round: floor} if lowest.rating < floor else {}


def performance_of(games: Sequence[NormGame], title: Title) -> int:
    """The opponents' average and what the score stands for."""
    score = sum((game.points for game in games), Fraction(0))
    return average_of(games, title)[0] + difference(percent_of(score, len(games)))


def may_do(title: Title, games: Sequence[NormGame], spare: int) -> bool:
    """Whether fewer games may make the norm at all: without the lowest opponents, with all the
    points, and with enough titles."""
    ratings = sorted((game.rating for game in games), reverse=True)
    score = sum((game.points for game in games), Fraction(0))
    for count in range(len(games) - spare, len(games)):
        best = [*ratings[: count - 1], max(ratings[count - 1], title.floor)]
        average = round_quotient(sum(best), count)
        if average + difference(percent_of(min(score, Fraction(count)), count)) >= (
            title.performance
        ):
            return sum(game.title in title.counted for game in games) >= 3
    return False


def least_score(average: int, games: int, title: Title) -> Fraction | None:
    """The least score that makes the performance, and the 35 %; ``None`` where none does."""
    for halves in range(2 * games + 1):
        score = Fraction(halves, 2)
        is_enough = average + difference(percent_of(score, games)) >= title.performance
        if is_enough and score / games >= LEAST_SHARE:
            return score
    return None
