"""Wrong codes of one address, and wrong words of one device: after some, both wait."""

import hashlib
from datetime import timedelta
from typing import Final

from django.utils import timezone

from clubscore.transactions import in_transaction
from events.models import WrongCode

MAX_CODES: Final = 30
MAX_WORDS: Final = 5
WINDOW: Final = timedelta(minutes=10)


def is_blocked(*, place: str, most: int = MAX_CODES) -> bool:
    """Whether too many wrong ones came from a place in the last ten minutes."""
    since = timezone.now() - WINDOW
    return WrongCode.objects.filter(place=_hashed(place), since__gt=since, count__gte=most).exists()


@in_transaction
def count_wrong(*, place: str) -> None:
    """One more wrong code or word from a place; a count older than ten minutes begins again."""
    now = timezone.now()
    WrongCode.objects.filter(since__lte=now - WINDOW).delete()
    counted, _made = WrongCode.objects.get_or_create(place=_hashed(place), defaults={"since": now})
    stored = WrongCode.objects.select_for_update().get(pk=counted.pk)
    stored.count += 1
    stored.save(update_fields=["count"])


def _hashed(place: str) -> str:
    # Nobody needs to read from where somebody tried.
    return hashlib.sha256(place.encode()).hexdigest()
