"""Beside a traveller being typed: the frequencies so far, and the last changes."""

from decimal import Decimal
from fractions import Fraction
from functools import partial

import pytest
from django.test import Client

from clubscore.actor import Actor
from events.models import Session
from events.sessions.domain.adjustments import Component, Weighted
from events.sessions.services import lines, penalties, rulings, seats
from events.sessions.services.undo import undo_last
from events.sessions.views.typing.beside_rows import change_rows
from tests.events import factories
from tests.events.reading import cells
from tests.queries import queries

pytestmark = pytest.mark.django_db


@pytest.fixture
def director() -> Actor:
    return Actor(user=factories.DirectorFactory(username="mara"))


@pytest.fixture
def other() -> Actor:
    return Actor(user=factories.DirectorFactory(username="joris"))


def type_in(session: Session, by: Actor, text: str, *, board: int = 1, table: int = 1) -> None:
    line = factories.line(session, board, table)
    lines.enter_result(session_id=session.pk, line_id=line.pk, text=text, by=by)


def described(session: Session, by: Actor) -> list[tuple[str, str, str, bool]]:
    return [(row.place, row.what, row.who, row.is_next) for row in change_rows(session, by)]


def beside(session: Session, board: int = 1) -> str:
    return f"/sessions/{session.pk}/boards/{board}/beside/"


def test_the_frequencies_of_the_board_so_far(director_client: Client) -> None:
    session = factories.session(factories.MITCHELL_3)
    factories.enter(session, 1, "420", "-50", "420")
    answer = director_client.get(beside(session))
    assert [row for row in cells(answer) if row] == [
        ["+420", "2", "3", "1"],
        ["−50", "1", "0", "4"],
    ]


def test_a_board_without_results_says_so(director_client: Client) -> None:
    answer = director_client.get(beside(factories.session()))
    assert "No result of this board yet." in answer.content.decode()
    assert "Nothing yet." in answer.content.decode()


def test_a_board_that_is_not_played_is_not_found(director_client: Client) -> None:
    assert director_client.get(beside(factories.session(), 9)).status_code == 404


def test_the_last_changes_with_the_one_that_undoing_takes_back(
    director: Actor, other: Actor
) -> None:
    session = factories.session()
    type_in(session, director, "4sn=")
    type_in(session, other, "50", table=2)
    type_in(session, director, "4sn+1")
    type_in(session, other, "", table=2)
    assert described(session, director) == [
        ("Board 1, 3 against 4", "50 → nothing", "joris", False),
        ("Board 1, 1 against 2", "4SN= → 4SN+1", "", True),
        ("Board 1, 3 against 4", "50", "joris", False),
        ("Board 1, 1 against 2", "4SN=", "", False),
    ]
    undo_last(session_id=session.pk, by=director)
    assert described(session, director)[0] == (
        "Board 1, 1 against 2", "change undone: 4SN+1 → 4SN=", "", False
    )  # fmt: skip
    assert [row for row in described(session, director) if row[3]] == [
        ("Board 1, 1 against 2", "4SN=", "", True)
    ]


def test_a_change_of_seats_and_of_a_penalty(director: Actor) -> None:
    session = factories.session()
    line = factories.line(session, 1)
    seats.change_seats(session_id=session.pk, line_id=line.pk, text="2*1", by=director)
    penalties.give_penalty(
        session_id=session.pk,
        contestant_id=factories.contestant(session, 3).pk,
        kind="percent",
        amount=Decimal(10),
        law="",
        reason="late",
        by=director,
    )
    given, seated = described(session, director)
    assert (given[0], given[1].replace("\u00a0", " "), given[3]) == (
        "Contestant 3",
        "penalty given: PP −10 %",
        True,
    )
    assert (seated[1], seated[3]) == ("2 against 1", False)


def test_lines_pasted_together_are_one_change(director: Actor) -> None:
    session = factories.session(factories.MITCHELL_3)
    first = None
    for table, text in ((1, "420"), (2, "50"), (3, "p")):
        line = factories.line(session, 1, table)
        entered = lines.enter_result(
            session_id=session.pk, line_id=line.pk, text=text, by=director, together_with=first
        )
        first = first or entered.entry.pk
    assert [row[1:] for row in described(session, director)] == [
        ("420 and 2 other lines", "", True)
    ]


def test_queries_do_not_grow_with_the_changes(director: Actor) -> None:
    one, many = factories.session(), factories.played()
    type_in(one, director, "420")
    for board in (1, 2, 3):
        type_in(many, director, "140", board=board)
    assert queries(partial(change_rows, one, director)) == queries(
        partial(change_rows, many, director)
    )


def test_a_ruling_is_written_as_on_the_travellers(director: Actor) -> None:
    session = factories.session()
    line = factories.line(session, 1, 1)
    weighted = Weighted((Component(Fraction(3, 5), 420), Component(Fraction(2, 5), -50)))
    rulings.make_ruling(
        session_id=session.pk,
        line_id=line.pk,
        adjustment=weighted,
        law="12C1c",
        reason="Hesitation.",
        by=director,
        version=line.version,
    )
    [(_place, what, _who, _is_next)] = described(session, director)
    assert what.replace("\N{NO-BREAK SPACE}", " ") == "ruling made: 60 % +420, 40 % −50"
