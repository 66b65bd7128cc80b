import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth import authenticate
from django.contrib.auth.models import User

from accounts.services import add_account, change_rights, give_password
from clubscore.text.problems import Refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def keeper() -> User:
    return User.objects.create_superuser("keeper")


def rights(user: User) -> tuple[bool, bool, bool]:
    user.refresh_from_db()
    return user.is_active, user.is_staff, user.is_superuser


def test_add_account_of_a_director_makes_a_password(keeper: User):
    login = add_account(name="anna", administrator=False, by=keeper)

    user = authenticate(username="anna", password=login.password)
    assert rights(user) == (True, True, False)
    assert [(entry.user, entry.object_repr) for entry in LogEntry.objects.all()] == [
        (keeper, "anna")
    ]


def test_add_account_of_an_administrator_with_a_password(keeper: User):
    login = add_account(name="anna", administrator=True, password="correct horse", by=keeper)

    assert login.password == "correct horse"
    user = authenticate(username="anna", password="correct horse")
    assert rights(user) == (True, True, True)


def test_add_account_refuses_a_name_that_is_taken(keeper: User):
    with pytest.raises(Refused, match="There is already an account “Keeper”"):
        add_account(name="Keeper", administrator=False, by=keeper)

    assert User.objects.count() == 1


def test_give_password_replaces_the_old_one(keeper: User):
    add_account(name="anna", administrator=False, password="correct horse", by=keeper)
    login = give_password(user=User.objects.get(username="anna"), by=keeper)

    assert authenticate(username="anna", password="correct horse") is None
    assert authenticate(username="anna", password=login.password) is not None


def test_change_rights(keeper: User):
    anna = User.objects.create_user("anna", is_staff=True)

    change_rights(user=anna, active=True, administrator=True, by=keeper)
    assert rights(anna) == (True, True, True)
    change_rights(user=anna, active=False, administrator=False, by=keeper)
    assert rights(anna) == (False, True, False)


def test_change_rights_refuses_ones_own(keeper: User):
    User.objects.create_superuser("other")

    with pytest.raises(Refused, match="You cannot change your own rights"):
        change_rights(user=keeper, active=True, administrator=False, by=keeper)

    assert rights(keeper) == (True, True, True)


def test_change_rights_leaves_an_administrator(keeper: User):
    # Closed meanwhile by somebody else, with this page still open.
    gone = User.objects.create_superuser("gone", is_active=False)

    with pytest.raises(Refused, match="Then nobody could manage the accounts"):
        change_rights(user=keeper, active=True, administrator=False, by=gone)

    assert rights(keeper) == (True, True, True)
