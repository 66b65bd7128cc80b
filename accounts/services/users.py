"""Every write to the accounts: add, give a password, change what one may do.

There is always an administrator who can log in. Every change is in the admin's log.
"""

from typing import Final

from django.contrib.admin.models import ADDITION, CHANGE, LogEntry
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from clubscore.first_start import Login, readable_password
from clubscore.problems import Refused, gettext_noop, sentence
from clubscore.transactions import in_transaction

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
        own = gettext_noop("You cannot change your own rights: another administrator can.")
        raise Refused(sentence(own))
    stays_administrator = active and administrator
    if not [each for each in administrators if each.pk != user.pk or stays_administrator]:
        nobody = gettext_noop("Then nobody could manage the accounts any more.")
        raise Refused(sentence(nobody))
    user.is_active, user.is_staff, user.is_superuser = active, True, administrator
    user.save(update_fields=["is_active", "is_staff", "is_superuser"])
    _log(user, by, CHANGE, _("Rights changed."))


def _log(user: User, by: User, action: int, text: str) -> None:
    LogEntry.objects.log_actions(
        user_id=by.pk,
        queryset=[user],
        action_flag=action,
        change_message=text,
        single_object=True,
    )
