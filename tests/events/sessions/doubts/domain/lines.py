"""Boards written as a director types them, as lines for the rules of doubt."""

from events.sessions.core.domain.line_result import LineResult
from events.sessions.core.domain.result_field import read_result
from events.sessions.doubts.domain.values import BoardLine


def line(
    key: int,
    text: str,
    *,
    board: int = 1,
    round: int | None = None,  # noqa: A002 - the field's word
    table: int | None = None,
) -> BoardLine:
    """The line of what was typed; an empty text is an empty line."""
    result = read_result(text, board=board) if text else LineResult()
    return BoardLine(key, board, result, round=round, table=table)


def a_board(*texts: str, board: int = 1) -> list[BoardLine]:
    """The lines of one board, with the keys 1, 2, …"""
    return [line(key, text, board=board) for key, text in enumerate(texts, start=1)]
