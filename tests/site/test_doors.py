"""Every address with every role, by reading and by sending; see the table in ``doors.py``.

A visitor who may not come in is sent to the login, somebody logged in is told that they may not.
Reading changes nothing, and nothing is taken that does not come from a page of the site.
"""

import re

import pytest
from django.conf import settings

from events.models import Session
from tests.site.doors import DOORS, PUBLISHED, Role, address, patterns
from tests.site.received import GUARDS, NEVER, Received, Walk, walk
from tests.site.visits import Values, answer, ask, browser, expected

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("backup")]


STORED_NOWHERE = {
    *{"healthz", "login/", "logout/", "players/own/<slug:token>/"},
    *{"t/", "T/", "sessions/<int:session_id>/cards/<int:contestant_id>/claim/"},
    *{"t/<str:code>/", "T/<str:code>/", "play/now/", "play/boards/<int:board>/", "play/card/"},
    *{"h/", "H/", "h/<str:code>/", "H/<str:code>/", "h/<str:code>/find/", "H/<str:code>/find/"},
    *{"hall/now/", "hall/rounds/<int:number>/", "hall/standings/", "hall/d/<str:code>/now/"},
    *{"play/standings/", "table/<int:number>/", "TABLE/<int:number>/"},
}
"""Of what visitors see."""
NOT_ASKED = ("admin/", "play/", "hall/")
ANSWERED_ANYWAY = {
    ("club-points/rules/<int:rule_id>/delete/", "rule_id"),
    ("players/lookup/<int:list_id>/remove/", "list_id"),
    ("sessions/<int:session_id>/boards/<int:board>/pasted/", "board"),
    ("sessions/<int:session_id>/lines/<int:line_id>/", "line_id"),
    ("sessions/<int:session_id>/lines/<int:line_id>/", "session_id"),
    ("sessions/<int:session_id>/penalties/<int:penalty_id>/take-back/", "penalty_id"),
    ("sessions/<int:session_id>/tables/<str:letter>/<int:number>/", "number"),
    ("TABLE/<int:number>/", "number"),
    ("table/<int:number>/", "number"),
}
"""Told in a sentence, or at the next page; as is all that a phone asks for without its cookie."""


@pytest.fixture(scope="module")
def walks() -> dict[tuple[Role, str], dict[str, Received]]:
    return {}


@pytest.fixture
def received(published: Values, walks: dict[tuple[Role, str], dict[str, Received]]) -> Walk:
    """Walks over all addresses; each is made once, the first time that it is asked for."""

    def find(role: Role, method: str) -> dict[str, Received]:
        if (role, method) not in walks:
            walks[role, method] = walk(role, method, published)
        return walks[role, method]

    return find


def test_every_address_is_in_the_table():
    assert {pattern for pattern, _ in patterns()} == set(DOORS)


@pytest.mark.parametrize(("method", "role"), [
    *[(method, role) for role in Role for method in ("GET", "POST")][:-2],
    # Whatever is asked of the database is asked then.
    pytest.param("GET", Role.ADMINISTRATOR, marks=pytest.mark.both_databases),
    ("POST", Role.ADMINISTRATOR),
])  # fmt: skip
def test_every_address_lets_in_whom_it_should(received: Walk, role: Role, method: str):
    found = received(role, method)
    wrong = {
        pattern: found[pattern].how
        for pattern, door in DOORS.items()
        if not pattern.startswith("admin/")
        and found[pattern].how not in expected(door, method, role, published=True)
    }

    assert wrong == {}


def test_every_address_answers_head_as_it_answers_get(received: Walk):
    got, head = (received(Role.VISITOR, method) for method in ("GET", "HEAD"))
    assert {pattern: each.how for pattern, each in head.items()} == {
        pattern: each.how for pattern, each in got.items()
    }


@pytest.mark.parametrize("role", [Role.VISITOR, Role.ADMINISTRATOR])
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_every_answer_is_guarded(received: Walk, method: str, role: Role):
    guards = {pattern: each.guards for pattern, each in received(role, method).items()}

    # The one page that others may show in a frame.
    framed = {
        "Content-Security-Policy": {
            *GUARDS["Content-Security-Policy"] - {"frame-ancestors 'none'"},
            "frame-ancestors *",
        },
        "X-Frame-Options": {""},
    }
    assert guards.pop("widget/last-ranking/") == GUARDS | framed
    assert guards == dict.fromkeys(guards, GUARDS)


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_what_an_administrator_is_sent_is_stored_nowhere(received: Walk, method: str):
    found = received(Role.ADMINISTRATOR, method)
    words = {pattern: each.cache_control for pattern, each in found.items()}

    assert words == dict.fromkeys(DOORS, NEVER)


@pytest.mark.parametrize("role", [Role.READER, Role.DIRECTOR])
def test_what_everybody_sees_is_stored_nowhere_with_a_login(received: Walk, role: Role):
    found = received(role, "GET")
    open_to_all = [pattern for pattern, door in DOORS.items() if door.get is Role.VISITOR]
    words = {pattern: found[pattern].cache_control for pattern in open_to_all}

    assert words == dict.fromkeys(open_to_all, NEVER)


