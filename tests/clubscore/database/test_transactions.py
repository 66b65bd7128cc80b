from collections.abc import Callable

import pytest
from django.contrib.auth.models import Group
from django.db import IntegrityError, OperationalError, transaction

from clubscore.database import transactions
from clubscore.database.transactions import MAX_TRIES, in_transaction
from clubscore.text.problems import Refused

pytestmark = [pytest.mark.both_databases, pytest.mark.django_db(transaction=True)]


class FromDatabase(Exception):
    def __init__(self, sqlstate: str) -> None:
        self.sqlstate = sqlstate


def failing(*failures: Exception) -> Callable[[], str]:
    """A service that stores a group, and then fails in these ways before it succeeds."""
    remaining = list(failures)

    @in_transaction
    def add_group() -> str:
        Group.objects.create(name=f"after {len(remaining)} failures")
        if remaining:
            raise remaining.pop(0)
        return "done"

    return add_group


def ended(sqlstate: str, kind: type[Exception] = OperationalError) -> Exception:
    error = kind("ended by the database")
    error.__cause__ = FromDatabase(sqlstate)
    return error


def groups() -> list[str]:
    return list(Group.objects.order_by("pk").values_list("name", flat=True))


@pytest.fixture(autouse=True)
def _no_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transactions, "MAX_PAUSE", 0)


@pytest.mark.parametrize("sqlstate", ["40001", "40P01"])
def test_a_deadlock_runs_all_of_it_again(sqlstate: str) -> None:
    assert failing(ended(sqlstate), ended(sqlstate))() == "done"
    assert groups() == ["after 0 failures"]


def test_it_is_not_run_for_ever() -> None:
    with pytest.raises(OperationalError):
        failing(*(ended("40P01") for _ in range(MAX_TRIES)))()
    assert groups() == []
    assert failing(*(ended("40P01") for _ in range(MAX_TRIES - 1)))() == "done"


def test_another_error_is_raised_at_once() -> None:
    with pytest.raises(OperationalError):
        failing(ended("57014"))()
    assert groups() == []


def test_within_a_transaction_its_owner_runs_again() -> None:
    inner = failing(ended("40P01"))

    @in_transaction
    def outer() -> str:
        Group.objects.create(name="outer")
        return inner()

    assert outer() == "done"
    assert groups() == ["outer", "after 0 failures"]
    with pytest.raises(OperationalError), transaction.atomic():
        failing(ended("40P01"))()


def test_within_a_transaction_a_refusal_takes_back_only_its_own() -> None:
    with transaction.atomic():
        Group.objects.create(name="before")
        with pytest.raises(ZeroDivisionError):
            failing(ZeroDivisionError())()
    assert groups() == ["before"]


def test_what_was_deleted_meanwhile_is_refused() -> None:
    with pytest.raises(Refused, match="deleted in the meantime"):
        failing(ended("23503", IntegrityError))()
    assert groups() == []


def test_a_row_that_points_nowhere_is_refused_by_either_database() -> None:
    @in_transaction
    def add_member() -> None:
        Group.permissions.through.objects.create(group_id=4711, permission_id=4711)

    with pytest.raises(Refused, match="deleted in the meantime"):
        add_member()


def test_another_broken_rule_is_raised() -> None:
    with pytest.raises(IntegrityError):
        failing(ended("23505", IntegrityError))()
