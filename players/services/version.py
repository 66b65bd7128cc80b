"""The lock of the register: whoever changes players or clubs raises its version first."""

from django.db import connection

from players.models import RegisterVersion
from players.models.club_settings import read_settings_again

ONLY_ROW = 1


def hold_register(**_others: object) -> None:
    """Let nobody change the register until this transaction ends: for a page that compares what was
    sent with what is stored."""
    _lock(raised_by=0)


def change_register() -> None:
    """Raise the version of the register; whoever else changes it waits until this transaction
    ends. Before any player or club is locked, so that no two services wait for each other."""
    _lock(raised_by=1)


def _lock(*, raised_by: int) -> None:
    table = connection.ops.quote_name(RegisterVersion._meta.db_table)
    with connection.cursor() as cursor:
        # One statement that both databases know, also where a test or a restore left no row.
        cursor.execute(
            f"INSERT INTO {table} (id, number) VALUES (%s, %s) "  # noqa: S608 - a table of ours
            f"ON CONFLICT (id) DO UPDATE SET number = {table}.number + %s",
            [ONLY_ROW, raised_by, raised_by],
        )
    # Whoever held the lock before may have changed how the club sorts.
    read_settings_again()
