"""Which kind of list a file is, and its players one by one.

The bytes of a list as a stream: a plain file, or the one file of a zip archive.

What comes out is counted, whatever the archive says of itself.
"""

import io
import struct
import zipfile
import zlib
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import date
from itertools import chain, islice
from pathlib import Path
from typing import IO, Final

from clubscore.files.decoding import decode
from clubscore.text.problems import Problem, Refused, sentence
from players.domain.lookup import Listed, NumberKind, stated_month
from players.formats.lookup import egd, fide_xml, fixed_width
from players.formats.lookup.table import Table

MAX_PLAYERS: Final = 2_500_000
"""The most players of a list; FIDE's longest has some two million."""

_HEADINGS: Final = 200
"""Among so many lines the first player of the EGD is looked for."""

MAX_UNPACKED: Final = 640 * 2**20
"""Bytes of a list; FIDE's longest has some 310 million."""

MAX_LINE: Final = 20_000
"""The most bytes of a line."""

_MAX_DIRECTORY: Final = 2**20
"""Bytes of an archive's directory: each entry becomes an object of its own."""

_SAMPLE: Final = 2**12

_MAY_BEGIN: Final = (b"PK", b"\xff\xfe", b"\xfe\xff")
"""Archives of lists, and text of spreadsheets in UTF-16."""

_END_OF_DIRECTORY: Final = b"PK\x05\x06"

_USUAL: Final = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)

_DAMAGED: Final = (
    zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, OSError,
    ValueError, OverflowError, KeyError, struct.error,
)  # fmt: skip


