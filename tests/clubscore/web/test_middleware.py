import gzip
import io
from collections.abc import Callable

import pytest
from django.core.exceptions import SuspiciousOperation
from django.db import DataError
from django.http import (
    FileResponse,
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    StreamingHttpResponse,
)
from django.test import Client, RequestFactory

from clubscore.web.middleware import CompressionMiddleware, HeadMiddleware, answer_to, page_above

ACCEPTS = {"Accept-Encoding": "gzip, deflate, br"}
SCRIPT = {"Accept": "application/json"}
TEXT = b"Northampton pairs " * 100


def sent(response: HttpResponse, **headers: str) -> HttpResponse:
    """A response as it leaves the program."""
    request = RequestFactory(headers=headers or ACCEPTS).get("/")
    return CompressionMiddleware(lambda _request: response)(request)


@pytest.mark.parametrize(
    "kind", ["text/html; charset=utf-8", "text/plain", "application/json", "image/svg+xml"]
)
def test_text_is_compressed(kind: str) -> None:
    answer = sent(HttpResponse(TEXT, content_type=kind))

    assert answer.headers["Content-Encoding"] == "gzip"
    assert answer.headers["Vary"] == "Accept-Encoding"
    assert len(answer.content) < len(TEXT) / 4
    assert gzip.decompress(answer.content) == TEXT


@pytest.mark.parametrize(
    "answer",
    [
        HttpResponse(TEXT, content_type="application/zip"),
        HttpResponse(TEXT, content_type="application/vnd.ms-excel"),
        HttpResponse(b"ok", content_type="text/plain"),
        StreamingHttpResponse([TEXT], content_type="text/csv"),
    ],
)
def test_files_short_answers_and_streams_are_not(answer: HttpResponse) -> None:
    assert "Content-Encoding" not in sent(answer).headers


def test_who_does_not_ask_for_it_gets_plain_text() -> None:
    answer = sent(HttpResponse(TEXT), Accept="*/*")
    assert answer.content == TEXT


@pytest.mark.django_db
def test_equal_pages_differ_in_length_so_that_no_secret_can_be_guessed(client: Client) -> None:
    lengths = {len(client.get("/login/", headers=ACCEPTS).content) for _turn in range(20)}
    assert len(lengths) > 5


@pytest.mark.django_db
def test_a_page_is_a_fraction_of_its_size_on_the_wire(client: Client) -> None:
    plain, packed = (client.get("/", headers=headers) for headers in ({}, ACCEPTS))
    assert gzip.decompress(packed.content)[:15] == plain.content[:15] == b"<!doctype html>"
    assert len(packed.content) < len(plain.content) / 2


# HEAD


@pytest.mark.parametrize(
    "make",
    [
        lambda: HttpResponse(b"page", headers={"Content-Length": "4"}),
        lambda: HttpResponse(b"page"),
        lambda: StreamingHttpResponse([b"pa", b"ge"]),
        lambda: FileResponse(io.BytesIO(b"page"), filename="page.txt"),
        lambda: HttpResponse(b"page", status=404),
    ],
)
def test_head_is_answered_like_get_without_the_body(make: Callable[[], HttpResponseBase]) -> None:
    asked: list[str | None] = []

    def view(request: HttpRequest) -> HttpResponseBase:
        asked.append(request.method)
        return make()

    answer = HeadMiddleware(view)(RequestFactory().head("/"))

    assert asked == ["GET"]
    assert b"".join(answer) == b""
    assert getattr(answer, "file_to_stream", None) is None
    assert answer.status_code == make().status_code
    assert answer.headers["Content-Length"] == "4"


def test_other_methods_are_left_alone() -> None:
    request = RequestFactory().post("/")
    answer = HeadMiddleware(lambda request: HttpResponse(request.method))(request)
    assert answer.content == b"POST"


def test_who_reads_what_only_takes_a_form_is_led_back(director_client: Client) -> None:
    answer = director_client.get("/tournaments/cup/players/add/")
    script = director_client.get("/tournaments/cup/players/add/", headers=SCRIPT)
    nothing = director_client.put("/tournaments/cup/players/add/")

    assert answer.status_code == script.status_code == nothing.status_code == 405
    assert answer.headers["Allow"] == "POST"
    assert 'href="/tournaments/cup/players/"' in answer.content.decode()
    assert script.content == nothing.content == b""


@pytest.mark.parametrize(
    ("address", "above"),
    [
        ("/movements/999/delete/", "/movements/999/"),
        ("/sessions/999/rulings/7/", "/sessions/999/rulings/"),
        ("/nothing/here", "/"),
    ],
)
def test_the_page_above_is_the_next_address_that_there_is(address: str, above: str) -> None:
    assert page_above(address) == above


def test_a_nul_that_no_form_refused_is_not_understood(rf):
    """PostgreSQL has none in a text; any other fault of the data stays one."""
    with pytest.raises(SuspiciousOperation):
        answer_to(rf.post("/"), DataError("text fields cannot contain NUL (0x00) bytes"))
    assert answer_to(rf.post("/"), DataError("value out of range")) is None
