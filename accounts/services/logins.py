"""Counting wrong passwords, so that nobody guesses one; and lifting the waits.

A try is counted as wrong before the password is checked, and taken back when it was right: many
tries at the same moment, at any number of web processes, get no more guesses than one after
another.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import User
from django.db.models import F
from django.utils import timezone

from accounts.domain.waiting import (
    FORGOTTEN_AFTER,
    FREE_HERE,
    FREE_OF_ACCOUNT,
    FREE_OF_PLACE,
    open_again,
)
from accounts.models import LoginCount
from accounts.selectors import account_key, place_key
from clubscore.transactions import in_transaction


class TooManyTriesError(Exception):
    """The login waits ``until`` then; the password was not checked."""

    def __init__(self, until: datetime) -> None:
        super().__init__("a login has to wait")
        self.until = until


@dataclass(frozen=True, slots=True)
class Attempt:
    """Somebody tries to log in: under which name, from which address, and from which device, when
    it is one that knew the password before."""

    name: str
    address: str
    device: str = ""

    @property
    def _counts(self) -> dict[tuple[str, str], int]:
        """The counts that it falls under, and what is free in each."""
        account = account_key(self.name)
        if self.device:
            return {(account, place_key(f"device {self.device}")): FREE_HERE}
        place = place_key(f"address {self.address}")
        return {
            (account, place): FREE_HERE,
            ("", place): FREE_OF_PLACE,
            (account, ""): FREE_OF_ACCOUNT,
        }


@in_transaction
def begin_login(*, attempt: Attempt) -> None:
    """Count a try as wrong, before its password is checked.

    Raises :class:`TooManyTriesError`, and then counts nothing.
    """
    now = timezone.now()
    # Here, so that no job has to be scheduled for it.
    LoginCount.objects.filter(last__lte=now - FORGOTTEN_AFTER).delete()
    free = attempt._counts
    rows = _locked(free, now)
    until = max(open_again(row.failures, free=free[row.account, row.place], last=row.last)
                for row in rows)  # fmt: skip
    if until > now:
        raise TooManyTriesError(until)
    for row in rows:
        row.failures += 1
        row.last = now
        row.save(update_fields=["failures", "last"])


@in_transaction
def end_login(*, attempt: Attempt) -> None:
    """Take back a try whose password was right; earlier wrong ones here are forgiven."""
    rows = {(row.account, row.place): row for row in _locked(attempt._counts, timezone.now())}
    for (account, place), row in rows.items():
        # Only the count of this name here is forgiven: the others count the wrong guesses of others
        # too, and lose just this try.
        if account and place:
            row.delete()
        elif row.failures:
            row.failures = F("failures") - 1
            row.save(update_fields=["failures"])


@in_transaction
def lift_waits(*, user: User | None = None) -> int:
    """Forget the wrong passwords for a user, or for all; returns the number of counts deleted."""
    counts = LoginCount.objects.all()
    if user is not None:
        counts = counts.filter(account=account_key(user.username))
    return counts.delete()[0]


def _locked(keys: Iterable[tuple[str, str]], now: datetime) -> list[LoginCount]:
    """The rows of these counts, made where they are missing, and held until the transaction ends;
    always in one order, so that two never wait for each other."""
    wanted = sorted(keys)
    LoginCount.objects.bulk_create(
        (LoginCount(account=account, place=place, last=now) for account, place in wanted),
        ignore_conflicts=True,
    )
    return [
        LoginCount.objects.select_for_update().get(account=account, place=place)
        for account, place in wanted
    ]
