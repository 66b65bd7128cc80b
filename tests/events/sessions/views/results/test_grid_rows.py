"""The grid of a session, as a reader sees it."""

from functools import partial

import pytest
from django.test import Client

from clubscore.actor import Actor
from events.models import Session
from events.sessions.services import sessions
from tests.events import factories
from tests.events.reading import cells
from tests.queries import queries

TWO_ROUNDS = " 4  2  2  2 0\n 1- 2 A  3- 4 A\n 1- 4 B  3- 2 B\n"
ONE_TABLE = " 2  1  1  1 0\n 1- 2 A\n"

pytestmark = pytest.mark.django_db


def a_session(**values: object) -> Session:
    session = factories.session(TWO_ROUNDS, **values)
    factories.enter(session, 1, "420", "50")
    factories.enter(session, 2, "110", "110")
    sessions.publish(session=session, by=Actor())
    return session


def page(client: Client, session: Session) -> str:
    return client.get(f"/sessions/{session.pk}/grid/").content.decode()


def test_grid_shows_the_part_of_the_top_on_every_board(client: Client) -> None:
    answer = client.get(f"/sessions/{a_session(winners=1).pk}/grid/")

    assert cells(answer) == [
        ["100", "50", "75.00"],
        ["100", "50", "75.00"],
        ["0", "50", "25.00"],
        ["0", "50", "25.00"],
    ]
    assert [grid.boards for grid in answer.context["grids"]] == [(1, 2)]


def test_grid_marks_the_best_and_the_worst_of_each_side_by_weight_too(client: Client) -> None:
    text = page(client, a_session(winners=1))

    assert text.count('<td class="best" data-board="1"><strong>100</strong></td>') == 2
    assert text.count('<td class="worst" data-board="1"><em>0</em></td>') == 2
    assert text.count('<td data-board="2">50</td>') == 4


def test_grid_of_total_points_shows_points(client: Client) -> None:
    answer = client.get(f"/sessions/{a_session(winners=1, method='total').pk}/grid/")

    assert cells(answer)[0] == ["420", "110", "530"]


def test_grid_says_what_has_no_comparison_or_was_not_played_and_leaves_open_what_is_missing(
    client: Client,
) -> None:
    session = factories.session(TWO_ROUNDS, winners=1)
    factories.enter(session, 1, "np", "50")
    sessions.publish(session=session, by=Actor())

    answer = client.get(f"/sessions/{session.pk}/grid/")

    assert {row[0]: row[1] for row in cells(answer)} == {"–": "", "·": ""}


def test_grid_of_many_boards_comes_in_parts_that_fit_a_page(client: Client) -> None:
    session = factories.session(ONE_TABLE, boards_per_round=60, winners=1)
    factories.enter(session, 1, "50")
    sessions.publish(session=session, by=Actor())

    grids = client.get(f"/sessions/{session.pk}/grid/").context["grids"]

    assert [len(grid.boards) for grid in grids] == [20, 20, 20]
    assert grids[2].boards[-1] == 60


def test_grid_needs_as_many_queries_for_three_boards_as_for_one(client: Client) -> None:
    one, three = (factories.session(ONE_TABLE, boards_per_round=count) for count in (1, 3))
    for session in (one, three):
        for board in range(1, session.sections.get().boards_per_round + 1):
            factories.enter(session, board, "100")
        sessions.publish(session=session, by=Actor())

    assert queries(partial(page, client, one)) == queries(partial(page, client, three))
