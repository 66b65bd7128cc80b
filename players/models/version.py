"""How often the register was changed: pages that show names are kept under this number."""

from django.db import models


class RegisterVersion(models.Model):
    """One row. A clock would not do: it may run ahead, and two changes may be stored in another
    order than they were made."""

    # Not counted by the database: there is never another row.
    id = models.PositiveSmallIntegerField(primary_key=True, default=1)
    number = models.PositiveBigIntegerField(default=0)

    def __str__(self) -> str:
        return str(self.number)
