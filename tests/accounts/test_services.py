from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.contrib.auth.models import User

from accounts.models import LoginCount
from accounts.services import Attempt, TooManyTriesError, begin_login, end_login, lift_waits
from tests.accounts.clock import START, Clock, stopped_clock

pytestmark = [pytest.mark.both_databases, pytest.mark.django_db]

HERE = Attempt("anna", "192.0.2.1")


@pytest.fixture(autouse=True)
def clock() -> Iterator[Clock]:
    with stopped_clock() as clock:
        yield clock


def tries(attempt: Attempt, most: int = 200) -> int:
    """How many wrong passwords can be tried now."""
    for number in range(most):
        try:
            begin_login(attempt=attempt)
        except TooManyTriesError:
            return number
    return most


def until(attempt: Attempt) -> timedelta:
    """How long the attempt has to wait."""
    with pytest.raises(TooManyTriesError) as caught:
        begin_login(attempt=attempt)
    return caught.value.until - START


def test_five_wrong_passwords_are_free_then_the_wait_doubles(clock: Clock):
    assert tries(HERE) == 5
    for minutes in (1, 2, 4, 8, 15, 15):
        before = clock.now - START
        assert until(HERE) == before + timedelta(minutes=minutes)
        clock.forward(minutes=minutes)
        assert tries(HERE) == 1


def test_a_refused_try_does_not_make_the_wait_longer(clock: Clock):
    tries(HERE)
    for _ in range(20):
        assert until(HERE) == timedelta(minutes=1)


def test_the_wait_is_of_one_account_in_capitals_or_not():
    tries(HERE)

    assert tries(Attempt("Anna", "192.0.2.1")) == 0
    assert tries(Attempt("bram", "192.0.2.1")) == 5


def test_a_stranger_elsewhere_keeps_nobody_out_here():
    tries(HERE)

    assert tries(Attempt("anna", "192.0.2.2")) == 5


def test_an_address_waits_after_twenty_whatever_the_accounts():
    assert [tries(Attempt(f"name-{n}", "192.0.2.1")) for n in range(6)] == [5, 5, 5, 5, 0, 0]
    assert tries(Attempt("name-5", "192.0.2.2")) == 5


def test_an_account_waits_after_fifty_wherever_they_come_from():
    found = [tries(Attempt("anna", f"192.0.2.{n}")) for n in range(12)]

    assert found == [5] * 10 + [0, 0]
    assert tries(Attempt("bram", "192.0.2.11")) == 5


def test_a_known_device_waits_for_its_own_mistakes_only():
    for number in range(12):
        tries(Attempt("anna", f"192.0.2.{number}"))
    known = Attempt("anna", "192.0.2.1", device="laptop")

    assert tries(known) == 5
    assert tries(Attempt("anna", "192.0.2.1", device="phone")) == 5


def test_the_right_password_forgives_what_was_wrong_here():
    for _ in range(4):
        begin_login(attempt=HERE)
    begin_login(attempt=HERE)
    end_login(attempt=HERE)

    assert tries(HERE) == 5


def test_the_right_password_takes_back_only_its_own_try_elsewhere():
    for number in range(4):
        tries(Attempt(f"name-{number}", "192.0.2.1"), most=4)
    for _ in range(3):
        begin_login(attempt=Attempt("own", "192.0.2.1"))
        end_login(attempt=Attempt("own", "192.0.2.1"))

    assert LoginCount.objects.get(account="", failures__gt=0).failures == 16


def test_wrong_passwords_are_forgotten_after_half_a_day(clock: Clock):
    tries(HERE)
    clock.forward(hours=12)

    assert tries(HERE) == 5


def test_old_counts_do_not_pile_up(clock: Clock):
    tries(HERE)
    assert LoginCount.objects.count() == 3
    clock.forward(hours=12)
    begin_login(attempt=Attempt("bram", "192.0.2.2"))

    assert LoginCount.objects.count() == 3


def test_a_refused_try_leaves_no_row():
    for number in range(4):
        tries(Attempt(f"name-{number}", "192.0.2.1"))
    rows = LoginCount.objects.count()
    tries(Attempt("another", "192.0.2.1"))

    assert LoginCount.objects.count() == rows


def test_lift_waits_of_one_account():
    tries(HERE)
    tries(Attempt("bram", "192.0.2.1"))
    lift_waits(user=User(username="Anna"))

    assert tries(HERE) == 5
    assert tries(Attempt("bram", "192.0.2.1")) == 0


def test_lift_all_waits():
    for number in range(4):
        tries(Attempt(f"name-{number}", "192.0.2.1"))
    lift_waits()

    assert tries(HERE) == 5


def test_nothing_of_who_and_where_is_readable():
    tries(HERE)

    stored = " ".join(f"{row.account} {row.place}" for row in LoginCount.objects.all())
    assert "anna" not in stored
    assert "192" not in stored.split()
    assert {len(row.account) for row in LoginCount.objects.all()} == {0, 64}
