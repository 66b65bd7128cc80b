"""Movements by rule, to be checked against known values."""

from collections import Counter

from movements.domain.movement import Cell, Movement


def wrap(number: int, n: int) -> int:
    return (number - 1) % n + 1


def mitchell(tables: int, rounds: int, switched: int = 0) -> Movement:
    """A plain Mitchell, NS staying, its last rounds arrow-switched."""
    rows = []
    for r in range(1, rounds + 1):
        row = []
        for t in range(1, tables + 1):
            sides = (t,), (tables + wrap(t - r + 1, tables),)
            if r > rounds - switched:
                sides = sides[1], sides[0]
            row.append(Cell(*sides, wrap(t + r - 1, tables)))
        rows.append(tuple(row))
    return Movement(2 * tables, tables, False, tuple(rows))


def rainbow(tables: int) -> Movement:
    """An individual for a prime number of tables: N stays, S +1, E +2, W −2, the boards −1."""
    rows = tuple(
        tuple(
            Cell(
                (t, tables + wrap(t - r, tables)),
                (2 * tables + wrap(t - 2 * r, tables), 3 * tables + wrap(t + 2 * r, tables)),
                wrap(t + r, tables),
            )
            for t in range(1, tables + 1)
        )
        for r in range(tables)
    )
    return Movement(4 * tables, tables, True, rows)


def most_meetings(movement: Movement) -> int:
    """How often the two pairs meet who meet most often."""
    return max(
        Counter(
            frozenset(cell.contestants) for *_, cell in movement.cells() if cell.is_played
        ).values()
    )


def sharing(movement: Movement) -> set[tuple[int, ...]]:
    """The tables that play the same boards at a time."""
    found = set()
    for row in movement.rounds:
        tables: dict[int, list[int]] = {}
        for table, cell in enumerate(row, 1):
            if cell.is_played:
                tables.setdefault(cell.group, []).append(table)
        found |= {tuple(together) for together in tables.values() if len(together) > 1}
    return found


def boards_played(movement: Movement) -> Counter[int]:
    """How many board groups each contestant plays."""
    return Counter(
        contestant
        for *_, cell in movement.cells()
        if cell.is_played
        for contestant in cell.contestants
    )
