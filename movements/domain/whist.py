"""Complete individuals: everybody partners everybody else once and opposes everybody twice.

For a number of players divisible by four such a schedule is a *whist tournament*, Wh(4n), of
4n − 1 rounds; there is one for every n (R. D. Baker, "Whist tournaments", Congressus Numerantium
14, 1975). These are Z-cyclic (I. Anderson, "Combinatorial Designs and Tournaments", Oxford 1997):
the last player stays, and each of the others takes the seat of the next lower number,
1 that of the last but one. In the first round the differences of partners, modulo 4n − 1, are all
different up to their sign, and those of opponents come twice each.

The boards move as the players do, one group a round, and the groups of the first round are chosen
so that nobody meets one again. For 8 and 12 players all tables have the same boards in a round, for
16 and 20 two of them have: a search found nothing better. Fewer rounds are the beginning of the
whole.
"""

from clubscore.problems import Refused, gettext_noop, sentence
from movements.domain.movement import Cell, Movement
from movements.domain.variants import wrap
from movements.domain.whist_data import WHISTS

MIN_ROUNDS = 3
SIZES = tuple(WHISTS)
"""The numbers of players that there are."""


def whist(players: int, rounds: int | None = None) -> Movement:
    """The complete individual of a number of players, or the beginning of it.

    Raises :class:`Refused` for numbers of players and of rounds without one.
    """
    if players not in WHISTS:
        sizes = ", ".join(map(str, SIZES))
        message = gettext_noop(
            "There is no complete individual for %(players)s players; there are those for "
            "%(sizes)s players."
        )
        raise Refused(sentence(message, players=players, sizes=sizes))
    rounds = players - 1 if rounds is None else rounds
    if not MIN_ROUNDS <= rounds < players:
        few = gettext_noop(
            "An individual for %(players)s players has from %(fewest)s to %(most)s rounds, not "
            "%(rounds)s."
        )
        values = {"players": players, "fewest": MIN_ROUNDS, "most": players - 1, "rounds": rounds}
        raise Refused(sentence(few, **values))
    names = {group: name for name, group in enumerate(_groups(players, rounds), start=1)}
    rows = tuple(
        tuple(
            _cell(players, place, number, names[_later(players, place[-1], number)])
            for place in WHISTS[players]
        )
        for number in range(rounds)
    )
    return Movement(players, len(names), individual=True, rounds=rows)


def groups(players: int, rounds: int) -> int:
    """How many board groups are played in the first rounds."""
    return len(_groups(players, rounds))


def shares_boards(players: int) -> bool:
    """Whether two tables, or all of them, have the same boards in a round."""
    first = WHISTS[players]
    return len({group for *_, group in first}) < len(first)


def _groups(players: int, rounds: int) -> list[int]:
    """The groups of the first rounds, in their order: a shorter one may leave some out."""
    first = {group for *_, group in WHISTS[players]}
    return sorted({_later(players, group, number) for group in first for number in range(rounds)})


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
