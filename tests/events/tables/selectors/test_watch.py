"""Who lets a late phone in."""

import pytest

from events.models import TableDevice
from tests.events.tables.phones import Phone, evening

pytestmark = [pytest.mark.both_databases, pytest.mark.django_db]


def allow(phone: Phone) -> int:
    [waiting] = TableDevice.objects.filter(approved_at=None)
    return phone.client.post(f"/play/devices/{waiting.pk}/allow/").status_code


def test_opponents_let_nobody_in():
    session = evening()
    north = Phone(session, 1, "NS")
    north.post("/play/round/", round=2)
    late = Phone(session, 1, "EW")
    assert (late.now["device"]["approved"], north.now["waiting"]) == (False, [])
    assert allow(north) == 403
    assert late.now["device"]["approved"] is False


def test_opponents_do_not_let_in_a_second_phone_of_a_pair():
    session = evening()
    north, east = Phone(session, 1, "NS"), Phone(session, 1, "EW")
    Phone(session, 1, "EW")
    assert north.now["waiting"] == []
    assert (allow(north), allow(east)) == (403, 200)


def test_a_table_device_lets_in_who_is_at_its_table():
    session = evening()
    tablet, elsewhere = Phone(session, 1), Phone(session, 2)
    tablet.post("/play/round/", round=2)
    Phone(session, 1, "EW")
    assert (allow(elsewhere), allow(tablet)) == (403, 200)


def test_with_approval_of_all_the_director_lets_in_whoever_is_new():
    session = evening(approve="always")
    north = Phone(session, 1, "NS")
    TableDevice.objects.update(approved_at="2026-01-01T20:00:00Z")
    Phone(session, 1, "EW")
    assert allow(north) == 403
