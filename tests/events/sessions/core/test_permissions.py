"""Who may read a session; its addresses are tried in tests/site/test_doors.py."""

import pytest
from django.contrib.auth.models import AnonymousUser, User
from django.http import Http404, HttpRequest
from django.test import RequestFactory

from clubscore.web.visitors import Actor, actor
from events.sessions.core.permissions import session_for_reader
from events.sessions.setup.services import sessions
from tests.events import factories

pytestmark = pytest.mark.django_db


def request(user: User | AnonymousUser) -> HttpRequest:
    made = RequestFactory().get("/", headers={"user-agent": "Phone"})
    made.user = user
    return made


@pytest.mark.parametrize(
    "user",
    [AnonymousUser(), User(username="reader"), User(username="x", is_staff=True, is_active=False)],
    ids=["visitor", "reader", "inactive director"],
)
def test_a_session_is_for_readers_once_it_is_published(user: User) -> None:
    session = factories.session()
    with pytest.raises(Http404):
        session_for_reader(request(user), session.pk)
    sessions.publish(session=session, by=Actor())
    assert session_for_reader(request(user), session.pk) == session
    sessions.withdraw(session=session, by=Actor())
    with pytest.raises(Http404):
        session_for_reader(request(user), session.pk)


def test_a_director_reads_every_session() -> None:
    session = factories.session()
    assert session_for_reader(request(factories.DirectorFactory()), session.pk) == session


@pytest.mark.parametrize("number", [0, 2**63, 10**30])
def test_no_session_is_not_found_by_a_director_either(number: int) -> None:
    with pytest.raises(Http404):
        session_for_reader(request(factories.DirectorFactory()), number)


def test_a_session_and_its_club_take_one_query(django_assert_num_queries) -> None:
    session = factories.session()
    asked = request(factories.DirectorFactory())
    with django_assert_num_queries(1):
        assert session_for_reader(asked, session.pk).club is None


def test_the_actor_is_the_user_on_the_device() -> None:
    director = factories.DirectorFactory()
    assert actor(request(director)) == Actor(user=director, device="Phone")


def test_the_actor_without_a_device_has_none() -> None:
    asked = RequestFactory().get("/")
    asked.user = factories.DirectorFactory()
    assert actor(asked).device == ""
