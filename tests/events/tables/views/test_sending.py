"""What the phones of a table do to its lines: the acceptance cases, by the addresses they use."""

import json
from collections.abc import Callable

import pytest
from django.db import InterfaceError, OperationalError, connection
from django.test import Client
from django.urls import reverse

from clubscore.web.visitors import Actor
from events.models import LineContestant, LogEntry, Submission, TableCall, TableMark, TravellerLine
from events.sessions.lines.services.saving import enter_result
from events.sessions.setup.services.sessions import finish
from tests.events import factories
from tests.events.tables.phones import FOUR_SPADES, MADE, Phone, evening, history

pytestmark = pytest.mark.django_db


def states(*phones: Phone, board: int = 3) -> list[str]:
    return [phone.line(board)["state"] for phone in phones]


Pair = tuple[Phone, Phone]


def pair_of_phones() -> Pair:
    session = evening()
    return Phone(session, 2, "NS"), Phone(session, 2, "EW")


@pytest.fixture(scope="module")
def stored(store_once: Callable[[Callable[[], Pair]], Pair]) -> Pair:
    return store_once(pair_of_phones)


@pytest.fixture
def pair_phones(stored: Pair, db: None) -> Pair:
    one, other = stored
    return one.again(), other.again()


def test_case_6_and_7_the_opponents_confirm_on_their_own_phone(pair_phones):
    one, other = pair_phones
    answer = one.enter(3)
    assert answer.status_code == 200
    assert answer.json()["line"]["result"] == FOUR_SPADES | {"score_ns": 450}
    assert states(one, other) == ["entered", "entered"]

    assert other.at(3, "confirm").json()["line"]["how"] == "own device"
    assert states(one, other) == ["confirmed", "confirmed"]
    assert history(one.session) == [
        ("entered", "Table A2, NS, device 1"),
        ("confirmed", "Table A2, EW, device 2"),
    ]
    assert LogEntry.objects.get(action="confirmed").reason == "own device"


def test_case_8_the_scorer_accepts_what_the_opponents_say(pair_phones):
    one, other = pair_phones
    one.enter(3)
    other.at(3, "object", **MADE)
    assert [phone.line(3)["result"]["tricks"] for phone in pair_phones] == [11, 11]
    assert [phone.line(3)["proposal"]["tricks"] for phone in pair_phones] == [10, 10]
    assert (one.line(3)["mine"], other.line(3)["mine"]["tricks"]) == (None, 10)

    one.at(3, "confirm", accept=True)
    assert states(one, other) == ["confirmed", "confirmed"]
    assert one.line(3)["result"]["score_ns"] == 420
    assert [action for action, _ in history(one.session)] == [
        "entered",
        "objected",
        "entered",
        "confirmed",
    ]


def test_case_9_both_enter_alike_without_seeing_each_other(pair_phones):
    one, other = pair_phones
    one.enter(3, version=0)
    assert other.enter(3, version=0).json()["line"]["how"] == "entered alike"
    assert [action for action, _ in history(one.session)] == ["entered", "confirmed"]


def test_case_10_different_entries_overwrite_nothing(pair_phones):
    one, other = pair_phones
    one.enter(3, version=0)
    other.at(3, version=0, **MADE)
    assert states(one, other) == ["objected", "objected"]
    assert one.line(3)["result"]["tricks"] == 11
    assert one.at(3, "confirm").status_code == 403


def test_case_11_one_device_at_the_table():
    phone = Phone(evening(), 2)
    phone.enter(3)
    assert phone.at(3, "confirm").json()["line"]["how"] == "same device"


def test_case_11_opponents_with_a_phone_are_asked_on_it(pair_phones):
    one, other = pair_phones
    one.enter(3)
    answer = one.at(3, "confirm")
    assert answer.status_code == 403
    assert answer.json()["message"] == "Your opponents have a phone here: ask them on it."
    assert states(one, other) == ["entered", "entered"]


def test_case_12_no_confirmation_on_the_device_that_entered():
    phone = Phone(evening(same_device=False), 2)
    phone.enter(3)
    assert phone.at(3, "confirm").status_code == 403
    assert states(phone) == ["entered"]


def test_case_14_and_15_what_the_director_typed_stands(pair_phones):
    one, other = pair_phones
    line = TravellerLine.objects.get(pk=one.line(3)["line"])
    director = Actor(user=factories.DirectorFactory())
    enter_result(session_id=one.session.pk, line_id=line.pk, text="3nte=", by=director)
    answer = one.enter(3, version=0)
    assert answer.status_code == 409
    assert answer.json()["line"]["state"] == "director"
    assert answer.json()["line"]["result"]["score_ns"] == -600
    assert states(one, other) == ["director", "director"]

    assert one.enter(3).status_code == 403
    assert one.at(3, "object").status_code == 200
    call = TableCall.objects.get()
    assert (call.kind, call.board, call.table) == ("objection", 3, 2)


