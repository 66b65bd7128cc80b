"""Howells: those who move follow each other, and everybody, or nearly so, meets everybody.

Of P pairs R move, an odd number, in R rounds with R board groups: after every round a pair takes
the place of the next lower number, 1 that of R. The pairs above R stay at their tables. With
P − 1 rounds one pair stays; a *three-quarter Howell* has fewer rounds and more who stay.

The first rounds of the Howells, found by ``python -m tools.howell_search``.

For each number of pairs and rounds R a row a table: the pairs NS and EW and the board group of
round 1, and the rounds in which NS and EW change places. Pairs to R and all groups become the
next number after every round, R becomes 1; the pairs above R stay.
"""

from clubscore.text.problems import Refused
from movements.domain.mitchell import wrap
from movements.domain.movement import Cell, Movement

FirstRound = tuple[tuple[int, int, int, tuple[int, ...]], ...]

HOWELLS: dict[tuple[int, int], FirstRound] = {
    # Qf 100.000
    (4, 3): ((3, 2, 2, ()), (1, 4, 2, ())),
    # Qf 60.000
    (6, 5): ((3, 2, 1, ()), (4, 1, 1, ()), (5, 6, 1, ())),
    # Qf 100.000
    (8, 7): ((5, 3, 3, ()), (1, 7, 4, ()), (6, 2, 1, ()), (4, 8, 5, ())),
    # Qf 83.333
    (10, 9): ((1, 7, 7, ()), (5, 4, 9, ()), (3, 8, 6, ()), (9, 2, 1, ()), (6, 10, 8, ())),
    # Qf 100.000
    (12, 11): (
        (6, 3, 3, ()),
        (8, 4, 2, ()),
        (2, 1, 5, ()),
        (10, 5, 1, ()),
        (7, 9, 8, ()),
        (11, 12, 6, ()),
    ),
    # Qf 91.304
    (14, 13): (
        (13, 10, 10, ()),
        (5, 1, 12, ()),
        (8, 7, 13, ()),
        (3, 11, 7, ()),
        (2, 9, 4, ()),
        (4, 6, 5, ()),
        (12, 14, 2, ()),
    ),
    # Qf 100.000
    (16, 15): (
        (6, 3, 3, ()),
        (5, 15, 14, ()),
        (14, 12, 7, ()),
        (11, 4, 2, ()),
        (9, 8, 13, ()),
        (2, 13, 5, ()),
        (10, 1, 12, ()),
        (7, 16, 8, ()),
    ),
    # Qf 94.737
    (18, 17): (
        (11, 9, 9, ()),
        (8, 3, 2, ()),
        (16, 12, 8, ()),
        (5, 4, 11, ()),
        (1, 15, 6, ()),
        (17, 7, 4, ()),
        (14, 6, 16, ()),
        (13, 2, 14, ()),
        (10, 18, 13, ()),
    ),
    # Qf 100.000
    (20, 19): (
        (6, 4, 4, ()),
        (12, 13, 9, ()),
        (5, 1, 19, ()),
        (11, 17, 5, ()),
        (18, 2, 7, ()),
        (15, 10, 2, ()),
        (16, 8, 1, ()),
        (14, 7, 16, ()),
        (9, 19, 10, ()),
        (3, 20, 6, ()),
    ),
    # Qf 91.133
    (12, 9): (
        (9, 3, 9, (4, 6, 7, 8)),
        (8, 6, 4, (2, 3, 4, 9)),
        (2, 7, 6, (1, 2, 7, 9)),
        (10, 5, 8, (1, 2, 4, 9)),
        (11, 1, 3, (5, 6, 7, 9)),
        (4, 12, 5, (1, 2, 3, 8)),
    ),
    # Qf 92.526
    (14, 11): (
        (2, 5, 2, (2, 3, 4, 8, 9)),
        (7, 11, 6, (1, 2, 3, 6, 7)),
        (6, 4, 11, (1, 2, 7, 8, 9)),
        (9, 10, 1, (1, 6, 8)),
        (1, 12, 10, (6, 7, 8, 11)),
        (3, 13, 7, (3, 9, 10, 11)),
        (14, 8, 9, (3, 4, 9, 10, 11)),
    ),
    # Qf 93.888
    (16, 13): (
        (3, 8, 3, (2, 3, 5, 6, 8, 13)),
        (1, 11, 13, (3, 5, 6, 9, 11)),
        (9, 13, 7, (2, 4, 8, 9, 12)),
        (10, 4, 1, (2, 4, 7, 8, 10)),
        (5, 7, 8, (3, 9, 10, 12)),
        (14, 2, 11, (5, 7, 8, 10, 11, 13)),
        (15, 6, 12, (3, 4, 7, 10, 12)),
        (16, 12, 4, (2, 3, 4, 7, 11, 12)),
    ),
    # Qf 92.078
    (18, 13): (
        (5, 8, 5, (10, 11, 13)),
        (10, 1, 9, (3, 4, 6, 7, 9)),
        (12, 6, 10, (2, 3, 4, 6, 7, 8)),
        (2, 7, 3, (2, 4, 12, 13)),
        (14, 4, 11, (1, 2, 3, 9)),
        (15, 13, 6, (6, 7, 8, 9, 11, 12)),
        (16, 3, 8, (1, 4, 5, 6, 9, 13)),
        (9, 17, 12, (3, 6, 7, 8, 11, 12)),
        (18, 11, 13, (1, 3, 12, 13)),
    ),
    # Qf 89.858
    (20, 13): (
        (3, 7, 3, (4, 5, 6, 8, 10, 11)),
        (10, 2, 9, (2, 4, 5, 9)),
        (13, 6, 10, (3, 4, 5, 8, 13)),
        (1, 14, 12, (1, 5, 6, 8, 9, 10)),
        (15, 11, 6, (4, 5, 8, 9)),
        (16, 9, 2, (3, 8, 9, 11, 12, 13)),
        (17, 8, 13, (1, 2, 5, 10)),
        (5, 18, 8, (1, 3, 8, 9, 12, 13)),
        (12, 19, 1, (2, 6, 7, 8, 10, 12)),
        (4, 20, 5, (2, 3, 4, 6, 8, 12)),
    ),
}

SIZES = tuple(HOWELLS)
"""The numbers of pairs and rounds that there are."""


def howell(pairs: int, rounds: int | None = None) -> Movement:
    """The Howell of a number of pairs, complete or three-quarter.

    For 4 and 6 pairs, tables share boards. Raises :class:`Refused` for sizes without one, naming
    the nearest.
    """
    rounds = pairs - 1 if rounds is None else rounds
    if (pairs, rounds) not in HOWELLS:
        nearest = min(SIZES, key=lambda size: (abs(size[0] - pairs), abs(size[1] - rounds)))
        raise Refused.because(
            "There is no Howell for %(pairs)s pairs in %(rounds)s rounds; there is one for "
            "%(nearest)s pairs in %(nearest_rounds)s rounds.",
            pairs=pairs,
            rounds=rounds,
            nearest=nearest[0],
            nearest_rounds=nearest[1],
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
