"""The Mitchell: NS stay, EW go to the next table, the boards to the one before.

NS pair t sits at table t, EW pair e is contestant T + e. With an even number of tables the plain
movement ends halfway, when EW would meet their first boards again: they *skip* a table, or two
tables *share* their boards and a set rests on a bye-stand (*share and relay*).

Hesitation Mitchells: a round or two more than there are tables, and one winner.

EW move up a table each round; from the last table they go to an NS seat and *hesitate* there for
a round, or in a double hesitation to two of them, before they are EW at table 1. The other NS
stay. With T tables there are n = T + 1 or T + 2 rounds and groups; the boards move down through n
*slots*, of which the tables have some.

The web: a large Mitchell of few rounds in which everybody plays all the boards.

There are two copies of the boards, one for each half of the tables. EW move as in a Mitchell; in
the first half the boards move down the tables, in the second half up.

The bump: one pair more than a Mitchell has, and no half table. From round 2 on it takes the seat of
another North–South pair in each round, which sits out. It meets nobody twice and no boards twice,
and nobody sits out for it twice: it stands as queens do that do not attack each other, round by
round, so that where the tables are a multiple of three it may sit out a second time.

Changes to a whole movement that leave who meets whom as it is: arrow switches, half tables.

An *arrow switch* lets a table's pairs change directions, so that pairs of both are compared. A
*half table* is left where a pair is dropped: its opponents sit out.
"""

from collections.abc import Callable
from dataclasses import replace

from clubscore.text.problems import Refused
from movements.domain.movement import Cell, Movement

MIN_TABLES = 2

_OfTableAndRound = Callable[[int, int], int]


def mitchell(tables: int, rounds: int | None = None) -> Movement:
    """A Mitchell of as many rounds as there can be, or of fewer.

    With an odd number of tables T there are up to T rounds; with an even one T − 1, EW skipping
    a table after half of them. There are T board groups. Raises :class:`Refused`, naming the
    nearest that there is.
    """
    _refuse_few_tables_of_mitchell(tables)
    max_rounds = tables if tables % 2 else tables - 1
    rounds = max_rounds if rounds is None else rounds
    if not 1 <= rounds <= max_rounds:
        raise Refused.because(
            "A Mitchell for %(tables)s tables has from 1 to %(most)s rounds, not %(rounds)s.",
            tables=tables,
            most=max_rounds,
            rounds=rounds,
        )

    def ew(table: int, round_number: int) -> int:
        skipped = tables % 2 == 0 and round_number > tables // 2
        return wrap(table - round_number + (0 if skipped else 1), tables)

    return staying_ns(tables, rounds, tables, ew, lambda table, r: wrap(table + r - 1, tables))


def share_and_relay(tables: int) -> Movement:
    """A complete Mitchell for an even number of tables: tables 1 and T share their boards.

    Raises :class:`Refused` for an odd number.
    """
    _refuse_few_tables_of_mitchell(tables)
    if tables % 2:
        raise Refused.because(
            "Share and relay needs an even number of tables, such as %(nearest)s, not "
            "%(tables)s; "
            "the plain Mitchell is complete with an odd one.",
            nearest=tables + 1,
            tables=tables,
        )

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


BUMPED = range(4, 25)
"""With how many tables an extra pair can play."""

MAX_STEPS = 20_000
"""How many seats are tried for the extra pair before it sits out once more."""


def bump(tables: int, rounds: int) -> Movement:
    """A Mitchell with an extra pair, the last number: in each round but the first it plays in the
    place of a North–South pair."""
    whole = mitchell(tables, rounds)
    extra = 2 * tables + 1
    bumped = next(
        found
        for sitting_out in range(rounds)
        if (found := _Bump(whole, sitting_out).search()) is not None
    )

    def taken(round_number: int, table: int, cell: Cell) -> Cell:
        return replace(cell, ns=(extra,)) if bumped[round_number - 1] == table else cell

    return replace(_each_cell(whole, taken), contestants=extra)


