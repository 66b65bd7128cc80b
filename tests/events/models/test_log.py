import pytest
from django.db import IntegrityError, transaction

from events.models import LogEntry
from events.models.log import AppendOnlyError
from events.services.log import Actor, record
from tests.events import factories, tournaments

pytestmark = pytest.mark.django_db


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


def test_nothing_is_changed_in_bulk() -> None:
    factories.session()
    entry = LogEntry.objects.get()
    entry.reason = "another"
    with pytest.raises(AppendOnlyError):
        LogEntry.objects.bulk_update([entry], ["reason"])


def test_a_director_in_the_log_is_protected() -> None:
    director = factories.DirectorFactory()
    factories.session(by=Actor(user=director))
    with pytest.raises(Exception, match="protected"):
        director.delete()


@pytest.mark.parametrize("both", [True, False])
def test_an_entry_of_both_or_neither_is_refused_by_the_database(both: bool) -> None:
    of = {"session": factories.session(), "tournament": tournaments.tournament()} if both else {}
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
