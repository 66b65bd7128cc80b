"""BridgeWebs' address for uploads: forms are sent there, and a text comes back (exchange, 7).

An answer is read to a limit, and no error has the password.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlencode

from clubscore.problems import Refused, Sentence, gettext_noop, sentence
from events.exchange.engines import posting

TIME_LIMIT: Final = 15.0
"""Seconds, for the whole exchange."""
MAX_ANSWER: Final = 200_000
"""Bytes."""
MAX_SHOWN: Final = 1_000
_JSON = re.compile(r"^\s*json\s*=\s*(\{.*\})\s*$", re.MULTILINE)
_MESSAGE = re.compile(r"^[ \t]*message[ \t]*=[ \t]*(\S.*?)[ \t\r]*$", re.MULTILINE | re.IGNORECASE)
_NOT_SENT = gettext_noop("BridgeWebs cannot be reached: %(reason)s. Nothing was published.")
_NOT_KNOWN = gettext_noop(
    "The session was sent, and no answer came (%(reason)s). Nobody here can know whether it was "
    "published: look at the club’s page at BridgeWebs before you send it again."
)
_BROKEN = gettext_noop(
    "BridgeWebs answers with the error %(status)s. Nobody here can know whether the session was "
    "published: look at the club’s page at BridgeWebs before you send it again."
)
_TURNED_AWAY = gettext_noop(
    "BridgeWebs turns the session away with the error %(status)s. Nothing was published, as far "
    "as is known."
)
_UNREADABLE = gettext_noop(
    "BridgeWebs answers what cannot be understood (“%(answer)s”). Nobody here can know whether the "
    "session was published: look at the club’s page at BridgeWebs before you send it again."
)
_NO_EVENTS = gettext_noop("BridgeWebs does not tell the events of the day: %(reason)s.")
_FIRST_OF_ITS_OWN = 500


class NoAnswerError(Refused):
    """Sending failed. ``answer`` is what came back, and empty where that is not known; where it
    ``was_sent`` as well, nobody can know what became of it."""

    def __init__(self, message: Sentence, *, was_sent: bool, answer: str = "") -> None:
        super().__init__(message)
        self.was_sent = was_sent
        self.answer = answer


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back: whether it was taken, the sentence there, and the values of its JSON."""

    is_successful: bool
    message: str
    values: Mapping[str, Any]

    @property
    def event_id(self) -> str:
        """The number of the event there, if the answer gives one."""
        value = self.values.get("event_id")
        return str(value).strip() if isinstance(value, str | int) else ""


def upload(fields: Mapping[str, str], *, address: str) -> Answer:
    """Send a session. ``fields`` are those of the form, with ``club`` and ``password``.

    Raises :class:`NoAnswerError`.
    """
    try:
        text = _ask({"type": "upload", **fields}, address)
    except posting.StatusError as error:
        if error.status >= _FIRST_OF_ITS_OWN:
            raise NoAnswerError(sentence(_BROKEN, status=error.status), was_sent=True) from None
        said = sentence(_TURNED_AWAY, status=error.status)
        raise NoAnswerError(said, was_sent=True, answer=f"HTTP {error.status}") from None
    except posting.FailedError as error:
        said = sentence(_NOT_KNOWN if error.was_sent else _NOT_SENT, reason=str(error))
        raise NoAnswerError(said, was_sent=error.was_sent) from None
    answer = answer_of(text)
    if not answer.is_successful and not _MESSAGE.search(text):
        raise NoAnswerError(sentence(_UNREADABLE, answer=answer.message[:200]), was_sent=True)
    return answer


def events_of(day: str, fields: Mapping[str, str], *, address: str) -> dict[str, str]:
    """The titles of the club's events of a day (``20260119``) by their numbers.

    Raises :class:`Refused` when there is no answer.
    """
    asked = {"type": "download", "transfer": "events", "date": day, "format": "json", **fields}
    try:
        text = _ask(asked, address)
    except (posting.StatusError, posting.FailedError) as error:
        raise Refused(sentence(_NO_EVENTS, reason=str(error))) from None
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
    read = posting.post(f"{address}?{club}", fields, within=TIME_LIMIT, max_answer=MAX_ANSWER)
    return read.decode("utf-8", errors="replace")
