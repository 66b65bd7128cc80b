import pytest
from django.test import Client

from clubscore.actor import Actor
from events.models import Contestant, Session
from events.sessions.domain.adjustments import read_adjustment
from events.sessions.services import sessions
from events.sessions.services.lines import enter_result
from events.sessions.services.rulings import make_ruling
from players.domain.names import read_name
from tests.events import factories
from tests.events.reading import cells
from tests.queries import forget, queries, queries_again

pytestmark = pytest.mark.django_db

THREE_TABLES = " 6  3  1  1 0\n 1- 2 A  3- 4 A  5- 6 A\n"


def published(*typed: str, **values: object) -> Session:
    """A session of boards 1 to 4 with these results on board 2."""
    session = factories.session(THREE_TABLES, **({"boards_per_round": 4} | values))
    factories.enter(session, 2, *typed)
    sessions.publish(session=session, by=Actor())
    return session


def address(session: Session, board: int = 2, player: object = "") -> str:
    return f"/sessions/{session.pk}/travellers/{board}/" + (f"?for={player}" if player else "")


def mine(html: str) -> int:
    return html.count('aria-current="true"')


def test_a_board_shows_contract_declarer_and_result_in_one_column(client: Client) -> None:
    session = published("4sn-1", "3nnx=", "p")
    assert cells(client.get(address(session))) == [
        ["3", "4", "3NTxN=", "+750", "100", "0"],
        ["5", "6", "Pass", "0", "50", "50"],
        ["1", "2", "4 ♠ N−1", "−100", "0", "100"],
    ]


def test_imps_and_totals_have_no_percentages(client: Client) -> None:
    session = published("170", "-100", "p", method="cross-imps")
    answer = client.get(address(session))
    assert [row[4:] for row in cells(answer)] == [["6", "−6"], ["−1", "1"], ["−5", "5"]]
    assert "NS IMPs" in answer.content.decode()
    total = published("170", "-100", "p", method="total")
    assert [row[3:] for row in cells(client.get(address(total)))] == [
        ["+170", "170", "−170"],
        ["0", "0", "0"],
        ["−100", "−100", "100"],
    ]


def test_the_line_of_a_contestant_is_marked_and_said_first(client: Client) -> None:
    session = published("170", "50", "p")
    fourth = factories.contestant(session, 4)
    html = client.get(address(session, player=fourth.pk)).content.decode()
    assert mine(html) == 1
    own = html[html.index('class="own-line"') : html.index("<table")]
    assert "−50" in own
    assert ">50</a> %" in own
    assert f'href="/sessions/{session.pk}/cards/{fourth.pk}/"' in html


@pytest.mark.parametrize("player", ["", "0", "-1", "x", "9" * 30, "٣"])
def test_for_nobody_no_line_is_marked(client: Client, player: str) -> None:
    session = published("170", "50", "p")
    answer = client.get(address(session, player=player))
    assert (answer.status_code, mine(answer.content.decode())) == (200, 0)


def test_everybody_gets_their_own_line_from_the_same_page(client: Client) -> None:
    session = published("170", "50", "p")
    first, second = (factories.contestant(session, number).pk for number in (1, 3))
    client.get(address(session, player=first))
    html = client.get(address(session, player=second)).content.decode()
    assert f"?for={first}" not in html
    assert mine(html) == 1


def test_the_arrows_lead_to_boards_with_results_and_keep_the_contestant(client: Client) -> None:
    session = published("170", "50", "p")
    factories.enter(session, 4, "170", "100", "p")
    html = client.get(address(session, player=7)).content.decode()
    assert 'rel="prev"' not in html
    assert f'rel="next" href="/sessions/{session.pk}/travellers/4/?for=7"' in html
    last = client.get(address(session, 4)).content.decode()
    assert 'rel="next"' not in last
    assert f'rel="prev" href="/sessions/{session.pk}/travellers/2/"' in last


@pytest.mark.parametrize("board", [1, 3, 99, 10**30])
def test_a_board_without_results_is_not_found(client: Client, board: int) -> None:
    answer = client.get(address(published("170", "50", "p"), board))
    assert answer.status_code == 404
    assert f"Board {board} has no results." in answer.content.decode()


def test_a_visitor_does_not_see_a_board_before_it_is_published(
    client: Client, director_client: Client
) -> None:
    session = published("170", "50", "p")
    sessions.withdraw(session=session, by=Actor())
    forget()
    assert director_client.get(address(session)).status_code == 200
    assert client.get(address(session)).status_code == 404


def test_names_that_are_hidden_stay_hidden_after_a_director_looked(
    client: Client, director_client: Client
) -> None:
    session = published("170", "50", "p")
    codes = [each.code for each in Contestant.objects.filter(section__session=session)]
    names = {codes[0]: [read_name("Clara Finch"), read_name("Bo Player")]}
    sessions.enter_names(session=session, names=names, by=Actor())
    player = Contestant.objects.filter(section__session=session)[0].players.get(family="Finch")
    player.initials_only = True
    player.save()
    assert "Finch" in director_client.get(address(session)).content.decode()
    assert "Finch" not in client.get(address(session)).content.decode()


def test_a_correction_a_ruling_and_a_change_show_at_once(client: Client) -> None:
    session = published("170", "50", "p")
    line = factories.line(session, 2)
    client.get(address(session))
    enter_result(session_id=session.pk, line_id=line.pk, text="140", by=Actor())
    answer = client.get(address(session))
    assert cells(answer)[0][:4] == ["1", "2 corrected", "", "+140"]
    assert "was +170" in answer.content.decode()
    make_ruling(
        session_id=session.pk,
        line_id=line.pk,
        adjustment=read_adjustment("A6040"),
        reason="Noise.",
        by=Actor(),
    )
    answer = client.get(address(session))
    assert cells(answer)[-1][2] == "A60/40"
    assert "Noise." in answer.content.decode()


def test_an_assigned_score_says_so(client: Client) -> None:
    session = published("170", "50", "p")
    make_ruling(
        session_id=session.pk,
        line_id=factories.line(session, 2).pk,
        adjustment=read_adjustment("100:620(4SN=)"),
        by=Actor(),
    )
    assert cells(client.get(address(session)))[0][2] == "4 ♠ N= adj."


def test_a_director_gets_the_way_to_entering(client: Client, director_client: Client) -> None:
    session = published("170", "50", "p")
    way = f'href="/sessions/{session.pk}/boards/2/"'
    assert way in director_client.get(address(session)).content.decode()
    assert way not in client.get(address(session)).content.decode()


def test_queries_do_not_grow_with_the_session(client: Client) -> None:
    counts = []
    for text in (factories.ONE_TABLE, factories.HOWELL_4):
        session = factories.played(text)
        sessions.publish(session=session, by=Actor())
        counts.append(queries(lambda made=session: client.get(address(made, 1))))
    assert counts[0] == counts[1]
    assert counts[0] <= 11
    assert queries_again(lambda: client.get(address(session, 1))) <= 3


def test_dutch_has_dutch_letters(client: Client) -> None:
    session = published("3ne+1", "50", "p")
    client.cookies["django_language"] = "nl"
    assert cells(client.get(address(session)))[-1][2] == "3SAO+1"
