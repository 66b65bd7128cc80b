"""Hesitation Mitchells: a round or two more than there are tables, and one winner.

EW move up a table each round; from the last table they go to an NS seat and *hesitate* there for
a round, or in a double hesitation to two of them, before they are EW at table 1. The other NS
stay. With T tables there are n = T + 1 or T + 2 rounds and groups; the boards move down through n
*slots*, of which the tables have some.
"""

from clubscore.problems import Refused, gettext_noop, sentence
from movements.domain.mitchell import usual_switches
from movements.domain.movement import Cell, Movement
from movements.domain.variants import switch_last, wrap


def hesitation(tables: int) -> Movement:
    """A hesitation Mitchell, the last round (from 12 tables two) arrow-switched but at table T.

    With an even number of tables the first and the last share their boards. Raises
    :class:`Refused` for fewer than 3 tables.
    """
    _refuse_few_tables(tables, 3)
    half = tables // 2
    if tables % 2:
        slots = [table + (table > half) for table in range(1, tables + 1)]
    else:
        slots = [table + 2 * (table > half) for table in range(1, tables)] + [1]
    switches = usual_switches(tables) or 1
    return switch_last(_ring(tables, (tables,), slots), switches, all_but=(tables,))


def double_hesitation(tables: int) -> Movement:
    """A double hesitation Mitchell, arrow-switched as a single one but where NS move.

    With 5 tables it is best without a switch. Raises :class:`Refused` for fewer than 5 tables.
    """
    _refuse_few_tables(tables, 5)
    gap = 2 if tables % 2 else 1
    before = (tables + 1) // 2 if tables % 2 else tables // 2 + 1
    slots = [table + gap * (table > before) for table in range(1, tables + 1)]
    switches = usual_switches(tables) if tables > 5 else 0
    return switch_last(_ring(tables, (2, tables), slots), switches, all_but=(2, tables))


def _ring(tables: int, moving_ns: tuple[int, ...], slots: list[int]) -> Movement:
    """EW 1 to T and then the NS of some tables make a ring; everybody in it moves one on."""
    ring = [*range(tables + 1, 2 * tables + 1), *moving_ns]
    n = len(ring)
    rows = []
    for number in range(1, n + 1):
        seated = [ring[(seat - number + 1) % n] for seat in range(n)]
        north = dict(zip(moving_ns, seated[tables:], strict=True))
        rows.append(
            tuple(
                Cell(
                    (north.get(table, table),),
                    (seated[table - 1],),
                    wrap(slots[table - 1] + number, n),
                )
                for table in range(1, tables + 1)
            )
        )
    return Movement(2 * tables, n, individual=False, rounds=tuple(rows))


def _refuse_few_tables(tables: int, fewest: int) -> None:
    if tables < fewest:
        message = gettext_noop(
            "A movement with a hesitation needs at least %(fewest)s tables, not %(tables)s."
        )
        raise Refused(sentence(message, fewest=fewest, tables=tables))
