"""The grid of a session, as a reader sees it."""

import re
from decimal import Decimal
from functools import partial

import pytest
from django.http import HttpResponse
from django.test import Client

from clubscore.web.visitors import Actor
from events.models import Session
from events.sessions.core.domain.adjustment import read_adjustment
from events.sessions.results.views import ranking, results as in_sections
from events.sessions.rulings import services as penalties
from events.sessions.rulings.services import mark_deals
from events.sessions.setup.services import sessions
from events.sessions.setup.services.sections import add_section
from players.domain.names import read_name
from players.models import Player
from players.services.players import change_player
from tests.events import factories
from tests.events.reading import cells
from tests.queries import forget, queries

FOUR_TABLES = " 8  4  1  1 0\n 1- 2 A  3- 4 A  5- 6 A  7- 8 A\n"

THREE_TABLES = " 6  3  1  1 0\n 1- 2 A  3- 4 A  5- 6 A\n"

PAGES = ["ranking", "travellers", "frequencies", "grid", "cards"]


def entered(*typed: str, text: str = THREE_TABLES, **values: object) -> Session:
    """A session of one board with these results."""
    session = factories.session(text, **values)
    if typed:
        factories.enter(session, 1, *typed)
    return session


def publish(session: Session) -> Session:
    sessions.publish(session=session, by=Actor())
    return session


def published(*typed: str, text: str = THREE_TABLES, **values: object) -> Session:
    """A published session of one board with these results."""
    return publish(entered(*typed, text=text, **values))


def address(session: Session, name: str) -> str:
    return f"/sessions/{session.pk}/{name}/"


@pytest.mark.parametrize("name", PAGES)
def test_a_page_without_results_says_so(client: Client, name: str) -> None:
    answer = client.get(address(published(), name))
    assert answer.status_code == 200
    assert "No result has been entered yet." in answer.content.decode()
    assert cells(answer) == []


@pytest.mark.parametrize("name", PAGES[:1])
def test_a_visitor_does_not_find_what_is_not_published(client: Client, name: str) -> None:
    answer = client.get(address(factories.session(), name))
    assert answer.status_code == 404
    assert "The results of this session are not out yet" in answer.content.decode()


@pytest.mark.parametrize("name", PAGES)
def test_a_director_reads_what_is_not_published(director_client: Client, name: str) -> None:
    answer = director_client.get(address(factories.session(), name))
    assert answer.status_code == 200
    assert ">not published</span>" in answer.text


@pytest.mark.parametrize("name", PAGES)
def test_what_directors_are_told_is_not_kept_for_visitors(
    client: Client, director_client: Client, name: str
) -> None:
    session = published("420", "50", "p")
    for reader in (director_client, client, director_client):
        text = reader.get(address(session, name)).content.decode()
        assert ("/settings/" in text) is (reader is director_client)


def test_ranking_of_one_list(client: Client) -> None:
    session = published("420", "50", "p", winners=1)
    assert cells(client.get(address(session, "ranking"))) == [
        ["1=", "Number 1", "1", "4", "100.00"],
        ["1=", "Number 6", "1", "4", "100.00"],
        ["3=", "Number 3", "1", "2", "50.00"],
        ["3=", "Number 4", "1", "2", "50.00"],
        ["5=", "Number 2", "1", "0", "0.00"],
        ["5=", "Number 5", "1", "0", "0.00"],
    ]


def test_ranking_of_two_lists_with_names(client: Client) -> None:
    session = published("420", "50", "p")
    names = {"A1": [read_name("Clara Finch"), read_name("Hugo Tarrant")]}
    sessions.enter_names(session=session, names=names, by=Actor())
    answer = client.get(address(session, "ranking"))
    assert [row[:3] for row in cells(answer)] == [
        ["1", "Clara Finch – Hugo Tarrant 1", "1"],
        ["2", "Number 3", "1"],
        ["3", "Number 5", "1"],
        ["1", "Number 6", "1"],
        ["2", "Number 4", "1"],
        ["3", "Number 2", "1"],
    ]
    assert [each.heading for each in answer.context["lists"]] == ["North–South", "East–West"]


@pytest.mark.parametrize(
    ("method", "best"), [("butler", "6"), ("cross-imps", "9"), ("total", "420")]
)
def test_ranking_by_another_method(client: Client, method: str, best: str) -> None:
    session = published("420", "50", "p", method=method)
    rows = cells(client.get(address(session, "ranking")))
    assert rows[0] == ["1", "Number 1", "1", best]


def test_ranking_is_provisional_until_the_session_is_finished(client: Client) -> None:
    session = published("420", "", "p")
    page = client.get(address(session, "ranking")).content.decode()
    assert "Provisional: 0 of 3 results are in." in page
    assert "A board is shown once all its results are in." in page
    sessions.finish(session=session, by=Actor())
    assert "Provisional" not in client.get(address(session, "ranking")).content.decode()


