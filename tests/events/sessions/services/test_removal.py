import pytest

from clubscore.actor import Actor
from clubscore.problems import Refused
from events.models import (
    CarryOver,
    LineContestant,
    LogEntry,
    Section,
    Series,
    Session,
    TravellerLine,
)
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


@pytest.mark.parametrize("typed", ["420", "p", "np", "a6040"])
def test_a_session_with_a_result_stays(typed: str) -> None:
    session = factories.session()
    factories.enter(session, 1, typed, "")
    before = LogEntry.objects.count()
    with pytest.raises(Refused) as refused:
        removal.delete_session(session=session, by=Actor())
    assert str(refused.value) == ("This session has results (1), so it cannot be deleted.")
    assert (Session.objects.count(), LogEntry.objects.count()) == (1, before)


def test_erasing_leaves_players_and_movements() -> None:
    session = factories.played()
    removal.erase(sessions=[session], by=Actor())
    assert (Session.objects.count(), TravellerLine.objects.count()) == (0, 0)
    assert (Player.objects.count(), Movement.objects.count()) == (8, 1)


def test_erasing_nothing_erases_nothing() -> None:
    factories.session()
    removal.erase(sessions=[], by=Actor())
    assert (Session.objects.count(), LogEntry.objects.count()) == (1, 1)
