"""Who lets a late phone in."""

import pytest

from events.models import TableDevice
from events.tables.services.joining import forget
from tests.events.tables.phones import Phone, evening

pytestmark = pytest.mark.django_db


def allow(phone: Phone) -> int:
    [waiting] = TableDevice.objects.filter(approved_at=None)
    return phone.client.post(f"/play/devices/{waiting.pk}/allow/").status_code


@pytest.mark.parametrize("helper", ["own", "opponents"])
def test_those_at_the_table_let_in_another_phone_of_a_pair_asleep_or_not(helper):
    session = evening()
    phones = {"opponents": Phone(session, 1, "NS"), "own": Phone(session, 1, "EW")}
    elsewhere = Phone(session, 2, "NS")
    TableDevice.objects.update(seen_at="2026-01-01T20:00:00Z")
    another = Phone(session, 1, "EW")
    assert (another.now["device"]["approved"], another.now["boards"]) == (False, [])
    assert another.now["device"]["let_in_by"] == "pair"
    assert [len(phone.now["waiting"]) for phone in phones.values()] == [1, 1]
    assert (elsewhere.now["waiting"], allow(elsewhere)) == ([], 403)
    assert allow(phones[helper]) == 200
    assert another.now["device"]["approved"] is True


@pytest.mark.parametrize("side", ["NS", "EW", ""])
def test_once_something_was_entered_a_new_device_waits(side):
    session = evening()
    Phone(session, 1, side or "NS").enter(1)
    device = TableDevice.objects.get()
    # Forgotten, or its battery is empty: that its place is free proves nothing.
    forget(session_id=session.pk, device_id=device.pk)
    waiting = Phone(session, 1, side).now["device"]
    assert (waiting["approved"], waiting["let_in_by"]) == (False, "")


def test_a_table_device_lets_in_who_is_at_its_table():
    session = evening()
    tablet, elsewhere = Phone(session, 1), Phone(session, 2)
    for board in (1, 2):
        tablet.enter(board)
    tablet.post("/play/round/", round=2)
    waiting = Phone(session, 1, "EW").now["device"]
    assert (waiting["approved"], waiting["let_in_by"]) == (False, "table")
    assert (tablet.now["round"], len(tablet.now["waiting"])) == (2, 1)
    assert (allow(elsewhere), allow(tablet)) == (403, 200)


def test_with_approval_of_all_the_director_lets_in_whoever_is_new():
    session = evening(approve="always")
    north = Phone(session, 1, "NS")
    TableDevice.objects.update(approved_at="2026-01-01T20:00:00Z")
    Phone(session, 1, "EW")
    assert allow(north) == 403
