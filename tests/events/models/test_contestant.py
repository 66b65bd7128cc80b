import pytest
from django.db import IntegrityError, transaction
from django.db.models import ProtectedError

from events.models import Contestant, ContestantPlayer
from players.models import Player
from tests.events import factories

pytestmark = pytest.mark.django_db


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
