import pytest

from events.sessions.selectors.doubts import all_lines, group_of, lines_around
from tests.events import factories


@pytest.mark.parametrize(
    ("board", "group"),
    [(1, [1, 2, 3]), (3, [1, 2, 3]), (4, [4, 5, 6]), (26, [25, 26, 27])],
)
def test_the_boards_of_a_group_start_at_the_first(board: int, group: list[int]) -> None:
    assert list(group_of(board, 1, 3)) == group


def test_groups_where_the_first_board_is_another() -> None:
    assert [list(group_of(board, 11, 2)) for board in (11, 12, 13)] == [
        [11, 12],
        [11, 12],
        [13, 14],
    ]
    assert list(group_of(5, 11, 2)) == [5]


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
    lines = lines_around(session, 4).lines
    assert sorted(line.board for line in lines) == [3, 3, 4, 4]
    assert [line.key for line in lines] == sorted(line.key for line in lines)
