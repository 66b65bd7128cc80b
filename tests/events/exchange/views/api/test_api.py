"""The API: what it answers, to whom, and that every answer has the shape that its schema says."""

import datetime
import json
import subprocess
import sys
from decimal import Decimal

import pytest
from django.test import Client

from clubscore.web.visitors import Actor
from events.exchange.services.hands import attach_hands
from events.models import Session, TravellerLine
from events.sessions.core.domain.adjustment import read_adjustment
from events.sessions.hands.domain import Makeable, deal_of_number
from events.sessions.lines.services.saving import enter_result
from events.sessions.rulings.services import give_penalty, make_ruling
from events.sessions.setup.services.sessions import enter_names, finish, publish, reopen, withdraw
from players.domain.names import read_name
from players.models import Player
from tests.events import factories
from tests.events.exchange.views.api.shapes import (
    FOLDER,
    SHAPES,
    check,
    members_without_schema,
    schema,
    shape_of,
)
from tests.queries import queries

pytestmark = pytest.mark.django_db

BY = Actor()
MITCHELL = """ 4  2  2  2 1
 1- 1 A  2- 2 B
 1- 2 B  2- 1 A
"""
TRICKS = Makeable((9, 10, 8, 6, 7, 9, 10, 8, 6, 7, 4, 3, 5, 7, 6, 4, 3, 5, 7, 6))


def ask(client: Client, path: str, **headers: str):
    return client.get(f"/api/v1/{path}", headers=headers)


def read(client: Client, path: str):
    """The answer, checked."""
    answer = ask(client, path)
    assert answer.status_code == 200, answer.content
    assert answer["Content-Type"] == "application/json; charset=utf-8"
    assert answer["Access-Control-Allow-Origin"] == "*"
    data = answer.json()
    name = shape_of(path.partition("?")[0])
    check(name, data)
    assert members_without_schema(name, data) == set()
    return data


def published(**values) -> Session:
    session = factories.played(**values)
    publish(session=session, by=BY)
    return session


def ruled() -> Session:
    """With artificial, weighted and split scores, a penalty, and a board not played."""
    session = factories.session(boards_per_round=2)
    factories.enter(session, 1, "4sn=", "3nte-1")
    factories.enter(session, 2, "p", "620")
    factories.enter(session, 3, "4hxw-2", "2c n=")
    rulings = ("A6040", "60:420/40:-100", "NP")
    for board, text in zip((1, 3, 4), rulings, strict=True):
        line = factories.line(session, board)
        make_ruling(
            session_id=session.pk,
            line_id=line.pk,
            adjustment=read_adjustment(text),
            reason="late",
            by=BY,
        )
    give_penalty(
        session_id=session.pk,
        contestant_id=factories.contestant(session, 1).pk,
        kind="percent",
        amount=Decimal(10),
        reason="Slow play.",
        by=BY,
    )
    return session


