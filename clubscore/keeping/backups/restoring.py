"""A backup put back into a database: all of it, or nothing.

The tables are created in the shape they had when the backup was written, filled, and migrated to
today's. SQLite: in a file beside the database, which is then copied over it in one step.
PostgreSQL: in one transaction.

Many rows into empty tables, as fast as a database takes them.

What a database would check or keep up to date row by row is taken away meanwhile and made again at
the end: indexes, and PostgreSQL's foreign keys. SQLite takes many rows in one call, PostgreSQL a
``COPY``. :class:`django.db.Error` for what a table does not take.
"""

import itertools
import sqlite3
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from operator import itemgetter
from pathlib import Path
from typing import Any, Final

from django.contrib.contenttypes.models import ContentType
from django.core.management import call_command
from django.db import (
    DataError,
    IntegrityError,
    InterfaceError,
    OperationalError,
    ProgrammingError,
    connections,
    transaction,
)
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Model

from clubscore.database.sqlite import set_journal
from clubscore.keeping.backups import archive, schema
from clubscore.keeping.backups.archive import (
    Ending,
    Header,
    Reader,
    Table,
    damaged,
    newer,
    too_early,
)
from clubscore.keeping.backups.unfinished import Progress, Show, draft, show_nothing
from clubscore.keeping.backups.writing import copy_sqlite, default_connection_to, highest_number
from clubscore.text.problems import Refused

_UNFIT = (DataError, IntegrityError, OverflowError, TypeError, ValueError)

_LOCK_TIMEOUT = "20s"
"""How long PostgreSQL waits for somebody who still uses a table."""


def check_backup(path: Path) -> tuple[Header, Ending]:
    """Read a file to its end, check that this program can restore it, and return what it holds.

    Refused: it is no backup, is damaged, or comes from a newer clubscore.
    """
    reader = archive.inspect(path)
    header = reader.header
    if schema.not_here(schema.nodes(header.migrations)):
        raise newer(path, header.version)
    if not schema.is_restorable(schema.nodes(header.migrations)):
        raise too_early(path, header.version)
    expected = _columns(map(schema.table, schema.models_at(header.migrations).values()))
    missing = set(expected) - set(reader.tables) - set(header.left_out)
    if missing or not _columns(reader.tables.values()).items() <= expected.items():
        raise damaged(path)
    if not set(reader.ending.highest) <= set(expected):
        raise damaged(path)
    return header, reader.ending


def _columns(tables: Iterable[Table]) -> dict[str, tuple[str, ...]]:
    """The columns of each table, sorted."""
    # Their order depends on the number of migrations that made the table.
    return {table.label: tuple(sorted(table.columns)) for table in tables}


def restore_backup(
    path: Path,
    *,
    using: str = "default",
    on_set_aside: Callable[[Path], object] = str,
    show: Show = show_nothing,
) -> Ending:
    """Replace everything in the database by what the file holds; nobody else should use it.

    The caller backs up the present state first. Refused as in :func:`check_backup`; nothing is
    changed then. A SQLite file that is too damaged to be written to is renamed;
    ``on_set_aside`` is called with its new path.
    """
    header, checked = check_backup(path)
    progress = Progress(sum(checked.rows.values()), show)
    connection = connections[using]
    try:
        if connection.vendor == "sqlite":
            ending = _into_new_file(path, header, connection, on_set_aside, progress)
        else:
            with transaction.atomic(using=using):
                _set_up_transaction(connection)
                _drop_tables(connection)
                ending = _build(path, header, connection, progress)
    except (*_UNFIT, InterfaceError, ProgrammingError) as error:
        # Rows that no table takes, though the checksum is right: somebody else wrote them.
        raise damaged(path) from error
    except (OperationalError, sqlite3.OperationalError) as error:
        raise Refused.because(
            "The database refused, and nothing was changed: %(reason)s Is clubscore stopped?",
            reason=error,
        ) from error
    finally:
        # It may have read the tables as they were.
        connection.close()
    # The restored rows may have other ids for the same models.
    ContentType.objects.clear_cache()
    return ending


def _into_new_file(
    path: Path,
    header: Header,
    connection: BaseDatabaseWrapper,
    on_set_aside: Callable[[Path], object],
    progress: Progress,
) -> Ending:
    database = Path(connection.settings_dict["NAME"])
    with draft(database.parent) as built:
        with default_connection_to(built, like=connection.alias) as fresh:
            ending = _build(path, header, fresh, progress)
        connection.close()
        try:
            copy_sqlite(built, database)
        except sqlite3.OperationalError:
            # In use, or the disk is full: the file itself is well.
            raise
        except sqlite3.DatabaseError:
            on_set_aside(_set_aside(database))
            copy_sqlite(built, database)
    set_journal(connection)
    return ending


def _set_aside(database: Path) -> Path:
    """Rename a damaged file, with the files that SQLite left beside it."""
    names = (f"{database.name}.damaged-{number}" for number in itertools.count(1))
    aside = next(path for path in map(database.with_name, names) if not path.exists())
    for ending in ("-journal", "-wal", "-shm", ""):
        part = database.with_name(database.name + ending)
        if part.exists():
            part.rename(aside.with_name(aside.name + ending))
    return aside


