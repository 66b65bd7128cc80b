"""One-time keys: claimed by the first who sends a form, answered for, and forgotten after a day."""

from datetime import timedelta
from typing import Final

from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.domain.answers import Answer, digest
from accounts.engines.encryption import WrongKeyError, decrypt, encrypt
from accounts.models import OneTimeKey

LIFETIME: Final = timedelta(days=1)
AT_ONCE: Final = 100
"""So many old keys go with a new one."""


def claim(*, key: str) -> OneTimeKey | None:
    """The key as one's own until the transaction ends; ``None`` when it was used already.

    Whoever comes second waits for the first: an error there lets the second one in.
    """
    try:
        with transaction.atomic():
            return OneTimeKey.objects.create(digest=digest(key))
    except IntegrityError:
        return None


def answer_to(*, key: str) -> Answer | None:
    """What was answered when the key was used; ``None`` while it is not answered."""
    found = OneTimeKey.objects.get(digest=digest(key))
    try:
        return decrypt(bytes(found.answer), key) if found.answer else None
    except WrongKeyError:
        # Stored by an older version, at most a day ago.
        return None


def store_answer(*, claimed: OneTimeKey, key: str, answer: Answer) -> None:
    """Store what is answered to everybody who comes with the key, and forget old keys."""
    claimed.answer = encrypt(answer, key)
    claimed.save(update_fields=["answer"])
    forget_old_keys()


def release(*, claimed: OneTimeKey) -> None:
    """Let the key be used again: nothing was stored."""
    claimed.delete()


@transaction.atomic
def forget_old_keys() -> None:
    """Delete keys that are older than a day, as far as nobody else is at it."""
    old = OneTimeKey.objects.filter(created_at__lt=timezone.now() - LIFETIME).order_by("pk")
    numbers = list(old.select_for_update(skip_locked=True).values_list("pk", flat=True)[:AT_ONCE])
    if numbers:
        OneTimeKey.objects.filter(pk__in=numbers).delete()
