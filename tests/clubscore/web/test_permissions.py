import json

import pytest
from django.contrib.auth.models import AnonymousUser, User
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory

from clubscore.web.permissions import director_required, is_director, wants_json


@director_required
def page(request: HttpRequest, number: int) -> HttpResponse:
    return HttpResponse(f"page {number}")


def ask(user: User | AnonymousUser, path: str = "/page/?q=1", accept: str = "") -> HttpRequest:
    request = RequestFactory().get(path, headers={"accept": accept} if accept else {})
    request.user = user
    return request


@pytest.mark.parametrize(
    ("user", "expected"),
    [
        (AnonymousUser(), False),
        (User(username="reader"), False),
        (User(username="director", is_staff=True), True),
        (User(username="gone", is_staff=True, is_active=False), False),
    ],
    ids=["visitor", "reader", "director", "inactive"],
)
def test_is_director(user: User | AnonymousUser, expected: bool):
    assert is_director(ask(user)) is expected


@pytest.mark.parametrize(
    ("accept", "expected"),
    [
        ("text/html,application/xhtml+xml,*/*;q=0.8", False),
        ("application/json", True),
        ("*/*", False),
        ("", False),
    ],
)
def test_wants_json(accept: str, expected: bool):
    assert wants_json(ask(AnonymousUser(), accept=accept)) is expected


def test_director_is_let_in():
    response = page(ask(User(username="director", is_staff=True)), number=3)

    assert response.content == b"page 3"


def test_visitor_is_sent_to_the_login_and_back():
    response = page(ask(AnonymousUser()), number=3)

    assert response.status_code == 302
    assert response["Location"] == "/login/?next=/page/%3Fq%3D1"


def test_script_of_a_visitor_gets_the_address_where_the_login_is():
    response = page(ask(AnonymousUser(), accept="application/json"), number=3)

    assert response.status_code == 401
    assert json.loads(response.content) == {
        "error": "Your login has expired. Log in again; what you typed is not lost.",
        "login": "/login/",
    }


def test_reader_is_refused():
    with pytest.raises(PermissionDenied, match="may read results, but not change them"):
        page(ask(User(username="reader")), number=3)
