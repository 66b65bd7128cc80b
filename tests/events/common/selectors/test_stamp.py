import datetime
from collections.abc import Callable

import pytest
from django.utils import timezone

from clubscore.actor import Actor
from events.common.selectors.stamp import (
    club_stamp,
    common_stamp,
    log_stamps,
    people_stamp,
    session_stamp,
)
from events.models import LogEntry, Session
from events.sessions.services import handicaps, sessions
from events.sessions.services import series as services
from players.models import Player
from players.services.players import change_player
from tests.events import factories
from tests.events.sessions.evenings import evening, name, series
from tests.queries import queries

pytestmark = pytest.mark.django_db


def rename(session: Session) -> None:
    player = Player.objects.filter(memberships__session=session).first()
    player.family = "Changed"
    change_player(player=player, by=Actor())


def settle(session: Session) -> None:
    session.method = "total"
    sessions.change_settings(session=session, fields=["method"], by=Actor())


CHANGES: dict[str, Callable[[Session], object]] = {
    "line": lambda session: factories.enter(session, 1, "50", "50", "p"),
    "names": lambda session: sessions.enter_names(
        session=session, names={"A1": [name("X"), None]}, by=Actor()
    ),
    "player": rename,
    "handicap": lambda session: handicaps.set_handicaps(
        session=session, handicaps={"A1": handicaps.Handicaps(own=1)}, by=Actor()
    ),
    "settings": settle,
    "published": lambda session: sessions.withdraw(session=session, by=Actor()),
    "state": lambda session: sessions.reopen(session=session, by=Actor()),
}


@pytest.mark.parametrize("kind", CHANGES)
def test_all_but_results_change_the_stamp_of_those_who_play(kind: str) -> None:
    session, other = evening(day=1), evening(day=2)
    before, of_other = people_stamp(session.pk), people_stamp(other.pk)
    CHANGES[kind](session)
    assert (people_stamp(session.pk) == before) == (kind == "line")
    if kind not in ("player", "names"):
        assert people_stamp(other.pk) == of_other


@pytest.mark.parametrize("kind", CHANGES)
def test_any_change_of_a_session_changes_its_stamps(kind: str) -> None:
    session, other = evening(day=1), evening(day=2)
    numbers = [session.pk, other.pk]
    before = session_stamp(session.pk), common_stamp(session_ids=numbers), club_stamp()
    CHANGES[kind](session)
    after = session_stamp(session.pk), common_stamp(session_ids=numbers), club_stamp()
    assert [old != new for old, new in zip(before, after, strict=True)] == [True] * 3


@pytest.mark.parametrize("kind", sorted(CHANGES.keys() - {"player"}))
def test_a_change_changes_only_the_stamp_of_its_own_session(kind: str) -> None:
    session, other = evening(day=1), evening(day=2)
    before = log_stamps([session.pk, other.pk])
    CHANGES[kind](session)
    after = log_stamps([session.pk, other.pk])
    assert (before[session.pk] != after[session.pk], before[other.pk]) == (True, after[other.pk])


def test_a_change_of_a_player_is_seen_although_a_clock_ran_ahead() -> None:
    session = evening(day=1)
    next_year = timezone.now() + datetime.timedelta(days=365)
    Player.objects.update(updated_at=next_year)
    before = session_stamp(session.pk)
    player = Player.objects.filter(memberships__session=session)[0]
    player.initials_only = True
    change_player(player=player, by=Actor())
    assert session_stamp(session.pk) != before


def test_sessions_without_a_log_have_a_stamp_too() -> None:
    assert log_stamps([4711]) == {4711: "0"}
    assert log_stamps([]) == {}


def test_a_change_elsewhere_is_the_same_stamp() -> None:
    session, other, made = evening(day=1), evening(day=2), series()
    before = common_stamp(session_ids=[session.pk], series_ids=[made.pk])
    sessions.reopen(session=other, by=Actor())
    assert common_stamp(session_ids=[session.pk], series_ids=[made.pk]) == before


def test_a_change_of_a_series_changes_its_stamp() -> None:
    made, other = series(), series(name="Other")
    before = common_stamp(series_ids=[made.pk])
    services.publish_series(series=other, by=Actor())
    assert common_stamp(series_ids=[made.pk]) == before
    services.publish_series(series=made, by=Actor())
    assert common_stamp(series_ids=[made.pk]) != before


def test_other_sessions_and_series_have_another_stamp() -> None:
    first, second = evening(day=1), evening(day=2)
    made = series(first)
    stamps = {
        common_stamp(),
        common_stamp(session_ids=[first.pk]),
        common_stamp(session_ids=[first.pk, second.pk]),
        common_stamp(session_ids=[second.pk]),
        common_stamp(series_ids=[made.pk]),
        common_stamp(session_ids=[first.pk], series_ids=[made.pk]),
    }
    assert len(stamps) == 6


def test_a_stamp_of_a_hundred_sessions_is_as_short_and_takes_one_query() -> None:
    session = evening()
    many = [session.pk, *range(10_000, 10_100)]
    assert len(common_stamp(session_ids=many)) == len(common_stamp(session_ids=[session.pk]))
    assert queries(lambda: common_stamp(session_ids=[session.pk])) == 1
    assert queries(lambda: common_stamp(session_ids=many)) == 1


def test_an_entry_that_is_committed_late_changes_the_stamp_of_the_club() -> None:
    session = evening(day=1)
    first = LogEntry.objects.create(session=session, action=LogEntry.Action.CREATED).pk

    def commit(number: int) -> None:
        entry = LogEntry(pk=number, session=session, action=LogEntry.Action.CREATED)
        LogEntry.objects.bulk_create([entry])

    # A number between was given to somebody whose transaction goes on.
    commit(first + 2)
    before = club_stamp()
    commit(first + 1)
    assert club_stamp() != before
