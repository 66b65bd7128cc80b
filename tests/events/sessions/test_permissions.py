import pytest
from django.contrib.auth.models import AnonymousUser, User
from django.http import Http404, HttpRequest
from django.test import Client, RequestFactory

from clubscore.actor import Actor, actor
from events.sessions.permissions import session_for_reader
from events.sessions.services import sessions
from tests.events import factories

pytestmark = pytest.mark.django_db

FOR_DIRECTORS = [
    ("get", "/sessions/new/"),
    ("post", "/sessions/new/"),
    ("get", "/sessions/new/names/"),
    ("get", "{session}names/"),
    ("post", "{session}names/"),
    ("get", "{session}settings/"),
    ("post", "{session}settings/"),
    ("get", "{session}delete/"),
    ("post", "{session}delete/"),
    ("post", "{session}state/"),
    ("get", "{session}boards/1/"),
    ("post", "{line}"),
    ("get", "{line}reading/"),
    ("get", "{line}ruling/"),
    ("post", "{line}ruling/"),
    ("get", "{line}ruling/preview/"),
    ("get", "{session}rulings/"),
    ("get", "{session}penalties/new/"),
    ("post", "{session}penalties/new/"),
    ("post", "{session}penalties/1/take-back/"),
    ("get", "{session}boards/1/deals/"),
    ("post", "{session}boards/1/deals/"),
    ("post", "{session}undo/"),
    ("get", "{session}bridgescore.txt"),
    ("get", "/bridgescore/"),
    ("post", "/bridgescore/"),
    ("post", "/bridgescore/keep/"),
    ("get", "/players/search/"),
]


def request(user: User | AnonymousUser) -> HttpRequest:
    made = RequestFactory().get("/", headers={"user-agent": "Phone"})
    made.user = user
    return made


def addresses(template: str) -> str:
    session = factories.session()
    sessions.publish(session=session, by=Actor())
    line = factories.line(session, 1)
    at = f"/sessions/{session.pk}/"
    return template.format(session=at, line=f"{at}lines/{line.pk}/")


@pytest.mark.parametrize(("method", "template"), FOR_DIRECTORS)
def test_a_visitor_is_sent_to_the_login(client: Client, method: str, template: str) -> None:
    at = addresses(template)
    answer = getattr(client, method)(at)
    assert (answer.status_code, answer.url) == (302, f"/login/?next={at}")


@pytest.mark.parametrize(("method", "template"), FOR_DIRECTORS)
def test_a_reader_who_is_no_director_is_refused(client: Client, method: str, template: str) -> None:
    client.force_login(User.objects.create_user("reader"))
    answer = getattr(client, method)(addresses(template))
    assert answer.status_code == 403
    assert "Your account may read results, but not change them." in answer.content.decode()


@pytest.mark.parametrize(("method", "template"), FOR_DIRECTORS)
def test_a_script_without_login_is_told_where_it_is(
    client: Client, method: str, template: str
) -> None:
    ask = getattr(client, method)
    answer = ask(addresses(template), headers={"accept": "application/json"})
    assert (answer.status_code, answer.json()["login"]) == (401, "/login/")


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
