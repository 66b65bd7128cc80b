import pytest

from events.models import LineContestant, TravellerLine
from events.sessions.doubts.selectors import all_lines, lines_around, lines_of_round
from events.sessions.scoring.selectors.lines import board_lines
from tests.events import factories

pytestmark = pytest.mark.both_databases


@pytest.mark.django_db
def test_lines_are_read_with_place_result_and_version() -> None:
    session = factories.session(factories.HOWELL_4, boards_per_round=2)
    factories.enter(session, 3, "4sn=", "p")
    line = factories.line(session, 3)
    read = all_lines(session)
    found = next(each for each in read.lines if each.key == line.pk)
    assert (found.board, found.round, found.table, found.section, found.field) == (
        (3, line.round, 1, "A", "")
    )
    assert (found.result, read.versions[line.pk]) == (line.result, 1)
    assert len(read.lines) == session.sections.get().lines.count() == 12


@pytest.mark.django_db
def test_lines_around_a_board_are_those_of_its_group() -> None:
    session = factories.session(factories.HOWELL_4, boards_per_round=2)
    lines = lines_of_round(session, 4)
    assert sorted(line.board for line in lines.lines) == [3, 3, 4, 4]
    assert lines_around(session, board_lines(session, 4)) == lines


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("board", "around"), [(11, [11, 12]), (12, [11, 12]), (13, [13, 14]), (10, [10])]
)
def test_lines_around_a_board_where_the_first_is_another(board: int, around: list[int]) -> None:
    session = factories.session(factories.HOWELL_4, boards_per_round=2, first_board=11)
    section = session.sections.get()
    for early in (9, 10):
        line = TravellerLine.objects.create(section=section, board=early)
        contestant = section.contestants.first()
        LineContestant.objects.create(line=line, contestant=contestant, board=early, direction="NS")
    lines = lines_around(session, board_lines(session, board)).lines
    assert sorted({line.board for line in lines}) == around
