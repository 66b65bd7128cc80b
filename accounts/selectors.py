"""Every read of the accounts."""

from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import User
from django.utils import timezone
from django.utils.crypto import salted_hmac

from accounts.domain import FREE_HERE, FREE_OF_ACCOUNT, is_forgotten, open_again
from accounts.models import LoginCount


@dataclass(frozen=True, slots=True)
class Account:
    """A user as the list shows them; ``waiting_until`` is when the last place that waits may try
    again, ``None`` when none waits."""

    user: User
    waiting_until: datetime | None

    @property
    def role(self) -> str:
        """``administrator``, ``director`` or ``reader``."""
        if self.user.is_superuser:
            return "administrator"
        return "director" if self.user.is_staff else "reader"


def account_key(name: str) -> str:
    """The hash under which wrong passwords for a name are counted, whether it exists or not."""
    return salted_hmac("accounts.account", name.casefold(), algorithm="sha256").hexdigest()


def place_key(place: str) -> str:
    """The hash of a place: a device or an address of the network."""
    return salted_hmac("accounts.place", place, algorithm="sha256").hexdigest()


def accounts() -> list[Account]:
    """Every account, those that may log in first."""
    now = timezone.now()
    users = list(User.objects.order_by("-is_active", "username"))
    keys = {account_key(user.username): user.pk for user in users}
    waiting: dict[int, datetime] = {}
    for count in LoginCount.objects.filter(account__in=keys):
        if is_forgotten(last=count.last, now=now):
            continue
        free = FREE_HERE if count.place else FREE_OF_ACCOUNT
        until = open_again(count.failures, free=free, last=count.last)
        user = keys[count.account]
        if until > now and until > waiting.get(user, now):
            waiting[user] = until
    return [Account(user, waiting.get(user.pk)) for user in users]


def spellings_of(name: str) -> list[str]:
    """The names of accounts that differ from this one in case alone, itself among them: two at
    most."""
    names = User.objects.filter(username__iexact=name).values_list("username", flat=True)
    return list(names[:2])
