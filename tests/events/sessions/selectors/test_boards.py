import pytest

from events.sessions.selectors.boards import progress
from tests.events import factories
from tests.queries import queries

pytestmark = pytest.mark.django_db


def test_progress_counts_every_board() -> None:
    session = factories.session()
    factories.enter(session, 1, "420", "np")
    factories.enter(session, 3, "", "p")
    assert [
        (each.board, each.entered, each.expected, each.state) for each in progress(session.pk)
    ] == [
        (1, 2, 2, "complete"),
        (2, 0, 2, "empty"),
        (3, 1, 2, "part"),
    ]


def test_queries_do_not_grow_with_lines() -> None:
    one, many = factories.played(factories.ONE_TABLE).pk, factories.played().pk
    assert queries(lambda: progress(one)) == queries(lambda: progress(many))
