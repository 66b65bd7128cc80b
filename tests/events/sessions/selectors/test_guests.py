import pytest

from events.sessions.selectors.guests import guests_of_session, guests_of_sessions
from tests.players.services.test_guests import play

pytestmark = pytest.mark.django_db


def test_guests_are_those_of_the_session():
    one = play("Clara Finch", "Bo Pym", guests=("Bo Pym",))
    other = play("Cy Wren", guests=("Cy Wren",))

    assert {key: str(guest) for key, guest in guests_of_session(one.pk).items()} == {
        "bo pym": "Bo Pym"
    }
    assert [str(each) for each in guests_of_sessions([one.pk, other.pk])] == ["Bo Pym", "Cy Wren"]
