"""The lock of the register: whoever changes players or clubs raises its version first."""

from django.db import connection

from players.models import RegisterVersion

ONLY_ROW = 1


def change_register() -> None:
    """Raise the version of the register; whoever else changes it waits until this transaction
    ends. Before any player or club is locked, so that no two services wait for each other."""
    table = connection.ops.quote_name(RegisterVersion._meta.db_table)
    with connection.cursor() as cursor:
        # One statement that both databases know, also where a test or a restore left no row.
        cursor.execute(
            f"INSERT INTO {table} (id, number) VALUES (%s, 1) "  # noqa: S608 - a table of ours
            f"ON CONFLICT (id) DO UPDATE SET number = {table}.number + 1",
            [ONLY_ROW],
        )