KINDS = {
    "matchpoints": lambda: factories.played(),
    "two lists": lambda: factories.played(winners=2),
    "Butler": lambda: factories.played(method="butler"),
    "cross-IMPs": lambda: factories.played(method="cross-imps"),
    "total points": lambda: factories.played(method="total"),
    "nothing entered": lambda: factories.session(),
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("is_finished", [False, True])
def test_every_answer_has_the_shape_of_its_schema(client, kind, is_finished):
    session = KINDS[kind]()
    publish(session=session, by=BY)
    hands = [(board, deal_of_number(board), TRICKS) for board in (1, 2)]
    attach_hands(session=session, hands=hands, file_name="set.pbn", by=BY)
    if is_finished:
        finish(session=session, by=BY)
    read(client, "")
    (listed,) = read(client, "sessions")["sessions"]
    assert listed["status"] == ("final" if is_finished else "provisional")
    whole = read(client, f"sessions/{session.pk}")
    read(client, f"sessions/{session.pk}/ranking")
    boards = read(client, f"sessions/{session.pk}/boards")["boards"]
    for board in boards:
        one = read(client, f"sessions/{session.pk}/boards/{board['board']}")
        assert {name: one[name] for name in board} == board
        assert (board["deal"] is not None) == (is_finished and board["board"] in (1, 2))
    for section in whole["sections"]:
        for contestant in section["contestants"]:
            read(client, f"sessions/{session.pk}/pairs/{contestant['code']}")


def test_the_numbers_are_those_of_the_pages(client):
    session = published()
    ranking = client.get(f"/sessions/{session.pk}/ranking/").context
    (own,) = read(client, f"sessions/{session.pk}/ranking")["lists"]
    assert ranking is not None
    assert [standing["place"] for standing in own["standings"]] == ["1=", "1=", "3=", "3="]
    total = sum(Decimal(standing["score"]["matchpoints"]) for standing in own["standings"])
    boards = read(client, f"sessions/{session.pk}/boards")["boards"]
    points = [
        Decimal(result[side])
        for board in boards
        for result in board["results"]
        for side in ("mp_ns", "mp_ew")
    ]
    assert sum(points) == total


def test_rulings_and_penalties(client):
    session = ruled()
    publish(session=session, by=BY)
    boards = read(client, f"sessions/{session.pk}/boards")["boards"]
    first = boards[0]["results"][0]
    assert first["artificial"] == {"ns": 60, "ew": 40}
    assert "60" in first["adjustment"]
    passed = boards[1]["results"][0]
    assert passed["contract"] == {"text": "PASS", "level": 0, "strain": None, "risk": 0}
    weighted = boards[2]["results"][0]
    assert weighted["flags"] == ["weighted"]
    standings = read(client, f"sessions/{session.pk}/ranking")["lists"][0]["standings"]
    assert [standing["adjustments"] for standing in standings if standing["pair"] == "1"] == [
        [{"kind": "percent", "amount": "10.00", "law": None}]
    ]
    assert read(client, f"sessions/{session.pk}/pairs/1")["contestant"]["code"] == "A1"
    assert [standing["penalty"] for standing in standings if standing["number"] == 1] != ["0.00"]


def test_hands_are_released_when_the_session_is_finished(client):
    session = published()
    hands = [(1, deal_of_number(14), TRICKS)]
    attach_hands(session=session, hands=hands, file_name="set.pbn", by=BY)
    path = f"sessions/{session.pk}/boards/1"
    sealed = read(client, path)
    assert (sealed["deal"], sealed["double_dummy"], sealed["par"]) == (None, None, None)
    assert read(client, f"sessions/{session.pk}")["hands"]["is_sealed"]
    TravellerLine.objects.filter(score_ns=None, adjustment="").update(adjustment="NP")
    finish(session=session, by=BY)
    shown = read(client, path)
    assert shown["double_dummy"] == str(TRICKS)
    assert shown["par"] == {"score_ns": 420, "contracts": ["4SN=", "4SS="]}
    spades, *_ = deal_of_number(14).hands[0].split(".")
    assert shown["deal"]["N"]["S"] == spades
    reopen(session=session, by=BY)
    assert read(client, path)["deal"] == shown["deal"]


@pytest.mark.parametrize("who", ["client", "director_client"])
def test_what_is_not_published_is_not_there_for_anybody(request, who):
    asking = request.getfixturevalue(who)
    session = published()
    paths = ["", "/ranking", "/boards", "/boards/1", "/pairs/A1", "/export.json"]
    assert {ask(asking, f"sessions/{session.pk}{path}").status_code for path in paths} == {200}
    withdraw(session=session, by=BY)
    for path in paths:
        answer = ask(asking, f"sessions/{session.pk}{path}")
        assert (answer.status_code, answer.json()) == (
            404,
            {"error": "There is no such session, or its results are not published."},
        )
    assert read(asking, "sessions")["sessions"] == []


def test_a_player_shown_by_initials_has_no_other_name(client):
    session = factories.played()
    name = read_name("Ada Lovelark")
    enter_names(session=session, names={"A1": [name]}, by=BY)
    Player.objects.filter(family="Lovelark").update(initials_only=True)
    publish(session=session, by=BY)
    for path in ("", "/ranking", "/boards", "/pairs/A1", "/export.json"):
        assert "Lovelark" not in ask(client, f"sessions/{session.pk}{path}").text


def test_lists_are_read_page_by_page_whatever_is_added_meanwhile(client, monkeypatch):
    monkeypatch.setattr("events.exchange.views.api.index.PAGE", 2)
    day = datetime.date(2026, 3, 1)
    made = [
        published(title=f"Evening {number}", date=day + datetime.timedelta(days=number // 2))
        for number in range(5)
    ]
    expected = [each.pk for each in sorted(made, key=lambda each: (each.date, each.pk))[::-1]]
    found, path = [], "sessions"
    while path:
        page = read(client, path)
        found += [session["id"] for session in page["sessions"]]
        published(title="New", date=datetime.date(2026, 4, 1))
        path = page["next"] and page["next"].partition("/api/v1/")[2]
    assert found == expected
    some = read(client, "sessions?from=2026-03-02&to=2026-03-02")
    assert [session["title"] for session in some["sessions"]] == ["Evening 3", "Evening 2"]


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("from=tomorrow", "from is a day such as 2026-01-19, not “tomorrow”."),
        ("to=2026-02-30", "to is a day such as 2026-01-19, not “2026-02-30”."),
        ("page=xyz", "page is the mark of a page as “next” has it."),
        ("page=%00%ff", "page is the mark of a page as “next” has it."),
    ],
)
def test_a_parameter_that_is_none_gets_a_sentence(client, query, sentence):
    answer = ask(client, f"sessions?{query}")
    assert (answer.status_code, answer.json()) == (400, {"error": sentence})
    check("Error", answer.json())


def test_what_there_is_not(client):
    session = published()
    for path in (
        f"sessions/{session.pk}/boards/99",
        f"sessions/{session.pk}/pairs/Z9",
        "sessions/999999",
        "sessions/99999999999999999999",
        "nothing/here",
    ):
        answer = ask(client, path)
        assert answer.status_code == 404
        check("Error", answer.json())


def test_nothing_can_be_sent(client):
    for method in ("post", "put", "patch", "delete"):
        answer = getattr(client, method)("/api/v1/sessions")
        assert (answer.status_code, answer["Allow"]) == (405, "GET, HEAD, OPTIONS")
    preflight = client.options("/api/v1/sessions")
    assert (preflight.status_code, preflight["Access-Control-Allow-Methods"]) == (
        204,
        "GET, HEAD, OPTIONS",
    )
    head = client.head("/api/v1/sessions")
    assert (head.status_code, head.content) == (200, b"")


def test_an_answer_that_has_not_changed_is_not_sent_again(client, settings):
    settings.RESULTS_MAX_AGE = 0.0
    session = published()
    path = f"sessions/{session.pk}/boards"
    etag = ask(client, path)["ETag"]
    again = ask(client, path, if_none_match=etag)
    assert (again.status_code, again.content) == (304, b"")
    line = factories.line(session, 1)
    enter_result(session_id=session.pk, line_id=line.pk, text="3nts+2", version=None, by=BY)
    changed = ask(client, path, if_none_match=etag)
    assert (changed.status_code, changed["ETag"] == etag) == (200, False)


def test_boards_that_changed_since_a_version(client, settings):
    settings.RESULTS_MAX_AGE = 0.0
    session = published()
    path = f"sessions/{session.pk}/boards"
    version = read(client, path)["version"]
    assert read(client, f"{path}?since={version}")["boards"] == []
    line = factories.line(session, 2)
    enter_result(session_id=session.pk, line_id=line.pk, text="3nts+2", version=None, by=BY)
    changed = read(client, f"{path}?since={version}")
    assert [board["board"] for board in changed["boards"]] == [2]
    assert read(client, f"{path}?since={changed['version']}")["boards"] == []
    finish(session=session, by=BY)
    assert len(read(client, f"{path}?since={changed['version']}")["boards"]) == 3
    wrong = ask(client, f"{path}?since=yesterday")
    assert (wrong.status_code, wrong.json()) == (
        400,
        {"error": "since is a version as an answer has it."},
    )


def test_queries_do_not_grow_with_the_session(client, settings):
    settings.RESULTS_MAX_AGE = 0.0
    small, large = published(boards_per_round=1), published(boards_per_round=9)
    for ending in ("", "/ranking", "/boards", "/boards/1", "/pairs/A1"):
        counts = [
            queries(lambda path=f"sessions/{each.pk}{ending}": ask(Client(), path))
            for each in (small, large)
        ]
        assert counts[0] == counts[1], ending


def test_the_openapi_document_describes_every_address(client):
    document = ask(client, "openapi.json").json()
    assert document["openapi"] == "3.1.0"
    assert document["servers"] == [{"url": "http://testserver/api/v1"}]
    assert document["components"]["schemas"].keys() == schema()["$defs"].keys()
    for path, methods in document["paths"].items():
        answer = methods["get"]["responses"]["200"]["content"]["application/json"]["schema"]
        concrete = path.strip("/").format(session=1, board=1, code="A1")
        assert answer["$ref"].rpartition("/")[2] == shape_of(concrete)
    assert len(document["paths"]) == len(SHAPES)
    assert ask(client, "schema.json").json() == schema()


@pytest.mark.django_db(transaction=True)
def test_the_client_of_the_guide_prints_the_ranking(live_server):
    session = published()
    text = (FOLDER.parent / "api.md").read_text(encoding="utf-8")
    client = text.partition("```python\n")[2].partition("```")[0]
    ran = subprocess.run(
        [sys.executable, "-c", client, live_server.url], capture_output=True, text=True, check=True
    )
    first, *lines = ran.stdout.splitlines()
    assert first == f"{session.title} {session.date} provisional"
    assert [line.split()[:2] for line in lines][:2] == [["1=", "A2"], ["1=", "A4"]]


@pytest.mark.parametrize(
    ("file", "name"),
    [("sessions.json", "Sessions"), ("ranking.json", "Ranking"), ("board.json", "OneBoard")],
)
def test_the_examples_have_the_shape_of_their_schema(file, name):
    data = json.loads((FOLDER / "examples" / file).read_text())
    check(name, data)
    assert members_without_schema(name, data) == set()
