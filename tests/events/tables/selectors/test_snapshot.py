"""A snapshot that is refreshed is the one that would be read whole."""

import pytest
from django.contrib.auth.models import User

from clubscore.web.visitors import Actor
from events.models import LogEntry, Session, TravellerLine
from events.sessions.lines.services.saving import enter_result
from events.tables.selectors import snapshot as current
from events.tables.selectors.snapshot import Snapshot, current_snapshot, read_snapshot, snapshot_of
from events.tables.services.directing import give_back
from tests.events import factories
from tests.events.tables.phones import BY, Phone, evening
from tests.queries import forget

pytestmark = [pytest.mark.both_databases, pytest.mark.django_db]


def kept(session: Session) -> Snapshot:
    snapshot = snapshot_of(session.pk, stamp="now")
    assert snapshot is not None
    return snapshot


def same(session: Session) -> bool:
    """Whether what is made of the kept snapshot is what is stored."""
    refreshed, whole = current_snapshot(session.pk), read_snapshot(session.pk)
    assert refreshed is not None
    assert whole is not None
    return refreshed == whole


def test_it_follows_what_phones_and_directors_do(monkeypatch: pytest.MonkeyPatch):
    session = evening()
    north, east = Phone(session, 1, "NS"), Phone(session, 1, "EW")
    forget()
    kept(session)
    whole: list[int] = []
    monkeypatch.setattr(current, "read_snapshot", lambda pk: whole.append(pk))

    board = north.now["boards"][0]["board"]
    north.enter(board)
    assert same(session)
    east.at(board, "confirm")
    assert same(session)
    line = TravellerLine.objects.get(pk=north.line(board)["line"])
    enter_result(session_id=session.pk, line_id=line.pk, text="3NT N =", by=BY, version=None)
    assert same(session)
    # Only the lines that changed were read.
    assert whole == []


def test_what_is_not_in_the_log_makes_it_read_no_line(monkeypatch: pytest.MonkeyPatch):
    session = evening(approve="never")
    north = Phone(session, 1, "NS")
    forget()
    kept(session)
    whole: list[int] = []
    monkeypatch.setattr(current, "read_snapshot", lambda pk: whole.append(pk))

    north.post("/play/call/")
    assert same(session)
    Phone(session, 1, "EW")
    assert same(session)
    north.post("/play/round/", round=2)
    assert same(session)
    assert whole == []


def test_a_mark_that_is_not_in_the_log_is_followed():
    session = evening()
    line = factories.line(session, 1)
    director = Actor(user=User.objects.create_user("director", is_staff=True))
    enter_result(session_id=session.pk, line_id=line.pk, text="3NT N =", by=director)
    forget()
    assert kept(session).lines[line.pk].state == "director"
    give_back(session_id=session.pk, line_id=line.pk, by=director)
    assert same(session)
    snapshot = current_snapshot(session.pk)
    assert snapshot is not None
    assert snapshot.lines[line.pk].state == "entered"


def test_an_entry_that_is_committed_late_makes_it_read_whole():
    session = evening()
    first = LogEntry.objects.filter(session=session).order_by("pk").last()
    assert first is not None

    def commit(number: int) -> None:
        entry = LogEntry(pk=number, session=session, action=LogEntry.Action.ENTERED)
        LogEntry.objects.bulk_create([entry])

    commit(first.pk + 2)
    forget()
    kept(session)
    commit(first.pk + 1)
    assert same(session)


def test_without_tables_there_is_none():
    assert current_snapshot(0) is None
