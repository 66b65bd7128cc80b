"""The director's page of the tables: cases 2, 7, 38 to 40, 42 and 52 of the acceptance."""

import datetime
import re

import pytest
from django.test import Client
from django.utils import timezone

from events.models import TableCall, TableCode, TableDevice, TravellerLine
from events.sessions.lines.services.saving import enter_result
from events.sessions.setup.services.sessions import finish
from tests.events import factories
from tests.events.tables.phones import BY, MADE, Phone, code_of, evening
from tests.markup import squeezed
from tests.queries import queries
from tests.site.visits import Role, browser

pytestmark = pytest.mark.django_db


@pytest.fixture
def director() -> Client:
    return browser(Role.DIRECTOR)


def act(director: Client, session, table: int, do: str, **values: object) -> str:
    path = f"/sessions/{session.pk}/tables/A/{table}/"
    return director.post(path, {"do": do, **values}, follow=True).text


def test_case_2_switching_on_makes_a_code_for_each_table_and_a_card_with_its_address(director):
    session = factories.session(factories.MITCHELL_3, boards_per_round=2)
    page = f"/sessions/{session.pk}/tables/"

    before = director.get(page).text
    # No script that looks for what is not there yet.
    assert ("Switch on" in before, "watch.js" in before) == (True, False)
    director.post(page, {"on": "1", "preset": "social"})

    codes = TableCode.objects.filter(session=session)
    assert list(codes.values_list("table", flat=True)) == [1, 2, 3]
    cards = director.get(f"/sessions/{session.pk}/paper/table-cards/").text
    assert re.findall(r"/t/([0-9A-Z]{10})/", cards) == [table_code.code for table_code in codes]
    assert cards.count('class="qr"') == 3
    assert Client().get(f"/T/{codes[0].code}/").status_code == 200
    session.refresh_from_db()
    assert (session.tables.is_on, session.tables.preset) == (True, "social")


def test_switching_off_makes_the_codes_void(director):
    session = evening()
    code = code_of(session, 1)

    director.post(f"/sessions/{session.pk}/tables/", {"on": "", "preset": "club"})

    assert Client().get(f"/t/{code}/").status_code == 404
    assert director.get(f"/sessions/{session.pk}/paper/table-cards/").status_code == 404


def test_a_session_that_is_over_cannot_be_switched_on_and_no_preset_is_made_up(director):
    session = factories.session(factories.MITCHELL_3)
    page = f"/sessions/{session.pk}/tables/"
    assert director.post(page, {"on": "1", "preset": "secret"}).status_code == 400
    finish(session=session, by=BY)

    text = director.post(page, {"on": "1", "preset": "club"}, follow=True).text

    assert "The session is finished. Reopen it first." in text


def test_the_part_is_sent_again_only_after_a_change(director):
    session = evening()
    phone = Phone(session, 1, "NS")
    path = f"/sessions/{session.pk}/tables/now/"
    tag = director.get(path).headers["ETag"]

    assert director.get(path, headers={"If-None-Match": tag}).status_code == 304
    phone.post("/play/call/")
    assert director.get(path, headers={"If-None-Match": tag}).status_code == 200


def test_a_device_that_has_not_asked_for_a_while_is_silent(director):
    session = evening()
    Phone(session, 1, "NS")
    path = f"/sessions/{session.pk}/tables/now/"
    tag = director.get(path).headers["ETag"]
    assert "No device of this table answers." not in director.get(path).text

    ago = timezone.now() - datetime.timedelta(minutes=4)
    TableDevice.objects.update(seen_at=ago)

    answer = director.get(path, headers={"If-None-Match": tag})
    assert "No device of this table answers." in answer.text
    assert "silent for 4" in answer.text


def test_a_device_that_only_asks_is_not_silent(director, monkeypatch):
    session = evening()
    phone = Phone(session, 1, "NS")
    # What the phone is shown is kept; four minutes later it asks, and nothing else has changed.
    assert phone.client.get("/play/now/").status_code == 200
    later = timezone.now() + datetime.timedelta(minutes=4)
    monkeypatch.setattr(timezone, "now", lambda: later)
    assert phone.client.get("/play/now/").status_code == 200

    assert "No device of this table" not in director.get(f"/sessions/{session.pk}/tables/now/").text


def test_case_38_a_late_device_waits_until_the_director_lets_it_in(director):
    session = evening()
    Phone(session, 1, "NS"), Phone(session, 1, "EW")
    third = Phone(session, 1, kind="table")
    assert third.now["device"]["approved"] is False
    device = TableDevice.objects.get(approved_at=None)
    assert "waits to be let in" in director.get(f"/sessions/{session.pk}/tables/").text

    text = act(director, session, 1, "approve", device=device.pk)

    assert "The device may enter results." in text
    assert third.now["device"]["approved"] is True


