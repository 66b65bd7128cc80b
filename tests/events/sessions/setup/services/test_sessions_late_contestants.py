from collections.abc import Sequence

import pytest

from clubscore.text.problems import Refused
from clubscore.web.visitors import Actor
from events.models import Contestant, MovementChange, Session
from events.sessions.desk.services.movement_change import change_movement, fingerprint, preview
from events.sessions.setup.services import sessions
from players.domain.names import Name, read_name
from tests.events import factories

pytestmark = pytest.mark.django_db

PAIR = [read_name("Vera Pym"), read_name("Otto Reed")]


def enter(session: Session, **names: Sequence[Name | None]) -> None:
    sessions.enter_names(session=session, names=names, by=Actor())


def numbers(session: Session) -> list[int]:
    rows = Contestant.objects.filter(section__session=session).order_by("number")
    return list(rows.values_list("number", flat=True))


def test_only_the_next_number_is_a_late_one() -> None:
    session = factories.session()
    with pytest.raises(Refused, match="removed in the meantime"):
        enter(session, A6=PAIR)
    enter(session, A5=PAIR)
    assert numbers(session) == [1, 2, 3, 4, 5]


def test_a_row_without_names_stores_nobody() -> None:
    session = factories.session()
    enter(session, A5=[None, None])
    assert numbers(session) == [1, 2, 3, 4]


def test_a_contestant_with_a_seat_stays_without_names() -> None:
    session = factories.session()
    enter(session, A1=PAIR)
    enter(session, A1=[None, None])
    assert numbers(session) == [1, 2, 3, 4]


def test_a_late_pair_gets_the_free_seat_with_its_names() -> None:
    three_pairs = """ 3  2  3  3 0
 1- 2 A  3- 0 A
 3- 1 B  0- 2 B
 1- 0 C  2- 3 C
"""
    session = factories.session(three_pairs)
    enter(session, A4=PAIR)
    section = session.sections.get()
    change = MovementChange(section=section, joins=4, first_round=1)
    change_movement(change=change, seen=fingerprint(preview(change=change)), by=Actor())
    late = factories.contestant(session, 4)
    assert (late.sides.count(), late.players.count()) == (3, 2)
    assert numbers(session) == [1, 2, 3, 4]
