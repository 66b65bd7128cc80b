import pytest
from django.test import Client

from clubscore.actor import Actor
from events.models import Session
from events.sessions.services import sessions
from tests.events import factories
from tests.events.sessions import evenings

pytestmark = pytest.mark.django_db
JSON = {"accept": "application/json"}


def address(session: Session, typed: str = "") -> str:
    return f"/sessions/{session.pk}/find/?q={typed}"


def found(client: Client, session: Session) -> list[dict[str, str]]:
    players: list[dict[str, str]] = client.get(address(session), headers=JSON).json()["players"]
    return players


def test_without_a_script_the_names_are_a_list_of_links(client: Client) -> None:
    session = evenings.evening()
    html = client.get(address(session)).content.decode()
    card = factories.contestant(session, 1).pk
    assert html.count("data-remember=") == 12
    assert f'<a href="/sessions/{session.pk}/cards/{card}/" data-remember="Ann Bx">' in html


def test_the_only_one_who_is_found_is_opened(client: Client) -> None:
    session = evenings.evening()
    answer = client.get(address(session, "BX"))
    card = factories.contestant(session, 1).pk
    assert (answer.status_code, answer.url) == (302, f"/sessions/{session.pk}/cards/{card}/")


def test_every_typed_word_must_be_in_the_name_without_case_and_accents(client: Client) -> None:
    session = evenings.evening()
    assert client.get(address(session, "x ÁNN")).content.decode().count("data-remember=") == 12
    html = client.get(address(session, "ann zz")).content.decode()
    assert "Nobody of this name plays here." in html
    assert "data-remember=" not in html


def test_the_script_gets_place_and_result(client: Client) -> None:
    session = evenings.evening()
    rows = found(client, session)
    assert [row["name"] for row in rows] == [f"Ann {letter}x" for letter in "ABCDEFGHIJKL"]
    first = factories.contestant(session, 1).pk
    assert rows[1] == {
        "name": "Ann Bx",
        "key": first,
        "number": "1",
        "beside": "Ann Ax",
        "page": f"/sessions/{session.pk}/cards/{first}/",
        "headline": "Place 1 · 100.00 %",
        "detail": "",
        "opponent": "",
    }


def test_imps_are_no_percentages_and_before_any_result_there_is_no_place(client: Client) -> None:
    total = evenings.evening(day=1, method="total")
    assert found(client, total)[0]["headline"] == "Place 1 · 420"
    empty = evenings.evening(day=2, scores=())
    assert {row["headline"] for row in found(client, empty)} == {""}


def test_with_a_carry_over_the_place_is_left_to_the_ranking(client: Client) -> None:
    earlier, session = evenings.evening(day=1), evenings.evening(day=2)
    evenings.carry(earlier, session)
    headlines = [found(client, each)[0]["headline"] for each in (earlier, session)]
    assert headlines == ["Place 1 · 100.00 %", "100.00 %"]


def test_nobody_is_found_before_the_results_are_published(client: Client) -> None:
    session = evenings.evening()
    found(client, session)
    sessions.withdraw(session=session, by=Actor())
    for headers in (JSON, {}):
        assert client.get(address(session), headers=headers).status_code == 404


def test_a_new_name_is_found_at_once(client: Client) -> None:
    session = evenings.evening()
    assert len(found(client, session)) == 12
    names = {"A1": [evenings.name("Z"), None]}
    sessions.enter_names(session=session, names=names, by=Actor())
    assert [row["name"] for row in found(client, session)][-1] == "Ann Zx"


@pytest.mark.parametrize("page", ["ranking", "cards/{}", "travellers/1"])
def test_visitors_find_their_name_on_the_pages_of_results(
    client: Client, director_client: Client, page: str
) -> None:
    session = evenings.evening()
    path = f"/sessions/{session.pk}/{page}/".format(factories.contestant(session, 1).pk)
    way = f'data-find="/sessions/{session.pk}/find/"'
    assert way in client.get(path).content.decode()
    assert way not in director_client.get(path).content.decode()