def test_case_15_a_director_changes_a_confirmed_line(pair_phones):
    one, other = pair_phones
    one.enter(3)
    other.at(3, "confirm")
    director = Actor(user=factories.DirectorFactory())
    line = one.line(3)["line"]
    enter_result(session_id=one.session.pk, line_id=line, text="4sn=", by=director)
    assert states(one, other) == ["director", "director"]


def test_case_16_the_director_undoes_what_a_phone_entered(pair_phones):
    one, _ = pair_phones
    one.enter(3)
    client = Client()
    client.force_login(factories.DirectorFactory())
    address = reverse("events:undo", args=[one.session.pk])
    headers = {"accept": "application/json"}
    # Of another board, nothing of the phones is undone.
    assert client.post(address, {"board": "1"}, headers=headers).status_code == 409
    assert client.post(address, {"board": "3"}, headers=headers).status_code == 200
    assert states(one) == ["empty"]
    assert [action for action, _ in history(one.session)] == ["entered", "undone"]
    assert one.enter(3).status_code == 200


@pytest.mark.parametrize(
    "result",
    [
        FOUR_SPADES | {"level": 7, "strain": "NT", "tricks": 14},
        FOUR_SPADES | {"level": 8},
        FOUR_SPADES | {"strain": "X"},
        FOUR_SPADES | {"declarer": ""},
        FOUR_SPADES | {"tricks": True},
        FOUR_SPADES | {"lead": "S11"},
        {"pass": True, "lead": "SA"},
        {},
    ],
)
def test_case_17_an_impossible_result_is_refused(pair_phones, result):
    one, _ = pair_phones
    answer = one.at(3, **result)
    assert answer.status_code == 422
    assert states(one) == ["empty"]
    assert history(one.session) == []


def test_case_18_a_board_of_another_table_is_refused(pair_phones):
    one, _ = pair_phones
    elsewhere = Phone(one.session, 1, "NS").line(1)["line"]
    answer = one.post(f"/play/lines/{elsewhere}/", version=0, **FOUR_SPADES)
    assert answer.status_code == 403
    assert answer.json()["line"]["result"] is None
    assert history(one.session) == []


def test_case_21_not_played():
    session = evening()
    phone = Phone(session, 2)
    phone.at(3, np=True, reason="no time")
    assert states(phone) == ["np"]
    assert phone.enter(3).status_code == 200


def test_case_21_not_played_waits_for_the_director():
    phone = Phone(evening(np_by_director=True), 2)
    phone.at(3, np=True, reason="no time")
    phone.at(3, np=True, reason="no time")
    assert states(phone) == ["empty"]
    assert [
        (table_call.kind, table_call.board, table_call.note)
        for table_call in TableCall.objects.all()
    ] == [("np", 3, "no time")]


def test_case_22_passed_out(pair_phones):
    one, _ = pair_phones
    assert one.at(3, **{"pass": True}).json()["line"]["result"] == {"pass": True, "score_ns": 0}


def test_case_23_a_lead_that_is_required():
    phone = Phone(evening(lead="must"), 2)
    assert phone.enter(3).status_code == 422
    assert phone.enter(3, lead="H10").json()["line"]["result"]["lead"] == "H10"
    assert TravellerLine.objects.get(pk=phone.line(3)["line"]).lead == "HT"


def test_case_25_the_same_key_is_done_once(pair_phones):
    one, other = pair_phones
    key = "a" * 32
    first = one.enter(3, key=key)
    other.at(3, "confirm")
    again = one.enter(3, key=key)
    assert (again.status_code, again.json()) == (200, first.json())
    assert [action for action, _ in history(one.session)] == ["entered", "confirmed"]


def test_case_27_a_result_after_the_session_is_finished(pair_phones):
    one, _ = pair_phones
    line = one.line(3)["line"]
    finish(session=one.session, by=Actor())
    answer = one.post(f"/play/lines/{line}/", version=0, board=3, **FOUR_SPADES)
    assert answer.status_code == 410
    late = TableCall.objects.get()
    assert (late.kind, late.board, late.note) == ("late", 3, "4SN+1")
    assert (one.now["session"]["state"], one.now["boards"]) == ("finished", [])


def test_case_32_the_other_way_round_with_consent(pair_phones):
    one, other = pair_phones
    before = {
        line_contestant.contestant_id: line_contestant.direction
        for line_contestant in LineContestant.objects.all()
    }
    line = one.line(3)["line"]
    one.at(3, "seats")
    assert [proposal["kind"] for proposal in other.now["proposals"]] == ["seats"]
    assert one.at(3, "seats", agree=True).status_code == 403
    other.at(3, "seats", agree=True)
    seats = LineContestant.objects.filter(line=line)
    assert {e.contestant_id: e.direction for e in seats} == {
        pk: {"NS": "EW", "EW": "NS"}[before[pk]]
        for pk in seats.values_list("contestant", flat=True)
    }
    assert LogEntry.objects.filter(action="seated").count() == 2
    assert other.now["device"]["side"] == "NS"


