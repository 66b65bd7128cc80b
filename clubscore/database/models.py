"""Logs: append-only rows, which no code changes or deletes.

Models with many checks: one query checks them all, not one query for each.

Numbers that the database counts: let the next row of a table have number 1 again.

The bin: what is deleted lies there for a while, and can be brought back.
"""

import datetime
from collections.abc import Collection
from functools import cache, reduce
from operator import and_
from typing import Any, Final, NoReturn, TypeVar

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import connection, models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

Row = TypeVar("Row", bound=models.Model)


class AppendOnlyError(TypeError):
    """Some code tried to change or delete an entry of a log."""


class AppendOnlyQuerySet(models.QuerySet[Row]):
    def update(self, **kwargs: Any) -> NoReturn:
        raise AppendOnlyError("The log is appended to, never changed.")

    def bulk_create(self, *args: Any, **kwargs: Any) -> list[Row]:
        if kwargs.get("update_conflicts"):
            raise AppendOnlyError("The log is appended to, never changed.")
        return super().bulk_create(*args, **kwargs)

    def delete(self) -> NoReturn:
        raise AppendOnlyError("The log is appended to, nothing is deleted from it.")


class AppendOnlyManager(models.Manager[Row]):
    # Written out: the checker of types does not follow a manager made from a query set into
    # another module.
    def get_queryset(self) -> AppendOnlyQuerySet[Row]:
        return AppendOnlyQuerySet(self.model, using=self._db)


class AppendOnlyModel(models.Model):
    """A model of this kind has an :data:`AppendOnlyManager` too."""

    class Meta:
        abstract = True

    def save(self, *args: Any, **kwargs: Any) -> None:
        if self.pk is not None:
            raise AppendOnlyError("The log is appended to, never changed.")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise AppendOnlyError("The log is appended to, nothing is deleted from it.")


Rule = tuple[models.BaseConstraint, frozenset[str]]
"""A constraint, and the columns that its query leaves out."""


class CheckedTogetherModel(models.Model):
    """Validates the same, with the same messages, as any model.

    Django makes a query for every check, which names every column; that takes more time than
    storing the row. Here one query names the columns that matter; only when a check fails does
    Django find out which.
    """

    class Meta:
        abstract = True

    def validate_constraints(self, exclude: Collection[str] | None = None) -> None:
        model = type(self)
        try:
            for rule, left_out in _rules(model, frozenset(exclude or ())):
                rule.validate(model, self, exclude=set(left_out))
        except ValidationError:
            super().validate_constraints(exclude=exclude)


@cache
def _rules(model: type[models.Model], exclude: frozenset[str]) -> tuple[Rule, ...]:
    """The constraints of a model, its checks joined; as in Django, a check on an excluded column
    does not count.
    """
    others: list[Rule] = []
    conditions = []
    for rule in model._meta.constraints:
        if not isinstance(rule, models.CheckConstraint):
            others.append((rule, exclude))
        elif not _columns(Q(rule.condition)) & exclude:
            conditions.append(Q(rule.condition))
    if not conditions:
        return tuple(others)
    every = reduce(and_, conditions)
    left_out = {field.name for field in model._meta.fields} - _columns(every)
    return (
        (models.CheckConstraint(condition=every, name="every_check"), frozenset(left_out)),
        *others,
    )


def _columns(condition: Q) -> set[str]:
    return set(condition.referenced_base_fields)


KEPT_IN_BIN: Final = datetime.timedelta(days=60)
"""How long what was deleted can be brought back."""


class PresentManager(models.Manager[Row]):
    """The rows that are not in the bin."""

    def get_queryset(self) -> models.QuerySet[Row]:
        return super().get_queryset().filter(deleted_at=None)


class BinModel(models.Model):
    """An event that may lie in the bin: ``objects`` leaves it out then, ``everything`` has it.

    Nothing in the bin is published; ``deleted_with`` says what it was and belonged to before.
    Each model names ``everything`` as its base manager, by which its parts reach it.
    """

    deleted_at = models.DateTimeField(_("deleted"), null=True, blank=True, editable=False)
    deleted_with = models.JSONField(default=dict, blank=True, editable=False)

    class Meta:
        abstract = True


def bin_is_not_published(model: str) -> models.CheckConstraint:
    """The constraint that nobody but directors sees what is in the bin."""
    return models.CheckConstraint(
        condition=Q(deleted_at__isnull=True) | Q(published_at__isnull=True),
        name=f"{model}_in_bin_not_published",
    )


def hold_numbers(model: type[models.Model]) -> None:
    """Until the transaction ends nobody adds a row, so that an empty table stays empty. On SQLite
    a transaction that writes is the only one.
    """
    if connection.vendor == "postgresql":
        table = connection.ops.quote_name(model._meta.db_table)
        with connection.cursor() as cursor:
            cursor.execute(f"LOCK TABLE {table} IN SHARE ROW EXCLUSIVE MODE")


def restart_numbers(model: type[models.Model]) -> None:
    """Count from 1 again, if the transaction commits. For a table that is empty, and held."""
    table, key = model._meta.db_table, model._meta.pk
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            names = [table, key.column if key else "id"]
            cursor.execute("SELECT pg_get_serial_sequence(%s, %s)", names)
            (sequence,) = cursor.fetchone()
            # setval() would stay where the transaction is rolled back.
            cursor.execute(f"ALTER SEQUENCE {sequence} RESTART WITH 1")
        else:
            cursor.execute("DELETE FROM sqlite_sequence WHERE name = %s", [table])


def user_key() -> models.ForeignKey:
    """Who did it; the row stays when the account goes."""
    return models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        editable=False,
        related_name="+",
    )