def test_case_39_a_device_is_forgotten_with_what_it_entered(director):
    session = evening()
    one, other = Phone(session, 1, "NS"), Phone(session, 1, "EW")
    boards = [line["board"] for line in one.now["boards"]]
    for board in boards:
        one.enter(board)

    device = TableDevice.objects.get(side="NS")
    text = act(director, session, 1, "forget-and-undo", device=device.pk)

    assert "2 results are as they were before" in text
    assert one.client.get("/play/now/").status_code == 401
    assert [line["state"] for line in other.now["boards"]] == ["empty", "empty"]
    director.post(f"/sessions/{session.pk}/undo/")
    assert [line["result"] is not None for line in other.now["boards"]] == [True, True]


def test_a_forgotten_device_leaves_its_results(director):
    session = evening()
    phone = Phone(session, 1, "NS")
    board = phone.now["boards"][0]["board"]
    phone.enter(board)

    act(director, session, 1, "forget", device=TableDevice.objects.get().pk)

    assert phone.client.get("/play/now/").status_code == 401
    assert not TravellerLine.objects.get(section__session=session, board=board, table=1).is_empty


def test_a_device_takes_over_from_the_others_of_its_table(director):
    session = evening()
    old, new = Phone(session, 1, kind="table"), Phone(session, 1, kind="table")
    device = TableDevice.objects.order_by("number").last()

    act(director, session, 1, "take-over", device=device.pk)

    assert old.client.get("/play/now/").status_code == 401
    assert new.now["device"]["approved"] is True


def test_case_40_a_new_code_leaves_the_bound_devices(director):
    session = evening()
    phone, old = Phone(session, 1, "NS"), code_of(session, 1)

    act(director, session, 1, "new-code")

    assert Client().get(f"/t/{old}/").status_code == 404
    assert Client().get(f"/t/{code_of(session, 1)}/").status_code == 200
    assert phone.client.get("/play/now/").status_code == 200


def test_case_42_a_call_is_on_the_page_and_its_answer_on_the_phone(director):
    session = evening()
    phone = Phone(session, 2, "NS")
    phone.post("/play/call/")
    call = TableCall.objects.get()
    assert f'data-call="{call.pk}"' in director.get(f"/sessions/{session.pk}/tables/now/").text

    text = act(director, session, 2, "answer", call=call.pk)

    assert "The phones of table 2 show that you come." in text
    assert "data-call" not in text
    assert [bool(each["answered"]) for each in phone.now["calls"]] == [True]


def test_the_director_approves_a_board_not_played_in_one_key(director):
    session = evening(np_by_director=True)
    phone = Phone(session, 1, "NS")
    board = phone.now["boards"][0]["board"]
    phone.at(board, np=True)
    assert phone.line(board)["state"] == "empty"

    act(director, session, 1, "not-played", call=TableCall.objects.get(kind="np").pk)

    assert phone.line(board)["state"] == "np"


def test_a_result_that_came_too_late_is_listed_until_it_is_done(director):
    session = evening()
    phone = Phone(session, 1, "NS")
    line = phone.now["boards"][0]
    finish(session=session, by=BY)
    phone.post(f"/play/lines/{line['line']}/", version=line["version"], **MADE)
    page = director.get(f"/sessions/{session.pk}/tables/").text
    assert f"Board {line['board']}: 4SN= came too late" in page

    text = act(director, session, 1, "settle", call=TableCall.objects.get(kind="late").pk)

    assert "came too late" not in text


def objected() -> tuple[Phone, Phone, int]:
    session = evening()
    one, other = Phone(session, 1, "NS"), Phone(session, 1, "EW")
    board = one.now["boards"][0]["board"]
    one.enter(board)
    other.at(board, "object", **MADE)
    return one, other, board


def test_what_is_not_agreed_comes_first_and_is_confirmed_with_a_reason_alone(director):
    one, _other, board = objected()
    text = director.get(f"/sessions/{one.session.pk}/tables/").text
    assert "the opponents say 4♠N=" in text

    act(director, one.session, 1, "confirm-all")
    assert one.line(board)["state"] == "objected"
    act(director, one.session, 1, "confirm-all", reason="Both remember eleven tricks.")

    assert one.line(board)["state"] == "confirmed"


def test_the_director_confirms_one_result_and_gives_one_back(director):
    session = evening()
    phone = Phone(session, 1, "NS")
    board = phone.now["boards"][0]["board"]
    phone.enter(board)
    line = phone.line(board)

    stale = act(director, session, 1, "confirm", line=line["line"], version=99)
    assert "has another result by now" in stale
    act(director, session, 1, "confirm", line=line["line"], version=line["version"])
    assert phone.line(board)["state"] == "confirmed"
    act(director, session, 1, "give-back", line=line["line"])
    assert phone.line(board)["state"] == "entered"


