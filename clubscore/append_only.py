"""Logs: rows that are appended, and neither changed nor deleted by anybody's code."""

from typing import Any, NoReturn

from django.db import models


class AppendOnlyError(TypeError):
    """Somebody's code tried to change or delete an entry of a log."""


class AppendOnlyQuerySet(models.QuerySet[Any]):
    def update(self, **kwargs: Any) -> NoReturn:
        raise AppendOnlyError("The log is appended to, never changed.")

    def delete(self) -> NoReturn:
        raise AppendOnlyError("The log is appended to, nothing is deleted from it.")


class AppendOnlyModel(models.Model):
    objects = AppendOnlyQuerySet.as_manager()

    class Meta:
        abstract = True

    def save(self, *args: Any, **kwargs: Any) -> None:
        if self.pk is not None:
            raise AppendOnlyError("The log is appended to, never changed.")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise AppendOnlyError("The log is appended to, nothing is deleted from it.")
