"""Answers of the API: JSON with an ETag, and errors as JSON with a sentence."""

import json
from collections.abc import Callable
from functools import wraps
from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.utils import translation
from django.utils.cache import get_conditional_response, set_response_etag

from clubscore.sentences import NothingHereError
from clubscore.visitor_pages import for_visitors

LANGUAGE: Final = "en"
READING: Final = "GET, HEAD, OPTIONS"
_HEADERS: Final = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": "ETag",
    "X-Content-Type-Options": "nosniff",
}

Data = dict[str, Any]


class AskedWrongly(ValueError):
    """A parameter that cannot be understood."""


def json_bytes(data: Data) -> bytes:
    """The text of an answer."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()


def of_the_api(view: Callable[..., bytes]) -> Callable[..., HttpResponseBase]:
    """A view that gives the bytes of JSON, in English, as an address of the API."""

    @for_visitors
    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.method == "OPTIONS":
            return _with_headers(HttpResponse(status=204))
        if request.method not in {"GET", "HEAD"}:
            return _error(405, "The API is only read: GET or HEAD.", Allow=READING)
        with translation.override(LANGUAGE):
            try:
                body = view(request, *args, **kwargs)
            except AskedWrongly as error:
                return _error(400, str(error))
            except (NothingHereError, Http404) as error:
                return _error(404, str(error) or "There is nothing here.")
        return _conditional(request, body)

    return answer


def _conditional(request: HttpRequest, body: bytes) -> HttpResponseBase:
    response = _with_headers(HttpResponse(body, content_type="application/json; charset=utf-8"))
    set_response_etag(response)
    etag = response.headers["ETag"]
    return get_conditional_response(request, etag=etag, response=response) or response


def _error(status: int, sentence: str, **headers: str) -> HttpResponse:
    body = json_bytes({"error": sentence})
    response = HttpResponse(
        body, status=status, content_type="application/json; charset=utf-8", headers=headers
    )
    return _with_headers(response)


def _with_headers(response: HttpResponse) -> HttpResponse:
    for name, value in _HEADERS.items():
        response.headers[name] = value
    if response.status_code == 204:
        response.headers["Access-Control-Allow-Methods"] = READING
        response.headers["Access-Control-Max-Age"] = "86400"
    return response
