"""A database written into a file, row by row."""

import datetime
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import AutoField, Model

import clubscore
from clubscore.backups import schema
from clubscore.backups.archive import Ending, Header, Writer
from clubscore.backups.progress import Progress, Show, show_nothing
from clubscore.backups.snapshot import snapshot
from clubscore.problems import Refused, gettext_noop, sentence

_CHUNK = 2000


def write_backup(path: Path, *, using: str = "default", show: Show = show_nothing) -> Ending:
    """Write everything the database holds now into a file, but for logins under way.

    Returns what was written. Needs room for a backup of SQLite's file beside it.
    """
    with snapshot(using, folder=path.parent) as connection, path.open("wb") as file:
        migrations = schema.applied(connection)
        if not migrations:
            raise Refused(
                sentence(gettext_noop("The database is empty: there is nothing to back up."))
            )
        models = schema.models_at(migrations)
        header = Header(
            version=clubscore.__version__,
            made_at=datetime.datetime.now(datetime.UTC),
            database=connection.vendor,
            migrations=migrations,
            left_out=sorted(schema.LEFT_OUT),
        )
        writer = Writer(file, header)
        progress = Progress(_rows_of(models.values(), connection), show)
        for model in models.values():
            _write_table(writer, model, connection, progress)
        ending = writer.close(
            highest={
                label: number
                for label, model in models.items()
                if (number := highest_number(model, connection)) is not None
            }
        )
        file.flush()
        return ending


def _rows_of(models: Iterable[type[Model]], connection: BaseDatabaseWrapper) -> int:
    """About how many rows there are, by the highest key of each table."""
    return sum(highest_number(model, connection) or 0 for model in models)


def _write_table(
    writer: Writer, model: type[Model], connection: BaseDatabaseWrapper, progress: Progress
) -> None:
    fields = schema.fields(model)
    writer.table(schema.table(model))
    converters = [schema.reader(field, connection) for field in fields]
    quote = connection.ops.quote_name
    columns = ", ".join(quote(str(field.column)) for field in fields)
    key = quote(str(model._meta.pk.column))
    # Batch by batch: the memory of the server holds no table of lines whole.
    with connection.chunked_cursor() as cursor:
        cursor.execute(
            f"SELECT {columns} FROM {quote(model._meta.db_table)} ORDER BY {key}"  # noqa: S608
        )
        while batch := cursor.fetchmany(_CHUNK):
            writer.rows(_converted(batch, converters))
            progress.add(len(batch))


def _converted(
    batch: Sequence[Sequence[Any]], converters: Sequence[Callable[[Any], Any] | None]
) -> list[Sequence[Any]]:
    """The rows with the values of JSON; column by column, of which most need no conversion."""
    columns = [
        [convert(value) for value in column] if convert else column
        for column, convert in zip(zip(*batch, strict=True), converters, strict=True)
    ]
    return list(zip(*columns, strict=True))


def highest_number(model: type[Model], connection: BaseDatabaseWrapper) -> int | None:
    """The highest number the database ever gave by itself to a row of the model, also if that
    row is gone; ``None`` where it gives none."""
    key = model._meta.pk
    if not isinstance(key, AutoField):
        return None
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute(
                "SELECT seq FROM sqlite_sequence WHERE name = %s", [model._meta.db_table]
            )
            found = cursor.fetchone()
            return int(found[0]) if found else 0
        table, column = connection.ops.quote_name(model._meta.db_table), key.column
        cursor.execute("SELECT pg_get_serial_sequence(%s, %s)", [table, column])
        cursor.execute(f"SELECT last_value, is_called FROM {cursor.fetchone()[0]}")  # noqa: S608
        last, is_called = cursor.fetchone()
        return int(last) if is_called else 0


def size_of(using: str = "default") -> int:
    """Bytes that the database takes."""
    connection = connections[using]
    if connection.vendor == "sqlite":
        path = Path(connection.settings_dict["NAME"])
        return path.stat().st_size if path.exists() else 0
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_database_size(current_database())")
        return int(cursor.fetchone()[0])
