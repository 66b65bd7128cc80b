"""Many rows into empty tables, as fast as a database takes them.

What a database would check or keep up to date row by row is taken away meanwhile and made again at
the end: indexes, and PostgreSQL's foreign keys. SQLite takes many rows in one call, PostgreSQL a
``COPY``. :class:`django.db.Error` for what a table does not take.
"""

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final

from django.db.backends.base.base import BaseDatabaseWrapper

Row = Sequence[Any]

_SQLITE_INDEXES: Final = """
    SELECT tbl_name, 'DROP INDEX "' || name || '"', sql FROM sqlite_master
    WHERE type = 'index' AND sql IS NOT NULL ORDER BY name
"""
_FOREIGN_KEYS: Final = """
    SELECT class.relname, format('ALTER TABLE %%I DROP CONSTRAINT %%I', class.relname, con.conname),
           format('ALTER TABLE %%I ADD CONSTRAINT %%I %%s',
                  class.relname, con.conname, pg_get_constraintdef(con.oid))
    FROM pg_constraint AS con JOIN pg_class AS class ON class.oid = con.conrelid
    WHERE con.contype = 'f' AND class.relnamespace = current_schema()::regnamespace
    ORDER BY con.conname
"""
_POSTGRESQL_INDEXES: Final = """
    SELECT tablename, format('DROP INDEX %%I', indexname), indexdef FROM pg_indexes
    WHERE schemaname = current_schema() AND NOT EXISTS (
        SELECT 1 FROM pg_constraint AS con JOIN pg_class AS class ON class.oid = con.conindid
        WHERE class.relname = indexname
          AND class.relnamespace = current_schema()::regnamespace
    )
    ORDER BY indexname
"""
_ESCAPED: Final = str.maketrans({"\\": r"\\", "\n": r"\n", "\r": r"\r", "\t": r"\t"})


@contextmanager
def unindexed(connection: BaseDatabaseWrapper, tables: Collection[str]) -> Iterator[None]:
    """Take the indexes of these tables away while the block runs, and on PostgreSQL the foreign
    keys; at the end they are made again over all rows, which then have to obey them."""
    if connection.vendor == "sqlite":
        again = _take_away(connection, _SQLITE_INDEXES, tables)
    else:
        again = _take_away(connection, _FOREIGN_KEYS, tables)
        # The indexes first: a foreign key is checked by them.
        again = [*_take_away(connection, _POSTGRESQL_INDEXES, tables), *again]
    yield
    with connection.cursor() as cursor:
        for statement in again:
            cursor.execute(statement)


def _take_away(connection: BaseDatabaseWrapper, query: str, tables: Collection[str]) -> list[str]:
    """Drop what a query names, and return the statements that make it again."""
    with connection.cursor() as cursor:
        cursor.execute(query, [])
        found = [row for row in cursor.fetchall() if row[0] in tables]
        for _table, drop, _make in found:
            cursor.execute(drop)
    return [make for _table, _drop, make in found]


def insert(
    connection: BaseDatabaseWrapper,
    table: str,
    columns: Sequence[str],
    batches: Iterable[Sequence[Row]],
) -> None:
    """Insert rows whose values are what the database's driver takes; for PostgreSQL texts that
    name a value will do."""
    quoted = ", ".join(map(connection.ops.quote_name, columns))
    into = f"{connection.ops.quote_name(table)} ({quoted})"
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            places = ", ".join(["%s"] * len(columns))
            for batch in batches:
                cursor.executemany(f"INSERT INTO {into} VALUES ({places})", batch)  # noqa: S608
            return
        with connection.wrap_database_errors, cursor.copy(f"COPY {into} FROM STDIN") as copy:
            for batch in batches:
                copy.write("".join(map(_copy_line, batch)))


def _copy_line(row: Row) -> str:
    return "\t".join(map(_copy_text, row)) + "\n"


def _copy_text(value: Any) -> str:
    if type(value) is str:
        return value.translate(_ESCAPED)
    if value is None:
        return r"\N"
    return str(value)


def json_text(nullable: bool) -> Callable[[Any], str | None]:
    """The function that makes a value of JSON the text that a column holds; in one that cannot be
    NULL, ``None`` is JSON's own null."""

    def text(value: Any) -> str | None:
        return None if value is None and nullable else json.dumps(value)

    return text
