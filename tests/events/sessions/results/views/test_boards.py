from functools import partial

import pytest
from django.http import HttpResponse
from django.test import Client

from clubscore.web.visitors import Actor
from events.models import Contestant, Session, TravellerLine
from events.sessions.core.domain.adjustment import read_adjustment
from events.sessions.lines.services.saving import enter_result
from events.sessions.rulings.services import make_ruling
from events.sessions.setup.services import sessions
from players.domain.names import read_name
from players.models import Player
from tests.events import factories
from tests.events.reading import cells
from tests.markup import squeezed
from tests.queries import queries, queries_again

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
        ["3", "4", "3 NT xN=", "+750", "100", "0"],
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
    html = squeezed(client.get(address(session, player=7)).text)
    assert 'rel="prev"' not in html
    assert f'rel="next" href="/sessions/{session.pk}/travellers/4/?for=7"' in html
    last = squeezed(client.get(address(session, 4)).text)
    assert 'rel="next"' not in last
    assert f'rel="prev" href="/sessions/{session.pk}/travellers/2/"' in last


@pytest.mark.parametrize("board", [1, 3, 99, 10**30])
def test_a_board_without_results_is_not_found(client: Client, board: int) -> None:
    answer = client.get(address(published("170", "50", "p"), board))
    assert answer.status_code == 404
    assert f"Board {board} has no results." in answer.content.decode()


def test_names_that_are_hidden_stay_hidden_after_a_director_looked(
    client: Client, director_client: Client
) -> None:
    session = published("170", "50", "p")
    codes = [contestant.code for contestant in Contestant.objects.filter(section__session=session)]
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
    assert queries_again(lambda: client.get(address(session, 1))) <= 5


def test_dutch_has_dutch_letters(client: Client) -> None:
    session = published("3ne+1", "50", "p")
    client.cookies["django_language"] = "nl"
    assert cells(client.get(address(session)))[-1][2] == "3 SA O+1"


def points_published(*typed: str, **values: object) -> Session:
    session = factories.session(THREE_TABLES, **values)
    factories.enter(session, 1, *typed)
    sessions.publish(session=session, by=Actor())
    return session


def points_address(session: Session, table: int = 1, side: str = "ns") -> str:
    return f"/sessions/{session.pk}/lines/{factories.line(session, 1, table).pk}/points/{side}/"


def text(answer: HttpResponse) -> str:
    return " ".join(answer.content.decode().split())


def test_a_visitor_sees_where_points_come_from(client: Client) -> None:
    session = points_published("4sn=", "50", "420")
    answer = client.get(points_address(session))
    page = text(answer)
    assert answer.status_code == 200
    assert "Board 1: points of NS 1 against EW 2" in page
    assert "4♠N= +420" in page
    assert "<strong>3</strong> of 4, <strong>75.00 %</strong>" in page
    assert cells(answer) == [["+420", "1", "1", "1"], ["+50", "1", "2", "2"]]
    assert "/ruling/" not in page


def test_the_other_side_sees_its_own_scores(client: Client) -> None:
    session = points_published("4sn=", "50", "420")
    answer = client.get(points_address(session, side="ew"))
    assert "Board 1: points of EW 2 against NS 1" in text(answer)
    assert cells(answer)[:2] == [["−50", "1", "0", "0"], ["−420", "1", "1", "1"]]


def test_a_ruling_is_shown_with_law_reason_and_the_tables_result(
    client: Client, director_client: Client
) -> None:
    session = points_published("4sn=", "50", "p")
    factories.enter(session, 1, "a+-", "50", "p")
    line = factories.line(session, 1)
    TravellerLine.objects.filter(pk=line.pk).update(law="12C2", reason="Fire alarm.")
    page = text(client.get(points_address(session)))
    for described in (
        "adjusted: average plus to North–South, average minus to East–West",
        "4♠N= +420",
        "Law 12C2",
        "Fire alarm.",
    ):
        assert described in page
    assert f"/lines/{line.pk}/ruling/" in text(director_client.get(points_address(session)))


def test_who_is_shown_by_initials_is_named_to_directors_only(
    client: Client, director_client: Client
) -> None:
    session = points_published("4sn=", "50", "p")
    names = {"A1": [read_name("Clara Finch"), read_name("Hugo Tarrant")]}
    sessions.enter_names(session=session, names=names, by=Actor())
    Player.objects.filter(given="Clara").update(initials_only=True)
    for reader, pair in ((client, "C. F. – Tarrant"), (director_client, "Finch – Tarrant")):
        assert reader.get(points_address(session)).context["ns_names"] == pair
    line = factories.line(session, 1).pk
    ruling = director_client.get(f"/sessions/{session.pk}/lines/{line}/ruling/")
    assert ruling.context["ns_names"] == "Finch – Tarrant"


def test_a_fouled_board_is_shown(client: Client) -> None:
    session = points_published("420", "50", "p")
    assert "The board was fouled" not in text(client.get(points_address(session)))
    TravellerLine.objects.filter(pk=factories.line(session, 1, 3).pk).update(deal="B")
    assert "The board was fouled" in text(client.get(points_address(session)))
    assert "changed deal" in text(client.get(points_address(session, table=3)))


def test_a_board_that_does_not_count_is_shown(client: Client) -> None:
    session = points_published("np", "50", "p")
    assert "The board does not count for this side." in text(client.get(points_address(session)))


def test_a_result_alone_has_nothing_to_be_compared_with(client: Client) -> None:
    session = points_published("420", "", "")
    sessions.finish(session=session, by=Actor())
    assert "There is no other result to compare with." in text(client.get(points_address(session)))


def test_butler_shows_its_datum(client: Client) -> None:
    session = points_published("420", "50", "p", method="butler")
    answer = client.get(points_address(session))
    assert cells(answer) == [["+420", "1", ""], ["+50", "1", ""], ["0", "1", ""]]
    assert "+420 against the datum +160: a difference of +260, 6 IMPs." in text(answer)


@pytest.mark.parametrize(
    "way", ["0/points/ns/", "99999999999999999999/points/ns/", "{line}/points/both/"]
)
def test_a_result_that_does_not_exist_is_reported(client: Client, way: str) -> None:
    session = points_published("420", "50", "p")
    line = factories.line(session, 1).pk
    answer = client.get(f"/sessions/{session.pk}/lines/{way.format(line=line)}")
    assert answer.status_code == 404
    assert "There is no such result in this session; it may have been cleared." in text(answer)


def test_a_cleared_line_is_not_explained(client: Client) -> None:
    session = points_published("420", "50", "")
    assert client.get(points_address(session, table=3)).status_code == 404


def test_points_queries_do_not_grow_with_the_session(client: Client) -> None:
    counts = []
    for text_of in (factories.ONE_TABLE, factories.HOWELL_4):
        session = factories.played(text_of)
        sessions.publish(session=session, by=Actor())
        counts.append(queries(partial(client.get, points_address(session))))
    assert counts == [7, 7]
