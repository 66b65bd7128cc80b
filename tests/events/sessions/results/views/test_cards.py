import pytest
from django.test import Client

from clubscore.web.visitors import Actor
from events.models import Session
from events.sessions.setup.services import sessions
from tests.events import factories
from tests.events.sessions import evenings
from tests.markup import squeezed

TWO_TABLES = " 4  2  1  1 0\n 1- 2 A  3- 4 A\n"

BETTER, WORSE, EQUAL = ("140", "-110"), ("-110", "140"), ("110", "110")


def published(*boards: tuple[str, str], **values: object) -> Session:
    session = factories.session(TWO_TABLES, boards_per_round=len(boards), **values)
    for number, typed in enumerate(boards, start=1):
        factories.enter(session, number, *typed)
    sessions.publish(session=session, by=Actor())
    return session


def card(client: Client, session: Session, number: int = 1) -> str:
    contestant = factories.contestant(session, number).pk
    return client.get(f"/sessions/{session.pk}/cards/{contestant}/").content.decode()


def highlights(html: str, heading: str) -> list[tuple[str, str]]:
    """The boards below a heading, with what they brought."""
    part = html[html.index(heading) :]
    items = part[: part.index("</ol>")].split("<li>")[1:]
    return [
        (item.split('"board-number">')[1].split("<")[0], item.split('"gain">')[1].split("<")[0])
        for item in items
    ]


def test_place_and_percentage_stand_first(client: Client) -> None:
    html = squeezed(card(client, published(BETTER, BETTER, winners=1)))
    own = html[html.index('own-facts"') : html.index("</dl>")]
    assert "<dt>Place</dt><dd>1=</dd>" in own
    assert "<dt>Percentage</dt><dd>100.00</dd>" in own
    assert '<dt>Boards</dt><dd class="lesser">2</dd>' in own


def test_boards_sat_out_are_noted(client: Client) -> None:
    session = factories.session(" 5  2  2  2 0\n 1- 2 A  3- 4 A\n 1- 5 B  2- 3 B\n")
    Session.objects.update(sit_out=60)
    for board in (1, 2):
        factories.enter(session, board, *EQUAL)
    sessions.publish(session=session, by=Actor())
    note = "1 board sat out, with 60 % of the top 2: 1.2 of 2."
    assert note in squeezed(card(client, session, 5))
    assert "sat out" not in card(client, session, 1)


def test_the_chart_has_a_bar_for_each_board(client: Client) -> None:
    html = card(client, published(BETTER, WORSE, EQUAL))
    for board, kind, gain in ((1, "above", 100), (2, "below", 0), (3, "middle", 50)):
        [bar] = [part for part in html.split("<rect") if f"<title>Board {board}: " in part]
        assert f"chart-{kind}" in bar
        assert f"<title>Board {board}: {gain} %</title>" in bar
    assert 'role="img"' in html


def test_imps_go_up_and_down_from_nothing(client: Client) -> None:
    html = card(client, published(BETTER, WORSE, method="cross-imps"))
    assert "<title>Board 1: +6</title>" in html
    assert "<title>Board 2: −6</title>" in html
    assert highlights(html, "Best boards") == [("1", "+6")]


def test_best_and_worst_boards_are_never_the_same(client: Client) -> None:
    html = card(client, published(BETTER, WORSE, EQUAL))
    assert highlights(html, "Best boards") == [("1", "100 %")]
    assert highlights(html, "Worst boards") == [("2", "0 %")]
    many = card(client, published(*[BETTER] * 4, *[WORSE] * 4, EQUAL))
    assert [board for board, _ in highlights(many, "Best boards")] == ["1", "2", "3"]
    assert [board for board, _ in highlights(many, "Worst boards")] == ["8", "7", "6"]


@pytest.mark.parametrize("boards", [(BETTER,), (("", ""), ("", ""))])
def test_one_board_has_neither_chart_nor_best(
    client: Client, boards: tuple[tuple[str, str], ...]
) -> None:
    html = card(client, published(*boards))
    assert '<svg class="chart' not in html
    assert "Best boards" not in html


def test_every_board_leads_to_its_page_for_this_contestant(client: Client) -> None:
    session = published(BETTER, WORSE)
    own = factories.contestant(session, 1).pk
    html = card(client, session)
    # Once in the list, and once among the best or the worst.
    for board in (1, 2):
        assert html.count(f'href="/sessions/{session.pk}/travellers/{board}/?for={own}"') == 2


def test_a_card_shows_a_change_at_once(client: Client) -> None:
    session = published(BETTER, BETTER)
    before = card(client, session)
    assert card(client, session) == before
    factories.enter(session, 2, *WORSE)
    assert "<title>Board 2: 0 %</title>" in card(client, session)


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
