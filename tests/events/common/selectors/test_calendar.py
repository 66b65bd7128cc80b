import datetime

import pytest

from clubscore.actor import Actor
from events.common.selectors.calendar import PAST_SHOWN, sessions_for
from events.models import Session
from events.sessions.services import sessions
from players.models import Club
from tests.events import factories
from tests.queries import queries

pytestmark = pytest.mark.django_db

TODAY = datetime.date(2026, 3, 5)


def titles(**options: bool) -> tuple[list[str], list[str], list[str]]:
    calendar = sessions_for(today=TODAY, **options)
    today, coming, past = (
        [session.title for session in each]
        for each in (calendar.today, calendar.coming, calendar.past)
    )
    return today, coming, past


def add(title: str, days: int, *, published: bool = True) -> None:
    session = factories.session(title=title, date=TODAY + datetime.timedelta(days))
    if published:
        sessions.publish(session=session, by=Actor())


def test_nothing_is_an_empty_calendar() -> None:
    assert sessions_for(director=True, today=TODAY).is_empty


def test_the_next_to_come_and_the_latest_past_stand_first() -> None:
    for days in (-9, -1, 0, 1, 9):
        add(f"day {days}", days)
    assert titles(director=False) == (["day 0"], ["day 1", "day 9"], ["day -1", "day -9"])
    assert not sessions_for(director=False, today=TODAY).is_empty


def test_a_visitor_sees_what_is_published() -> None:
    for days in (-1, 0, 1):
        add(f"shown {days}", days)
        add(f"hidden {days}", days, published=False)
    assert titles(director=False) == (["shown 0"], ["shown 1"], ["shown -1"])
    assert titles(director=True) == (
        ["hidden 0", "shown 0"],
        ["shown 1", "hidden 1"],
        ["hidden -1", "shown -1"],
    )


def test_contestants_are_counted() -> None:
    factories.session(date=TODAY)
    [session] = sessions_for(director=True, today=TODAY).today
    assert session.contestant_count == 4


def test_the_past_is_cut() -> None:
    Session.objects.bulk_create(
        Session(title=f"day {days}", date=TODAY + datetime.timedelta(days))
        for days in range(-PAST_SHOWN - 1, 0)
    )
    past = sessions_for(director=True, today=TODAY).past
    assert [session.title for session in past] == [
        f"day {-day}" for day in range(1, PAST_SHOWN + 1)
    ]


def test_queries_do_not_grow_with_sessions() -> None:
    def read() -> None:
        calendar = sessions_for(director=True, today=TODAY)
        for session in (*calendar.today, *calendar.coming, *calendar.past):
            str(session.club)

    counts = []
    for count in (1, 2):
        club = Club.objects.create(name=f"Club {count}")
        for days in (-1, 0, 1) * count:
            factories.session(club=club, date=TODAY + datetime.timedelta(days))
        counts.append(queries(read))
    assert counts == [3, 3]
