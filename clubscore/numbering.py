"""Numbers that the database counts: let the next row of a table have number 1 again."""

from django.db import connection, models


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
