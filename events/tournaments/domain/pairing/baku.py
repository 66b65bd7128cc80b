"""Baku acceleration: virtual points for the upper half in the first rounds.

Source: FIDE handbook, C.04.7. The upper group are the first 2·⌈N/4⌉ players; half of the rounds,
rounded up, are accelerated, the first half of these, rounded up, with a win, the others with half
of it.
"""

from collections.abc import Collection, Sequence
from fractions import Fraction

from events.tournaments.domain.pairing.proposal import (
    Acceleration,
    is_paired,
    players_of_round,
)
from events.tournaments.domain.tournament import Tournament


def upper_group(players: int) -> int:
    """How many players are accelerated."""
    return 2 * -(-players // 4)


def baku(tournament: Tournament, present: Collection[int]) -> tuple[Acceleration, ...]:
    """The virtual points of a tournament, in the order of its entrants.

    Those who were paired in round 1 are halved, before it those ``present``; of late entries
    those before the last one of the upper group belong to it. None where a win is not worth two
    draws, or a loss is worth something.
    """
    system, numbers = tournament.system, [each.number for each in tournament.entrants]
    early = players_of_round(tournament, 1) if is_paired(tournament, 1) else present
    halved = [number for number in numbers if number in early]
    if not halved or system.win != 2 * system.draw or system.loss:
        return ()
    return virtual_points(system.win, numbers, halved, tournament.rounds)


def virtual_points(
    win: Fraction, numbers: Sequence[int], halved: Sequence[int], rounds: int
) -> tuple[Acceleration, ...]:
    """Those of the upper group of ``halved``, and of who stands before its last one among all
    ``numbers``."""
    last = halved[: upper_group(len(halved))][-1]
    group = frozenset(numbers[: numbers.index(last) + 1])
    accelerated = -(-rounds // 2)
    full = -(-accelerated // 2)
    steps = ((win, 1, full), (win / Fraction(2), full + 1, accelerated))
    return tuple(
        Acceleration(points, first, until, group)
        for points, first, until in steps
        if first <= until
    )
