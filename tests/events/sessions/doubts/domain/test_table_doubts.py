"""Boards 1 and 8 have nobody vulnerable; 1 and 2 differ."""

from collections.abc import Sequence

from events.sessions.core.domain.result_field import read_result
from events.sessions.doubts.domain.values import BoardLine, Doubt, Fix, Rule
from tests.events.sessions.doubts.domain.lines import line
from tests.events.sessions.doubts.domain.session_doubts import find_doubts


def _session(
    one: Sequence[str], other: Sequence[str], *, boards: tuple[int, int]
) -> list[BoardLine]:
    """Two boards, played in round 1 of tables 1, 2, …; keys 11, 12, … and 21, 22, …"""
    return [
        line(10 * place + table, text, board=board, round=1, table=table)
        for place, (board, texts) in enumerate(zip(boards, (one, other), strict=True), start=1)
        for table, text in enumerate(texts, start=1)
    ]  # fmt: skip


def _of(rule: Rule, lines: Sequence[BoardLine]) -> list[Doubt]:
    return [doubt for doubt in find_doubts(lines) if doubt.rule is rule]


HEARTS, CLUBS = ["4hn=", "4hn+1", "3hs+1"], ["3cw=", "2cw+1", "3ce-1"]


def test_boards_swapped_shows_both_lines_and_fixes_both() -> None:
    lines = _session([*HEARTS, "3cw-1"], [*CLUBS, "4hn-1"], boards=(1, 8))

    [doubt] = find_doubts(lines)

    assert (doubt.rule, doubt.board, doubt.lines) == (Rule.BOARDS_SWAPPED, 1, (14, 24))
    assert str(doubt.message) == "The results of boards 1 and 8 at table 4 fit better exchanged."
    assert doubt.fixes == (
        Fix(14, read_result("4hn-1", board=1)),
        Fix(24, read_result("3cw-1", board=8)),
    )


def test_boards_swapped_fixes_the_score_by_the_other_boards_vulnerability() -> None:
    lines = _session([*HEARTS, "3cw="], [*CLUBS, "4hn="], boards=(1, 2))

    [doubt] = _of(Rule.BOARDS_SWAPPED, lines)

    assert [fix.result.score_ns for fix in doubt.fixes] == [420, -110]
    assert {line.result.score_ns for line in lines if line.key == 24} == {620}


def test_boards_swapped_not_where_one_of_them_fits_as_it_is() -> None:
    lines = _session([*HEARTS, "3cw-1"], [*CLUBS, "3ce="], boards=(1, 8))

    assert _of(Rule.BOARDS_SWAPPED, lines) == []


def test_boards_swapped_by_bare_scores_that_are_far_from_the_others() -> None:
    lines = _session(["620", "620", "650", "-100"], ["-100", "-110", "-100", "620"], boards=(2, 12))

    assert [doubt.lines for doubt in _of(Rule.BOARDS_SWAPPED, lines)] == [(14, 24)]


def test_boards_swapped_not_by_bare_scores_that_are_near_the_others() -> None:
    lines = _session(["620", "620", "650", "500"], ["300", "300", "500", "620"], boards=(2, 12))

    assert _of(Rule.BOARDS_SWAPPED, lines) == []


def test_boards_swapped_not_where_fewer_than_three_others_played() -> None:
    lines = _session([*HEARTS[:2], "3cw-1"], [*CLUBS[:2], "4hn-1"], boards=(1, 8))

    assert _of(Rule.BOARDS_SWAPPED, lines) == []


def test_arrow_switch_forgotten_turns_the_whole_round() -> None:
    lines = _session(["420", "450", "420", "-420"], ["-110", "-140", "-110", "140"], boards=(1, 8))

    [doubt] = _of(Rule.ARROW_SWITCH, lines)

    assert (doubt.board, doubt.lines) == (1, (14, 24))
    assert str(doubt.message) == (
        "All 2 results of round 1 at table 4 fit better the other way round"
        " — the arrow switch forgotten?"
    )
    assert doubt.fixes == (
        Fix(14, read_result("420", board=1)),
        Fix(24, read_result("-140", board=8)),
    )


def test_arrow_switch_turns_the_declarer_with_the_table() -> None:
    lines = _session(
        ["4hn=", "4hn+1", "4hs=", "4he="], ["3cw=", "2cw+1", "3ce=", "3cn="], boards=(1, 8)
    )

    [doubt] = _of(Rule.ARROW_SWITCH, lines)

    assert [str(fix.result.played) for fix in doubt.fixes] == ["4HN=", "3CE="]


def test_arrow_switch_not_where_one_board_of_the_round_fits() -> None:
    lines = _session(["420", "450", "420", "-420"], ["-110", "-140", "-110", "-140"], boards=(1, 8))

    assert _of(Rule.ARROW_SWITCH, lines) == []


def test_arrow_switch_not_before_the_round_is_complete() -> None:
    lines = _session(["420", "450", "420", "-420"], ["-110", "-140", "-110", ""], boards=(1, 8))

    assert _of(Rule.ARROW_SWITCH, lines) == []


_TABLE_3 = [
    line(1, "50", board=1, round=1, table=3),
    line(2, "", board=2, round=2, table=3),
    line(3, "", board=3, round=2, table=3),
    line(4, "", board=4, round=3, table=3),
    line(5, "50", board=5, round=4, table=3),
]
"""A table of which two rounds are missing."""


def test_round_missing_before_one_that_is_in() -> None:
    lines = [
        *_TABLE_3,
        line(6, "50", board=2, round=2, table=4),
        line(7, "100", board=3, round=3, table=4),
        line(8, "100", board=4, round=4, table=4),
    ]

    doubts = _of(Rule.ROUND_MISSING, lines)

    assert [(doubt.board, doubt.lines, str(doubt.message)) for doubt in doubts] == [
        (2, (2, 3), "Table 3 has results of round 4, and none of round 2."),
        (4, (4,), "Table 3 has results of round 4, and none of round 3."),
    ]


def test_round_missing_where_the_boards_were_played_before_and_only_it_is_missing() -> None:
    before = [line(6, "p", board=4, round=1, table=4), line(7, "p", board=4, round=2, table=4)]
    more = line(8, "", board=4, round=5, table=4)

    doubts = _of(Rule.ROUND_MISSING, [*_TABLE_3, *before])

    assert [doubt.lines for doubt in doubts] == [(4,)]
    assert _of(Rule.ROUND_MISSING, [*_TABLE_3, *before, more]) == []


def test_round_missing_not_where_its_boards_are_not_typed_yet() -> None:
    """One board of a round is typed as a whole, the other is still to come."""
    typed = line(6, "50", board=2, round=3, table=4)
    untyped = line(7, "", board=3, round=3, table=4)

    assert _of(Rule.ROUND_MISSING, [*_TABLE_3, typed, untyped]) == []


def test_round_missing_not_at_the_end_nor_where_a_part_is_in() -> None:
    lines = [
        line(1, "50", board=1, round=1, table=3),
        line(2, "", board=2, round=1, table=3),
        line(3, "np", board=3, round=2, table=3),
        line(4, "100", board=4, round=3, table=3),
        line(5, "", board=5, round=4, table=3),
        line(6, "100", board=6, round=4, table=4),
    ]

    assert _of(Rule.ROUND_MISSING, lines) == []


def test_lines_without_a_table_raise_no_doubt_of_a_table() -> None:
    assert find_doubts([line(1, ""), line(2, "50", board=2)]) == ()
