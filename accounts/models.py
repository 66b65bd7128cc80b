"""Counts of wrong passwords. Users themselves are Django's.

Accounts and places are stored as keyed hashes: the table does not show who tried, or from where.
"""

from django.db import models


class LoginCount(models.Model):
    """Wrong passwords since the count began: of an account from a place, or, where one of the two
    is empty, of all accounts or all places."""

    account = models.CharField(max_length=64, blank=True)
    place = models.CharField(max_length=64, blank=True)
    failures = models.PositiveIntegerField(default=0)
    last = models.DateTimeField(db_index=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["account", "place"], name="accounts_one_count_of_account_and_place"
            ),
        )

    def __str__(self) -> str:
        return f"{self.account[:6] or '*'} {self.place[:6] or '*'}: {self.failures}"


class OneTimeKey(models.Model):
    """A form that was sent and answered, so that the same once more gets the same answer.

    The key itself is in the browser's page alone. Here stands its hash; and the answer, which may
    name people or hold a password, can only be read with the key.
    """

    digest = models.CharField(max_length=64, unique=True)
    answer = models.BinaryField(default=b"")
    created_at = models.DateTimeField(auto_now_add=True, db_index=True)

    def __str__(self) -> str:
        return self.digest[:6]