class Stream:
    """The unpacked bytes of a list. ``position`` is how many bytes of the file itself were read,
    of ``size``; raises :class:`Refused` for what is damaged, or longer than a list may be."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self.size = file.seek(0, io.SEEK_END)
        file.seek(0)
        is_packed = file.read(2) == b"PK"
        file.seek(0)
        self._stream: IO[bytes] = io.BufferedReader(_member(file)) if is_packed else file  # type: ignore[type-var]
        self._left = MAX_UNPACKED
        self.start = self._read(_SAMPLE)
        if not self.start:
            raise Refused.because("The file is empty.")
        self._pending = self.start

    @property
    def position(self) -> int:
        return self._file.tell()

    def pieces(self) -> Iterator[bytes]:
        """The bytes, some at a time."""
        while self._pending:
            yield self._pending
            self._pending = self._read(2**16)

    def lines(self) -> Iterator[str]:
        """The lines without their ends, each decoded by itself: as UTF-8, else Windows-1252."""
        encoding = _wide(self.start)
        for number, line in enumerate(self._raw_lines(wide=bool(encoding)), start=1):
            if len(line) > MAX_LINE:
                raise Refused(
                    Problem(
                        sentence(
                            "Line %(line)s is longer than any of a list of players.", line=number
                        ),
                        line=number,
                    )
                )
            yield _decoded(line, encoding).rstrip("\r").replace("\0", "")

    def _raw_lines(self, *, wide: bool) -> Iterator[bytes]:
        end = b"\n\0" if wide else b"\n"
        rest = b""
        for piece in self.pieces():
            *lines, rest = (rest + piece).split(end)
            yield from lines
            if len(rest) > 2 * MAX_LINE:
                yield rest
        if rest:
            yield rest

    def _read(self, size: int) -> bytes:
        try:
            piece = self._stream.read(size)
        except _DAMAGED as error:
            raise _damaged() from error
        self._left -= len(piece)
        if self._left < 0:
            raise Refused.because(
                "Unpacked, the list is larger than %(limit)s MiB.", limit=MAX_UNPACKED // 2**20
            )
        return piece


def _member(file: IO[bytes]) -> IO[bytes]:
    """The one list of an archive. Raises :class:`Refused` where there is none, or several."""
    try:
        _refuse_long_directory(file)
        archive = zipfile.ZipFile(file)
        if "[Content_Types].xml" in archive.namelist():
            raise Refused.because("This is a spreadsheet or a document. Save the list as CSV.")
        files = [each for each in archive.infolist() if _is_list(each.filename)]
        if len(files) != 1:
            raise Refused.because(
                "The archive has to hold one list, and this one holds %(count)s files.",
                count=len(files),
            )
        if files[0].compress_type not in _USUAL or files[0].flag_bits & 1:
            raise NotImplementedError(files[0].compress_type)
        return archive.open(files[0])
    except Refused:
        raise
    except _DAMAGED as error:
        raise _damaged() from error


def _is_list(name: str) -> bool:
    return not (name.endswith(("/", ".DS_Store")) or name.startswith("__MACOSX/"))


def _refuse_long_directory(file: IO[bytes]) -> None:
    size = file.seek(0, io.SEEK_END)
    file.seek(max(0, size - 2**16 - 22))
    tail = file.read()
    place = tail.rfind(_END_OF_DIRECTORY)
    (length,) = struct.unpack_from("<I", tail, place + 12) if place >= 0 else (0,)
    if place < 0 or length > _MAX_DIRECTORY:
        raise zipfile.BadZipFile
    file.seek(0)


def _wide(start: bytes) -> str:
    """UTF-16, as spreadsheets save “Unicode text”, or nothing."""
    return "utf-16-le" if start.startswith(b"\xff\xfe") else ""


def _decoded(line: bytes, encoding: str) -> str:
    if encoding:
        return line.decode(encoding, errors="replace").removeprefix("\ufeff")
    try:
        return line.decode("utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError:
        return line.decode("cp1252", errors="replace")


def _damaged() -> Refused:
    return Refused.because("The archive is damaged, or it is no zip archive.")


@dataclass(slots=True)
class Reading:
    """A list while it is read: what its numbers are, how many of the file's ``size`` bytes are
    read, and which lines had no player."""

    kind: NumberKind
    stream: Stream
    rows: Iterator[tuple[int, Listed | None]]
    count: int = 0
    skipped: int = 0
    first_skipped: int = 0
    month: date | None = None
    """What its heading says."""

    @property
    def part(self) -> tuple[int, int]:
        """How far the file is read: bytes, and all of them."""
        return min(self.stream.position, self.stream.size), self.stream.size

    def players(self) -> Iterator[Listed]:
        """The players. Raises :class:`Refused` for a list that is too long, has none, or more
        lines without one than with one."""
        for line, player in self.rows:
            if player is None:
                self.skipped += 1
                self.first_skipped = self.first_skipped or line
            else:
                self.count += 1
                yield player
            self._check()
        if self.skipped >= max(self.count, 1) or not self.count:
            raise self._without_players()

    def _check(self) -> None:
        if self.count > MAX_PLAYERS:
            raise Refused.because(
                "The list has more than %(most)s players.", most=f"{MAX_PLAYERS:,}"
            )
        if self.skipped > 1000 and self.skipped > self.count:
            raise self._without_players()

    def _without_players(self) -> Refused:
        if not self.skipped:
            return Refused.because("There is no player in the list.")
        line = self.first_skipped
        return Refused(
            Problem(
                sentence(
                    "Most lines of the list have no number and name where their columns should "
                    "be, the "
                    "first of them line %(line)s. Is it a list of players?",
                    line=line,
                ),
                line=line,
            )
        )


@dataclass(frozen=True, slots=True)
class Piece:
    """Some players of a list: of what kind its numbers are, how many of all bytes of the file are
    read, and how many lines until here had no player."""

    kind: NumberKind
    players: tuple[Listed, ...] = ()
    read: int = 0
    size: int = 0
    skipped: int = 0
    month: date | None = None


def pieces_of_list(
    source: bytes | Path, *, step: int, federations: Collection[str] = ()
) -> Iterator[Piece]:
    """The players of a list, as many at a time as there are in so many lines; with ``federations``
    only theirs. The first piece has none, but the month that the heading says. Raises
    :class:`Refused` for a file that is no list."""
    with source.open("rb") if isinstance(source, Path) else io.BytesIO(source) as file:
        _refuse_binary(file)
        reading = open_list(file)
        yield Piece(reading.kind, month=reading.month)
        players = reading.players()
        while some := tuple(islice(players, step)):
            if federations:
                some = tuple(player for player in some if player.federation.upper() in federations)
            yield Piece(reading.kind, some, *reading.part, reading.skipped)


def _refuse_binary(file: IO[bytes]) -> None:
    """Refuse pictures, programs and the like, each by its name."""
    start = file.read(_SAMPLE)
    file.seek(0)
    if not start.startswith(_MAY_BEGIN):
        # Whole lines: the last one may end within a letter of several bytes.
        decode(start.rpartition(b"\n")[0] or start)


def open_list(file: IO[bytes]) -> Reading:
    """Begin to read a list. Raises :class:`Refused` for a file that is none."""
    stream = Stream(file)
    if fide_xml.is_beginning(stream.start):
        return Reading(NumberKind.FIDE, stream, fide_xml.read(stream.pieces()))
    lines = stream.lines()
    first = list(islice(lines, _HEADINGS))
    every = chain(first, lines)
    if not any(map(str.strip, first)):
        raise Refused.because("The file is empty.")
    if fixed_width.is_header(first[0]):
        return Reading(
            NumberKind.FIDE, stream, fixed_width.read(every), month=stated_month(first[0])
        )
    if any(map(egd.is_player, first)):
        return Reading(NumberKind.EGD, stream, egd.read(every))
    table = Table(every)
    return Reading(table.kind, stream, table.read(), month=stated_month(first[0]))