def test_case_33_a_forgotten_board_is_entered_and_confirmed_wherever_they_sit(pair_phones):
    one, other = pair_phones
    one.enter(3)
    other.at(3, "confirm")
    other.post("/play/round/", round=2)
    one.post("/play/round/", round=2)
    assert (one.now["round"], other.now["round"]) == (2, 2)
    assert one.now["table"] != other.now["table"]
    assert [[each["board"] for each in phone.now["late"]] for phone in pair_phones] == [[4], [4]]

    assert one.enter(4).status_code == 200
    assert other.at(4, "confirm").status_code == 200
    assert [phone.now["late"] for phone in pair_phones] == [[], []]


def test_case_51_two_boards_are_exchanged_with_consent(pair_phones):
    one, other = pair_phones
    one.enter(3)
    one.at(4, **MADE)
    lines = [one.line(board)["line"] for board in (3, 4)]
    one.at(3, "exchange", other=lines[1])
    other.at(3, "exchange", agree=True)
    assert [one.line(board)["result"]["tricks"] for board in (3, 4)] == [10, 11]
    # Board 4 has both sides vulnerable, board 3 not North–South.
    assert [one.line(board)["result"]["score_ns"] for board in (3, 4)] == [420, 650]
    assert states(one, other) == ["confirmed", "confirmed"]
    parts = LogEntry.objects.filter(action="entered").order_by("pk")[2:]
    assert parts[1].part_of_id == parts[0].pk


def test_a_call_within_half_a_minute_is_the_first_one(pair_phones):
    one, other = pair_phones
    first, second = (phone.post("/play/call/").json() for phone in pair_phones)
    assert first == second
    assert one.now["calls"][0]["answered"] is None
    other.post("/play/call/", withdraw=True)
    assert one.now["calls"] == []


def test_too_many_submissions_of_a_device_wait(pair_phones):
    one, _ = pair_phones
    answers = [one.post("/play/call/").status_code for _ in range(31)]
    assert answers == [200] * 30 + [429]
    assert one.post("/play/call/").headers["Retry-After"] == "20"


def test_what_is_too_long_or_no_json_is_refused(pair_phones):
    client = pair_phones[0].client
    line = pair_phones[0].line(3)["line"]
    for body, status in (("x" * 2049, 413), ("{", 422), ("[]", 422), ('{"key": 5}', 422)):
        answer = client.post(f"/play/lines/{line}/", body, content_type="application/json")
        assert answer.status_code == status
        assert answer.json()["message"]


@pytest.mark.parametrize(
    ("turn", "member"),
    list(enumerate([
        '"version": NaN',
        '"version": -Infinity',
        '"version": 1e999',
        '"version": true',
        '"version": 1.5',
        f'"version": {"9" * 500}',
        r'"lead": "\ud800"',
        r'"lead": "a\u0000b"',
        r'"\u0000": 1',
        '"later": 1',
        f'"lead": {"[" * 990}{"]" * 990}',
        f'"lead": {"[" * 9}{"]" * 9}',
    ])),
)  # fmt: skip
def test_what_no_phone_sends_is_refused(pair_phones, turn, member):
    phone = pair_phones[0]
    line = phone.line(3)["line"]
    paths = (f"lines/{line}/", f"lines/{line}/object/", "call/", "names/", "round/", "kind/")
    for path in paths[turn % 3 :: 3]:
        body = f'{{"key": "{1:032x}", {member}}}'
        answer = phone.client.post(f"/play/{path}", body, content_type="application/json")
        assert (answer.status_code, answer.json()["line"]) == (422, None)
        assert answer.json()["message"].startswith("This page is out of date")
    assert not Submission.objects.exists()


@pytest.mark.parametrize("error", [OperationalError, InterfaceError])
@pytest.mark.parametrize("path", ["now/", "call/", "standings/"])
def test_while_the_database_restarts_phones_are_told_to_try_again(pair_phones, path, error):
    phone = pair_phones[0]
    body = json.dumps({"key": "1" * 32})

    def broken(*_args: object) -> None:
        raise error

    with connection.execute_wrapper(broken):
        if path == "call/":
            answer = phone.client.post(f"/play/{path}", body, content_type="application/json")
        else:
            answer = phone.client.get(f"/play/{path}", headers={"accept": "application/json"})
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
    assert answer.json()["message"] == "The server cannot store this now."
    assert phone.post("/play/call/").status_code == 200


def test_a_mark_counts_only_for_its_version(pair_phones):
    one, other = pair_phones
    one.enter(3)
    other.at(3, "confirm")
    one.at(3, **MADE)
    assert TableMark.objects.get().confirmed_version == 1
    assert states(one, other) == ["entered", "entered"]


def test_names_without_a_key_are_something_that_no_phone_sends(pair_phones):
    one, _ = pair_phones
    sent = {"names": {"N": "Ash, Ann"}}
    answer = one.client.post("/play/names/", sent, content_type="application/json")
    assert (answer.status_code, answer.json()["line"]) == (422, None)
    assert answer.json()["message"].startswith("This page is out of date")
