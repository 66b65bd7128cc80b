"""What belongs to one change of results: its lines, not what opponents said of them."""

import datetime
from collections.abc import Callable
from itertools import pairwise

import pytest
from django.utils import timezone

from clubscore.web.visitors import Actor
from events.common.selectors import (
    PAST_SHOWN,
    club_stamp,
    common_stamp,
    last_changes,
    log_stamps,
    parts_of,
    people_stamp,
    session_stamp,
    sessions_for,
)
from events.models import LogEntry, Session
from events.sessions.desk.services import bin as removal, handicaps
from events.sessions.series import services
from events.sessions.setup.services import sessions
from events.sessions.typing.services.undo import undo_last
from players.models import Club, Player
from players.services.players import change_player
from tests.events import factories
from tests.events.sessions.evenings import evening, name, series
from tests.events.tables.phones import MADE, Phone, evening as phones_evening
from tests.queries import queries


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


def test_results_of_a_finished_session_and_what_is_deleted_change_the_stamp_of_the_club() -> None:
    session, other = evening(day=1), evening(day=2)
    sessions.reopen(session=other, by=Actor())
    stamps = [club_stamp()]
    CHANGES["line"](session)
    stamps.append(club_stamp())
    CHANGES["line"](other)
    stamps.append(club_stamp())
    removal.delete_session(session=other, by=Actor())
    stamps.append(club_stamp())
    changed = [old != new for old, new in pairwise(stamps)]
    assert changed == [True, False, True]


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


pytestmark = [pytest.mark.both_databases, pytest.mark.django_db]

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


def test_an_evening_goes_on_after_midnight_until_it_is_finished() -> None:
    add("nothing entered", -1)
    late = factories.session(title="late", date=TODAY - datetime.timedelta(1))
    factories.enter(late, 1, "420", "50")
    assert titles(director=True) == (["late"], [], ["nothing entered"])
    assert titles(director=False)[0] == []
    sessions.finish(session=late, by=Actor())
    assert titles(director=True) == ([], [], ["late", "nothing entered"])


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
    assert (session.field.pairs, session.field.has_movement) == (4, True)


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


@pytest.fixture
def phones() -> tuple[Phone, Phone]:
    session = phones_evening()
    return Phone(session, 2, "NS"), Phone(session, 2, "EW")


def exchange_two_boards(one: Phone, other: Phone) -> None:
    one.enter(3)
    one.at(4, **MADE)
    one.at(3, "exchange", other=one.line(4)["line"])
    other.at(3, "exchange", agree=True)


def undo(phone: Phone, board: int) -> tuple[int, ...]:
    by = Actor(user=factories.DirectorFactory())
    return undo_last(session_id=phone.session.pk, by=by, board=board).boards


def tricks(phone: Phone) -> list[int]:
    return [phone.line(board)["result"]["tricks"] for board in (3, 4)]


def test_confirmations_are_no_part_of_a_change(phones: tuple[Phone, Phone]) -> None:
    exchange_two_boards(*phones)

    last, _before = LogEntry.objects.filter(action="entered").order_by("-pk")[:2]
    assert [part.line.board for part in parts_of(last) if part.line] == [3, 4]
    [(_exchange, others), *_rest] = last_changes(session_id=phones[0].session.pk, count=1)
    assert others == 1


@pytest.mark.parametrize("board", [3, 4])
def test_an_exchange_that_was_agreed_to_is_undone_from_either_board(
    phones: tuple[Phone, Phone], board: int
) -> None:
    exchange_two_boards(*phones)
    assert tricks(phones[0]) == [10, 11]

    assert undo(phones[0], board) == (3, 4)

    assert tricks(phones[0]) == [11, 10]
    assert [phones[1].line(each)["state"] for each in (3, 4)] == ["entered", "entered"]


def test_a_result_taken_over_from_the_opponents_is_undone(phones: tuple[Phone, Phone]) -> None:
    one, other = phones
    one.enter(3)
    other.at(3, "object", **MADE)
    one.at(3, "confirm", accept=True)

    assert undo(one, 3) == (3,)

    assert one.line(3)["result"]["tricks"] == 11
