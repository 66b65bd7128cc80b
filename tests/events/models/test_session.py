import datetime

import pytest
from django.db import DataError, IntegrityError, transaction
from django.db.models import ProtectedError

from events.models import Contestant, ContestantPlayer, Section, Session
from movements.models import Movement
from players.models import Player
from tests.events import factories

pytestmark = [pytest.mark.both_databases, pytest.mark.django_db]


@pytest.mark.parametrize(
    ("direction", "shown", "code"),
    [("", "5", "A5"), ("NS", "NS 5", "ANS5"), ("EW", "EW 5", "AEW5")],
)
def test_a_contestant_shows_its_direction_and_number(direction: str, shown: str, code: str) -> None:
    contestant = Contestant(
        section=factories.session().sections.get(), direction=direction, number=5
    )
    assert (str(contestant), contestant.code) == (shown, code)


def test_a_number_twice_is_refused_by_the_database() -> None:
    section = factories.session().sections.get()
    with pytest.raises(IntegrityError), transaction.atomic():
        Contestant.objects.create(section=section, number=1)


def test_a_number_may_stand_once_in_each_direction() -> None:
    section = factories.session().sections.get()
    for direction in ("NS", "EW"):
        Contestant.objects.create(section=section, number=1, direction=direction)
    assert Contestant.objects.filter(section=section, number=1).count() == 3


def test_an_unknown_direction_is_refused_by_the_database() -> None:
    section = factories.session().sections.get()
    with pytest.raises(IntegrityError), transaction.atomic():
        Contestant.objects.create(section=section, number=9, direction="SN")


def test_a_seat_has_one_player() -> None:
    session = factories.session()
    clara = Player.objects.create(given="Clara", family="Finch")
    hugo = Player.objects.create(given="Hugo", family="Tarrant")
    seat = ContestantPlayer.objects.create(
        session=session, contestant=factories.contestant(session, 1), player=clara, place=1
    )
    assert str(seat) == "1: Clara Finch"
    with pytest.raises(IntegrityError), transaction.atomic():
        ContestantPlayer.objects.create(
            session=session, contestant=seat.contestant, player=hugo, place=1
        )


def test_a_player_may_play_in_two_sessions() -> None:
    clara = Player.objects.create(given="Clara", family="Finch")
    for session in (factories.session(), factories.session()):
        ContestantPlayer.objects.create(
            session=session, contestant=factories.contestant(session, 1), player=clara, place=1
        )
    assert clara.memberships.count() == 2


def test_a_player_who_has_played_is_protected() -> None:
    session = factories.session()
    clara = Player.objects.create(given="Clara", family="Finch")
    ContestantPlayer.objects.create(
        session=session, contestant=factories.contestant(session, 1), player=clara, place=1
    )
    with pytest.raises(ProtectedError):
        clara.delete()


def test_a_session_shows_its_title_date_and_address() -> None:
    session = factories.session(title="Winter pairs")
    assert (str(session), session.get_absolute_url()) == (
        "Winter pairs (2026-03-05)",
        f"/sessions/{session.pk}/",
    )


def test_a_section_shows_its_session_and_letter() -> None:
    section = factories.session(title="Winter pairs").sections.get()
    assert str(section) == "Winter pairs (2026-03-05): A"


def test_the_latest_session_comes_first() -> None:
    days = [datetime.date(2026, 3, day) for day in (5, 7, 6)]
    for day in days:
        factories.session(date=day)
    factories.session(date=days[0], title="Second of the day")
    assert [(session.date.day, session.title) for session in Session.objects.all()] == [
        (7, "Club evening"),
        (6, "Club evening"),
        (5, "Second of the day"),
        (5, "Club evening"),
    ]


@pytest.mark.parametrize(
    "change",
    [
        {"title": ""},
        {"method": "bam"},
        {"scale": 0},
        {"scale": 3},
        {"winners": 0},
        {"winners": 3},
        {"butler_drop": 3},
        {"butler_percent": 41},
        {"sit_out": 101},
        {"state": "lost"},
    ],
    ids=str,
)
def test_a_session_against_the_rules_is_refused_by_the_database(change: dict) -> None:
    session = factories.session()
    with pytest.raises(IntegrityError), transaction.atomic():
        Session.objects.filter(pk=session.pk).update(**change)


@pytest.mark.parametrize(
    "change",
    [{"boards_per_round": 0}, {"boards_per_round": 100}, {"first_board": 0}, {"first_board": 1000}],
    ids=str,
)
def test_a_section_against_the_rules_is_refused_by_the_database(change: dict) -> None:
    section = factories.session().sections.get()
    with pytest.raises(IntegrityError), transaction.atomic():
        Section.objects.filter(pk=section.pk).update(**change)


def test_a_letter_twice_is_refused_by_the_database() -> None:
    session = factories.session()
    with pytest.raises(IntegrityError), transaction.atomic():
        Section.objects.create(session=session)


def test_a_negative_number_is_refused_by_the_database() -> None:
    session = factories.session()
    with pytest.raises((IntegrityError, DataError)), transaction.atomic():
        Session.objects.filter(pk=session.pk).update(butler_drop=-1)


def test_a_session_with_a_log_is_protected() -> None:
    session = factories.session()
    with pytest.raises(Exception, match="protected"):
        session.delete()
    assert (Session.objects.count(), Movement.objects.count()) == (1, 1)
