import pytest
from asgiref.sync import async_to_sync
from django.db import IntegrityError, transaction
from django.db.models import ProtectedError

from clubscore.database.models import AppendOnlyError
from clubscore.web.visitors import Actor
from events.common.services import record
from events.models import LogEntry
from tests.events import factories
from tests.events.tournaments import cups

pytestmark = [pytest.mark.both_databases, pytest.mark.django_db]


def test_the_latest_entry_comes_first_and_says_when_and_what() -> None:
    session = factories.session()
    factories.enter(session, 1, "420", "")
    latest, first = LogEntry.objects.all()
    assert (latest.action, first.action) == ("entered", "created")
    assert str(latest) == f"{latest.at:%Y-%m-%d %H:%M} result entered"


def test_a_long_device_is_cut_to_its_column() -> None:
    entry = record(
        session_id=factories.session().pk,
        action=LogEntry.Action.CHANGED,
        by=Actor(device="x" * 500),
    )
    entry.refresh_from_db()
    assert entry.device == "x" * 200


def test_nothing_is_changed_or_deleted_by_any_way_in() -> None:
    session = factories.session()
    factories.enter(session, 1, "420", "")
    entry = LogEntry.objects.first()
    entry.reason = "another"
    kept = list(LogEntry.objects.values())
    ways = (
        entry.save,
        lambda: entry.save(force_update=True, update_fields=["reason"]),
        lambda: LogEntry(pk=entry.pk, session=session, action="entered").save(),
        entry.delete,
        lambda: LogEntry.objects.bulk_update([entry], ["reason"]),
        lambda: LogEntry.objects.bulk_create(
            [entry], update_conflicts=True, update_fields=["reason"], unique_fields=["pk"]
        ),
        lambda: LogEntry.objects.update(reason="another"),
        lambda: LogEntry.objects.filter(pk=entry.pk).update(reason="another"),
        lambda: LogEntry.objects.update_or_create(pk=entry.pk, defaults={"reason": "another"}),
        lambda: LogEntry.objects.all().delete(),
        lambda: LogEntry.objects.filter(pk=entry.pk).delete(),
        lambda: session.log.update(reason="another"),
        lambda: session.log.all().delete(),
        lambda: entry.line.log.all().delete(),
        lambda: async_to_sync(LogEntry.objects.filter(pk=entry.pk).adelete)(),
        lambda: async_to_sync(LogEntry.objects.filter(pk=entry.pk).aupdate)(reason="another"),
    )
    for way in ways:
        with pytest.raises(AppendOnlyError), transaction.atomic():
            way()
    assert list(LogEntry.objects.values()) == kept


def test_what_has_a_log_is_not_deleted_with_it() -> None:
    session = factories.session()
    factories.enter(session, 1, "420", "")
    for thing in (session, factories.line(session, 1), session.sections.get()):
        with pytest.raises(ProtectedError):
            thing.delete()
    assert LogEntry.objects.count() == 2


def test_a_director_in_the_log_is_protected() -> None:
    director = factories.DirectorFactory()
    factories.session(by=Actor(user=director))
    with pytest.raises(Exception, match="protected"):
        director.delete()


@pytest.mark.parametrize("both", [True, False])
def test_an_entry_of_both_or_neither_is_refused_by_the_database(both: bool) -> None:
    of = {"session": factories.session(), "tournament": cups.tournament()} if both else {}
    with pytest.raises(IntegrityError), transaction.atomic():
        LogEntry.objects.create(action=LogEntry.Action.CHANGED, **of)


def test_an_entry_is_undone_once() -> None:
    session = factories.session()
    undone = LogEntry.objects.get()
    undo = {"session": session, "action": "undone", "undoes": undone}
    LogEntry.objects.create(**undo)
    with pytest.raises(IntegrityError), transaction.atomic():
        LogEntry.objects.create(**undo)


def test_only_an_undo_points_to_what_it_undoes() -> None:
    session = factories.session()
    made = LogEntry.objects.get()
    for wrong in ({"action": "undone"}, {"action": "entered", "undoes": made}):
        with pytest.raises(IntegrityError), transaction.atomic():
            LogEntry.objects.create(session=session, **wrong)
