"""When a backup is made by itself."""

import datetime
import gzip
import logging
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from clubscore.keeping.backups import store as evening
from clubscore.keeping.backups.store import Reason, backups_to_keep
from clubscore.models import Job
from clubscore.text.problems import Refused
from clubscore.web.visitors import Actor
from tests.jobs import work_off

NOW = datetime.datetime(2026, 11, 21, 20, 0, tzinfo=datetime.UTC)


def days_ago(*days: float) -> list[tuple[datetime.datetime, float]]:
    return [(NOW - datetime.timedelta(days=day), day) for day in days]


def test_few_backups_all_stay() -> None:
    assert backups_to_keep(days_ago(*range(10)), now=NOW) == set(range(10))
    assert backups_to_keep([], now=NOW) == set()


def test_ten_backups_of_one_evening_stay_and_the_last_of_each_week_before() -> None:
    tonight = [hours / 24 for hours in range(12)]
    # 20 November is a Friday; two evenings a week, on Fridays and Wednesdays.
    evenings = [1, 3, 8, 10, 15, 17, 22, 24]

    assert backups_to_keep(days_ago(*tonight, *evenings), now=NOW) == {*tonight[:10], 8, 15, 22}


def test_after_a_quarter_the_last_of_each_month_stays() -> None:
    daily = range(400)
    stay = backups_to_keep(days_ago(*daily), now=NOW)
    moments = [NOW - datetime.timedelta(days=day) for day in sorted(stay)]

    old = [moment for moment in moments if NOW - moment > datetime.timedelta(weeks=13)]
    assert [f"{moment:%Y-%m-%d}" for moment in old] == [
        "2026-07-31", "2026-06-30", "2026-05-31", "2026-04-30", "2026-03-31", "2026-02-28",
        "2026-01-31", "2025-12-31", "2025-11-30", "2025-10-31",
    ]  # fmt: skip
    assert len(stay) < 40


def test_a_backup_stays_kept_as_long_as_its_month_has_no_later_one() -> None:
    assert backups_to_keep(days_ago(*range(12), 4000), now=NOW) == {*range(10), 4000}


@pytest.fixture
def begun(settings, monkeypatch: pytest.MonkeyPatch) -> list[Reason]:
    """The backups that were asked for, without making them."""
    reasons: list[Reason] = []
    settings.BACKUP_AT_EVENING = True
    monkeypatch.setattr(evening, "_next_look", 0.0)
    monkeypatch.setattr(evening, "ask_for_backup", lambda *, reason, by: reasons.append(reason))
    return reasons


def put_backup(folder: Path, *, hours: float) -> None:
    folder.mkdir(exist_ok=True)
    moment = timezone.now().astimezone(datetime.UTC) - datetime.timedelta(hours=hours)
    path = folder / f"clubscore-{moment:%Y%m%dT%H%M%SZ}-start.jsonl.gz"
    path.write_bytes(gzip.compress(b""))


@pytest.fixture
def director(client: Client, db: None) -> Client:
    client.force_login(User.objects.create_user("director", password="correct", is_staff=True))
    return client


def test_directors_first_change_begins_a_backup(director: Client, begun: list[Reason]) -> None:
    assert director.get("/backups/").status_code == 200
    assert begun == []
    # Refused: nothing was written.
    assert director.post("/backups/").status_code == 405
    assert begun == []
    director.post("/login/", {"username": "director", "password": "correct"})
    assert begun == [Reason.EVENING]


def test_one_backup_an_evening(director: Client, begun: list[Reason], backups_folder: Path) -> None:
    put_backup(backups_folder, hours=4.9)
    director.post("/login/", {"username": "director", "password": "correct"})
    assert begun == []


def test_after_a_rest_there_is_another_backup(
    director: Client, begun: list[Reason], backups_folder: Path
) -> None:
    put_backup(backups_folder, hours=5.1)
    director.post("/login/", {"username": "director", "password": "correct"})
    assert begun == [Reason.EVENING]


