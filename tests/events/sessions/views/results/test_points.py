from functools import partial

import pytest
from django.http import HttpResponse
from django.test import Client

from clubscore.actor import Actor
from events.models import Session, TravellerLine
from events.sessions.services import sessions
from players.domain.names import read_name
from players.models import Player
from tests.events import factories
from tests.events.reading import cells
from tests.queries import queries

pytestmark = pytest.mark.django_db

THREE_TABLES = " 6  3  1  1 0\n 1- 2 A  3- 4 A  5- 6 A\n"


def published(*typed: str, **values: object) -> Session:
    session = factories.session(THREE_TABLES, **values)
    factories.enter(session, 1, *typed)
    sessions.publish(session=session, by=Actor())
    return session


def address(session: Session, table: int = 1, side: str = "ns") -> str:
    return f"/sessions/{session.pk}/lines/{factories.line(session, 1, table).pk}/points/{side}/"


def text(answer: HttpResponse) -> str:
    return " ".join(answer.content.decode().split())


def test_a_visitor_sees_where_points_come_from(client: Client) -> None:
    session = published("4sn=", "50", "420")
    answer = client.get(address(session))
    page = text(answer)
    assert answer.status_code == 200
    assert "Board 1: points of NS 1 against EW 2" in page
    assert "4♠ by North, 10 tricks, +420" in page
    assert "<strong>3</strong> of 4 (exactly 3)" in page
    assert "<strong>75.00 %</strong> (exactly 75 %)" in page
    assert cells(answer) == [["+420", "1", "1", "1"], ["+50", "1", "2", "2"]]
    assert "/ruling/" not in page


def test_the_other_side_sees_its_own_scores(client: Client) -> None:
    session = published("4sn=", "50", "420")
    answer = client.get(address(session, side="ew"))
    assert "Board 1: points of EW 2 against NS 1" in text(answer)
    assert cells(answer)[:2] == [["−50", "1", "0", "0"], ["−420", "1", "1", "1"]]


def test_a_ruling_is_shown_with_law_reason_and_the_tables_result(
    client: Client, director_client: Client
) -> None:
    session = published("4sn=", "50", "p")
    factories.enter(session, 1, "a+-", "50", "p")
    line = factories.line(session, 1)
    TravellerLine.objects.filter(pk=line.pk).update(law="12C2", reason="Fire alarm.")
    page = text(client.get(address(session)))
    for described in (
        "adjusted: average plus to North–South, average minus to East–West",
        "4♠ by North, 10 tricks, +420",
        "Law 12C2",
        "Fire alarm.",
    ):
        assert described in page
    assert f"/lines/{line.pk}/ruling/" in text(director_client.get(address(session)))


def test_who_is_shown_by_initials_is_named_to_directors_only(
    client: Client, director_client: Client
) -> None:
    session = published("4sn=", "50", "p")
    names = {"A1": [read_name("Clara Finch"), read_name("Hugo Tarrant")]}
    sessions.enter_names(session=session, names=names, by=Actor())
    Player.objects.filter(given="Clara").update(initials_only=True)
    for reader, pair in ((client, "C. F. – Tarrant"), (director_client, "Finch – Tarrant")):
        assert reader.get(address(session)).context["ns_names"] == pair
    line = factories.line(session, 1).pk
    ruling = director_client.get(f"/sessions/{session.pk}/lines/{line}/ruling/")
    assert ruling.context["ns_names"] == "Finch – Tarrant"


def test_a_fouled_board_is_shown(client: Client) -> None:
    session = published("420", "50", "p")
    assert "The board was fouled" not in text(client.get(address(session)))
    TravellerLine.objects.filter(pk=factories.line(session, 1, 3).pk).update(deal="B")
    assert "The board was fouled" in text(client.get(address(session)))
    assert "changed deal" in text(client.get(address(session, table=3)))


def test_a_board_that_does_not_count_is_shown(client: Client) -> None:
    session = published("np", "50", "p")
    assert "The board does not count for this side." in text(client.get(address(session)))


def test_a_result_alone_has_nothing_to_be_compared_with(client: Client) -> None:
    session = published("420", "", "")
    assert "There is no other result to compare with." in text(client.get(address(session)))


def test_butler_shows_its_datum(client: Client) -> None:
    session = published("420", "50", "p", method="butler")
    answer = client.get(address(session))
    assert cells(answer) == [["+420", "1", ""], ["+50", "1", ""], ["0", "1", ""]]
    assert "+420 against the datum +160: a difference of +260, 6 IMPs." in text(answer)


def test_results_that_are_not_published_are_not_explained(client: Client) -> None:
    session = factories.session(THREE_TABLES)
    factories.enter(session, 1, "420", "50", "p")
    assert client.get(address(session)).status_code == 404


@pytest.mark.parametrize(
    "way", ["0/points/ns/", "99999999999999999999/points/ns/", "{line}/points/both/"]
)
def test_a_result_that_does_not_exist_is_reported(client: Client, way: str) -> None:
    session = published("420", "50", "p")
    line = factories.line(session, 1).pk
    answer = client.get(f"/sessions/{session.pk}/lines/{way.format(line=line)}")
    assert answer.status_code == 404
    assert "There is no such result in this session; it may have been cleared." in text(answer)


def test_a_cleared_line_is_not_explained(client: Client) -> None:
    session = published("420", "50", "")
    assert client.get(address(session, table=3)).status_code == 404


def test_queries_do_not_grow_with_the_session(client: Client) -> None:
    counts = []
    for text_of in (factories.ONE_TABLE, factories.HOWELL_4):
        session = factories.played(text_of)
        sessions.publish(session=session, by=Actor())
        counts.append(queries(partial(client.get, address(session))))
    assert counts == [5, 5]
