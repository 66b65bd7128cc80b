"""The file of a backup: lines of JSON, packed with gzip; the same for every database.

The first line is the header, then for every table a line that names it and its columns, followed
by its rows, one a line; the last line has the number of rows and the highest number each table
ever gave, and the SHA-256 of all lines before it. Read and written line by line, so that a file of
any size needs little memory. Knows nothing of Django.

What is answered for a file that cannot be restored.
"""

import datetime
import gzip
import hashlib
import json
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO, Final, TypeGuard

from clubscore.text.problems import Refused

FORMAT: Final = 1

SUFFIX: Final = ".jsonl.gz"

_KEY: Final = "clubscore backup"

_GZIP: Final = b"\x1f\x8b"

# The longest line is a movement with its source text, of 1 MiB at most.
_MAX_LINE_LENGTH: Final = 16 * 2**20

_BLOCK: Final = 2**18

_encode: Final = json.JSONEncoder(separators=(",", ":"), check_circular=False).encode


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


_MOST: Final = 2**63
"""No row has a number as high."""


class Writer:
    """Writes a backup: :meth:`table`, its rows by :meth:`rows`, and so on; :meth:`close` at the
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

    def rows(self, rows: Sequence[Sequence[Any]]) -> None:
        """Add some rows to the table, in the order of its columns."""
        if rows:
            self._ending.rows[self._label] += len(rows)
            self._write(*rows)

    def close(self, *, highest: dict[str, int]) -> Ending:
        """Write the last line."""
        self._ending.highest = highest
        self._write(
            {"rows": self._ending.rows, "highest": highest, "sha256": self._hash.hexdigest()}
        )
        self._zip.close()
        return self._ending

    def _write(self, *values: object) -> None:
        # Many at once: a call for each line would take longer than packing it.
        lines = ("\n".join(map(_encode, values)) + "\n").encode("ascii")
        self._hash.update(lines)
        self._zip.write(lines)


class Reader:
    """Reads a backup; a context. :class:`Refused`, with a sentence, for a file that is no backup,
    that is damaged, or that is of a format this program does not know yet."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._hash = hashlib.sha256()
        self._lines: list[bytes] = []
        self._rest = b""
        self._counted: dict[str, int] = {}
        self.tables: dict[str, Table] = {}
        self.ending = Ending()

    def __enter__(self) -> "Reader":
        try:
            self._file = self._path.open("rb")
        except OSError as error:
            raise Refused.because(
                "%(path)s cannot be read: %(reason)s.",
                path=self._path,
                reason=error.strerror or error,
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

    def rows(self) -> Iterator[tuple[Table, list[list[Any]]]]:
        """The rows, many at a time, with their table, to the end, which is compared with what was
        read."""
        for table, lines in self._parts():
            yield table, self._parse_rows(table, lines)

    def skip(self) -> None:
        """Go to the end, and compare it with what was read; rows are counted and not looked at."""
        for _ in self._parts():
            pass

    def _parts(self) -> Iterator[tuple[Table, list[bytes]]]:
        """Lines of rows, as many as were read at once, with their table."""
        table: Table | None = None
        while lines := self._next_lines():
            start = 0
            for place in [i for i, line in enumerate(lines) if line[:1] != b"["]:
                yield from self._of(table, lines[start:place])
                value = self._parse(lines[place])
                if not isinstance(value, dict) or "table" not in value:
                    self._hash_lines(lines[:place])
                    self._read_ending(value, rest=lines[place + 1 :])
                    return
                table, start = self._begin(value), place + 1
            yield from self._of(table, lines[start:])
            self._hash_lines(lines)
        raise self._damaged()

    def _of(self, table: Table | None, lines: list[bytes]) -> Iterator[tuple[Table, list[bytes]]]:
        if not lines:
            return
        if table is None:
            raise self._damaged()
        self._counted[table.label] += len(lines)
        yield table, lines

    def _begin(self, value: dict[str, Any]) -> Table:
        table = self._table(value)
        if table.label in self._counted:
            raise self._damaged()
        self.tables[table.label] = table
        self._counted[table.label] = 0
        return table

    def _parse_rows(self, table: Table, lines: list[bytes]) -> list[list[Any]]:
        """Parsed as one list, which is much faster than line by line."""
        width = len(table.columns)
        rows: list[list[Any]] = self._parse(b"[" + b",".join(lines) + b"]")
        if len(rows) != len(lines) or any(
            type(row) is not list or len(row) != width for row in rows
        ):
            raise self._damaged()
        return rows

    def _hash_lines(self, lines: list[bytes]) -> None:
        if lines:
            self._hash.update(b"\n".join(lines) + b"\n")

    def _table(self, value: dict[str, Any]) -> Table:
        label, columns = value["table"], value.get("columns")
        if not isinstance(label, str) or not _are_texts(columns):
            raise self._damaged()
        return Table(label, tuple(columns))

    def _read_header(self) -> Header:
        # A first line that is damaged is rather that of another kind of file.
        try:
            first, *self._lines = self._next_lines() or [b""]
            value = self._parse(first)
        except Refused as refusal:
            raise self._foreign() from refusal
        self._hash_lines([first])
        if not isinstance(value, dict) or not isinstance(value.get(_KEY), int):
            raise self._foreign()
        if value[_KEY] > FORMAT:
            raise newer(self._path, str(value.get("version", "?")))
        migrations, left_out = value.get("migrations"), value.get("left_out")
        if not isinstance(migrations, dict) or not all(map(_are_texts, migrations.values())):
            raise self._damaged()
        if not _are_texts(left_out):
            raise self._damaged()
        try:
            return Header(
                version=str(value["version"]),
                made_at=datetime.datetime.fromisoformat(value["made_at"]),
                database=str(value["database"]),
                migrations=migrations,
                left_out=left_out,
            )
        except (KeyError, TypeError, ValueError) as error:
            raise self._damaged() from error

    def _read_ending(self, value: Any, *, rest: list[bytes]) -> None:
        highest = value.get("highest") if isinstance(value, dict) else None
        if (
            not isinstance(highest, dict)
            or not all(type(number) is int and 0 <= number < _MOST for number in highest.values())
            or value.get("rows") != self._counted
            or value.get("sha256") != self._hash.hexdigest()
            or rest
            or self._next_lines()
        ):
            raise self._damaged()
        self.ending = Ending(rows=self._counted, highest=highest)

    def _parse(self, text: bytes) -> Any:
        try:
            return json.loads(text)
        # Brackets that a damaged file opens by the thousand are no error of syntax to Python.
        except (ValueError, RecursionError) as error:
            raise self._damaged() from error

    def _next_lines(self) -> list[bytes]:
        """Some lines, without their ends; none at the end of the file."""
        if self._lines:
            lines, self._lines = self._lines, []
            return lines
        # Limited: a foreign file may go on for gigabytes without a line end.
        while len(self._rest) <= _MAX_LINE_LENGTH:
            block = self._unpack()
            if not block and not self._rest:
                return []
            whole, end, self._rest = (self._rest + block).rpartition(b"\n")
            if end:
                return whole.split(b"\n")
            if not block:
                break
        raise self._damaged()

    def _unpack(self) -> bytes:
        try:
            # Not more than is there: of a torn file the beginning can be read.
            return self._zip.read1(_BLOCK)
        except (EOFError, OSError, zlib.error) as error:
            raise self._damaged() from error

    def _damaged(self) -> Refused:
        return damaged(self._path)

    def _foreign(self) -> Refused:
        return foreign(self._path)


def _are_texts(values: object) -> TypeGuard[list[str]]:
    return isinstance(values, list) and all(isinstance(value, str) for value in values)


def foreign(path: Path) -> Refused:
    """The refusal of a file that is no backup."""
    return Refused.because("%(path)s is not a clubscore backup.", path=path)


def damaged(path: Path) -> Refused:
    """The refusal of a backup that is not complete."""
    return Refused.because(
        "%(path)s is damaged: it ends too early or was changed since it was written. "
        "Take another backup.",
        path=path,
    )


def newer(path: Path, version: str) -> Refused:
    """The refusal of a backup of a later release than this one."""
    return Refused.because(
        "%(path)s was written by a newer clubscore (%(version)s). Update clubscore, then restore.",
        path=path,
        version=version,
    )


def inspect(path: Path) -> Reader:
    """Read a whole file without looking at its rows, which the checksum vouches for: the reader at
    its end, or :class:`Refused`."""
    with Reader(path) as reader:
        reader.skip()
        return reader


def too_early(path: Path, version: str) -> Refused:
    """The refusal of a backup from before the first release, of tables that are no longer known."""
    return Refused.because(
        "%(path)s was written by an early clubscore (%(version)s), and this one cannot "
        "restore it. "
        "Restore it with that one, update, and make a new backup: docs/keeping.md.",
        path=path,
        version=version,
    )


def json_text(nullable: bool) -> Callable[[Any], str | None]:
    """The function that makes a value of JSON the text that a column holds; in one that cannot be
    NULL, ``None`` is JSON's own null."""

    def text(value: Any) -> str | None:
        return None if value is None and nullable else json.dumps(value)

    return text
