"""A board of several sections: one of them read alone is as it is among all."""

from collections.abc import Iterator
from functools import partial

import pytest

from clubscore.web.visitors import Actor
from events.models import Session, TravellerLine
from events.sessions.core.domain.adjustment import NOT_PLAYED, read_adjustment
from events.sessions.core.domain.contract import read_played
from events.sessions.core.domain.line_result import LineResult
from events.sessions.doubts.domain.values import Rule
from events.sessions.doubts.services import SeenDoubt, doubts_of_lines
from events.sessions.matches.figures.boards import score_one_board
from events.sessions.rulings import services as fouled_boards
from events.sessions.scoring.figures.scoring import ScoredBoard
from events.sessions.scoring.selectors.lines import board_lines, results_elsewhere, session_lines
from events.sessions.scoring.selectors.progress import (
    BoardProgress,
    board_progress_by_section,
    section_of_line,
)
from events.sessions.scoring.selectors.sessions import section_letters
from events.sessions.setup.services import sections
from tests.events import factories
from tests.queries import queries
from tests.stored import stored_once

FOUR_TABLES = """ 8  4  2  2 0
 1- 5 A  2- 6 A  3- 7 A  4- 8 A
 1- 6 B  2- 7 B  3- 8 B  4- 5 B
"""
BY = Actor()

pytestmark = pytest.mark.django_db


def of_sections(number: int) -> Session:
    """A session of so many sections that play the same boards, all four tables at once."""
    session = factories.session(FOUR_TABLES, boards_per_round=2)
    for _ in range(number - 1):
        sections.add_section(
            session_id=session.pk,
            movement=session.sections.first().movement,
            boards_per_round=2,
            first_board=1,
            by=BY,
        )
    return session


def make_session() -> Session:
    """Three sections; adjusted, unplayed and missing results, and slips of the fingers."""
    made = of_sections(3)
    factories.enter_in(made, "A", 1, "4sw=", "4sw+1", "4se=", "4sn=")
    factories.enter_in(made, "A", 2, "50", "100", "50", "-100")
    factories.enter_in(made, "B", 1, "4sw=", "a6040", "np", "4hn-1")
    factories.enter_in(made, "B", 2, "50", "100", "90", "")
    factories.enter_in(made, "C", 1, "4sw-1", "4sn+1", "", "p")
    factories.enter_in(made, "C", 2, "110", "2cw=", "90", "-500")
    ruled = TravellerLine.objects.filter(section__session=made, board=2, table=3)
    for letter, ruling in (("B", "60:110/40:-100"), ("C", "60:110/40:-100|100:90")):
        ruled.filter(section__letter=letter).update(adjustment=ruling)
    return made


stored, session = stored_once(make_session)


def doubts(session: Session, board: int, section: str = "") -> tuple[SeenDoubt, ...]:
    return doubts_of_lines(session, board_lines(session, board, section=section))


def shown(scored: ScoredBoard, letter: str) -> list[tuple[object, ...]]:
    return [
        (line, each and (each.ns_points, each.ew_points, each.top))
        for line in scored.lines
        if line.section == letter
        for each in [scored.points.get(line.pk)]
    ]


def each_alone(session: Session) -> Iterator[tuple[ScoredBoard, ScoredBoard, str]]:
    for board in (1, 2):
        together = score_one_board(session, board)
        for letter in "ABC":
            yield score_one_board(session, board, section=letter), together, letter


@pytest.mark.parametrize("one_field", [True, False])
@pytest.mark.parametrize("method", Session.Method.values)
def test_lines_have_the_points_that_they_have_among_all(
    session: Session, method: str, one_field: bool
) -> None:
    session.method, session.one_field = method, one_field
    for alone, together, letter in each_alone(session):
        assert shown(alone, letter) == shown(together, letter)
        assert {line.section for line in alone.lines} == {letter}
        assert (alone.sections, alone.progress) == (together.sections, together.progress)


def test_lines_of_a_fouled_board_have_the_points_that_they_have_among_all(session: Session) -> None:
    lines = session_lines(session.pk, board=1)
    changed = {line.pk: "B" for line in lines if line.table and line.table > 2}
    fouled_boards.mark_deals(session_id=session.pk, board=1, deals=changed, by=BY)
    for alone, together, letter in each_alone(session):
        assert shown(alone, letter) == shown(together, letter)


def test_a_section_without_results_has_no_points() -> None:
    session = of_sections(2)
    factories.enter_in(session, "A", 1, "420", "", "", "")
    alone = score_one_board(session, 1, section="B")
    assert (len(alone.lines), alone.points) == (4, {})
    assert alone.sections == {"A": BoardProgress(1, 1, 4), "B": BoardProgress(1, 0, 4)}


def test_results_elsewhere_are_counted(session: Session) -> None:
    factories.enter_in(session, "C", 1, "4sw-1", "4sn+1", "", "50")
    assert results_elsewhere(session.pk, range(1, 2), section="A") == {
        (1, ""): {
            LineResult(-420, read_played("4SW=")): 1,
            LineResult(-50, read_played("4HN-1")): 1,
            LineResult(50, read_played("4SW-1")): 1,
            LineResult(50): 1,
            LineResult(450, read_played("4SN+1")): 1,
            LineResult(adjustment=read_adjustment("A6040")): 1,
            LineResult(adjustment=NOT_PLAYED): 1,
        }
    }
    both = results_elsewhere(session.pk, range(1, 3), section="A", but=1)
    assert {deal: sum(counted.values()) for deal, counted in both.items()} == {(2, ""): 7}


@pytest.mark.parametrize("one_field", [True, False])
def test_doubts_of_a_section_are_those_that_it_has_among_all(
    session: Session, one_field: bool
) -> None:
    session.one_field = one_field
    session.save(update_fields=["one_field"])
    found = 0
    for board in (1, 2):
        together = doubts(session, board)
        for letter in "ABC":
            alone = doubts(session, board, letter)
            assert alone == tuple(seen for seen in together if letter in seen.sections)
            found += len(alone)
    assert found > 0


def test_a_board_passed_out_everywhere_is_doubted_in_each_section() -> None:
    session = of_sections(2)
    for letter in "AB":
        factories.enter_in(session, letter, 1, "p", "p", "", "")
    [seen] = doubts(session, 1, "A")
    assert (seen.doubt.rule, len(seen.doubt.lines)) == (Rule.PASSED_OUT, 4)
    assert doubts(session, 1, "B") == doubts(session, 1) == (seen,)
    factories.enter_in(session, "B", 1, "p", "50", "", "")
    assert doubts(session, 1, "A") == ()


def test_a_line_names_its_section(session: Session) -> None:
    for line in session_lines(session.pk, board=1):
        assert section_of_line(session.pk, board=1, line_id=line.pk) == line.section
        assert section_of_line(session.pk, board=2, line_id=line.pk) == ""
    assert section_letters(session.pk) == {"A", "B", "C"}
    assert board_progress_by_section(session.pk, board=9) == {}


def test_queries_do_not_grow_with_the_other_sections() -> None:
    one, three = of_sections(1), of_sections(3)
    for letter in "ABC":
        factories.enter_in(three, letter, 1, "50", "100", "50", "")
    score_alone = partial(score_one_board, board=1, section="A")
    for read in (score_alone, lambda each: doubts(each, 1, "A")):
        counts = [queries(partial(read, each)) for each in (one, three)]
        assert counts == [counts[0]] * 2
