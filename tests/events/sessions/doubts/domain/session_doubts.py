"""The doubts of a whole session, put together as its figures put them together."""

from collections.abc import Iterable
from types import MappingProxyType

from events.sessions.doubts.domain.table_doubts import (
    Dealt,
    doubts_of_part,
    in_order,
    missing_rounds,
    parts_of,
)
from events.sessions.doubts.domain.values import BoardLine, Doubt


def find_doubts(
    lines: Iterable[BoardLine], dealt: Dealt = MappingProxyType({})
) -> tuple[Doubt, ...]:
    """In the order of board, rule and line; empty lines show rounds that are wholly missing."""
    lines = tuple(lines)
    parts = [doubt for part in parts_of(lines) for doubt in doubts_of_part(part, dealt)]
    return in_order((*missing_rounds(lines), *parts))
