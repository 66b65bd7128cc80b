from collections import Counter, defaultdict
from dataclasses import replace

from hypothesis import given, strategies as st

from events.sessions.core.domain.line_result import LineResult
from events.sessions.doubts.domain.table_doubts import doubts_of_board
from events.sessions.doubts.domain.values import BoardLine, Rule
from tests.events.sessions.doubts.domain.lines import a_board, line
from tests.events.sessions.doubts.domain.session_doubts import find_doubts

ROUNDS = {1: (1, 8), 2: (11, 14), 3: (17, 24)}
"""Boards that a table plays together in a round."""
TEXTS = ["", "420", "-420", "-110", "140", "4hn=", "4he=", "3cw-1", "2cw=", "p", "1nnx-5"]


@st.composite
def sessions(draw: st.DrawFn) -> list[BoardLine]:
    tables = draw(st.integers(1, 7))
    places = [
        (number, board, table)
        for number, boards in ROUNDS.items()
        for board in boards
        for table in range(1, tables + 1)
    ]
    texts = draw(st.lists(st.sampled_from(TEXTS), min_size=len(places), max_size=len(places)))
    return [
        line(key, text, board=board, round=number, table=table)
        for key, (text, (number, board, table)) in enumerate(zip(texts, places, strict=True))
    ]


@given(sessions(), st.sampled_from([board for boards in ROUNDS.values() for board in boards]))
def test_the_doubts_of_a_board_are_those_of_the_session(
    session: list[BoardLine], board: int
) -> None:
    around = next(boards for boards in ROUNDS.values() if board in boards)
    here = {board_line.key for board_line in session if board_line.board == board}

    assert doubts_of_board(
        [board_line for board_line in session if board_line.board in around], board
    ) == tuple(
        doubt
        for doubt in find_doubts(session)
        if here & set(doubt.lines) and doubt.rule is not Rule.ROUND_MISSING
    )


@given(
    sessions(),
    st.sampled_from([board for boards in ROUNDS.values() for board in boards]),
    st.integers(0, 7),
)
def test_some_tables_have_the_doubts_that_they_have_among_all(
    session: list[BoardLine], board: int, tables: int
) -> None:
    around = next(boards for boards in ROUNDS.values() if board in boards)
    lines = [board_line for board_line in session if board_line.board in around]
    own_lines = [
        board_line for board_line in lines if board_line.table and board_line.table <= tables
    ]
    keys = {board_line.key for board_line in own_lines}
    elsewhere: defaultdict[tuple[int, str], Counter[LineResult]] = defaultdict(Counter)
    for board_line in lines:
        if board_line.key not in keys and board_line.is_score:
            elsewhere[board_line.deal][board_line.result] += 1

    assert doubts_of_board(own_lines, board, elsewhere) == tuple(
        doubt for doubt in doubts_of_board(lines, board) if keys >= set(doubt.lines)
    )


def test_lines_of_another_field_are_not_compared() -> None:
    *three, fourth = a_board("140", "140", "110", "-140")

    assert [doubt.lines for doubt in find_doubts([*three, fourth])] == [(4,)]
    assert find_doubts([*three, replace(fourth, field="B")]) == ()