def _set_up_transaction(connection: BaseDatabaseWrapper) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"SET LOCAL lock_timeout = '{_LOCK_TIMEOUT}'")


def _drop_tables(connection: BaseDatabaseWrapper) -> None:
    """Remove every table of this program, of any release."""
    there = set(connection.introspection.table_names())
    try:
        models = schema.all_models_at(schema.applied(connection)).values()
        ours = {model._meta.db_table for model in models}
    except Refused:
        ours = _tables_of_another_release(connection, there)
    ours.add(MigrationRecorder.Migration._meta.db_table)
    with connection.cursor() as cursor:
        for table in sorted(ours & there):
            cursor.execute(f"DROP TABLE {connection.ops.quote_name(table)} CASCADE")


def _tables_of_another_release(connection: BaseDatabaseWrapper, there: set[str]) -> set[str]:
    """Today's tables, and those that are named after an application that has been migrated."""
    apps = {app for app, _ in MigrationRecorder(connection).applied_migrations()}
    named = {table for table in there if any(table.startswith(f"{app}_") for app in apps)}
    return named | set(connection.introspection.django_table_names(include_views=False))


def _build(
    path: Path, header: Header, connection: BaseDatabaseWrapper, progress: Progress
) -> Ending:
    """In an empty database: the tables of the backup's time, its rows, today's shape."""
    MigrationExecutor(connection).migrate(schema.leaves(header.migrations))
    models = schema.models_at(header.migrations)
    tables = {model._meta.db_table for model in models.values()}
    # Rows come in the order of their tables' names, not of who points to whom.
    with _keys_unchecked(connection), transaction.atomic(using=connection.alias):
        with connection.cursor() as cursor:
            for model in models.values():
                # What the migrations themselves put there.
                cursor.execute(f"DELETE FROM {_quoted(model, connection)}")  # noqa: S608
        with unindexed(connection, tables):
            ending = _fill(path, models, connection, progress)
        for label, number in ending.highest.items():
            _set_highest(models[label], number, connection)
        connection.check_constraints()
    call_command("migrate", database=connection.alias, interactive=False, verbosity=0)
    return ending


@contextmanager
def _keys_unchecked(connection: BaseDatabaseWrapper) -> Iterator[None]:
    """SQLite checks foreign keys all at once instead of row by row; of PostgreSQL's there are none
    meanwhile."""
    if connection.vendor == "postgresql":
        # What waits to be checked would prevent the tables from being altered.
        with connection.cursor() as cursor:
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        yield
        return
    connection.disable_constraint_checking()
    try:
        yield
    finally:
        connection.enable_constraint_checking()


def _fill(
    path: Path, models: dict[str, type[Model]], connection: BaseDatabaseWrapper, progress: Progress
) -> Ending:
    """Insert every row of the file."""
    with Reader(path) as reader:
        parts = itertools.groupby(reader.rows(), key=itemgetter(0))
        for table, batches in parts:
            rows = (batch for _, batch in batches)
            _insert(path, models[table.label], table, rows, connection, progress)
        return reader.ending


def _insert(
    path: Path,
    model: type[Model],
    table: Table,
    parts: Iterator[list[list[Any]]],
    connection: BaseDatabaseWrapper,
    progress: Progress,
) -> None:
    by_column = {str(field.column): field for field in schema.fields(model)}
    fields = [by_column[column] for column in table.columns]
    decoders: list[tuple[int, Callable[[Any], Any]]] = [
        (place, decode)
        for place, field in enumerate(fields)
        if (decode := schema.decoder(field, connection)) is not None
    ]

    def batches() -> Iterator[list[list[Any]]]:
        for batch in parts:
            try:
                for place, decode in decoders:
                    for row in batch:
                        row[place] = decode(row[place])
            except (ValueError, TypeError, ArithmeticError) as error:
                raise damaged(path) from error
            yield batch
            progress.add(len(batch))

    insert(connection, model._meta.db_table, table.columns, batches())


def _set_highest(model: type[Model], number: int, connection: BaseDatabaseWrapper) -> None:
    """Continue numbering after the highest number ever given, also to a row that is gone."""
    table, key = model._meta.db_table, model._meta.pk
    top = model._base_manager.using(connection.alias).order_by("-pk").values_list("pk").first()
    number = max(number, top[0] if top else 0)
    if number == (highest_number(model, connection) or 0):
        return
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("DELETE FROM sqlite_sequence WHERE name = %s", [table])
            cursor.execute(
                "INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)", [table, number]
            )
        else:
            cursor.execute(
                "SELECT setval(pg_get_serial_sequence(%s, %s), %s)",
                [connection.ops.quote_name(table), key.column, number],
            )


def _quoted(model: type[Model], connection: BaseDatabaseWrapper) -> str:
    return connection.ops.quote_name(model._meta.db_table)


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
        rows = [row for row in cursor.fetchall() if row[0] in tables]
        for _table, drop, _make in rows:
            cursor.execute(drop)
    return [make for _table, _drop, make in rows]


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
