"""The rainbow: an individual movement in which everybody partners somebody else every round.

N stay, S go one table on, E two tables on, W two tables back, the boards one table back. The
players N at table t, S, E and W there have the numbers t, T + t, 2 T + t and 3 T + t.
"""

from math import isqrt

from clubscore.problems import Refused, gettext_noop, sentence
from movements.domain.movement import Cell, Movement
from movements.domain.variants import wrap

MIN_TABLES = 5


def rainbow(tables: int, rounds: int | None = None) -> Movement:
    """A rainbow of as many rounds as tables, or of fewer.

    Raises :class:`Refused` unless the number of tables is prime and at least 5, and for more
    rounds than tables.
    """
    rounds = tables if rounds is None else rounds
    if not is_prime(tables) or tables < MIN_TABLES:
        message = gettext_noop(
            "A rainbow needs a prime number of tables from 5: there is one for %(nearest)s tables, "
            "%(players)s players."
        )
        found = nearest_size(tables)
        raise Refused(sentence(message, nearest=found, players=4 * found))
    if not 1 <= rounds <= tables:
        message = gettext_noop(
            "A rainbow for %(tables)s tables has from 1 to %(tables)s rounds, not %(rounds)s."
        )
        raise Refused(sentence(message, tables=tables, rounds=rounds))
    rows = tuple(
        tuple(
            Cell(
                (t, tables + wrap(t - r, tables)),
                (2 * tables + wrap(t - 2 * r, tables), 3 * tables + wrap(t + 2 * r, tables)),
                wrap(t + r, tables),
            )
            for t in range(1, tables + 1)
        )
        for r in range(rounds)
    )
    return Movement(4 * tables, tables, individual=True, rounds=rows)


def nearest_size(tables: int) -> int:
    """The nearest number of tables for which there is a rainbow; the smaller of two."""
    distance = 0
    while True:
        for candidate in (tables - distance, tables + distance):
            if candidate >= MIN_TABLES and is_prime(candidate):
                return candidate
        distance += 1


def is_prime(number: int) -> bool:
    return number > 1 and all(number % factor for factor in range(2, isqrt(number) + 1))
