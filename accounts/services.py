"""Counting wrong passwords, so that nobody guesses one; and lifting the waits.

A try is counted as wrong before the password is checked, and taken back when it was right: many
tries at the same moment, at any number of web processes, get no more guesses than one after
another.

One-time keys: claimed by the first who sends a form, answered for, and forgotten after a day.

Every write to the accounts: add, give a password, change what one may do.

There is always an administrator who can log in. Every change is in the admin's log.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.contrib.admin.models import ADDITION, CHANGE, LogEntry
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.domain import (
    FORGOTTEN_AFTER,
    FREE_HERE,
    FREE_OF_ACCOUNT,
    FREE_OF_PLACE,
    Answer,
    digest,
    open_again,
)
from accounts.engines import WrongKeyError, decrypt, encrypt
from accounts.models import LoginCount, OneTimeKey
from accounts.selectors import account_key, place_key
from clubscore.database.transactions import in_transaction
from clubscore.server.starting import Login, readable_password
from clubscore.text.moments import expired, lately
from clubscore.text.problems import Refused, gettext_noop, sentence


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
    LoginCount.objects.exclude(**lately("last", FORGOTTEN_AFTER, now=now)).delete()
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


LIFETIME: Final = timedelta(days=1)

AT_ONCE: Final = 100
"""How many old keys are deleted when a new one is made."""


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
    one_time_key = OneTimeKey.objects.get(digest=digest(key))
    try:
        return decrypt(bytes(one_time_key.answer), key) if one_time_key.answer else None
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
    age = expired("created_at", LIFETIME, now=timezone.now())
    old = OneTimeKey.objects.filter(**age).order_by("pk")
    numbers = list(old.select_for_update(skip_locked=True).values_list("pk", flat=True)[:AT_ONCE])
    if numbers:
        OneTimeKey.objects.filter(pk__in=numbers).delete()


_TAKEN: Final = gettext_noop("There is already an account “%(name)s”.")


@in_transaction
def add_account(*, name: str, administrator: bool, password: str = "", by: User) -> Login:
    """An account for a director, or an administrator; without a password it gets one.

    Raises :class:`Refused` for a name that is taken, in capitals or small letters.
    """
    if User.objects.filter(username__iexact=name).exists():
        raise Refused(sentence(_TAKEN, name=name))
    login = Login(name, password or readable_password())
    # Not taken a moment ago; another administrator may be adding the same name.
    try:
        with transaction.atomic():
            user = User.objects.create_user(
                name, password=login.password, is_staff=True, is_superuser=administrator
            )
    except IntegrityError as error:
        raise Refused(sentence(_TAKEN, name=name)) from error
    _log(user, by, ADDITION, _("Added on the accounts page."))
    return login


@in_transaction
def give_password(*, user: User, by: User) -> Login:
    """A new password for somebody who has lost theirs; whoever is logged in with the old one is
    logged out."""
    hold_user(user_id=user.pk)
    login = Login(user.username, readable_password())
    user.set_password(login.password)
    user.save(update_fields=["password"])
    _log(user, by, CHANGE, _("Given a new password."))
    return login


def hold_user(*, user_id: int, **_others: object) -> None:
    """Hold an account, if there is one of this number, until the transaction ends: for a page that
    compares what was sent with what is stored.

    With it those who look after the accounts, as in :func:`change_rights`, in one order for all.
    """
    held = User.objects.filter(Q(pk=user_id) | Q(is_superuser=True, is_active=True))
    list(held.select_for_update().order_by("pk"))


@in_transaction
def change_rights(*, user: User, active: bool, administrator: bool, by: User) -> None:
    """Let somebody log in or not, and be an administrator or a director.

    Raises :class:`Refused` when it is one's own account, or nobody were left who can look after
    the accounts.
    """
    # Locked, so that two administrators cannot take the rights from each other at once.
    hold_user(user_id=user.pk)
    administrators = list(User.objects.filter(is_superuser=True, is_active=True))
    if user.pk == by.pk:
        raise Refused.because("You cannot change your own rights: another administrator can.")
    stays_administrator = active and administrator
    if not [each for each in administrators if each.pk != user.pk or stays_administrator]:
        raise Refused.because("Then nobody could manage the accounts any more.")
    user.is_active, user.is_staff, user.is_superuser = active, True, administrator
    user.save(update_fields=["is_active", "is_staff", "is_superuser"])
    _log(user, by, CHANGE, _("Rights changed."))


def _log(user: User, by: User, action: int, text: str) -> None:
    LogEntry.objects.log_actions(
        user_id=by.pk, queryset=[user], action_flag=action, change_message=text, single_object=True
    )
