from io import StringIO

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command

from accounts.models import LoginCount
from accounts.services import Attempt, begin_login

pytestmark = pytest.mark.django_db


def counted() -> set[str]:
    return set(LoginCount.objects.exclude(account="").values_list("account", flat=True))


def test_waits_of_one_account_or_of_all_are_lifted():
    User.objects.create_user("anna")
    begin_login(attempt=Attempt("anna", "192.0.2.1"))
    begin_login(attempt=Attempt("bram", "192.0.2.1"))
    both = counted()

    call_command("lift_login_waits", "Anna", stdout=StringIO())
    assert len(counted()) == 1
    assert counted() < both
    call_command("lift_login_waits", stdout=StringIO())
    assert LoginCount.objects.count() == 0


def test_unknown_name_is_reported():
    with pytest.raises(CommandError, match="There is no account “nobody”"):
        call_command("lift_login_waits", "nobody")
