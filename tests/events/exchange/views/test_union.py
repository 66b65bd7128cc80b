"""What a union wants to know of a session: numbers of the club and of the players."""

import pytest

from clubscore.web.visitors import Actor
from events.exchange.domain.plan_comparison import compare
from events.exchange.figures.exporting import SessionFormat, export_session, losses
from events.exchange.figures.opening import open_results
from events.exchange.figures.planning import plan_of
from events.exchange.services.importing import import_session
from events.models import ContestantPlayer
from players.models import ClubSettings, Player
from tests.events import factories

pytestmark = pytest.mark.django_db


@pytest.fixture
def session():
    session = factories.played()
    Player.objects.filter(name="Ada Player-A").update(national_number="ADA1")
    Player.objects.filter(name="Bo Player-A").update(national_number="BO2", initials_only=True)
    return session


def test_numbers_and_charge_code_are_written(session):
    ClubSettings.objects.create(union_number="4711", charge_code="11")
    text = export_session(session, SessionFormat.USEBIO).decode()
    assert "<CLUB_ID_NUMBER>4711</CLUB_ID_NUMBER>" in text
    assert "<P2P_CHARGE_RATE>11</P2P_CHARGE_RATE>" in text
    assert text.count("RATEABLE") == 1
    assert (
        '<PLAYER RATEABLE="Y"><PLAYER_NAME>Ada Player-A</PLAYER_NAME>'
        "<NATIONAL_ID_NUMBER>ADA1</NATIONAL_ID_NUMBER></PLAYER>" in text
    )


def test_what_the_union_will_ask_is_said_to_clubs_that_have_one(session):
    assert losses(session, SessionFormat.USEBIO) == []
    ClubSettings.objects.create(national_number_label="EBU")
    ContestantPlayer.objects.filter(contestant__number=4).delete()
    club, nobody, numbers = map(str, losses(session, SessionFormat.USEBIO))
    assert club.startswith("The union will ask which club this is")
    assert nobody == "The union will ask who played as 4."
    assert numbers.endswith("B. P., Ada Player-B, Bo Player-B, Ada Player-C, Bo Player-C.")


def test_a_number_tells_who_it_is_whatever_the_spelling(session):
    data = export_session(session, SessionFormat.USEBIO).decode()
    data = data.replace("Ada Player-A", "A. Player").replace("03/2026", "04/2026")
    data = data.replace("<PLAYER_NAME>Ada Player-B<", "<PLAYER_NAME>New Face<")
    data = data.replace(
        "New Face</PLAYER_NAME>",
        "New Face</PLAYER_NAME><NATIONAL_ID_NUMBER>N9</NATIONAL_ID_NUMBER>",
    )
    plan = plan_of(open_results(data.encode()).reading)
    made = import_session(plan=plan, comparison=compare(plan), by=Actor())
    seats = ContestantPlayer.objects.filter(session=made)
    names = set(seats.values_list("player__name", flat=True))
    assert "Ada Player-A" in names
    assert not Player.objects.filter(name="A. Player").exists()
    assert Player.objects.get(name="New Face").national_number == "N9"
