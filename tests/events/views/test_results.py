from functools import partial

import pytest
from django.test import Client

from events.models import Session
from events.services import sessions
from events.services.log import Actor
from events.views import ranking
from players.domain.names import read_name
from players.models import Player
from tests.events import factories
from tests.events.views.reading import cells
from tests.queries import queries

THREE_TABLES = " 6  3  1  1 0\n 1- 2 A  3- 4 A  5- 6 A\n"
PAGES = ["ranking", "travellers", "frequencies", "grid", "cards"]

pytestmark = pytest.mark.django_db


def published(*typed: str, text: str = THREE_TABLES, **values: object) -> Session:
    """A published session of one board with these results."""
    session = factories.session(text, **values)
    if typed:
        factories.enter(session, 1, *typed)
    sessions.publish(session=session, by=Actor())
    return session


def address(session: Session, name: str) -> str:
    return f"/sessions/{session.pk}/{name}/"


@pytest.mark.parametrize("name", PAGES)
def test_a_visitor_reads_what_is_published(client: Client, name: str) -> None:
    answer = client.get(address(published("420", "50", "p"), name))
    assert answer.status_code == 200
    assert f"events/{name}.html" in [template.name for template in answer.templates]
    assert answer.context["user"].is_anonymous


@pytest.mark.parametrize("name", PAGES)
def test_a_page_without_results_says_so(client: Client, name: str) -> None:
    answer = client.get(address(published(), name))
    assert answer.status_code == 200
    assert "No result has been entered yet." in answer.content.decode()
    assert cells(answer) == []


@pytest.mark.parametrize("name", PAGES)
def test_a_visitor_does_not_find_what_is_not_published(client: Client, name: str) -> None:
    answer = client.get(address(factories.session(), name))
    assert answer.status_code == 404
    assert "There is no such session, or its results are not published." in answer.content.decode()


@pytest.mark.parametrize("name", PAGES)
def test_a_director_reads_what_is_not_published(director_client: Client, name: str) -> None:
    answer = director_client.get(address(factories.session(), name))
    assert answer.status_code == 200
    assert "Only directors see this page until the results are published." in (
        answer.content.decode()
    )


@pytest.mark.parametrize("name", PAGES)
def test_what_directors_are_told_is_not_kept_for_visitors(
    client: Client, director_client: Client, name: str
) -> None:
    session = published("420", "50", "p")
    for reader in (director_client, client, director_client):
        text = reader.get(address(session, name)).content.decode()
        assert ("/settings/" in text) is (reader is director_client)


@pytest.mark.parametrize("name", [*PAGES, "cards/1"])
def test_pages_refuse_post(client: Client, name: str) -> None:
    assert client.post(address(published(), name)).status_code == 405


def test_ranking_of_one_list(client: Client) -> None:
    session = published("420", "50", "p", winners=1)
    assert cells(client.get(address(session, "ranking"))) == [
        ["1=", "1", "Number 1", "1", "4", "100.00"],
        ["1=", "6", "Number 6", "1", "4", "100.00"],
        ["3=", "3", "Number 3", "1", "2", "50.00"],
        ["3=", "4", "Number 4", "1", "2", "50.00"],
        ["5=", "2", "Number 2", "1", "0", "0.00"],
        ["5=", "5", "Number 5", "1", "0", "0.00"],
    ]


def test_ranking_of_two_lists_with_names(client: Client) -> None:
    session = published("420", "50", "p")
    names = {"A1": [read_name("Clara Finch"), read_name("Hugo Tarrant")]}
    sessions.enter_names(session=session, names=names, by=Actor())
    answer = client.get(address(session, "ranking"))
    assert [row[:3] for row in cells(answer)] == [
        ["1", "1", "Clara Finch – Hugo Tarrant"],
        ["2", "3", "Number 3"],
        ["3", "5", "Number 5"],
        ["1", "6", "Number 6"],
        ["2", "4", "Number 4"],
        ["3", "2", "Number 2"],
    ]
    assert [each.heading for each in answer.context["lists"]] == ["North–South", "East–West"]


@pytest.mark.parametrize(
    ("method", "best"),
    [("butler", "6"), ("cross-imps", "9"), ("total", "420")],
)
def test_ranking_by_another_method(client: Client, method: str, best: str) -> None:
    session = published("420", "50", "p", method=method)
    rows = cells(client.get(address(session, "ranking")))
    assert rows[0] == ["1", "1", "Number 1", "1", best]


def test_ranking_is_provisional_until_the_session_is_finished(client: Client) -> None:
    session = published("420", "", "p")
    page = client.get(address(session, "ranking")).content.decode()
    assert "Provisional: 2 of 3 results are in." in page
    sessions.finish(session=session, by=Actor())
    assert "Provisional" not in client.get(address(session, "ranking")).content.decode()


def test_travellers_stand_by_board_and_score(client: Client) -> None:
    session = published("50", "4sn=", "a6040", text=THREE_TABLES)
    assert cells(client.get(address(session, "travellers"))) == [
        ["3", "4", "4 ♠", "N", "10", "420", "", "3.5", "0.5"],
        ["1", "2", "", "", "", "50", "", "0.5", "3.5"],
        ["5", "6", "A6040", "", "", "", "", "2.4", "1.6"],
    ]


