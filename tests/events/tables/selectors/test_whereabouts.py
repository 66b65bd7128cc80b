"""The second look that opponents are asked for at a doubtful result."""

import pytest

from clubscore.web.visitors import Actor
from events.models import Session, TravellerLine
from events.sessions.lines.services.saving import enter_result
from movements.formats import asc
from tests.events.tables.phones import Phone, evening
from tests.movements.domain.building import mitchell

pytestmark = pytest.mark.django_db


def five_tables(**settings: object) -> Session:
    """An evening at which West declared board 1 at four of five tables; table 1 is to enter it."""
    session = evening(asc.write(mitchell(5, 5)), boards=1, **settings)
    lines = TravellerLine.objects.filter(section__session=session, board=1).exclude(table=1)
    for pk in lines.values_list("pk", flat=True):
        enter_result(session_id=session.pk, line_id=pk, text="3NT W =", by=Actor())
    return session


def checks(session: Session, declarer: str) -> list[bool]:
    """Whether the scorer, the opponents and a tablet are asked, after 3NT by ``declarer``."""
    north, east = Phone(session, 1, "NS"), Phone(session, 1, "EW")
    north.enter(1, level=3, strain="NT", tricks=9, declarer=declarer)
    return [phone.line(1)["check"] for phone in (north, east)]


def test_only_the_opponents_are_asked_to_look_twice():
    assert checks(five_tables(), "N") == [False, True]


def test_a_result_like_the_others_is_not_looked_at_twice():
    assert checks(five_tables(), "W") == [False, False]


def test_tournament_asks_nobody_for_it_tells_that_others_differ():
    assert checks(five_tables(second_look=False), "N") == [False, False]


def test_a_changed_result_is_looked_at_anew_and_a_confirmed_one_no_more():
    session = five_tables()
    north, east = Phone(session, 1, "NS"), Phone(session, 1, "EW")
    north.enter(1, level=3, strain="NT", tricks=9, declarer="N")
    east.at(1, "confirm")
    assert east.line(1)["check"] is False
    north.enter(1, level=3, strain="NT", tricks=9, declarer="W")
    assert east.line(1)["check"] is False


def test_what_others_have_is_not_in_what_the_phone_gets():
    session = five_tables()
    north, east = Phone(session, 1, "NS"), Phone(session, 1, "EW")
    north.enter(1, level=3, strain="NT", tricks=9, declarer="N")
    text = east.client.get("/play/now/").content.decode()
    assert '"check":true' in text
    assert '"declarer":"W"' not in text
