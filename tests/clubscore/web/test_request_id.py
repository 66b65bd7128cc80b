import logging
import re
from unittest.mock import patch

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory

from clubscore.web.request_id import HEADER, NONE, RequestIdMiddleware, current_request_id

NUMBER = re.compile("[0-9a-f]{12}")


def test_number_is_known_while_the_request_is_answered():
    seen = []

    def answer(_: HttpRequest) -> HttpResponse:
        seen.append(current_request_id())
        return HttpResponse()

    answers = [RequestIdMiddleware(answer)(RequestFactory().get("/")) for _ in range(2)]

    assert [each.headers[HEADER] for each in answers] == seen
    assert len(set(seen)) == 2
    assert all(NUMBER.fullmatch(each) for each in seen)
    assert current_request_id() == NONE


def test_number_goes_when_the_answer_fails():
    def fail(_: HttpRequest) -> HttpResponse:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        RequestIdMiddleware(fail)(RequestFactory().get("/"))

    assert current_request_id() == NONE


@pytest.mark.django_db
def test_number_from_outside_is_not_taken(client: Client):
    response = client.get("/healthz", headers={"x-request-id": "forged"})

    assert NUMBER.fullmatch(response.headers[HEADER])


@pytest.mark.django_db
def test_page_of_a_mistake_header_and_log_have_one_number(
    client: Client, caplog: pytest.LogCaptureFixture
):
    client.raise_request_exception = False
    logged = []
    with (
        patch("events.club.home.calendar.sessions_for", side_effect=ZeroDivisionError),
        patch.object(
            logging.getLogger("django.request"),
            "handle",
            side_effect=lambda _: logged.append(current_request_id()),
        ),
    ):
        response = client.get("/")

    number = response.headers[HEADER]
    assert response.status_code == 500
    assert f"<strong>{number}</strong>" in response.content.decode()
    assert logged == [number]
