"""Requests whose every field holds what it should not: sixty thousand letters, endless numbers.

Nobody lists the fields. A page is asked with answers that note what it asks for
(:class:`Answers`), and then once for each field with that one overlong and the others as its form
has them.
"""

import copy
from collections.abc import Iterator
from contextlib import contextmanager
from html.parser import HTMLParser

import pytest
from django.core.handlers.wsgi import WSGIRequest
from django.http import QueryDict
from django.test import Client
from django.utils.datastructures import MultiValueDict

from tests.site.visits import undone

KINDS = {
    "letters": "a" * 60_000,
    "letters below the limit": "€" * 19_000,
    "words": "a b " * 4_500,
    "digits": "9" * 5_000,
    "exponent": "1e999999",
    "number": "9" * 30,
    "blanks": " " * 15_000 + "1",
    "nul": "\0",
}
"""What a field is sent. The first is longer than any field may be; the others come to the page."""


class Answers(QueryDict):
    """What was sent: of every field in ``wrong`` (of all where that is ``None``) the value
    ``value``, else what ``usual`` has. ``asked`` are the names of all fields that were asked for.
    """

    def __init__(self, value: str, wrong: str | None = None,
                 usual: MultiValueDict[str, str] | None = None) -> None:  # fmt: skip
        super().__init__("", mutable=True)
        self._value, self._wrong = value, wrong
        self._usual = usual or MultiValueDict()
        self.asked: set[str] = set()

    def _values(self, key: str) -> list[str]:
        self.asked.add(key)
        if self._wrong in (None, key):
            return [self._value]
        return list(self._usual.getlist(key))

    def __contains__(self, key: object) -> bool:
        return bool(self._values(str(key)))

    def __getitem__(self, key: str) -> str:
        values = self._values(key)
        if not values:
            raise KeyError(key)
        return values[-1]

    def get(self, key, default=None):  # type: ignore[no-untyped-def]
        values = self._values(key)
        return values[-1] if values else default

    def getlist(self, key, default=None):  # type: ignore[no-untyped-def]
        return self._values(key) or default or []

    def lists(self):  # type: ignore[no-untyped-def]
        names = {*self._usual, *([self._wrong] if self._wrong else [])}
        return [(name, self._values(name)) for name in names]

    def items(self):  # type: ignore[no-untyped-def]
        return [(name, values[-1]) for name, values in self.lists() if values]

    def keys(self):  # type: ignore[no-untyped-def]
        return [name for name, _ in self.lists()]

    def copy(self):  # type: ignore[no-untyped-def]
        copied = QueryDict("", mutable=True)
        for name, values in self.lists():
            copied.setlist(name, values)
        return copied

    def __iter__(self):  # type: ignore[no-untyped-def]
        return iter(self.keys())


class _Fields(HTMLParser):
    """The fields of all forms of a page, and what stands in them."""

    def __init__(self) -> None:
        super().__init__()
        self.found: MultiValueDict[str, str] = MultiValueDict()
        self._select = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        has = dict(attrs)
        name, value = has.get("name") or "", has.get("value") or ""
        is_chosen = has.get("type") not in ("checkbox", "radio") or "checked" in has
        if tag in ("input", "button", "textarea") and name and is_chosen:
            self.found.appendlist(name, value)
        elif tag == "select":
            self._select = name
        elif tag == "option" and self._select and ("selected" in has or not
                                                   self.found.getlist(self._select)):  # fmt: skip
            self.found.setlist(self._select, [value])


def fields_of(page: str) -> MultiValueDict[str, str]:
    """What the forms of a page would send."""
    parser = _Fields()
    parser.feed(page)
    return parser.found


@contextmanager
def sending(method: str, answers: Answers) -> Iterator[None]:
    """Every request has these answers, in its address or its body."""

    def load(request: WSGIRequest) -> None:
        request._post, request._files = answers, MultiValueDict()

    with pytest.MonkeyPatch.context() as patch:
        if method == "GET":
            patch.setattr(WSGIRequest, "GET", property(lambda _request: answers))
        else:
            patch.setattr(WSGIRequest, "_load_post_and_files", load)
        yield


def status(client: Client, method: str, path: str, answers: Answers) -> str:
    """How a request with these answers ends: its status, or what was raised."""
    cookies = copy.deepcopy(client.cookies)
    with sending(method, answers), undone():
        try:
            return str(client.generic(method, path).status_code)
        except Exception as error:  # noqa: BLE001 - that is what is looked for
            return f"{type(error).__name__}: {error}"[:200]
        finally:
            # Logging out takes them away.
            client.cookies = cookies
