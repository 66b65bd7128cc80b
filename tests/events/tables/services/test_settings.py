"""The codes of the tables follow the movement."""

import pytest

from events.models import MovementChange, Session, TableCode
from events.sessions.desk.services import movement_change
from events.tables.services.settings import follow_movement, switch_off
from movements.formats import asc
from movements.services import store_movement
from tests.events import factories
from tests.events.tables.phones import BY, Phone, evening
from tests.movements.domain.building import mitchell

pytestmark = pytest.mark.django_db

FIVE_TABLES = asc.write(mitchell(5, 5))


def tables(session: Session) -> list[int]:
    """The tables with a code."""
    codes = TableCode.objects.filter(session=session, revoked_at=None)
    return list(codes.order_by("table").values_list("table", flat=True))


def change(session: Session, **values: object) -> None:
    asked = MovementChange(section=session.sections.get(), **values)
    seen = movement_change.fingerprint(movement_change.preview(change=asked))
    movement_change.change_movement(change=asked, seen=seen, by=BY)
    follow_movement(session_id=session.pk)


def test_a_new_table_has_a_code_and_the_others_keep_theirs():
    session = evening()
    phone = Phone(session, 1)
    more = store_movement(name="Five tables", text=FIVE_TABLES)
    change(session, movement=more)
    assert tables(session) == [1, 2, 3, 4, 5]
    assert phone.now["device"]["closed"] is False


def test_a_table_that_is_gone_is_closed():
    session = evening(FIVE_TABLES)
    phone = Phone(session, 4)
    fewer = store_movement(name="Three tables", text=factories.MITCHELL_3)
    change(session, movement=fewer)
    assert tables(session) == [1, 2, 3]
    assert phone.now["device"]["closed"] is True


def test_nothing_happens_where_the_tables_enter_nothing():
    session = evening()
    switch_off(session_id=session.pk, by=BY)
    follow_movement(session_id=session.pk)
    assert tables(session) == []
