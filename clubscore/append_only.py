"""Logs: append-only rows, which no code changes or deletes."""

from typing import Any, NoReturn, TypeVar

from django.db import models

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
