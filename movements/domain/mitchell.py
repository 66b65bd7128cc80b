"""The Mitchell: NS stay, EW go to the next table, the boards to the one before.

NS pair t sits at table t, EW pair e is contestant T + e. With an even number of tables the plain
movement ends halfway, when EW would meet their first boards again: they *skip* a table, or two
tables *share* their boards and a set rests on a bye-stand (*share and relay*).
"""

from collections.abc import Callable

from clubscore.problems import Refused, gettext_noop, sentence
from movements.domain.movement import Cell, Movement
from movements.domain.variants import wrap

MIN_TABLES = 2

_OfTableAndRound = Callable[[int, int], int]


def mitchell(tables: int, rounds: int | None = None) -> Movement:
    """A Mitchell of as many rounds as there can be, or of fewer.

    With an odd number of tables T there are up to T rounds; with an even one T − 1, EW skipping
    a table after half of them. There are T board groups. Raises :class:`Refused`, naming the
    nearest that there is.
    """
    _refuse_few_tables(tables)
    max_rounds = tables if tables % 2 else tables - 1
    rounds = max_rounds if rounds is None else rounds
    if not 1 <= rounds <= max_rounds:
        message = gettext_noop(
            "A Mitchell for %(tables)s tables has from 1 to %(most)s rounds, not %(rounds)s."
        )
        raise Refused(sentence(message, tables=tables, most=max_rounds, rounds=rounds))

    def ew(table: int, round_number: int) -> int:
        skipped = tables % 2 == 0 and round_number > tables // 2
        return wrap(table - round_number + (0 if skipped else 1), tables)

    return staying_ns(tables, rounds, tables, ew, lambda table, r: wrap(table + r - 1, tables))


def share_and_relay(tables: int) -> Movement:
    """A complete Mitchell for an even number of tables: tables 1 and T share their boards.

    Raises :class:`Refused` for an odd number.
    """
    _refuse_few_tables(tables)
    if tables % 2:
        message = gettext_noop(
            "Share and relay needs an even number of tables, such as %(nearest)s, not %(tables)s; "
            "the plain Mitchell is complete with an odd one."
        )
        raise Refused(sentence(message, nearest=tables + 1, tables=tables))

    def group(table: int, round_number: int) -> int:
        # A set rests on the bye-stand between the two halves: the second half is one set further
        # on.
        return wrap(table + round_number - (table <= tables // 2), tables)

    return staying_ns(tables, tables, tables, lambda t, r: wrap(t - r + 1, tables), group)


def usual_switches(tables: int) -> int:
    """How many last rounds to arrow-switch for one winner; 0 where that gains nothing."""
    if tables <= 4:
        return 0
    return 1 if tables <= 11 else 2


def staying_ns(
    tables: int, rounds: int, groups: int, ew: _OfTableAndRound, group: _OfTableAndRound
) -> Movement:
    """A movement where NS pair t stays at table t: who comes there, and which boards."""
    rows = tuple(
        tuple(
            Cell((table,), (tables + ew(table, number),), group(table, number))
            for table in range(1, tables + 1)
        )
        for number in range(1, rounds + 1)
    )
    return Movement(2 * tables, groups, individual=False, rounds=rows)


def _refuse_few_tables(tables: int) -> None:
    if tables < MIN_TABLES:
        message = gettext_noop("A Mitchell needs at least %(fewest)s tables, not %(tables)s.")
        raise Refused(sentence(message, fewest=MIN_TABLES, tables=tables))
