"""The file of a backup: lines of JSON, packed with gzip; the same for every database.

The first line is the header, then for every table a line that names it and its columns, followed
by its rows, one a line; the last line has the number of rows and the highest number each table
ever gave, and the SHA-256 of all lines before it. Read and written line by line, so that a file of
any size needs little memory. Knows nothing of Django.
"""

import datetime
import gzip
import hashlib
import json
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO, Final

from clubscore.problems import Refused, gettext_noop, sentence

FORMAT: Final = 1
SUFFIX: Final = ".jsonl.gz"
_KEY: Final = "clubscore backup"
_GZIP: Final = b"\x1f\x8b"
# The longest line is a movement with its source text, of 1 MiB at most.
_MAX_LINE_LENGTH: Final = 16 * 2**20


@dataclass(frozen=True, slots=True)
class Header:
    """Where a backup comes from. ``migrations`` are the applied ones of every app: the shape of
    the tables; ``left_out`` the tables that are not backed up."""

    version: str
    made_at: datetime.datetime
    database: str
    migrations: dict[str, list[str]]
    left_out: list[str]


@dataclass(frozen=True, slots=True)
class Table:
    """A table, by the label of its model (``players.player``), and its columns in their order."""

    label: str
    columns: tuple[str, ...]


@dataclass(slots=True)
class Ending:
    """The last line: rows of each table, and the highest number each ever gave."""

    rows: dict[str, int] = field(default_factory=dict)
    highest: dict[str, int] = field(default_factory=dict)


class Writer:
    """Writes a backup: :meth:`table`, its rows by :meth:`row`, and so on; :meth:`close` at the
    end, without which the file counts as damaged."""

    def __init__(self, file: BinaryIO, header: Header) -> None:
        self._zip = gzip.GzipFile(filename="", mode="wb", compresslevel=6, fileobj=file, mtime=0)
        self._hash = hashlib.sha256()
        self._ending = Ending()
        self._label = ""
        self._write(
            {
                _KEY: FORMAT,
                "version": header.version,
                "made_at": header.made_at.isoformat(),
                "database": header.database,
                "migrations": header.migrations,
                "left_out": header.left_out,
            }
        )

    def table(self, table: Table) -> None:
        """Begin a table."""
        self._label = table.label
        self._ending.rows[table.label] = 0
        self._write({"table": table.label, "columns": table.columns})

    def row(self, values: Sequence[Any]) -> None:
        """Add a row to the table, in the order of its columns."""
        self._ending.rows[self._label] += 1
        self._write(values)

    def close(self, *, highest: dict[str, int]) -> Ending:
        """Write the last line."""
        self._ending.highest = highest
        self._write(
            {"rows": self._ending.rows, "highest": highest, "sha256": self._hash.hexdigest()}
        )
        self._zip.close()
        return self._ending

    def _write(self, value: object) -> None:
        line = json.dumps(value, separators=(",", ":")).encode("ascii") + b"\n"
        self._hash.update(line)
        self._zip.write(line)


