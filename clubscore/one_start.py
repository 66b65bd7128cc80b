"""Several web servers that start together on one database: one after another prepares it.

Two that migrate the same tables at once would fail.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from django.db import connection, transaction

from clubscore.backups.snapshot import another_connection

_LOCK: Final = 0x636C7562
"""Any number that nothing else locks in this database."""


@contextmanager
def one_start_at_a_time() -> Iterator[None]:
    """Wait until no other start is under way. SQLite's file is one machine's, and one server's.

    The lock belongs to a transaction of its own, so that it holds behind a pooler too.
    """
    if connection.vendor != "postgresql":
        yield
        return
    with (
        another_connection("default", CONN_MAX_AGE=0) as holder,
        transaction.atomic(using=holder.alias),
        holder.cursor() as cursor,
    ):
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_LOCK])
        yield
