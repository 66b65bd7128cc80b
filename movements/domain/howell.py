"""Howells: those who move follow each other, and everybody, or nearly so, meets everybody.

Of P pairs R move, an odd number, in R rounds with R board groups: after every round a pair takes
the place of the next lower number, 1 that of R. The pairs above R stay at their tables. With
P − 1 rounds one pair stays; a *three-quarter Howell* has fewer rounds and more who stay.
"""

from clubscore.problems import Refused, gettext_noop, sentence
from movements.domain.howell_data import HOWELLS
from movements.domain.movement import Cell, Movement
from movements.domain.variants import wrap

SIZES = tuple(HOWELLS)
"""The numbers of pairs and rounds that there are."""


def howell(pairs: int, rounds: int | None = None) -> Movement:
    """The Howell of a number of pairs, complete or three-quarter.

    For 4 and 6 pairs, tables share boards. Raises :class:`Refused` for sizes without one, naming
    the nearest.
    """
    rounds = pairs - 1 if rounds is None else rounds
    if (pairs, rounds) not in HOWELLS:
        message = gettext_noop(
            "There is no Howell for %(pairs)s pairs in %(rounds)s rounds; there is one for "
            "%(nearest)s pairs in %(nearest_rounds)s rounds."
        )
        nearest = min(SIZES, key=lambda size: (abs(size[0] - pairs), abs(size[1] - rounds)))
        raise Refused(
            sentence(
                message,
                pairs=pairs,
                rounds=rounds,
                nearest=nearest[0],
                nearest_rounds=nearest[1],
            )
        )

    def later(pair: int, number: int) -> int:
        return wrap(pair + number - 1, rounds) if pair <= rounds else pair

    rows = tuple(
        tuple(
            Cell((later(sides[0], number),), (later(sides[1], number),), later(group, number))
            for ns, ew, group, switched in HOWELLS[pairs, rounds]
            for sides in [(ew, ns) if number in switched else (ns, ew)]
        )
        for number in range(1, rounds + 1)
    )
    return Movement(pairs, rounds, individual=False, rounds=rows)
