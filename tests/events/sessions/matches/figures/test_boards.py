from fractions import Fraction

import pytest

from events.models import MatchPlay
from events.sessions.core.domain.line_result import LineResult
from events.sessions.matches.figures.boards import match_notes, score_one_board
from tests.events import factories
from tests.events.sessions import match_evenings
from tests.events.sessions.boards import board_points
from tests.queries import queries

pytestmark = pytest.mark.django_db

THREE_TABLES = " 6  3  1  1 0\n 1- 2 A  3- 4 A  5- 6 A\n"


def test_one_board_is_scored_as_in_the_session() -> None:
    session = factories.session(THREE_TABLES)
    factories.enter(session, 1, "420", "50", "")
    assert board_points(session) == [(2, 0), (0, 2), None]
    scored = score_one_board(session, 1)
    assert (scored.number, scored.progress.entered, scored.progress.expected) == (1, 2, 3)


def test_one_board_without_results_has_no_score() -> None:
    scored = score_one_board(factories.session(THREE_TABLES), 1)
    assert (scored.scores, scored.points, scored.progress.state) == ((), {}, "empty")


def test_one_board_supposes_what_is_being_typed() -> None:
    session = factories.session(THREE_TABLES)
    factories.enter(session, 1, "420", "50", "")
    third = factories.line(session, 1, table=3)
    supposing = {third.pk: LineResult(430)}
    assert board_points(session, supposing=supposing) == [(2, 2), (0, 4), (4, 0)]
    third.refresh_from_db()
    assert third.is_empty


def test_one_board_supposes_a_cleared_line() -> None:
    session = factories.session(THREE_TABLES)
    factories.enter(session, 1, "420", "50", "p")
    first = factories.line(session, 1, table=1)
    assert board_points(session, supposing={first.pk: LineResult()})[0] is None


def test_one_board_is_compared_with_the_fullest_board() -> None:
    session = factories.session(" 6  3  2  2 0\n 1- 2 A  3- 4 A  5- 6 A\n 1- 3 B  2- 5 B  4- 6 B\n")
    factories.enter(session, 1, "420", "50", "")
    factories.enter(session, 2, "620", "50", "p")
    # Neuberg: (2 + 1) · 3/2 − 1 and (0 + 1) · 3/2 − 1.
    expected = [(Fraction(7, 2), Fraction(1, 2)), (Fraction(1, 2), Fraction(7, 2)), None]
    assert board_points(session) == expected
    factories.enter(session, 2, "620", "50", "np")
    assert board_points(session) == [(2, 0), (0, 2), None]


def test_what_is_supposed_leaves_the_lines_that_were_read() -> None:
    session = factories.session(THREE_TABLES)
    factories.enter(session, 1, "420", "50", "")
    first = factories.line(session, 1, table=1)
    scored = score_one_board(session, 1, supposing={first.pk: LineResult(430)})
    assert [line.result.score_ns for line in scored.lines] == [430, 50, None]
    assert [line.result.score_ns for line in scored.read.lines] == [420, 50, None]


def test_queries_do_not_grow_with_lines() -> None:
    one, many = factories.played(factories.ONE_TABLE), factories.played()
    assert queries(lambda: score_one_board(one, 1)) == queries(lambda: score_one_board(many, 1))


def notes(session):
    """Of board 1: what both sides have and the match so far, at table 1 and at table 2."""
    found = match_notes(session, 1)
    lines = (match_evenings.line(session, 1, table) for table in (1, 2))
    return [(found[line.pk].won, found[line.pk].so_far, found[line.pk].by_points) for line in lines]


def test_a_board_is_seen_from_north_south_of_each_room():
    session = match_evenings.made("teams", 2)
    assert notes(session) == [(None, (0, 0), False)] * 2
    match_evenings.play(session)

    assert notes(session) == [((4, -4), (8, 0), False), ((-4, 4), (0, 8), False)]


def test_a_ruling_gives_each_side_its_own():
    session = match_evenings.made("teams", 2)
    match_evenings.play(session, only={"board": 1})
    match_evenings.enter(match_evenings.line(session, 1, 1), "A++")

    assert [note[0] for note in notes(session)] == [(3, 3), (3, 3)]


def test_point_a_board_counts_points():
    session = match_evenings.made("teams", 2, scored_by=MatchPlay.ScoredBy.POINT_A_BOARD)
    match_evenings.play(session, only={"board": 1})
    assert notes(session) == [((1, 0), (1, 0), True), ((0, 1), (0, 1), True)]
    match_evenings.enter(match_evenings.line(session, 1, 1), "p")

    half = Fraction(1, 2)
    assert notes(session) == [((half, half), (half, half), True)] * 2


def test_pairs_have_no_other_room():
    assert match_notes(match_evenings.made("swiss-pairs", 4), 1) == {}
