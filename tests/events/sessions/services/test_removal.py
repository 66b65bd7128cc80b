import datetime

import pytest

from clubscore.actor import Actor
from clubscore.problems import Refused
from events.models import (
    CarryOver,
    Deletion,
    LineContestant,
    LogEntry,
    Section,
    Series,
    Session,
    TravellerLine,
)
from events.sessions.selectors.deletion import session_plan
from events.sessions.services import removal
from events.sessions.services.carry_over import set_carry_over
from events.sessions.services.series import create_series
from movements.models import Movement
from players.models import Player
from tests.events import factories

pytestmark = pytest.mark.django_db


def test_a_session_without_results_goes_with_its_log() -> None:
    session, other = factories.session(), factories.session(title="Another")
    removal.delete_session(session=session, by=Actor())
    assert [str(each.title) for each in Session.objects.all()] == ["Another"]
    assert [entry.session for entry in LogEntry.objects.all()] == [other]
    assert Section.objects.count() == 1
    assert (TravellerLine.objects.count(), LineContestant.objects.count()) == (6, 12)


def test_a_session_that_goes_leaves_its_series_and_who_carried_it_over() -> None:
    session, later = factories.session(), factories.session(title="Later")
    made = create_series(series=Series(name="Spring"), weights={session.pk: 100}, by=Actor())
    set_carry_over(session=later, earlier_session=session, by=Actor())
    removal.delete_session(session=session, by=Actor())
    assert (made.counted_sessions.count(), CarryOver.objects.count()) == (0, 0)
    assert [
        LogEntry.objects.filter(**each).first().after
        for each in ({"series": made}, {"session": later})
    ] == [{"left out": "Club evening, 2026-03-05"}, {"carry-over": {}}]


def test_a_result_that_was_cleared_does_not_keep_a_session() -> None:
    session = factories.session()
    factories.enter(session, 1, "420", "")
    factories.enter(session, 1, "", "")
    removal.delete_session(session=session, by=Actor())
    assert (Session.objects.count(), LogEntry.objects.count()) == (0, 0)


def test_a_session_with_results_goes_and_the_log_of_deletions_keeps_that_it_was() -> None:
    session = factories.played()
    removal.delete_session(session=session, backup="before.jsonl.gz", by=Actor(device="phone"))
    assert (Session.objects.count(), LogEntry.objects.count(), Player.objects.count()) == (0, 0, 8)
    [entry] = Deletion.objects.all()
    assert (entry.kind, entry.title, entry.date, entry.results, entry.device, entry.backup) == (
        "session",
        "Club evening",
        datetime.date(2026, 3, 5),
        6,
        "phone",
        "before.jsonl.gz",
    )


def test_a_session_that_changed_since_the_page_stays() -> None:
    session = factories.session()
    seen = session_plan(session).seen
    factories.enter(session, 1, "420", "")
    with pytest.raises(Refused) as refused:
        removal.delete_session(session=session, seen=seen, by=Actor())
    assert str(refused.value) == (
        "This was changed in the meantime. Nothing was deleted; look at the page again."
    )
    assert (Session.objects.count(), Deletion.objects.count()) == (1, 0)


def test_a_session_that_is_gone_is_refused() -> None:
    session = factories.session()
    removal.delete_session(session=session, by=Actor())
    with pytest.raises(Refused, match="This session was deleted in the meantime"):
        removal.delete_session(session=session, by=Actor())


def test_erasing_leaves_players_and_movements() -> None:
    session = factories.played()
    removal.erase(sessions=[session], by=Actor())
    assert (Session.objects.count(), TravellerLine.objects.count()) == (0, 0)
    assert (Player.objects.count(), Movement.objects.count()) == (8, 1)


def test_erasing_nothing_erases_nothing() -> None:
    factories.session()
    removal.erase(sessions=[], by=Actor())
    assert (Session.objects.count(), LogEntry.objects.count()) == (1, 1)
