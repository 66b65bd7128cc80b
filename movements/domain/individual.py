"""The rainbow: an individual movement in which everybody partners somebody else every round.

N stay, S go one table on, E two tables on, W two tables back, the boards one table back. The
players N at table t, S, E and W there have the numbers t, T + t, 2 T + t and 3 T + t.

Complete individuals: everybody partners everybody else once and opposes everybody twice.

For a number of players divisible by four such a schedule is a *whist tournament*, Wh(4n), of
4n − 1 rounds; there is one for every n (R. D. Baker, "Whist tournaments", Congressus Numerantium
14, 1975). These are Z-cyclic (I. Anderson, "Combinatorial Designs and Tournaments", Oxford 1997):
the last player stays, and each of the others takes the seat of the next lower number,
1 that of the last but one. In the first round the differences of partners, modulo 4n − 1, are all
different up to their sign, and those of opponents come twice each.

The boards move as the players do, one group a round, and the groups of the first round are chosen
so that nobody meets one again. For 8 and 12 players all tables have the same boards in a round, for
16 and 20 two of them have. Fewer rounds are the beginning of the
whole.

*Apart* are individuals for 12, 16 and 20 players in which no two tables have the same boards at a
time: everybody partners everybody once, but meets some opponents more often than others. No whist
tournament of these that is Z-cyclic can do that (all of 12 players were tried), and neither kind
can with 8.

The first rounds of the individuals, found by search.

For each number of players a row a table: the players N, S, E and W and the board group of round 1.
All numbers but the highest player's, and all groups, become the next number after every round; the
last but one becomes 1. Where all tables have group 1, they have the same boards in every round.
"""

from math import isqrt

from clubscore.text.problems import Refused
from movements.domain.mitchell import wrap
from movements.domain.movement import Cell, Movement

MIN_TABLES = 5


def rainbow(tables: int, rounds: int | None = None) -> Movement:
    """A rainbow of as many rounds as tables, or of fewer.

    Raises :class:`Refused` unless the number of tables is prime and at least 5, and for more
    rounds than tables.
    """
    rounds = tables if rounds is None else rounds
    if not is_prime(tables) or tables < MIN_TABLES:
        found = nearest_size(tables)
        raise Refused.because(
            "A rainbow needs a prime number of tables from 5: there is one for %(nearest)s "
            "tables, "
            "%(players)s players.",
            nearest=found,
            players=4 * found,
        )
    if not 1 <= rounds <= tables:
        raise Refused.because(
            "A rainbow for %(tables)s tables has from 1 to %(tables)s rounds, not %(rounds)s.",
            tables=tables,
            rounds=rounds,
        )
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


MIN_ROUNDS = 3

FirstRound = tuple[tuple[int, int, int, int, int], ...]

WHISTS: dict[int, FirstRound] = {
    8: ((8, 5, 4, 7, 1), (1, 6, 2, 3, 1)),
    12: ((12, 9, 1, 8, 1), (2, 4, 6, 7, 1), (3, 11, 5, 10, 1)),
    16: ((16, 12, 4, 8, 1), (1, 7, 3, 6, 1), (2, 15, 9, 14, 5), (5, 13, 10, 11, 12)),
    20: (
        (20, 4, 10, 14, 1),
        (3, 6, 5, 17, 1),
        (1, 15, 7, 13, 14),
        (2, 19, 9, 18, 11),
        (8, 16, 11, 12, 16),
    ),
    24: (
        (24, 15, 2, 3, 1),
        (1, 6, 5, 22, 18),
        (4, 18, 9, 12, 9),
        (7, 17, 19, 21, 23),
        (8, 16, 11, 23, 3),
        (10, 14, 13, 20, 21),
    ),
    28: (
        (28, 12, 9, 17, 1),
        (1, 15, 5, 26, 27),
        (2, 14, 20, 21, 8),
        (3, 10, 8, 11, 13),
        (4, 6, 18, 22, 4),
        (7, 25, 19, 24, 15),
        (13, 23, 16, 27, 20),
    ),
    32: (
        (32, 19, 10, 15, 1),
        (1, 7, 14, 22, 10),
        (2, 6, 3, 17, 4),
        (4, 13, 18, 21, 29),
        (5, 12, 11, 31, 26),
        (8, 24, 26, 27, 31),
        (9, 28, 20, 30, 9),
        (16, 29, 23, 25, 22),
    ),
    36: (
        (36, 23, 29, 35, 1),
        (1, 21, 17, 24, 15),
        (2, 13, 11, 20, 13),
        (3, 34, 28, 33, 18),
        (4, 5, 18, 31, 14),
        (6, 14, 16, 30, 11),
        (7, 32, 15, 27, 19),
        (8, 26, 19, 22, 25),
        (9, 25, 10, 12, 33),
    ),
    40: (
        (40, 34, 20, 32, 1),
        (1, 19, 5, 14, 10),
        (2, 10, 18, 38, 31),
        (3, 39, 15, 21, 25),
        (4, 33, 13, 27, 27),
        (6, 11, 8, 12, 9),
        (7, 30, 22, 29, 2),
        (9, 26, 16, 31, 33),
        (17, 28, 24, 37, 16),
        (23, 25, 35, 36, 12),
    ),
    44: (
        (44, 15, 16, 32, 1),
        (1, 3, 9, 34, 24),
        (2, 17, 25, 39, 9),
        (4, 28, 13, 30, 21),
        (5, 26, 27, 35, 36),
        (6, 11, 22, 42, 25),
        (7, 19, 14, 23, 39),
        (8, 38, 33, 36, 32),
        (10, 43, 29, 40, 40),
        (12, 18, 37, 41, 16),
        (20, 21, 24, 31, 26),
    ),
}

