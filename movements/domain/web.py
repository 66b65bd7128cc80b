"""The web: a large Mitchell of few rounds in which everybody plays all the boards.

There are two copies of the boards, one for each half of the tables. EW move as in a Mitchell; in
the first half the boards move down the tables, in the second half up.
"""

from clubscore.problems import Refused, gettext_noop, sentence
from movements.domain.mitchell import staying_ns
from movements.domain.movement import Movement
from movements.domain.variants import wrap


def web(tables: int, rounds: int) -> Movement:
    """A web of R rounds and R groups, for an even number of tables from R + 1 to 2 R.

    When R is even, EW skip a table halfway. Raises :class:`Refused` for what there is not, naming
    the nearest.
    """
    if not exists(tables, rounds):
        message = gettext_noop(
            "There is no web for %(tables)s tables and %(rounds)s rounds: the tables must be even "
            "in number, more than the rounds and at most twice as many. For %(nearest)s tables "
            "there is one of %(nearest_rounds)s rounds."
        )
        nearest = max(4, tables + tables % 2)
        raise Refused(
            sentence(
                message,
                tables=tables,
                rounds=rounds,
                nearest=nearest,
                nearest_rounds=min(max(rounds, nearest // 2), nearest - 1),
            )
        )

    def ew(table: int, round_number: int) -> int:
        skipped = rounds % 2 == 0 and round_number > rounds // 2
        return wrap(table - round_number + (0 if skipped else 1), tables)

    def group(table: int, round_number: int) -> int:
        if table <= tables // 2:
            return wrap(table + round_number - 1, rounds)
        return wrap(wrap(tables - table, rounds) - round_number + 1, rounds)

    return staying_ns(tables, rounds, rounds, ew, group)


def exists(tables: int, rounds: int) -> bool:
    """Whether there is a web of that size."""
    return tables >= 4 and tables % 2 == 0 and rounds < tables <= 2 * rounds
