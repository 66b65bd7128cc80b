"""Lists by keyset: a page begins behind the last row of the one before, whatever is added since."""

import base64
import binascii
import datetime
from collections.abc import Mapping
from typing import Final

from django.db.models import Q, QuerySet

from events.exchange.views.api.answers import AskedWrongly
from events.models import Session

PAGE: Final = 50
MAX_NUMBER: Final = 2**63 - 1


def day(query: Mapping[str, str], name: str) -> datetime.date | None:
    """A day of the query. Raises :class:`AskedWrongly` where it is none."""
    text = query.get(name, "")
    if not text:
        return None
    try:
        return datetime.date.fromisoformat(text[:20])
    except ValueError as error:
        message = f"{name} is a day such as 2026-01-19, not “{text[:20]}”."
        raise AskedWrongly(message) from error


def page_of(sessions: QuerySet[Session], mark: str) -> tuple[list[Session], str | None]:
    """The sessions behind a mark, the latest first, and the mark of the next page; ``None`` where
    it is the last. Raises :class:`AskedWrongly` for a mark that is none."""
    if mark:
        date, pk = _read(mark)
        sessions = sessions.filter(Q(date__lt=date) | Q(date=date, pk__lt=pk))
    found = list(sessions.order_by("-date", "-pk")[: PAGE + 1])
    if len(found) <= PAGE:
        return found, None
    last = found[PAGE - 1]
    text = f"{last.date.isoformat()}.{last.pk}"
    return found[:PAGE], base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


def _read(mark: str) -> tuple[datetime.date, int]:
    try:
        text = base64.urlsafe_b64decode(mark[:60] + "=" * (-len(mark[:60]) % 4)).decode("ascii")
        date, _, number = text.partition(".")
        pk = int(number) if number.isdecimal() else -1
        if not 0 <= pk <= MAX_NUMBER:
            raise ValueError(number)
        return datetime.date.fromisoformat(date), pk
    except (ValueError, binascii.Error) as error:
        message = "page is the mark of a page as “next” has it."
        raise AskedWrongly(message) from error
