"""Whether a result that a table enters is doubtful: its opponents are asked to look twice.

What makes it so tells of results at other tables, and is never sent to a phone.
"""

from collections.abc import Iterator

from events.sessions.domain.doubts import doubts_of_board
from events.sessions.domain.doubts.values import BoardLine
from events.sessions.domain.line_result import LineResult
from events.tables.selectors.snapshot import Snapshot, TableLine


def is_doubtful(state: Snapshot, each: TableLine, result: LineResult) -> bool:
    """Whether the rules of doubt find a result on a line, among those of the other tables."""
    if not state.settings.second_look or result.played is None:
        return False
    pk = each.line.pk
    found = doubts_of_board(_lines(state, each, result), each.line.board)
    return any(pk in doubt.lines for doubt in found)


def _lines(state: Snapshot, each: TableLine, result: LineResult) -> Iterator[BoardLine]:
    """The lines of the boards that the table plays in this round, with the new result."""
    boards = {other.line.board for other in state.at_table.get((each.place, each.round), ())}
    for line in (other.line for other in state.lines.values() if other.line.board in boards):
        yield BoardLine(
            line.pk,
            line.board,
            result if line.pk == each.line.pk else line.result,
            line.round,
            line.table,
            line.section,
            line.deal if state.session.one_field else f"{line.section}{line.deal}",
        )
