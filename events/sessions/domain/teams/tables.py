"""Who keeps a table in a Swiss event: the pairing is made first, the seats after it.

A contestant may keep one table. A pair then sits North–South at it. A match of teams has two
tables: at the first the home team is North–South, at the second the visitors are, and a team keeps
the table of its North–South pair. Or all teams do: team 3 is always North–South at table 3, its
home table, and only the East–West pairs change places.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from events.sessions.domain.teams.draw import Pair
from events.sessions.domain.teams.seating import Row, SeatedMatch
from movements.domain.movement import Cell

Keeps = Mapping[int, int]
"""The table that a contestant keeps, by its number."""


def at_kept_tables(pairs: Sequence[Pair], keeps: Keeps, *, tables: int) -> tuple[Pair, ...]:
    """Pairs in the order of the tables of their matches, of which each has one or two, North–South
    of the first first: whoever keeps a table is there, the others have the rest in their order.
    """
    placed: dict[int, Pair] = {}
    rest: list[Pair] = []
    for pair in pairs:
        place, seated = _kept(pair, keeps, tables)
        if 1 <= place <= len(pairs) and place not in placed:
            placed[place] = seated
        else:
            rest.append(pair)
    others = iter(rest)
    return tuple(placed.get(place) or next(others) for place in range(1, len(pairs) + 1))


def away_from_table(pairs: Sequence[Pair], keeps: Keeps, *, tables: int) -> list[int]:
    """Who plays in one of these pairs, by the order of their tables, and not at its table."""
    return [
        number
        for at, pair in enumerate(pairs)
        for place, number in enumerate(pair)
        if number in keeps and (place >= tables or keeps[number] != tables * at + 1 + place)
    ]


def at_home_tables(
    rows: Sequence[Row], matches: Sequence[SeatedMatch]
) -> tuple[tuple[Row, ...], tuple[SeatedMatch, ...]]:
    """The same rows of tables and matches of teams, each team's North–South at the table of the
    team's number."""
    seated = (
        replace(each, table=each.home, second_table=each.second_table and each.away)
        for each in matches
    )
    return tuple(map(_at_home, rows)), tuple(seated)


def _at_home(row: Row) -> Row:
    # The North–South pair of team t is contestant 2t − 1.
    cells = {-(-cell.ns[0] // 2): cell for cell in row if cell.ns}
    return tuple(cells.get(table, Cell()) for table in range(1, max(cells, default=0) + 1))


def _kept(pair: Pair, keeps: Keeps, tables: int) -> tuple[int, Pair]:
    """The place of a pair among the matches, 0 for any, and the pair as it is seated there."""
    keeper = next((number for number in pair if number in keeps), None)
    if keeper is None:
        return 0, pair
    other = pair[1] if keeper == pair[0] else pair[0]
    table = keeps[keeper]
    is_second = tables > 1 and table % 2 == 0
    return -(-table // tables), (other, keeper) if is_second else (keeper, other)
