import gzip
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext

from clubscore.web import caching as visitor_pages
from clubscore.web.caching import for_visitors

pytestmark = pytest.mark.django_db

PACKED = {"Accept-Encoding": "gzip"}


@pytest.fixture(autouse=True)
def _kept_pages(settings: Any) -> None:
    settings.RESULTS_MAX_AGE = 60.0


def cost(client: Client, path: str = "/", **headers: str) -> int:
    """The queries of a page, with all that is kept."""
    with CaptureQueriesContext(connection) as captured:
        client.get(path, headers=headers)
    return len(captured)


def test_the_second_visitor_costs_no_query(client: Client) -> None:
    assert cost(client) > 0
    assert cost(client) == 0
    assert cost(Client()) == 0


def test_the_second_visitor_gets_the_same_answer(client: Client) -> None:
    first, second = (client.get("/") for _turn in range(2))
    assert second.content == first.content
    kept = {name: value for name, value in first.headers.items() if name != "X-Request-ID"}
    assert {name: second.headers[name] for name in kept} == kept


def test_a_page_is_kept_by_language_address_and_packing(client: Client) -> None:
    client.get("/")
    for path, headers in (
        ("/", {"Accept-Language": "nl"}),
        ("/?q=1", {}),
        ("/", PACKED),
        ("/", {"Host": "127.0.0.1"}),
    ):
        assert cost(client, path, **headers) > 0, (path, headers)
    dutch = client.get("/", headers={"Accept-Language": "nl"})
    assert '<html lang="nl"' in dutch.content.decode()
    packed = client.get("/", headers=PACKED)
    assert b"<!doctype html>" in gzip.decompress(packed.content)


def test_a_director_neither_gets_nor_leaves_a_kept_page(client: Client) -> None:
    director = Client()
    director.force_login(User.objects.create_user("ann", is_staff=True))
    assert b"New session" in director.get("/").content
    assert b"New session" not in client.get("/").content
    assert b"New session" in director.get("/").content


def test_a_page_is_made_again_when_its_time_is_over(client: Client, settings: Any) -> None:
    settings.RESULTS_MAX_AGE = 1e-9
    client.get("/")
    assert cost(client) > 0


def test_only_marked_views_and_good_answers_are_kept() -> None:
    made: list[HttpRequest] = []

    def answer(request: HttpRequest, *, marked: bool, status: int = 200, cookie: str = "") -> int:
        """How many of two requests reached the view."""
        made.clear()

        def view(request: HttpRequest) -> HttpResponse:
            made.append(request)
            return HttpResponse("x", status=status)

        def respond(request: HttpRequest) -> HttpResponse:
            request.resolver_match = type("Match", (), {"func": staticmethod(here)})()
            response = here(request)
            if cookie:
                response.set_cookie(cookie, "1")
            return response

        here = for_visitors(view) if marked else view
        middleware = visitor_pages.CachingMiddleware(respond)
        for _turn in range(2):
            middleware(request)
        return len(made)

    get = RequestFactory().get
    assert answer(get("/1"), marked=True) == 1
    assert answer(get("/2"), marked=False) == 2
    assert answer(get("/3"), marked=True, status=404) == 2
    assert answer(get("/4"), marked=True, cookie="csrftoken") == 2
    assert answer(RequestFactory().post("/5"), marked=True) == 2
    assert answer(get("/6", headers={"If-None-Match": '"x"'}), marked=True) == 2