class _Bump:
    """The search for the tables at which an extra pair plays; ``sitting_out`` is how often it may
    sit out beside the first round."""

    def __init__(self, movement: Movement, sitting_out: int) -> None:
        self.rounds = movement.rounds
        self.sitting_out = sitting_out
        self.steps = 0
        self.tables = [0]
        self.met: set[tuple[str, tuple[int, ...]]] = set()

    def search(self) -> list[int] | None:
        """The table in each round, 0 where it sits out; ``None`` where there is none."""
        return self.tables if self._further() else None

    def _further(self) -> bool:
        number = len(self.tables)
        if number == len(self.rounds):
            return True
        self.steps += 1
        if self.steps > MAX_STEPS:
            return False
        row = self.rounds[number]
        before = next((table for table in reversed(self.tables) if table), 0)
        # Two tables further is right from the beginning for most numbers of tables.
        for table in (wrap(before + step, len(row)) for step in range(2, len(row) + 2)):
            cell = row[table - 1]
            new = {("NS", cell.ns), ("EW", cell.ew), ("boards", (cell.group,))}
            if new & self.met:
                continue
            self.met |= new
            self.tables.append(table)
            if self._further():
                return True
            self.tables.pop()
            self.met -= new
        if self.tables.count(0) <= self.sitting_out:
            self.tables.append(0)
            if self._further():
                return True
            self.tables.pop()
        return False


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


def _refuse_few_tables_of_mitchell(tables: int) -> None:
    if tables < MIN_TABLES:
        raise Refused.because(
            "A Mitchell needs at least %(fewest)s tables, not %(tables)s.",
            fewest=MIN_TABLES,
            tables=tables,
        )


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
        raise Refused.because(
            "A movement with a hesitation needs at least %(fewest)s tables, not %(tables)s.",
            fewest=fewest,
            tables=tables,
        )


def web(tables: int, rounds: int) -> Movement:
    """A web of R rounds and R groups, for an even number of tables from R + 1 to 2 R.

    When R is even, EW skip a table halfway. Raises :class:`Refused` for what there is not, naming
    the nearest.
    """
    if not exists(tables, rounds):
        nearest = max(4, tables + tables % 2)
        raise Refused.because(
            "There is no web for %(tables)s tables and %(rounds)s rounds: the tables must be "
            "even "
            "in number, more than the rounds and at most twice as many. For %(nearest)s tables "
            "there is one of %(nearest_rounds)s rounds.",
            tables=tables,
            rounds=rounds,
            nearest=nearest,
            nearest_rounds=min(max(rounds, nearest // 2), nearest - 1),
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


def wrap(number: int, n: int) -> int:
    """The number from 1 to n that differs from ``number`` by a multiple of n."""
    return (number - 1) % n + 1


def switch_last(movement: Movement, rounds: int, *, all_but: tuple[int, ...] = ()) -> Movement:
    """The movement with its last rounds arrow-switched, at every table but ``all_but``."""
    first = len(movement.rounds) - rounds + 1

    def switched(round_number: int, table: int, cell: Cell) -> Cell:
        if round_number < first or table in all_but:
            return cell
        return Cell(cell.ew, cell.ns, cell.group)

    return _each_cell(movement, switched)


def drop(movement: Movement, contestant: int) -> Movement:
    """A pairs movement without a pair; higher numbers come down by one."""

    def without(side: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(pair - (pair > contestant) for pair in side if pair != contestant)

    def dropped(_round: int, _table: int, cell: Cell) -> Cell:
        return Cell(without(cell.ns), without(cell.ew), cell.group)

    return replace(_each_cell(movement, dropped), contestants=movement.contestants - 1)


def _each_cell(movement: Movement, change: Callable[[int, int, Cell], Cell]) -> Movement:
    rounds = tuple(
        tuple(change(round_number, table, cell) for table, cell in enumerate(row, 1))
        for round_number, row in enumerate(movement.rounds, 1)
    )
    return replace(movement, rounds=rounds)
