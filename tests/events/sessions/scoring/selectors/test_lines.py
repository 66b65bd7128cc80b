import pytest

from events.sessions.core.domain.adjustment import read_adjustment
from events.sessions.core.domain.contract import read_played
from events.sessions.core.domain.line_result import LineResult
from events.sessions.scoring.selectors.lines import (
    board_lines,
    commonest_result,
    lines_of_sessions,
    session_lines,
)
from tests.events import factories
from tests.queries import queries

pytestmark = [pytest.mark.both_databases, pytest.mark.django_db]

THREE_TABLES = " 6  3  1  1 0\n 1- 2 A  3- 4 A  5- 6 A\n"


def test_lines_stand_by_board_round_and_table_with_who_sat_there() -> None:
    session = factories.session()
    factories.session()
    numbers = {
        contestant.pk: contestant.number for contestant in session.sections.get().contestants.all()
    }
    assert [
        (
            line.section,
            line.board,
            line.round,
            line.table,
            [numbers[pk] for pk in line.ns],
            [numbers[pk] for pk in line.ew],
            line.is_empty,
        )
        for line in session_lines(session.pk)
    ] == [
        ("A", 1, 1, 1, [1], [2], True),
        ("A", 1, 1, 2, [3], [4], True),
        ("A", 2, 2, 1, [3], [1], True),
        ("A", 2, 2, 2, [4], [2], True),
        ("A", 3, 3, 1, [1], [4], True),
        ("A", 3, 3, 2, [2], [3], True),
    ]


def test_lines_of_one_board_are_those_of_all() -> None:
    session = factories.played()
    everything = session_lines(session.pk)
    assert session_lines(session.pk, board=2) == [line for line in everything if line.board == 2]
    assert session_lines(session.pk, board=9) == []


def test_lines_of_several_sessions_are_those_of_each() -> None:
    one, other, third = (factories.played(text) for text in (factories.HOWELL_4,) * 3)
    assert lines_of_sessions([other.pk, one.pk]) == {
        other.pk: session_lines(other.pk),
        one.pk: session_lines(one.pk),
    }
    assert lines_of_sessions([]) == {}
    assert queries(lambda: lines_of_sessions([one.pk])) == queries(
        lambda: lines_of_sessions([one.pk, other.pk, third.pk])
    )


def test_partners_of_an_individual_stand_in_their_order() -> None:
    session = factories.session(factories.INDIVIDUAL_4)
    numbers = {
        contestant.pk: contestant.number for contestant in session.sections.get().contestants.all()
    }
    [line] = session_lines(session.pk, board=2)
    assert ([numbers[pk] for pk in line.ns], [numbers[pk] for pk in line.ew]) == ([1, 3], [2, 4])


def test_a_line_has_its_result_and_version() -> None:
    session = factories.session()
    factories.enter(session, 1, "4sn=", "a6040")
    first, second = session_lines(session.pk, board=1)
    assert (first.result, first.version) == (LineResult(420, read_played("4SN=")), 1)
    assert (second.result, second.is_empty) == (
        LineResult(adjustment=read_adjustment("A6040")),
        False,
    )


def test_commonest_result_is_the_one_that_stands_most_often() -> None:
    session = factories.session(THREE_TABLES)
    factories.enter(session, 1, "50", "4sn=", "4sn=")
    assert commonest_result(session_id=session.pk, board=1) == LineResult(420, read_played("4SN="))


def test_commonest_result_among_equals_is_the_first_that_was_entered() -> None:
    session = factories.session(THREE_TABLES)
    factories.enter(session, 1, "", "", "50")
    factories.enter(session, 1, "420", "", "50")
    assert commonest_result(session_id=session.pk, board=1) == LineResult(50)


def test_commonest_result_is_never_an_adjustment() -> None:
    session = factories.session(THREE_TABLES)
    factories.enter(session, 1, "a6040", "np", "")
    assert commonest_result(session_id=session.pk, board=1) is None


def test_queries_do_not_grow_with_lines() -> None:
    one, many = factories.played(factories.ONE_TABLE).pk, factories.played().pk
    assert (len(session_lines(one)), len(session_lines(many))) == (1, 6)
    assert queries(lambda: session_lines(one)) == queries(lambda: session_lines(many))


def test_a_board_is_read_with_the_boards_of_its_round() -> None:
    session = factories.session(factories.HOWELL_4, boards_per_round=2)
    read = board_lines(session, 4)
    assert (read.number, read.section, read.elsewhere) == (4, "", {})
    assert list(read.lines) == session_lines(session.pk, board=4)
    assert read.group == range(3, 5)


def test_a_board_that_nobody_plays_has_no_lines() -> None:
    read = board_lines(factories.session(), 99)
    assert (read.lines, read.group) == ((), range(99, 100))
