"""The lists of the first page: made once, and never out of date."""

import pytest

from clubscore.actor import Actor
from events.both.home_events import home_events
from events.sessions.services.removal import delete_session
from tests.events.sessions.evenings import evening
from tests.events.tournaments import cups
from tests.queries import queries_again

pytestmark = pytest.mark.django_db


def test_the_lists_are_made_once_for_each_state():
    evening(day=1)
    home_events(director=True)

    assert queries_again(lambda: home_events(director=True)) == 1


def test_what_is_deleted_is_gone_at_once():
    session = evening(day=1)
    shown = home_events(director=True)
    delete_session(session=session, by=Actor())
    after = home_events(director=True)

    assert (session.title in shown.html, shown.has_sessions) == (True, True)
    assert (session.title in after.html, after.has_sessions) == (False, False)


def test_a_tournament_is_listed_when_it_is_published():
    cup = cups.played()
    hidden = home_events(director=False)
    assert "not published" in home_events(director=True).html
    cups.publish_tournament(tournament=cup, by=Actor())

    assert (cup.name in hidden.html, cup.name in home_events(director=False).html) == (False, True)
