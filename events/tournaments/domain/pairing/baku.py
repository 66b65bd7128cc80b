"""Baku acceleration: virtual points for the upper half in the first rounds.

Source: FIDE handbook, C.04.7. The upper group are the first 2·⌈N/4⌉ players; half of the rounds,
rounded up, are accelerated, the first half of these, rounded up, with a win, the others with half
of it.
"""

from fractions import Fraction

from events.tournaments.domain.pairing.proposal import Acceleration
from events.tournaments.domain.tournament import Tournament


def upper_group(players: int) -> int:
    """How many players are accelerated."""
    return 2 * -(-players // 4)


def baku(tournament: Tournament) -> tuple[Acceleration, ...]:
    """The virtual points of a tournament in which everybody takes part from round 1.

    None where a win is not worth two draws, or a loss is worth something.
    """
    system, numbers = tournament.system, [each.number for each in tournament.entrants]
    if not numbers or system.win != 2 * system.draw or system.loss:
        return ()
    last = numbers[upper_group(len(numbers)) - 1] if len(numbers) > 1 else numbers[0]
    accelerated = -(-tournament.rounds // 2)
    full = -(-accelerated // 2)
    steps = ((system.win, 1, full), (system.win / Fraction(2), full + 1, accelerated))
    return tuple(
        Acceleration(points, first, until, numbers[0], last)
        for points, first, until in steps
        if first <= until
    )
