"""BridgeWebs' address for uploads: forms are sent there, and a text comes back (exchange, 7).

Nothing follows a redirection, an answer is read to a limit, and no error has the password.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from http.client import HTTPException
from typing import Any, Final
from urllib.error import HTTPError, URLError
from urllib.parse import urlencode
from urllib.request import HTTPRedirectHandler, Request, build_opener

from clubscore.problems import Refused, gettext_noop, sentence

TIME_LIMIT: Final = 15.0
"""Seconds."""
MAX_ANSWER: Final = 200_000
"""Bytes."""
MAX_SHOWN: Final = 1_000
_JSON = re.compile(r"^\s*json\s*=\s*(\{.*\})\s*$", re.MULTILINE)
_MESSAGE = re.compile(r"^\s*message\s*=\s*(.*?)\s*$", re.MULTILINE | re.IGNORECASE)
_UNREACHABLE = gettext_noop("BridgeWebs cannot be reached: %(reason)s. Nothing was published.")
_REFUSED = gettext_noop(
    "BridgeWebs answers with the error %(status)s. Nothing was published, as far as is known."
)


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back: whether it was taken, the sentence there, and the values of its JSON."""

    is_successful: bool
    message: str
    values: Mapping[str, Any]


class _NoRedirects(HTTPRedirectHandler):
    def redirect_request(self, *args: Any, **kwargs: Any) -> None:
        # The password goes to the address that was asked for, and to no other.
        return None


def upload(fields: Mapping[str, str], *, address: str) -> Answer:
    """Send a session. ``fields`` are those of the form, with ``club`` and ``password``.

    Raises :class:`Refused` when there is no answer.
    """
    return answer_of(_ask({"type": "upload", **fields}, address))


def events_of(day: str, fields: Mapping[str, str], *, address: str) -> dict[str, str]:
    """The titles of the club's events of a day (``20260119``) by their numbers.

    Raises :class:`Refused` when there is no answer.
    """
    asked = {"type": "download", "transfer": "events", "date": day, "format": "json", **fields}
    text = _ask(asked, address)
    try:
        found = json.loads(text[text.index("{") :]).get("events", {})
        return {
            str(number): str(each.get("title", ""))[:200]
            for number, each in found.items()
            if each.get("title") != "Create New Event"
        }
    except (ValueError, AttributeError):
        return {}


def answer_of(text: str) -> Answer:
    """What an answer says. Success is a message with that word."""
    found = _MESSAGE.search(text)
    plain = found[1] if found else " ".join(re.sub(r"<[^>]*>", " ", text).split())
    values: dict[str, Any] = {}
    if written := _JSON.search(text):
        try:
            values = json.loads(written[1])
        except ValueError:
            values = {}
    return Answer("Successful" in plain, plain[:MAX_SHOWN], values)


def _ask(fields: Mapping[str, str], address: str) -> str:
    club = urlencode({"club": fields.get("club", "")})
    request = Request(f"{address}?{club}", data=urlencode(fields).encode(), method="POST")  # noqa: S310
    try:
        with build_opener(_NoRedirects).open(request, timeout=TIME_LIMIT) as response:
            return str(response.read(MAX_ANSWER).decode("utf-8", errors="replace"))
    except HTTPError as error:
        raise Refused(sentence(_REFUSED, status=error.code)) from None
    except (OSError, URLError, HTTPException) as error:
        reason = getattr(error, "reason", None) or error
        raise Refused(sentence(_UNREACHABLE, reason=str(reason) or type(error).__name__)) from None
