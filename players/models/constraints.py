"""Rules of the database about players."""

from typing import Any

from django.db import models


def once_where_given(field: str, message: Any) -> models.UniqueConstraint:
    """That no two players have the same value, where they have one."""
    return models.UniqueConstraint(
        fields=(field,),
        condition=~models.Q(**{field: ""}),
        name=f"player_{field}_once",
        violation_error_message=message,
    )