class Reader:
    """Reads a backup; a context. :class:`Refused`, with a sentence, for a file that is no backup,
    that is damaged, or that is of a format this program does not know yet."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._hash = hashlib.sha256()
        self.tables: dict[str, Table] = {}
        self.ending = Ending()

    def __enter__(self) -> "Reader":
        try:
            self._file = self._path.open("rb")
        except OSError as error:
            raise Refused(
                sentence(
                    gettext_noop("%(path)s cannot be read: %(reason)s."),
                    path=self._path,
                    reason=error.strerror or error,
                )
            ) from error
        try:
            if self._file.read(2) != _GZIP:
                raise self._foreign()
            self._file.seek(0)
            self._zip = gzip.GzipFile(fileobj=self._file, mode="rb")
            self.header = self._read_header()
        # A context that fails to begin is never left.
        except BaseException:
            self._file.close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self._zip.close()
        self._file.close()

    def rows(self) -> Iterator[tuple[Table, list[Any]]]:
        """Every row with its table, to the end, which is compared with what was read."""
        table: Table | None = None
        counted: dict[str, int] = {}
        while True:
            line = self._raw_line()
            value = self._parse(line)
            if isinstance(value, list):
                if table is None or len(value) != len(table.columns):
                    raise self._damaged()
                counted[table.label] += 1
                yield table, value
            elif "table" in value:
                table = self._table(value)
                if table.label in counted:
                    raise self._damaged()
                self.tables[table.label] = table
                counted[table.label] = 0
            else:
                break
            self._hash.update(line)
        self._read_ending(value, counted)

    def _table(self, value: dict[str, Any]) -> Table:
        label, columns = value["table"], value.get("columns")
        if not isinstance(label, str) or not isinstance(columns, list):
            raise self._damaged()
        return Table(label, tuple(columns))

    def _read_header(self) -> Header:
        # A first line that is damaged is rather that of another kind of file.
        try:
            line = self._raw_line()
            value = self._parse(line)
        except Refused as refusal:
            raise self._foreign() from refusal
        self._hash.update(line)
        if not isinstance(value, dict) or not isinstance(value.get(_KEY), int):
            raise self._foreign()
        if value[_KEY] > FORMAT:
            raise newer(self._path, str(value.get("version", "?")))
        try:
            return Header(
                version=str(value["version"]),
                made_at=datetime.datetime.fromisoformat(value["made_at"]),
                database=str(value["database"]),
                migrations={app: list(names) for app, names in value["migrations"].items()},
                left_out=list(value["left_out"]),
            )
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise self._damaged() from error

    def _read_ending(self, value: dict[str, Any], counted: dict[str, int]) -> None:
        highest = value.get("highest")
        if (
            value.get("rows") != counted
            or value.get("sha256") != self._hash.hexdigest()
            or not isinstance(highest, dict)
            or self._raw_line()
        ):
            raise self._damaged()
        self.ending = Ending(rows=counted, highest=highest)

    def _parse(self, line: bytes) -> Any:
        if not line.endswith(b"\n"):
            raise self._damaged()
        try:
            value = json.loads(line)
        # Brackets that a damaged file opens by the thousand are no error of syntax to Python.
        except (ValueError, RecursionError) as error:
            raise self._damaged() from error
        if not isinstance(value, dict | list):
            raise self._damaged()
        return value

    def _raw_line(self) -> bytes:
        try:
            # Limited: a foreign file may go on for gigabytes without a line end.
            return self._zip.readline(_MAX_LINE_LENGTH)
        except (EOFError, OSError, zlib.error) as error:
            raise self._damaged() from error

    def _damaged(self) -> Refused:
        return damaged(self._path)

    def _foreign(self) -> Refused:
        return Refused(
            sentence(gettext_noop("%(path)s is not a clubscore backup."), path=self._path)
        )


def damaged(path: Path) -> Refused:
    """For a file that is a backup, but not a complete one."""
    template = gettext_noop(
        "%(path)s is damaged: it ends too early or was changed since it was written. "
        "Take another backup."
    )
    return Refused(sentence(template, path=path))


def newer(path: Path, version: str) -> Refused:
    """For a file of a later release than this one."""
    template = gettext_noop(
        "%(path)s was written by a newer clubscore (%(version)s). Update clubscore, then restore."
    )
    return Refused(sentence(template, path=path, version=version))


def too_early(path: Path, version: str) -> Refused:
    """For a file from before the first release, of tables that are no longer known."""
    template = gettext_noop(
        "%(path)s was written by an early clubscore (%(version)s), and this one cannot restore it. "
        "Restore it with that one, update, and make a new backup: docs/keeping.md."
    )
    return Refused(sentence(template, path=path, version=version))


def inspect(path: Path) -> Reader:
    """Read a whole file without keeping its rows: the reader at its end, or :class:`Refused`."""
    with Reader(path) as reader:
        for _ in reader.rows():
            pass
        return reader
