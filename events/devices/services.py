"""What is guessed and how much is sent: both are counted, and wait where it is too much.

Wrong codes of one address, and wrong words of one browser, are stored by a hash: nobody needs to
read from where somebody tried. A right code is answered whatever the count.
"""

import hashlib
from datetime import timedelta
from typing import Final

from django.db.models import QuerySet
from django.utils import timezone

from clubscore.database.transactions import in_transaction
from clubscore.text.moments import is_lately, lately
from events.models import WrongCode

MAX_CODES: Final = 30

WINDOW: Final = timedelta(minutes=10)

CODE: Final = "code"
WORD: Final = "word"
NAME: Final = "name"

MAX_SENDS: Final = 30
"""What a device may send in a minute, shared with nobody."""

MAX_SENDS_WAITING: Final = 5
"""The same of a device that waits to be let in."""

MINUTE: Final = timedelta(minutes=1)


def is_blocked(*, kind: str, place: str, most: int = MAX_CODES) -> bool:
    """Whether too many wrong ones of a kind came from a place in the last ten minutes."""
    counted = _lately().filter(place=_hashed(kind, place))
    return counted.filter(count__gte=most).exists()


@in_transaction
def count_wrong(*, kind: str, place: str) -> None:
    """One more wrong one of a kind from a place; a count that is not of the last ten minutes
    begins again."""
    now = timezone.now()
    WrongCode.objects.exclude(**lately("since", WINDOW, now=now)).delete()
    counted, _made = WrongCode.objects.get_or_create(
        place=_hashed(kind, place), defaults={"since": now}
    )
    stored = WrongCode.objects.select_for_update().get(pk=counted.pk)
    if not is_lately(stored.since, WINDOW, now=now):
        stored.since, stored.count = now, 0
    stored.count += 1
    stored.save(update_fields=["count", "since"])


def blocked_places() -> int:
    """From how many places so many wrong codes or words came that others are refused there."""
    codes = _lately().filter(place__startswith=f"{CODE}:") | _lately().filter(
        place__startswith=f"{WORD}:"
    )
    return codes.filter(count__gte=MAX_CODES).count()


@in_transaction
def lift_wrong_codes() -> None:
    """Let everybody try again who typed wrong codes or words."""
    for kind in (CODE, WORD):
        WrongCode.objects.filter(place__startswith=f"{kind}:").delete()


def _lately() -> QuerySet[WrongCode]:
    return WrongCode.objects.filter(**lately("since", WINDOW, now=timezone.now()))


def _hashed(kind: str, place: str) -> str:
    return f"{kind}:{hashlib.sha256(place.encode()).hexdigest()[:48]}"