@pytest.mark.parametrize("do", ["", "explode"])
def test_there_is_no_other_action(director, do: str):
    session = evening()

    assert director.post(f"/sessions/{session.pk}/tables/A/1/", {"do": do}).status_code == 400


def test_case_52_finish_lists_what_is_not_settled(director):
    one, other, board = objected()
    state = f"/sessions/{one.session.pk}/state/"
    second = one.now["boards"][1]["board"]
    one.enter(second)

    refused = director.post(state, {"action": "finish", "acknowledged": "1"})
    assert refused.status_code == 409
    assert f"board {board}</a>: 4♠N+1" in squeezed(refused.text)
    assert "Finish, these results are right" not in refused.text

    one.at(board, **MADE)
    other.at(board, "confirm")
    asked = director.post(state, {"action": "finish"})
    assert asked.status_code == 409
    assert f"board {second}</a>" in asked.text
    assert f"board {board}</a>" not in asked.text

    assert director.post(state, {"action": "finish", "acknowledged": "1"}).status_code == 302
    one.session.refresh_from_db()
    assert one.session.is_finished


def test_nothing_of_the_tables_waits_once_the_session_is_finished(director):
    session = evening(approve="always")
    phone = Phone(session, 1, "NS")
    tables, desk = f"/sessions/{session.pk}/tables/", f"/sessions/{session.pk}/"
    assert "Let it in" in director.get(tables).text
    TableDevice.objects.update(approved_at=timezone.now())
    Phone(session, 1, "EW")
    phone.enter(1)
    phone.post("/play/call/")
    waiting = (
        "Table 1 calls the director",
        "1 result not confirmed",
        "1 result waits",
        ">Calls<",
        "Let it in",
    )
    assert [text for text in waiting if text in director.get(desk).text] == list(waiting[:2])
    assert [text for text in waiting if text in director.get(tables).text] == list(waiting[2:])

    assert director.post(f"{desk}state/", {"action": "finish", "acknowledged": "1"}).url

    shown = director.get(desk).text + director.get(tables).text
    assert [text for text in waiting if text in shown] == []
    assert phone.now["calls"] == []


def test_case_7_the_monitor_and_the_desk_show_what_the_tables_did(director):
    one, other, board = objected()
    monitor = f"/sessions/{one.session.pk}/monitor/now/"
    assert "▲</a>" in director.get(monitor).text
    desk = director.get(f"/sessions/{one.session.pk}/").text
    assert f"▲ Table 1, board {board}: not agreed" in desk

    one.at(board, **(MADE | {"tricks": 12}))
    assert "◐</a>" in director.get(monitor).text
    other.at(board, "confirm")
    second = one.now["boards"][1]["board"]
    one.enter(second)
    other.at(second, "confirm")
    assert "●</a>" in director.get(monitor).text


def test_the_page_asks_as_many_questions_for_three_devices_as_for_one(director):
    session = evening()
    path = f"/sessions/{session.pk}/tables/now/"
    Phone(session, 1, "NS")
    one = queries(lambda: director.get(path))
    Phone(session, 2, "NS"), Phone(session, 3, "NS")

    assert queries(lambda: director.get(path)) == one


def test_a_phone_that_waits_to_be_let_in_needs_attention(director):
    session = evening(approve="always")
    desk = f"/sessions/{session.pk}/"
    assert "to be let in" not in director.get(desk).text
    Phone(session, 1, "NS")
    assert "1 phone waits to be let in" in director.get(desk).text


def test_a_call_is_answered_from_the_desk(director):
    session = evening()
    Phone(session, 1, "NS").post("/play/call/")
    desk = squeezed(director.get(f"/sessions/{session.pk}/").text)
    line = desk.partition("Needs attention")[2].partition("</li>")[0]
    fields = dict(re.findall('name="(call|do)" value="([^"]*)"', line))
    assert ("Table 1 calls the director" in line, "On my way" in line) == (True, True)

    director.post(re.findall('action="([^"]*)"', line)[0], fields)

    assert TableCall.objects.get().answered_at is not None
    assert "Table 1 calls" not in director.get(f"/sessions/{session.pk}/").text


def test_what_keeps_the_session_from_being_finished_is_named_first(director):
    one, _other, board = objected()
    desk = f"/sessions/{one.session.pk}/"
    for line in one.session.sections.get().lines.filter(score_ns=None):
        enter_result(session_id=one.session.pk, line_id=line.pk, text="p", by=BY)

    context = director.get(desk).context
    place = f"Table 1, board {board}"
    first = context["attention"][0]
    assert (first.text, context["next"].label) == (f"▲ {place}: not agreed", f"Settle: {place}")
    assert first.address == context["next"].address

    page = squeezed(director.get(f"{desk}doubts/").text)
    assert page.index(f'{first.address}">{place}</a>') < page.index("possible but look like")
