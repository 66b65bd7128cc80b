import datetime

import pytest

from clubscore.actor import Actor
from events.models import Series
from events.sessions.selectors.series import (
    all_series,
    chain,
    find_series,
    find_sessions,
    individual_sessions,
    series_of_session,
    sessions_of,
)
from events.sessions.services import sessions
from events.sessions.services.series import publish_series
from players.models import Club
from tests.events.sessions.evenings import evening, individual, series
from tests.queries import queries

pytestmark = pytest.mark.django_db


def test_series_are_told_with_their_sessions_and_dates_the_latest_first() -> None:
    old = series(evening(day=1), evening(day=2), name="Old")
    new = series(evening(day=9), name="New")
    empty = series(name="Empty")
    assert [
        (each, each.session_count, each.first_date, each.last_date)
        for each in all_series(director=True)
    ] == [
        (empty, 0, None, None),
        (new, 1, datetime.date(2026, 3, 9), datetime.date(2026, 3, 9)),
        (old, 2, datetime.date(2026, 3, 1), datetime.date(2026, 3, 2)),
    ]


def test_a_visitor_is_told_of_published_series_and_sessions() -> None:
    first, second = evening(day=1), evening(day=2)
    made = series(first, second)
    series(first, name="Hidden")
    publish_series(series=made, by=Actor())
    sessions.withdraw(session=second, by=Actor())
    [found] = all_series(director=False)
    assert (found, found.session_count, found.last_date) == (made, 1, first.date)


def test_a_chain_begins_with_the_earliest() -> None:
    first = series(evening(day=1), name="First")
    second = series(name="Second", earlier=first)
    third = series(evening(day=4), evening(day=3), name="Third", earlier=second)
    links = chain(third, director=True)
    assert [(link.series, [each.session.date.day for each in link.sessions]) for link in links] == [
        (first, [1]),
        (second, []),
        (third, [3, 4]),
    ]


def test_a_chain_that_bites_its_tail_ends() -> None:
    first = series(name="First")
    second = series(name="Second", earlier=first)
    Series.objects.filter(pk=first.pk).update(earlier=second)
    assert [link.series for link in chain(first, director=True)] == [second, first]


def test_a_chain_takes_three_queries() -> None:
    alone = series(evening(day=1))
    before = series(evening(day=2), name="Before")
    between = series(evening(day=3), name="Between", earlier=before)
    last = series(evening(day=4), evening(day=5), name="Last", earlier=between)
    assert queries(lambda: chain(alone, director=True)) == 3
    assert queries(lambda: chain(last, director=True)) == 3


def test_sessions_of_a_visitor_are_of_published_sessions() -> None:
    first, second = evening(day=1), evening(day=2)
    made = series(first, second)
    sessions.withdraw(session=first, by=Actor())
    found = sessions_of([made.pk], director=False)
    assert [entry.session for entry in found[made.pk]] == [second]


def test_individual_sessions_are_found() -> None:
    pairs, players = evening(), individual()
    assert individual_sessions([pairs.pk, players.pk]) == {players.pk}


def test_series_of_a_session_are_those_that_the_reader_may_see() -> None:
    session = evening()
    shown, hidden = series(session, name="Shown"), series(session, name="Hidden")
    series(name="Other")
    publish_series(series=shown, by=Actor())
    assert set(series_of_session(session.pk, director=True)) == {shown, hidden}
    assert series_of_session(session.pk, director=False) == [shown]


def test_sessions_are_found_by_words_and_dates() -> None:
    club = Club.objects.create(name="Hollybrook")
    first = evening(day=1, title="Winter pairs", club=club)
    second = evening(day=2, title="Winter teams")
    third = evening(day=3, title="Pairs", club=club)
    march = {day: datetime.date(2026, 3, day) for day in (1, 2, 3)}
    assert list(find_sessions("")) == [third, second, first]
    assert list(find_sessions("winter")) == [second, first]
    assert list(find_sessions("PAIRS holly")) == [third, first]
    assert list(find_sessions("", since=march[2])) == [third, second]
    assert list(find_sessions("", until=march[2])) == [second, first]
    assert list(find_sessions("pairs", since=march[2], until=march[3])) == [third]
    assert list(find_sessions("\0")) == [third, second, first]


def test_series_are_found_by_words() -> None:
    club = Club.objects.create(name="Hollybrook")
    spring, autumn = series(name="Spring cup", club=club), series(name="Autumn cup")
    assert list(find_series("cup")) == [autumn, spring]
    assert list(find_series("holly spring")) == [spring]
    assert list(find_series("teams")) == []