def test_travellers_stand_by_board_and_score(client: Client) -> None:
    session = published("50", "4sn=", "a6040", text=THREE_TABLES)
    assert cells(client.get(address(session, "travellers"))) == [
        ["3", "4", "4 ♠ N=", "420", "", "3.5", "0.5"],
        ["1", "2", "", "50", "", "0.5", "3.5"],
        ["5", "6", "A60/40", "", "", "2.4", "1.6"],
    ]


def text(answer: HttpResponse) -> str:
    return " ".join(answer.content.decode().split())


def penalise(session: Session, number: int, **values: object) -> None:
    penalties.give_penalty(
        session_id=session.pk,
        contestant_id=factories.contestant(session, number).pk,
        by=Actor(),
        **({"kind": "percent", "amount": Decimal(10), "law": "90", "reason": "Late."} | values),
    )


def rule(session: Session, text: str, table: int = 1, **values: str) -> None:
    penalties.make_ruling(
        session_id=session.pk,
        line_id=factories.line(session, 1, table).pk,
        adjustment=read_adjustment(text),
        by=Actor(),
        **values,
    )


def test_travellers_show_rulings_in_the_usual_notation(client: Client) -> None:
    session = entered("4sn=", "50", "-50")
    rule(session, "100:420(4SN=)", 2, law="64", reason="Revoke.")
    rule(session, "60:420/40:-50", 3)
    publish(session)
    answer = client.get(address(session, "travellers"))
    assert [row[:5] for row in cells(answer)] == [
        ["1", "2", "4 ♠ N=", "420", ""],
        ["3", "4", "4 ♠ N= adj.", "420", ""],
        ["5", "6", "60 % +420, 40 % −50", "", ""],
    ]
    assert "3 against 4: 4♠N= +420 (Law 64) – Revoke." in plain(text(answer))


def plain(note: str) -> str:
    return " ".join(note.split())


def test_a_fouled_board_stands_deal_by_deal(client: Client) -> None:
    session = published("420", "50", "450")
    first = factories.line(session, 1).pk
    mark_deals(session_id=session.pk, board=1, deals={first: "B"}, by=Actor())
    rows = cells(client.get(address(session, "travellers")))
    assert [row[0] for row in rows] == ["5", "3", "1"]
    assert [row[1] for row in rows] == ["6", "4", "2 changed deal"]
    assert [row[:2] for row in cells(client.get(address(session, "frequencies")))] == [
        ["+450", "1"],
        ["+50", "1"],
        ["+420 changed deal", "1"],
    ]
    assert cells(client.get(address(session, "cards")))[0][2] == "2 changed deal"


def test_points_lead_to_their_explanation(client: Client) -> None:
    session = published("420", "50", "p")
    line = factories.line(session, 1).pk
    for name in ("travellers", "cards"):
        page = text(client.get(address(session, name)))
        for side in ("ns", "ew"):
            way = f'href="/sessions/{session.pk}/lines/{line}/points/{side}/"'
            assert page.count(way) == 1


def test_a_director_gets_a_way_to_a_ruling_beside_every_line(
    client: Client, director_client: Client
) -> None:
    session = published("420", "50", "p")
    for reader, count in ((client, 0), (director_client, 3), (client, 0), (director_client, 3)):
        assert text(reader.get(address(session, "travellers"))).count("/ruling/") == count


def test_a_percentage_opens_where_decimals_do_not_say_it_all(client: Client) -> None:
    session = published("420", "50", "p", "-50", text=FOUR_TABLES, winners=1)
    ranking, cards_page = (
        text(client.get(address(session, name))) for name in ("ranking", "cards")
    )
    assert "<summary>66.67</summary><span>200/3 %</span>" in ranking
    assert "<summary>67</summary><span>200/3 %</span>" in cards_page
    assert ("<summary>100" in ranking, "<summary>100" in cards_page) == (False, False)


def test_lists_of_sections_apart_are_headed(director_client: Client) -> None:
    session = factories.session()
    movement = session.sections.get().movement
    values = {"movement": movement, "boards_per_round": 1, "first_board": 1, "by": Actor()}
    add_section(session_id=session.pk, **values)
    Session.objects.update(one_field=False)
    for letter, results in (("A", ("50", "420")), ("B", ("110", "450"))):
        factories.enter_in(session, letter, 1, *results)
    heading = re.compile(r'class="section-(?:row|heading)">(?:<th[^>]*>)?\s*([^<]+?)\s*<')
    for name in ("travellers", "travellers/1", "names", "handicaps", "strata", "."):
        html = text(director_client.get(address(session, name).replace("./", "")))
        assert (name, heading.findall(html)) == (name, ["Section A", "Section B"])
    page = director_client.get(address(session, "travellers/1"))
    assert [row.ns.number for row, _mine in page.context["rows"]] == ["A3", "A1", "B3", "B1"]
    grids = text(director_client.get(address(session, "grid")))
    assert grids.count('<th scope="col">1</th>') == 2