def test_frequencies_stand_by_score(client: Client) -> None:
    session = published("-50", "420", "-50")
    assert cells(client.get(address(session, "frequencies"))) == [
        ["+420", "1", "4", "0"],
        ["−50", "2", "1", "3"],
    ]


def test_cards_are_one_for_every_contestant(client: Client) -> None:
    session = published("420", "-50", "", text=THREE_TABLES)
    answer = client.get(address(session, "cards"))
    assert cells(answer) == [
        ["1", "NS", "2", "", "", "", "+420", "2", "100"],
        ["1", "EW", "1", "", "", "", "−420", "0", "0"],
        ["1", "NS", "4", "", "", "", "−50", "0", "0"],
        ["1", "EW", "3", "", "", "", "+50", "2", "100"],
    ]
    assert [card.contestant.number for card in answer.context["cards"]] == [1, 2, 3, 4, 5, 6]
    assert [card.standing is None for card in answer.context["cards"]] == [False] * 4 + [True] * 2


def test_a_card_is_that_of_all_cards(client: Client) -> None:
    session = published("420", "-50", "")
    contestant = factories.contestant(session, 4)
    answer = client.get(address(session, f"cards/{contestant.pk}"))
    assert cells(answer) == [["1", "EW", "3", "", "", "", "+50", "2", "100"]]


def test_a_card_of_an_individual_names_the_partner(client: Client) -> None:
    session = factories.played(factories.INDIVIDUAL_4)
    sessions.publish(session=session, by=Actor())
    contestant = factories.contestant(session, 1)
    rows = cells(client.get(address(session, f"cards/{contestant.pk}")))
    assert [row[:4] for row in rows] == [
        ["1", "NS", "2 Player-B", "3 + 4 Player-C – Player-D"],
        ["2", "NS", "3 Player-C", "2 + 4 Player-B – Player-D"],
        ["3", "NS", "4 Player-D", "2 + 3 Player-B – Player-C"],
    ]


@pytest.mark.parametrize("number", ["0", "99999999999999999999"])
def test_a_card_of_nobody_is_not_found(client: Client, number: str) -> None:
    answer = client.get(address(published("420", "", ""), f"cards/{number}"))
    assert answer.status_code == 404
    assert "There is no such contestant in this session." in answer.content.decode()


def test_a_card_of_another_session_is_not_found(client: Client) -> None:
    other = factories.contestant(published("420", "", ""), 1)
    assert client.get(address(published("50", "", ""), f"cards/{other.pk}")).status_code == 404


@pytest.mark.parametrize("name", [*PAGES, "cards/1", "boards/1", "names", "settings", "delete"])
@pytest.mark.parametrize("number", ["0", "9223372036854775808", "99999999999999999999", "9" * 5000])
def test_a_session_that_is_not_there_is_not_found(
    director_client: Client, name: str, number: str
) -> None:
    assert director_client.get(f"/sessions/{number}/{name}/").status_code == 404


def test_pages_show_every_change(client: Client) -> None:
    session = published("420", "50", "p", winners=1)

    def first() -> list[str]:
        return cells(client.get(address(session, "ranking")))[0]

    assert first() == ["1=", "1", "Number 1", "1", "4", "100.00"]
    factories.enter(session, 1, "420", "450", "p")
    assert first() == ["1=", "3", "Number 3", "1", "4", "100.00"]
    names = {"A3": [read_name("Clara Finch"), None]}
    sessions.enter_names(session=session, names=names, by=Actor())
    assert first() == ["1=", "3", "Clara Finch", "1", "4", "100.00"]
    clara = Player.objects.get()
    clara.family = "Tarrant"
    clara.save()
    assert first() == ["1=", "3", "Clara Tarrant", "1", "4", "100.00"]
    session.method = "total"
    sessions.change_settings(session=session, fields=["method"], by=Actor())
    assert first() == ["1", "3", "Clara Tarrant", "1", "450"]
    factories.enter(session, 1, "420", "", "p")
    assert first() == ["1", "1", "Number 1", "1", "420"]


def test_travellers_frequencies_and_cards_show_every_change(client: Client) -> None:
    session = published("420", "50", "p")
    for name in ("travellers", "frequencies", "cards"):
        before = cells(client.get(address(session, name)))
        factories.enter(session, 1, "420", "450", "p")
        after = cells(client.get(address(session, name)))
        assert (before != after, cells(client.get(address(session, name)))) == (True, after)
        factories.enter(session, 1, "420", "50", "p")


def test_settings_changed_while_a_page_is_made_are_not_lost(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = published("420", "50", "p", winners=1)
    find = ranking.session_for_reader

    def find_and_change(*arguments: object) -> Session:
        found = find(*arguments)
        session.method = "total"
        sessions.change_settings(session=session, fields=["method"], by=Actor())
        return found

    monkeypatch.setattr(ranking, "session_for_reader", find_and_change)
    client.get(address(session, "ranking"))
    monkeypatch.undo()
    assert cells(client.get(address(session, "ranking")))[0][-1] == "420"


@pytest.mark.parametrize("name", PAGES)
def test_queries_do_not_grow_with_the_session(client: Client, name: str) -> None:
    counts = []
    for text in (factories.ONE_TABLE, factories.HOWELL_4):
        session = factories.played(text)
        sessions.publish(session=session, by=Actor())
        counts.append(queries(partial(client.get, address(session, name))))
    assert counts[0] == counts[1]
    assert counts[0] <= 6
