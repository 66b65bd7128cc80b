"""What a pairing looks at in a player's rounds so far: points, colours, floats, opponents."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from events.tournaments.domain.results import Code, Result
from events.tournaments.domain.tournament import Entrant, Tournament

DOWN, UP, LEVEL = "↓", "↑", "·"
NO_COLOUR = "–"
ROUNDS_OF_FLOATS = 2
"""So many last rounds does the Dutch system look at."""


@dataclass(frozen=True, slots=True)
class History:
    """A player before a round. ``colours`` has a letter a round, ``W``, ``B`` or ``–``;
    ``floats`` a sign for each of the last two: down, up, neither."""

    number: int
    name: str
    rating: int | None
    points: Fraction
    colours: str
    floats: str
    opponents: tuple[int, ...]


def histories(tournament: Tournament) -> list[History]:
    """Everybody by points, then by number; all rounds of the tournament count."""
    entrants = {each.number: each for each in tournament.entrants}
    found = [_history(tournament, each, entrants) for each in tournament.entrants]
    return sorted(found, key=lambda each: (-each.points, each.number))


def _history(tournament: Tournament, entrant: Entrant, entrants: Mapping[int, Entrant]) -> History:
    results = list(enumerate(entrant.results, start=1))
    return History(
        number=entrant.number,
        name=f"{entrant.family}, {entrant.given}" if entrant.given else entrant.family,
        rating=entrant.rating,
        points=tournament.points_of(entrant),
        colours="".join(_colour(result) for _round, result in results),
        floats="".join(
            _float(tournament, entrant, round_, result, entrants)
            for round_, result in results[-ROUNDS_OF_FLOATS:]
        ),
        opponents=tuple(
            result.opponent
            for _round, result in results
            if result and result.opponent is not None and result.code.played
        ),
    )


def _colour(result: Result | None) -> str:
    if result and result.colour and result.code.played:
        return "W" if result.colour.value == "w" else "B"
    return NO_COLOUR


def _float(
    tournament: Tournament,
    entrant: Entrant,
    round_: int,
    result: Result | None,
    entrants: Mapping[int, Entrant],
) -> str:
    """Down against somebody with fewer points, and by a point without a game (C.04.3, 1.4)."""
    if result is None:
        return LEVEL
    if result.opponent is None or not result.code.played:
        earned = tournament.system.points(result.code) or 0
        is_down = result.code is Code.PAIRING_BYE or earned > tournament.system.loss
        return DOWN if is_down else LEVEL
    own = tournament.points_of(entrant, round_ - 1)
    other = tournament.points_of(entrants[result.opponent], round_ - 1)
    if own == other:
        return LEVEL
    return DOWN if own > other else UP