APART: dict[int, FirstRound] = {
    12: ((12, 11, 4, 9, 1), (1, 3, 2, 5, 7), (6, 10, 7, 8, 6)),
    16: ((16, 15, 13, 12, 1), (1, 7, 11, 8, 7), (5, 10, 14, 3, 12), (4, 6, 2, 9, 14)),
    20: (
        (20, 19, 14, 13, 1),
        (6, 8, 3, 7, 18),
        (2, 9, 17, 11, 6),
        (18, 4, 1, 10, 4),
        (16, 5, 15, 12, 14),
    ),
}
"""Without boards that are shared; the others have the same form, and opponents evenly."""

SIZES = tuple(WHISTS)
"""The numbers of players that there are."""


def whist(players: int, rounds: int | None = None, *, apart: bool = False) -> Movement:
    """The complete individual of a number of players, or the beginning of it; ``apart`` is the one
    that shares no boards.

    Raises :class:`Refused` for numbers of players and of rounds without one.
    """
    firsts = APART if apart else WHISTS
    if players not in firsts:
        sizes = ", ".join(map(str, firsts))
        raise Refused.because(
            "There is no complete individual for %(players)s players; there are those for "
            "%(sizes)s players.",
            players=players,
            sizes=sizes,
        )
    rounds = players - 1 if rounds is None else rounds
    if not MIN_ROUNDS <= rounds < players:
        values = {"players": players, "fewest": MIN_ROUNDS, "most": players - 1, "rounds": rounds}
        raise Refused.because(
            "An individual for %(players)s players has from %(fewest)s to %(most)s rounds, not "
            "%(rounds)s.",
            **values,
        )
    first = firsts[players]
    names = {group: name for name, group in enumerate(_groups(first, rounds), start=1)}
    rows = tuple(
        tuple(
            _cell(players, place, number, names[_later(players, place[-1], number)])
            for place in first
        )
        for number in range(rounds)
    )
    return Movement(players, len(names), individual=True, rounds=rows)


def groups(players: int, rounds: int, *, apart: bool = False) -> int:
    """How many board groups are played in the first rounds."""
    return len(_groups((APART if apart else WHISTS)[players], rounds))


def sharing(players: int) -> int:
    """How many tables of a complete individual have the same boards in a round; 1 for none."""
    first = WHISTS[players]
    return 1 + len(first) - len({group for *_, group in first})


def _groups(first: FirstRound, rounds: int) -> list[int]:
    """The groups of the first rounds, in their order: a shorter one may leave some out."""
    begun = {group for *_, group in first}
    players = 4 * len(first)
    return sorted({_later(players, group, number) for group in begun for number in range(rounds)})


def _cell(players: int, place: tuple[int, ...], number: int, group: int) -> Cell:
    """A table of the first round so many rounds later."""
    north, south, east, west = (
        who if who == players else _later(players, who, number) for who in place[:4]
    )
    sides = (north, south), (east, west)
    # Whoever stays sits in both directions by turns; all others change seats by moving.
    if players in place[:4] and number % 2:
        sides = sides[1], sides[0]
    return Cell(*sides, group)


def _later(players: int, number: int, rounds: int) -> int:
    return wrap(number + rounds, players - 1)
