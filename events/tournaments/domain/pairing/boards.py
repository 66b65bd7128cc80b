"""The order of the boards, and the colour of number 1 as round 1 shows it.

Source: FIDE handbook, C.04.2, article 3.6, C.04.7, article 1.5, and C.04.3, article 5.2.5.
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction

from events.tournaments.domain.pairing.proposal import Pair, Task
from events.tournaments.domain.results import Code, Colour
from events.tournaments.domain.tournament import Entrant, Tournament

Scores = Mapping[int, Fraction]
"""Pairing scores by starting number."""


def pairing_scores(task: Task) -> Scores:
    """The pairing scores of those who take part."""
    return {each.number: task.pairing_score(each) for each in task.taking_part}


def in_board_order(pairs: Iterable[Pair], task: Task, scores: Scores) -> list[Pair]:
    """By the score of the higher ranked of the two, then both scores, then the number of the
    higher ranked; virtual points of an acceleration count."""
    places = places_of(task.tournament)

    def key(pair: Pair) -> tuple[Fraction, Fraction, int]:
        sides = pair.white, pair.black
        top = min(sides, key=lambda number: (-scores[number], places[number]))
        return -scores[top], -scores[pair.white] - scores[pair.black], places[top]

    return sorted(pairs, key=key)


def initial_colour(tournament: Tournament) -> Colour | None:
    """The colour of number 1 in round 1, as the games of that round show it; ``None`` before."""
    first = [each for each in tournament.entrants if each.results and _was_paired(each)]
    places = places_of(tournament)
    for place, entrant in enumerate(first):
        result = entrant.results[0]
        if result is None or result.colour is None or result.opponent is None:
            continue
        if places[result.opponent] > places[entrant.number]:
            return result.colour if place % 2 == 0 else result.colour.other
    return None


def places_of(tournament: Tournament) -> dict[int, int]:
    """The pairing's numbers by starting number: the order of the entrants, from 1."""
    return {each.number: place for place, each in enumerate(tournament.entrants, start=1)}


def _was_paired(entrant: Entrant) -> bool:
    result = entrant.results[0]
    return bool(result and (result.opponent is not None or result.code is Code.PAIRING_BYE))