def test_a_total_opens_where_decimals_do_not_say_it_all(client: Client) -> None:
    session = published("420", "50", "p", "-50", text=FOUR_TABLES, method="cross-imps")
    assert "<summary>9.33</summary><span>28/3</span>" in text(
        client.get(address(session, "ranking"))
    )
    total = published("420", "50", "p", method="total")
    assert '<details class="exact">' not in text(client.get(address(total, "ranking")))


def test_penalties_stand_in_the_ranking_and_on_the_card(client: Client) -> None:
    session = published("420", "50", "p", winners=1)
    penalise(session, 1)
    penalise(session, 1, kind="warning", amount=Decimal(0), law="", reason="Noise.")
    answer = client.get(address(session, "ranking"))
    assert cells(answer)[1] == [
        "2", "Number 1 PP −10 %, PP 0, a warning", "1", "3.6", "90.00"
    ]  # fmt: skip
    assert [plain(note) for note in answer.context["penalties"]] == [
        "1: PP −10 % (Law 90) – Late.",
        "1: PP 0, a warning – Noise.",
    ]
    card, other = (
        client.get(address(session, f"cards/{factories.contestant(session, number).pk}"))
        for number in (1, 2)
    )
    assert [plain(note) for note in card.context["card"].notes] == [
        "PP −10 % (Law 90) – Late.",
        "PP 0, a warning – Noise.",
    ]
    assert other.context["card"].notes == []


def test_a_card_tells_the_rulings_of_its_boards(client: Client) -> None:
    session = entered("420", "50", "p")
    rule(session, "A60/40", law="12C2", reason="No play.")
    publish(session)
    for number, expected in ((1, ["Board 1: A60/40 (Law 12C2) – No play."]), (3, [])):
        contestant = factories.contestant(session, number)
        answer = client.get(address(session, f"cards/{contestant.pk}"))
        assert [plain(note) for note in answer.context["card"].notes] == expected
    assert cells(client.get(address(session, "cards")))[0][3:6] == ["A60/40", "", "2.4"]


def test_frequencies_show_adjusted_scores_below_the_others(client: Client) -> None:
    session = published("420", "50", "420")
    rule(session, "A60/40")
    rule(session, "100:420(4SN=)", 2)
    assert cells(client.get(address(session, "frequencies"))) == [
        ["+420", "2", "2", "2"],
        ["A60/40", "1", "2.4", "1.6"],
    ]


def test_frequencies_stand_by_score(client: Client) -> None:
    session = published("-50", "420", "-50")
    assert cells(client.get(address(session, "frequencies"))) == [
        ["+420", "1", "4", "0"],
        ["−50", "2", "1", "3"],
    ]


def test_cards_are_one_for_every_contestant(client: Client) -> None:
    session = published("420", "-50", "", text=THREE_TABLES)
    sessions.finish(session=session, by=Actor())
    answer = client.get(address(session, "cards"))
    assert cells(answer) == [
        ["1", "NS", "2", "", "+420", "2", "100"],
        ["1", "EW", "1", "", "−420", "0", "0"],
        ["1", "NS", "4", "", "−50", "0", "0"],
        ["1", "EW", "3", "", "+50", "2", "100"],
    ]
    assert [card.contestant.number for card in answer.context["cards"]] == [1, 2, 3, 4, 5, 6]
    assert [card.standing is None for card in answer.context["cards"]] == [False] * 4 + [True] * 2


def test_a_card_is_that_of_all_cards(client: Client) -> None:
    session = published("420", "-50", "")
    sessions.finish(session=session, by=Actor())
    contestant = factories.contestant(session, 4)
    answer = client.get(address(session, f"cards/{contestant.pk}"))
    assert cells(answer) == [["1", "EW", "3", "", "+50", "2", "100"]]


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


def test_pages_show_every_change(client: Client) -> None:
    session = published("420", "50", "p", winners=1)

    def first() -> list[str]:
        return cells(client.get(address(session, "ranking")))[0]

    assert first() == ["1=", "Number 1", "1", "4", "100.00"]
    factories.enter(session, 1, "420", "450", "p")
    assert first() == ["1=", "Number 3 corrected", "1", "4", "100.00"]
    names = {"A3": [read_name("Clara Finch"), None]}
    sessions.enter_names(session=session, names=names, by=Actor())
    assert first() == ["1=", "Clara Finch 3 corrected", "1", "4", "100.00"]
    clara = Player.objects.get()
    clara.set_name(read_name("Clara Tarrant"))
    change_player(player=clara, by=Actor())
    assert first() == ["1=", "Clara Tarrant 3 corrected", "1", "4", "100.00"]
    session.method = "total"
    sessions.change_settings(session=session, fields=["method"], by=Actor())
    assert first() == ["1", "Clara Tarrant 3 corrected", "1", "450"]
    factories.enter(session, 1, "420", "", "p")
    assert cells(client.get(address(session, "ranking"))) == []
    sessions.finish(session=session, by=Actor())
    assert first() == ["1", "Number 1", "1", "420"]


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
    assert counts[0] <= 12


