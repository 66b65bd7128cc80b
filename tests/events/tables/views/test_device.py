"""Joining a table by its code, and who has to wait."""

import pytest
from django.test import Client

from events.models import TableDevice, TravellerLine, WrongCode
from events.tables.services.directing import forget_and_undo
from events.tables.services.joining import approve
from events.tables.services.settings import new_code, switch_off
from events.tables.views.device import COOKIE
from tests.events import factories
from tests.events.tables.phones import BY, Phone, code_of, evening

pytestmark = pytest.mark.django_db


def test_case_1_without_table_entry_no_code_leads_anywhere():
    session = evening()
    code = code_of(session, 2)
    switch_off(session_id=session.pk, by=BY)
    answer = Client().get(f"/t/{code}/")
    assert answer.status_code == 404
    assert "This code leads to no table." in answer.text
    assert session.title not in answer.text


def test_case_4_the_cookie_and_the_address():
    phone = Phone(evening(), 1, "EW")
    assert (phone.joined.status_code, phone.joined.headers["Location"]) == (303, "/play/")
    cookie = phone.joined.cookies[COOKIE]
    assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")
    assert TableDevice.objects.get().token_hash != cookie.value


def test_case_4_upper_case_and_letters_that_look_alike():
    code = code_of(evening(), 1)
    assert (
        Client().get(f"/T/{code.lower().replace('0', 'o').replace('1', 'l')}/").status_code == 200
    )


def test_case_5_wrong_codes_wait_after_thirty_and_right_ones_never():
    session = evening()
    phone, code = Phone(session, 1, "NS"), code_of(session, 1)
    old = code_of(session, 2)
    section = session.sections.get().pk
    new_code(session_id=session.pk, section_id=section, table=2, by=BY)
    # Last week's card: thirty players may have one.
    assert Client().get(f"/t/{old}/").status_code == 404
    assert WrongCode.objects.count() == 0
    assert Client().get("/t/ZZZZZZZZ00/").status_code == 404
    WrongCode.objects.update(count=29)
    answers = [Client().get(f"/t/ZZZZZZZZ{place:02}/").status_code for place in (1, 2)]
    assert answers == [404, 429]
    assert Client().get(f"/t/{code}/").status_code == 200
    assert Phone(session, 1, "EW").now["table"] == phone.now["table"] == 1
    assert Client().get(f"/t/{old}/").status_code == 404

    director = Client()
    director.force_login(factories.DirectorFactory())
    address = f"/sessions/{session.pk}/tables/"
    assert "Wrong codes" in director.get(address).text
    director.post(address, {"do": "lift-wrong-codes"})
    assert "Wrong codes" not in director.get(address).text
    assert Client().get("/t/ZZZZZZZZ00/").status_code == 404


def test_a_phone_that_joins_again_keeps_its_row():
    session = evening()
    phone = Phone(session, 1, "NS")
    for _ in range(3):
        phone.join(1, "NS")
    assert phone.now["device"]["number"] == 1
    for _ in range(3):
        phone.join(2, "NS")
        phone.join(1, "NS")
    assert TableDevice.objects.count() <= 2
    # One that throws its cookie away each time waits, and gives way to the next.
    for _ in range(11):
        Phone(session, 1, "NS")
    assert TableDevice.objects.filter(table=1).count() <= 10
    assert TableDevice.objects.latest("pk").number <= 10


def test_case_29_a_phone_that_scans_another_table():
    session = evening()
    phone = Phone(session, 2, "NS")
    page = phone.client.get(f"/t/{code_of(session, 3)}/").text
    assert "Pair 2 should be at table 2 in this round." in page


def test_case_38_the_third_device_of_a_table_waits():
    session = evening()
    first = Phone(session, 2, "NS")
    Phone(session, 2, "EW")
    third = Phone(session, 2)
    assert (third.now["device"]["approved"], third.now["boards"]) == (False, [])
    [device] = TableDevice.objects.filter(approved_at=None)
    line = TravellerLine.objects.values_list("pk", flat=True).first()
    assert third.post(f"/play/lines/{line}/", version=0, np=True).status_code == 403
    assert first.client.post(f"/play/devices/{device.pk}/allow/").status_code == 403
    approve(session_id=session.pk, device_id=device.pk)
    assert third.now["device"]["approved"] is True


def test_case_38_a_second_phone_of_a_pair_is_let_in_by_the_first():
    session = evening()
    first, second = Phone(session, 2, "NS"), Phone(session, 2, "NS")
    assert second.now["device"]["approved"] is False
    [waiting] = first.now["waiting"]
    assert first.client.post(f"/play/devices/{waiting['id']}/allow/").status_code == 200
    assert second.now["device"]["approved"] is True


def test_case_39_a_forgotten_device_and_what_it_entered():
    session = evening()
    phone = Phone(session, 2)
    phone.enter(3)
    phone.enter(4)
    line = factories.line(session, 3, table=2)
    device = TableDevice.objects.get()
    assert forget_and_undo(session_id=session.pk, device_id=device.pk, by=BY) == 2
    line.refresh_from_db()
    assert line.is_empty
    answer = phone.client.get("/play/now/")
    assert answer.status_code == 401
    assert "Ask the director" in answer.json()["message"]


def test_case_40_a_new_code_leaves_bound_devices():
    session = evening()
    phone, old = Phone(session, 2), code_of(session, 2)
    section = session.sections.get().pk
    made = new_code(session_id=session.pk, section_id=section, table=2, by=BY)
    assert Client().get(f"/t/{old}/").status_code == 404
    assert Client().get(f"/t/{made.code}/").status_code == 200
    assert phone.enter(3).status_code == 200


def test_leaving_unbinds_the_browser():
    phone = Phone(evening(), 2)
    assert phone.post("/play/leave/").status_code == 200
    assert phone.client.get("/play/now/").status_code == 401


def test_preset_tournament_takes_no_phones_of_players():
    phone = Phone(evening(preset="tournament"), 2, "NS")
    assert phone.joined.status_code == 400
    assert TableDevice.objects.count() == 0


@pytest.mark.parametrize(
    ("typed", "status", "place"),
    [
        ("{code}", 302, "/t/{code}/"),
        (" {spaced} ", 302, "/t/{code}/"),
        ("", 200, ""),
        ("7KQ2", 404, ""),
        ("../../admin", 404, ""),
    ],
)
def test_the_code_of_a_card_can_be_typed(typed: str, status: int, place: str):
    code = code_of(evening(), 1)
    spaced = f"{code[:5]}-{code[5:]}".lower()
    answer = Client().get("/t/", {"code": typed.format(code=code, spaced=spaced)})
    found = answer.headers.get("Location", "")
    assert (answer.status_code, found) == (status, place.format(code=code))
    assert status == 302 or 'name="code"' in answer.content.decode()