def test_the_folder_is_not_looked_at_for_every_line(
    director: Client, begun: list[Reason], monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(3):
        director.post("/login/", {"username": "director", "password": "correct"})
    assert begun == [Reason.EVENING]
    monkeypatch.setattr(evening.time, "monotonic", lambda: evening._next_look + 1)
    director.post("/login/", {"username": "director", "password": "correct"})
    assert begun == [Reason.EVENING] * 2


@pytest.mark.django_db
def test_whoever_is_no_director_begins_nothing(client: Client, begun: list[Reason]) -> None:
    User.objects.create_user("member", password="correct")
    client.post("/login/", {"username": "member", "password": "wrong"})
    client.post("/login/", {"username": "member", "password": "correct"})
    assert begun == []
    # Nor does it keep a director from beginning.
    User.objects.create_user("director", password="correct", is_staff=True)
    Client().post("/login/", {"username": "director", "password": "correct"})
    assert begun == [Reason.EVENING]


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Reason, object]]:
    calls: list[tuple[Reason, object]] = []

    def make(reason: Reason, *, unless_younger_than: object = None) -> None:
        calls.append((reason, unless_younger_than))

    monkeypatch.setattr(evening, "make_backup", make)
    return calls


STORED: dict[str, list[str]] = {"events": ["0001"]}

AN_UPDATE = [("events", "0002")]


@pytest.mark.parametrize(
    ("applied", "pending", "wait", "calls"),
    [
        ({}, AN_UPDATE, True, []),
        (STORED, [], True, [(Reason.START, evening.REST)]),
        (STORED, AN_UPDATE, True, [(Reason.UPDATE, None)]),
        (STORED, AN_UPDATE, False, [(Reason.UPDATE, None)]),
        (STORED, [], False, []),
    ],
)
def test_a_start_backups_what_there_is(
    made: list[tuple[Reason, object]],
    monkeypatch: pytest.MonkeyPatch,
    applied: dict[str, list[str]],
    pending: list[tuple[str, str]],
    wait: bool,
    calls: list[tuple[Reason, object]],
) -> None:
    monkeypatch.setattr(evening.schema, "applied", lambda connection: applied)
    monkeypatch.setattr(evening.schema, "pending", lambda connection: pending)
    monkeypatch.setattr(evening, "is_due", lambda: False)
    evening.back_up_at_start(wait=wait)
    assert made == calls


@pytest.mark.django_db
@pytest.mark.parametrize("due", [True, False])
def test_the_first_page_does_not_wait_for_the_backup_of_a_start(
    made: list[tuple[Reason, object]], monkeypatch: pytest.MonkeyPatch, due: bool
) -> None:
    monkeypatch.setattr(evening.schema, "applied", lambda connection: STORED)
    monkeypatch.setattr(evening.schema, "pending", lambda connection: [])
    monkeypatch.setattr(evening, "is_due", lambda: due)
    evening.back_up_at_start(wait=False)
    assert made == []
    assert work_off() == 2 * due
    assert made == [(Reason.START, evening.REST)] * due


@pytest.mark.django_db
def test_a_backup_that_is_asked_for_is_made_however_young_the_last_one_is(
    made: list[tuple[Reason, object]],
) -> None:
    evening.ask_for_backup(reason=Reason.ASKED, by=Actor())
    work_off()
    assert made == [(Reason.ASKED, None)]
    assert not Job.objects.exists()


@pytest.mark.django_db
def test_what_goes_wrong_beside_the_requests_is_in_the_log(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def refuse(reason: Reason, **options: object) -> None:
        raise Refused.because("Only 3 MB are free.")

    monkeypatch.setattr(evening, "make_backup", refuse)
    evening.ask_for_backup(reason=Reason.EVENING, by=Actor())
    with caplog.at_level(logging.ERROR):
        work_off()
    assert caplog.messages == ["No backup of the data could be made: Only 3 MB are free."]