def test_what_visitors_see_may_be_stored_where_nothing_is_anybodys_own(received: Walk):
    found = {
        pattern: each.cache_control
        for pattern, each in received(Role.VISITOR, "GET").items()
        if not pattern.startswith("admin/")
    }

    # The shells of phones hold no data, and are found again without a network.
    for shell in ("play/", "hall/"):
        assert found.pop(shell) == {"private", "max-age=43200"}
    assert {each: words for each, words in found.items() if words} == dict.fromkeys(
        STORED_NOWHERE, NEVER
    )


@pytest.mark.parametrize("unknown", ["999999", pytest.param("9" * 30, marks=pytest.mark.large)])
def test_what_is_not_there_is_not_found(published: Values, unknown: str):
    client = browser(Role.ADMINISTRATOR)
    wrong = {}
    for pattern, door in DOORS.items():
        for name in re.findall(r"<(?:\w+:)?(\w+)>", pattern):
            if pattern.startswith(NOT_ASKED) or (pattern, name) in ANSWERED_ANYWAY:
                continue
            path = address(pattern, {**published, pattern: {name: unknown}})
            method = "POST" if door.get is None else "GET"
            if (found := answer(ask(client, method, path))) != "not found":
                wrong[pattern, name] = found

    assert wrong == {}


def test_no_address_knows_another_method(published: Values):
    client = browser(Role.ADMINISTRATOR)
    found = {
        pattern: answer(ask(client, "PUT", address(pattern, published)))
        for pattern in DOORS
        if not pattern.startswith("admin/")
    }

    # Django's own take it for a form that was sent.
    known = dict.fromkeys(("login/", "accounts/own-password/"), "in")
    assert found == dict.fromkeys(found, "no such method") | known


def ours(least: Role) -> list[tuple[str, str]]:
    """Method and pattern of every address that such a role, and none below it, may use; the
    administrators' own site tells of its login in its own way."""
    return [
        (method, pattern)
        for pattern, door in DOORS.items()
        for method, role in (("GET", door.get), ("POST", door.post))
        if role is least and not pattern.startswith("admin/")
    ]


def test_a_visitor_comes_back_from_the_login_to_where_the_way_led(
    published: Values, received: Walk
):
    wrong = {}
    for method, pattern in ours(Role.DIRECTOR):
        location = received(Role.VISITOR, method)[pattern].location
        if location != f"/login/?next={address(pattern, published)}":
            wrong[method, pattern] = location

    assert wrong == {}


def test_a_script_without_login_is_told_where_it_is(published: Values):
    client = browser(Role.VISITOR)
    wrong = {}
    for method, pattern in ours(Role.DIRECTOR):
        response = ask(client, method, address(pattern, published), accept="application/json")
        if response.status_code != 401 or response.json()["login"] != "/login/":
            wrong[method, pattern] = response.status_code

    assert wrong == {}


def test_a_reader_is_told_why_a_page_stays_closed(received: Walk):
    wrong = {
        (method, pattern)
        for method, pattern in ours(Role.DIRECTOR)
        if not received(Role.READER, method)[pattern].says_not_yours
    }

    assert wrong == set()


@pytest.mark.parametrize("role", [Role.VISITOR, Role.READER, Role.DIRECTOR])
def test_what_is_not_published_is_found_by_directors_alone(unpublished: Values, role: Role):
    client = browser(role)
    doors = [pattern for pattern, door in DOORS.items() if door == PUBLISHED]
    found = {door: answer(ask(client, "GET", address(door, unpublished))) for door in doors}

    assert found == dict.fromkeys(doors, "in" if role is Role.DIRECTOR else "not found")


@pytest.mark.parametrize("method", ["GET", "POST"])
@pytest.mark.parametrize("role", Role)
def test_the_admin_lets_in_administrators_alone(received: Walk, role: Role, method: str):
    found = {
        pattern: each.how
        for pattern, each in received(role, method).items()
        if pattern.startswith("admin/")
    }

    login = found.pop("admin/login/")
    assert login == ("to the login" if role is Role.VISITOR else "forbidden")
    if role is Role.ADMINISTRATOR:
        # What nobody may add, change or delete is forbidden to administrators too.
        assert {"to the login", "failed"} & set(found.values()) == set()
        assert found["admin/"] == found["admin/auth/user/"] == "in"
    else:
        assert found.pop("admin/logout/") == "in"
        assert set(found.values()) == {"to the login"}


# HEAD is answered by what answers GET.
@pytest.mark.parametrize("method", ["GET", pytest.param("OPTIONS", marks=pytest.mark.large)])
def test_reading_changes_nothing(received: Walk, method: str):
    found = received(Role.ADMINISTRATOR, method)
    changes = {pattern: each.changes for pattern, each in found.items() if each.changes}

    assert changes == {}


# That no address does without the proof is asked below.
@pytest.mark.large
def test_nothing_is_taken_that_comes_from_elsewhere(published: Values):
    client = browser(Role.ADMINISTRATOR, enforce_csrf_checks=True)
    received = {
        pattern: (response.status_code, "reload the page and send it again" in response.text)
        for pattern in DOORS
        for response in [ask(client, "POST", address(pattern, published))]
    }

    assert received == dict.fromkeys(DOORS, (403, True))
    assert Session.objects.count() == 4


def test_no_address_does_without_the_proof():
    assert "django.middleware.csrf.CsrfViewMiddleware" in settings.MIDDLEWARE
    assert [
        pattern for pattern, each in patterns() if getattr(each.callback, "csrf_exempt", False)
    ] == []