def test_leads_have_a_column_where_one_is_known(client: Client) -> None:
    session = published("4sn= h10", "50", "p")
    contestant = factories.contestant(session, 1).pk
    page = client.get(address(session, "travellers"))
    assert [row[3] for row in cells(page)] == ["♥ 10", "", ""]
    assert cells(page)[0][2:4] == ["4 ♠ N=", "♥ 10"]
    assert cells(client.get(f"/sessions/{session.pk}/cards/{contestant}/"))[0][3:5] == [
        "4 ♠ N=",
        "♥ 10",
    ]
    bare = client.get(address(published("4sn=", "50", "p"), "travellers"))
    assert cells(bare)[0][2:4] == ["4 ♠ N=", "420"]


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
    session = factories.session(ONE_TABLE, boards_per_round=61, winners=1)
    for board in range(1, 61):
        factories.enter(session, board, "1sn=")
    sessions.publish(session=session, by=Actor())

    grids = client.get(f"/sessions/{session.pk}/grid/").context["grids"]

    assert [len(grid.boards) for grid in grids] == [20, 20, 20]
    # Board 61 has no result yet.
    assert grids[2].boards[-1] == 60


def test_grid_needs_as_many_queries_for_three_boards_as_for_one(client: Client) -> None:
    one, three = (factories.session(ONE_TABLE, boards_per_round=count) for count in (1, 3))
    for session in (one, three):
        for board in range(1, session.sections.get().boards_per_round + 1):
            factories.enter(session, board, "100")
        sessions.publish(session=session, by=Actor())

    assert queries(partial(page, client, one)) == queries(partial(page, client, three))


POINTS = re.compile(r'<a class="points" href="([^<]+)</a>')


@pytest.fixture
def field() -> Session:
    """A published field of three sections, each of which has played one board."""
    session = factories.session()
    Session.objects.update(one_field=True)
    for _turn in range(2):
        add_section(
            session_id=session.pk,
            movement=factories.movement(name="Another of four"),
            boards_per_round=1,
            first_board=1,
            by=Actor(),
        )
    for letter in "ABC":
        factories.enter_in(session, letter, 1, "420", "-50")
    sessions.publish(session=session, by=Actor())
    return session


def shown(client: Client, session: Session, page: str, section: str = "") -> str:
    answer = client.get(f"/sessions/{session.pk}/{page}/", {"section": section} if section else {})
    assert answer.status_code == 200
    return str(answer.context["results"])


@pytest.mark.parametrize("page", ["travellers", "grid", "cards"])
def test_many_sections_are_shown_one_by_one(
    client: Client, field: Session, monkeypatch: pytest.MonkeyPatch, page: str
) -> None:
    whole = shown(client, field, page)
    assert 'href="?section=' not in whole
    monkeypatch.setattr(in_sections, "MAX_TOGETHER", 2)
    forget()
    first, third = shown(client, field, page, "A"), shown(client, field, page, "C")
    assert shown(client, field, page, "X") == shown(client, field, page) == first
    for part, letter in ((first, "A"), (third, "C")):
        assert len(part) < len(whole)
        assert f'<a href="?section={letter}" aria-current="page">' in part
        assert f"Section {letter}</p>" in part
    cards = field.sections.get(letter="C").contestants.values_list("pk", flat=True)
    links = [f"/cards/{pk}/" in third for pk in cards]
    assert links == [page == "cards"] * len(links)


def test_points_in_a_section_are_those_of_the_whole_field(
    client: Client, field: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    factories.enter_in(field, "C", 2, "620", "620")
    factories.enter_in(field, "A", 2, "50", "620")
    sessions.finish(session=field, by=Actor())
    whole = shown(client, field, "travellers")
    monkeypatch.setattr(in_sections, "MAX_TOGETHER", 2)
    part = shown(client, field, "travellers", "C")
    points = [set(POINTS.findall(page)) for page in (whole, part)]
    assert (len(points[0]), len(points[1])) == (20, 8)
    assert points[1] < points[0]
    # With four of six results, and not with the two of the section.
    assert {each.partition(">")[2] for each in points[1]} == {"8", "6.5", "3.5", "2"}
    assert "10 of 18 results are in" in part
