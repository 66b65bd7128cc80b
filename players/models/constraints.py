"""Rules of the database about players."""

from typing import TYPE_CHECKING

from django.db import models

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise as StrPromise


def once_where_given(field: str, message: "StrPromise") -> models.UniqueConstraint:
    """That no two players have the same value, where they have one."""
    return models.UniqueConstraint(
        fields=(field,),
        condition=~models.Q(**{field: ""}),
        name=f"player_{field}_once",
        violation_error_message=message,
    )
