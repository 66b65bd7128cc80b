"""Keizer scores: a win is worth the rank of whom it was won against, as the ranking is in the end.

Everybody has a *value* by rank: as many as there are players for the first, one less for each
next. A win earns the opponent's value, a draw half of it; everybody's own value is added once. A
bye of the pairing earns half of the own value, a full-point bye (team duty) 7/10, every other
round without a game 35/100, of which at most five are paid, a zero-point bye nothing. Ranking and
values depend on each other, so they are made again until they stay, at most twenty times.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from events.tournaments.core.domain.results import Code, Result
from events.tournaments.core.domain.tournament import Entrant, Tournament

MAX_TIMES = 20
MAX_PAID = 5
BYE, DUTY, ABSENT = Fraction(1, 2), Fraction(7, 10), Fraction(35, 100)

_OF_GAME = {
    Code.WIN: Fraction(1),
    Code.UNRATED_WIN: Fraction(1),
    Code.FORFEIT_WIN: Fraction(1),
    Code.DRAW: Fraction(1, 2),
    Code.UNRATED_DRAW: Fraction(1, 2),
}


@dataclass(frozen=True, slots=True)
class KeizerLine:
    """A player: ``rank`` from 1, ``earned`` in every round that was begun, ``total`` with the own
    value."""

    number: int
    rank: int
    value: int
    earned: tuple[Fraction, ...]
    total: Fraction


def keizer(tournament: Tournament) -> list[KeizerLine]:
    """Everybody by rank; a round counts once somebody has a result in it."""
    rounds = max(
        (
            number
            for entrant in tournament.entrants
            for number, result in enumerate(entrant.results, start=1)
            if result
        ),
        default=0,
    )
    start = sorted(
        tournament.entrants, key=lambda entrant: (-(entrant.rating or 0), entrant.number)
    )
    ranking: Sequence[Entrant] = start
    lines = _lines(ranking, rounds)
    for _time in range(MAX_TIMES):
        totals = {line.number: line.total for line in lines}
        again = sorted(start, key=lambda entrant: -totals[entrant.number])
        if again == ranking:
            break
        ranking = again
        lines = _lines(ranking, rounds)
    return lines


def _lines(ranking: Sequence[Entrant], rounds: int) -> list[KeizerLine]:
    values = {entrant.number: len(ranking) - place for place, entrant in enumerate(ranking)}
    lines = []
    for rank, entrant in enumerate(ranking, start=1):
        earned = _earned(entrant, values, rounds)
        value = values[entrant.number]
        total = value + sum(earned, Fraction(0))
        lines.append(KeizerLine(entrant.number, rank, value, earned, total))
    return lines


def _earned(entrant: Entrant, values: Mapping[int, int], rounds: int) -> tuple[Fraction, ...]:
    earned, paid = [], 0
    own = values[entrant.number]
    results = (*entrant.results, *[None] * rounds)[:rounds]
    for result in results:
        if _is_absence(result):
            paid += 1
            earned.append(ABSENT * own if paid <= MAX_PAID else Fraction(0))
        else:
            earned.append(_of_result(result, own, values))
    return tuple(earned)


def _is_absence(result: Result | None) -> bool:
    return result is None or result.code is Code.HALF_BYE


def _of_result(result: Result | None, own: int, values: Mapping[int, int]) -> Fraction:
    if result is None or result.code is Code.ZERO_BYE:
        return Fraction(0)
    if result.opponent is None:
        return (DUTY if result.code is Code.FULL_BYE else BYE) * own
    return _OF_GAME.get(result.code, Fraction(0)) * values.get(result.opponent, 0)
