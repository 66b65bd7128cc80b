import pytest
from django.test import Client

from clubscore.actor import Actor
from events.models import Session
from events.sessions.services import sessions
from tests.events import factories

pytestmark = pytest.mark.django_db

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
        (each.split('"board-number">')[1].split("<")[0], each.split('"gain">')[1].split("<")[0])
        for each in items
    ]


def test_place_and_percentage_stand_first(client: Client) -> None:
    html = card(client, published(BETTER, BETTER, winners=1))
    own = html[html.index('class="own-facts"') : html.index("</dl>")]
    assert "<dt>Place</dt><dd>1=</dd>" in own
    assert "<summary>100.00</summary>" in own


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
