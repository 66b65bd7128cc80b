"""Log lines that may be stored and shown to whoever helps: they have no personal data.

A line has the time, the request's number, and what happened where. Of an error it has the kind
and the places in the program, never its text: that may quote what somebody typed, or a row of the
database. Query strings, addresses of the network and of e-mail are left out.
"""

import logging
import re
import traceback
from collections.abc import Iterator
from types import TracebackType
from typing import Final

from clubscore.web.request_id import META, NONE, current_request_id

LINE: Final = "%(asctime)s %(levelname)s %(name)s [%(request_id)s]: %(message)s"

MAX_MESSAGE: Final = 4_000
"""Characters of a message; an address that somebody asked for may be longer."""

_ExcInfo = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]
_LEFT_OUT: Final = (
    (re.compile(r"(?<=\S)\?[^\s'\"<>]+"), "?…"),
    # From where its letters begin only, else each letter of a long word would be a beginning.
    (re.compile(r"(?<![\w.+-])[\w.+-]++@[\w-]+\.[\w.-]+"), "<e-mail>"),
    (re.compile(r"\b\d{1,3}(?:\.\d{1,3}){3}\b"), "<address>"),
    (re.compile(r"(?<![\w:])(?:[0-9a-fA-F]{0,4}:){2,7}[0-9a-fA-F]{1,4}(?![\w:])"), "<address>"),
)


REFUSALS: Final = frozenset((400, 409, 422))


class WithoutRefusals(logging.Filter):
    """Leaves out what Django logs of a refused request: whoever typed it has been answered, and
    there is nothing that whoever keeps the server should look at."""

    def filter(self, record: logging.LogRecord) -> bool:
        is_refusal = getattr(record, "status_code", None) in REFUSALS
        return not (is_refusal and record.name == "django.request")


class PrivateFormatter(logging.Formatter):
    """Formats a record without what may be personal."""

    def __init__(self, fmt: str = LINE, datefmt: str | None = None) -> None:
        super().__init__(fmt, datefmt)

    def format(self, record: logging.LogRecord) -> str:
        # Another handler may have cached the error's text in the record, and would use ours.
        cached, record.exc_text = record.exc_text, None
        try:
            return super().format(record)
        finally:
            record.exc_text = cached

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - logging's name
        # Django logs some responses when the request is over, and passes it along.
        asked = getattr(getattr(record, "request", None), "META", {}).get(META, NONE)
        record.request_id = current_request_id() if asked == NONE else asked
        record.message = without_personal(record.message)
        return super().formatMessage(record)

    def formatException(self, ei: _ExcInfo) -> str:  # noqa: N802 - logging's name
        return "\n".join(_described(ei[1])) if ei[1] else ""


def without_personal(text: str) -> str:
    """The text without query strings and addresses, and not endless."""
    if len(text) > MAX_MESSAGE:
        text = f"{text[:MAX_MESSAGE]}…"
    for pattern, instead in _LEFT_OUT:
        text = pattern.sub(instead, text)
    return text


def _described(error: BaseException) -> Iterator[str]:
    """The errors that led to this one, and this one: kinds and places."""
    earlier = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if earlier:
        yield from _described(earlier)
        yield "which led to"
    for frame in traceback.extract_tb(error.__traceback__):
        yield f"  {frame.filename}:{frame.lineno} in {frame.name}"
    kind = type(error)
    # PostgreSQL's text may quote a row; its code is enough to find the cause.
    state = getattr(error, "sqlstate", None)
    yield f"{kind.__module__}.{kind.__qualname__}" + (f" (SQLSTATE {state})" if state else "")
