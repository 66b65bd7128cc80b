"""Whatever is counted, waits or expires, with the clock put forward and back."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.utils import timezone

from accounts.services import Attempt, TooManyTriesError, begin_login
from clubscore.jobs import queue
from clubscore.models import Job
from clubscore.text.moments import has_expired, is_lately
from events.devices import services as devices
from events.models import TableCall, TableDevice
from events.tables.selectors.snapshot import current_snapshot
from events.tables.selectors.watch import watched_tables
from tests.events.tables.phones import Phone, evening

pytestmark = pytest.mark.django_db

HOUR, DAY, YEAR = timedelta(hours=1), timedelta(days=1), timedelta(days=366)
MINUTE = timedelta(minutes=1)


@pytest.fixture
def put_clock(monkeypatch: pytest.MonkeyPatch) -> Callable[[timedelta], None]:
    real = timezone.now

    def put(by: timedelta) -> None:
        monkeypatch.setattr("django.utils.timezone.now", lambda: real() + by)

    return put


@pytest.mark.parametrize("span", [MINUTE, HOUR, DAY])
@pytest.mark.parametrize("by", [HOUR, DAY, YEAR])
def test_a_window_has_two_ends_and_a_right_lasts(span, by):
    now = datetime(2026, 11, 26, 20, tzinfo=timezone.get_default_timezone())
    assert is_lately(now, span, now=now)
    assert not is_lately(now - span, span, now=now)
    assert not is_lately(now, span, now=now - by)
    assert is_lately(now, span, now=now + by) == (by < span)
    assert has_expired(now, span, now=now + by) == (by >= span)
    assert not has_expired(now, span, now=now - by)


def sends(phone: Phone) -> bool:
    return phone.post("/play/call/").status_code == 200


def logs_in() -> bool:
    try:
        begin_login(attempt=Attempt("ann", "192.0.2.7"))
    except TooManyTriesError:
        return False
    return True


@pytest.mark.parametrize("by", [HOUR, YEAR, -HOUR, -YEAR])
def test_who_waits_waits_no_longer_than_once(put_clock, by):
    session = evening()
    phone = Phone(session, 1, "NS")
    while sends(phone):
        pass
    for _ in range(devices.MAX_CODES):
        devices.count_wrong(kind=devices.CODE, place="here")
    while logs_in():
        pass
    now = timezone.now()
    job = Job.objects.create(
        kind="k", subject="s", seconds=9, state=Job.State.RUNNING, asked_at=now, active_at=now
    )
    assert (devices.blocked_places(), queue._free().count()) == (1, 0)

    put_clock(by)
    assert (devices.blocked_places(), sends(phone), logs_in()) == (0, True, True)
    # The call of another hour is another call, and not the first one of the last half minute.
    assert TableCall.objects.count() == 2
    assert list(queue._free()) == [job]
    devices.count_wrong(kind=devices.CODE, place="here")
    assert devices.blocked_places() == 0


@pytest.mark.parametrize("by", [HOUR, -HOUR])
def test_a_device_is_silent_until_it_asks_again(put_clock, by):
    session = evening()
    phone = Phone(session, 1, "NS")

    def silent() -> bool:
        tables = watched_tables(current_snapshot(session.pk), timezone.now())
        return next(table.is_silent for table in tables if table.table == 1)

    assert not silent()
    put_clock(by)
    assert silent()
    assert phone.now["table"] == 1
    assert not silent()
    assert TableDevice.objects.get().seen_at <= timezone.now()
