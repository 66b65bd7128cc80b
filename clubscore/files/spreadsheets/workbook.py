"""A spreadsheet (.xlsx) for reading: its sheets, and the rows of each.

Read here and not by openpyxl, which writes ours: that builds a tree of every row, styles, names and
formulas that nobody asked for, in memory and time that no limit on a file holds. This goes once
over the parts that matter, and what it costs grows with what was counted before.

The parts of a spreadsheet's archive, unpacked piece by piece, and counted meanwhile.

The sizes that the archive states are not looked at: a directory may say what it likes.

What a spreadsheet has besides its cells: its sheets, its texts, and which formats are dates.

The terms of ECMA-376: *relations* lead from one part to others by an identity, a *shared text*
stands once for all cells that show it, a *style* has the number of a *number format*.
"""

import io
import posixpath
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from clubscore.files.spreadsheets.cells import Lookup, SheetReader
from clubscore.files.spreadsheets.markup import (
    MAX_CELL_TEXT,
    MAX_OTHERS,
    MAX_PARTS,
    MAX_UNPACKED,
    Limits,
    Reader,
    count_attributes,
    count_closed,
    count_elements,
    count_named,
    damaged,
    more_than_cells,
    too_large,
    too_long_cell,
    too_many,
)
from clubscore.text.problems import Refused, gettext_noop

MAX_COLUMNS = 64


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet of cells; ``part`` is where they stand in the archive."""

    title: str
    is_visible: bool
    part: str


@dataclass(frozen=True, slots=True)
class Relation:
    """A part that another one needs: ``kind`` is the last word of its type, as ``worksheet``."""

    kind: str
    target: str


class RelationsReader(Reader):
    """Reads the relations of a part in ``folder``."""

    def __init__(self, folder: str) -> None:
        super().__init__()
        self.starts = {"Relationship": self._add}
        self._folder = folder
        self.relations: dict[str, Relation] = {}

    def _add(self, attributes: dict[str, str]) -> None:
        if attributes.get("TargetMode") == "External":
            return
        kind = attributes.get("Type", "").rpartition("/")[2]
        # A target that begins with "/" does so at the root.
        path = posixpath.join("/", self._folder, attributes.get("Target", ""))
        target = posixpath.normpath(path).lstrip("/")
        self.relations[attributes.get("Id", "")] = Relation(kind, target)

    def first(self, kind: str) -> str | None:
        """The first part of a kind."""
        return next(
            (relation.target for relation in self.relations.values() if relation.kind == kind), None
        )


class Book:
    """A spreadsheet. Everything raises :class:`Refused` for one that is damaged or too large."""

    def __init__(self, data: bytes, limits: Limits = Limits()) -> None:  # noqa: B008 - frozen
        self._archive = Archive(data)
        self._limits = limits
        self._others = self._cells = self._filled = self._rows = 0
        root = self._relations("_rels/.rels", "")
        self._part = root.first("officeDocument") or "xl/workbook.xml"
        folder, name = posixpath.split(self._part)
        self._own = self._relations(f"{folder}/_rels/{name}.rels", folder)
        self._listed = WorkbookReader()
        self._listed.read(self._read(self._part))

    @cached_property
    def titles(self) -> tuple[str, ...]:
        """The titles of all sheets, those of charts among them."""
        return tuple(sheet.title for sheet in self._listed.sheets)

    @cached_property
    def sheets(self) -> tuple[Sheet, ...]:
        """The sheets of cells."""
        found = ((sheet, self._own.relations.get(sheet.identity)) for sheet in self._listed.sheets)
        return tuple(
            Sheet(each.title, each.is_visible, relation.target)
            for each, relation in found
            if relation and relation.kind == "worksheet" and relation.target in self._archive
        )

    @property
    def shown_sheet(self) -> Sheet:
        """The first sheet that is not hidden."""
        sheet = next((each for each in self.sheets if each.is_visible), None)
        if sheet is None:
            raise Refused.because("The spreadsheet has no visible sheet.")
        return sheet

    def rows(
        self, sheet: Sheet, *, max_columns: int = MAX_COLUMNS
    ) -> Iterator[tuple[int, list[object]]]:
        """The rows of a sheet that are in the file, with their numbers, each as far as it has cells
        within ``max_columns``.

        A value is a text, a number, a date, a time, an
        :class:`~clubscore.files.spreadsheets.cells.ErrorText`, a
        :class:`~clubscore.files.spreadsheets.cells.Formula` or ``None``.
        """
        part = self._archive.read(sheet.part)
        self._count_cells(part)
        reader = SheetReader(self._lookup, max_columns=max_columns, max_text=self._limits.text)
        return reader.rows(part)

    @cached_property
    def _lookup(self) -> Lookup:
        texts = TextsReader(max_text=self._limits.text)
        styles = StylesReader()
        if part := self._own_part("sharedStrings", "xl/sharedStrings.xml"):
            found = self._archive.read(part)
            # Two for a text, and some more when a part of it is bold.
            self._count_others(found, besides=2 * self._limits.filled)
            texts.read(found)
        if part := self._own_part("styles", "xl/styles.xml"):
            styles.read(self._read(part))
        return Lookup(tuple(texts.texts), *styles.date_formats(), self._listed.counts_from_1904)

    def _relations(self, part: str, folder: str) -> RelationsReader:
        reader = RelationsReader(folder)
        if part in self._archive:
            reader.read(self._read(part))
        return reader

    def _own_part(self, kind: str, usual: str) -> str | None:
        """A part of the workbook, where most programs have it when no relation leads there."""
        part = self._own.first(kind) or usual
        return part if part in self._archive else None

    def _read(self, part: str) -> bytearray:
        """A part without cells."""
        found = self._archive.read(part)
        self._count_others(found)
        return found

    def _count_cells(self, part: bytearray) -> None:
        limits = self._limits
        cells = count_named(part, b"c", most=limits.cells - self._cells)
        rows = count_named(part, b"row", most=limits.rows - self._rows)
        self._cells += cells
        self._filled += count_closed(part, b"c")
        self._rows += rows
        if self._cells > limits.cells:
            raise too_many(gettext_noop("cells"), self._cells, limits.cells)
        if self._filled > limits.filled:
            raise too_many(gettext_noop("filled cells"), self._filled, limits.filled)
        if self._rows > limits.rows:
            raise too_many(gettext_noop("rows"), self._rows, limits.rows)
        # A cell has three elements at most, one with nothing inside has one.
        self._count_others(part, besides=cells + 2 * self._filled + rows)

    def _count_others(self, part: bytearray, *, besides: int = 0) -> None:
        """Count what is in a part besides so many elements of cells and texts."""
        elements = count_elements(part)
        self._others += max(0, elements - besides)
        # A cell has three attributes and a row eight, a style some more.
        attributes = 2 * elements + 8 * (self._rows + self._others) + MAX_OTHERS
        if self._others > MAX_OTHERS or count_attributes(part) > attributes:
            raise more_than_cells()


_ENTRY: Final = b"PK\x01\x02"
"""Begins every entry of an archive's directory."""

_PIECE: Final = 2**16

_USUAL: Final = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""How the parts of spreadsheets are packed. The other ways cannot be unpacked piece by piece."""

_DAMAGED: Final = (
    zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, OSError,
    ValueError, OverflowError, KeyError,
)  # fmt: skip


class Archive:
    """A packed spreadsheet; all that is read from it is at most :data:`MAX_UNPACKED`."""

    def __init__(self, data: bytes) -> None:
        # Before the directory is read: each entry becomes an object of its own.
        parts = data.count(_ENTRY)
        if parts > MAX_PARTS:
            raise too_many(gettext_noop("parts"), parts, MAX_PARTS)
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(data))
        except _DAMAGED as error:
            raise damaged() from error
        self._names = frozenset(self._zip.namelist())
        self._left = MAX_UNPACKED

    def __contains__(self, name: str) -> bool:
        return name in self._names

    def read(self, name: str) -> bytearray:
        """A part. Raises :class:`Refused` for one that is too large, damaged or missing."""
        part = bytearray()
        for piece in self._pieces(name):
            self._left -= len(piece)
            if self._left < 0:
                raise too_large(MAX_UNPACKED)
            part += piece
        return part

    def _pieces(self, name: str) -> Iterator[bytes]:
        try:
            info = self._zip.getinfo(name)
            if info.compress_type not in _USUAL:
                raise NotImplementedError(info.compress_type)
            with self._zip.open(info) as stream:
                while piece := stream.read(_PIECE):
                    yield piece
        except _DAMAGED as error:
            raise damaged() from error


MAX_FORMAT: Final = 255
"""Characters of a number format, in any program."""

MAX_FORMATS: Final = 1_000
"""Number formats of a spreadsheet's own; programs allow some 250."""

MAX_TITLE: Final = 100
"""Characters of a sheet's title that are shown; programs allow 31."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A sheet in the workbook's list: ``identity`` leads to its part."""

    title: str
    identity: str
    is_visible: bool


class WorkbookReader(Reader):
    """Reads the list of sheets, and from which day dates are counted."""

    def __init__(self) -> None:
        super().__init__()
        self.starts = {"workbookPr": self._set, "sheet": self._add}
        self.sheets: list[Listed] = []
        self.counts_from_1904 = False

    def _set(self, attributes: dict[str, str]) -> None:
        self.counts_from_1904 = attributes.get("date1904") in ("1", "true")

    def _add(self, attributes: dict[str, str]) -> None:
        # Its prefix may be any; "sheetId" is another.
        ids = (value for key, value in attributes.items() if key.rpartition(":")[1:] == (":", "id"))
        is_visible = attributes.get("state", "visible") == "visible"
        title = attributes.get("name", "")[:MAX_TITLE]
        self.sheets.append(Listed(title, next(ids, ""), is_visible))


class TextsReader(Reader):
    """Reads the shared texts."""

    def __init__(self, *, max_text: int) -> None:
        super().__init__(max_text=max_text)
        self.starts = {"si": self._begin, "t": self._begin_text, "rPh": self._begin_phonetic}
        self.ends = {"si": self._end, "t": self._end_text, "rPh": self._end_phonetic}
        self._parts: list[str] = []
        self._is_phonetic = False
        self.texts: list[str] = []

    def _begin(self, _: dict[str, str]) -> None:
        self._parts = []

    def _begin_text(self, _: dict[str, str]) -> None:
        if not self._is_phonetic:
            self.take_text()

    def _end_text(self) -> None:
        self._parts.append(self.taken_text())

    def _begin_phonetic(self, _: dict[str, str]) -> None:
        self._is_phonetic = True

    def _end_phonetic(self) -> None:
        self._is_phonetic = False

    def _end(self) -> None:
        text = "".join(self._parts)
        if len(text) > MAX_CELL_TEXT:
            raise too_long_cell()
        # An underscore that would begin an escape is written as one itself.
        self.texts.append(text.replace("x005F_", ""))


class StylesReader(Reader):
    """Reads which number format each style has."""

    def __init__(self) -> None:
        super().__init__()
        self.starts = {"numFmt": self._define, "cellXfs": self._begin, "xf": self._add}
        self.ends = {"cellXfs": self._end}
        self._codes: dict[str, str] = {}
        self._formats: list[str] = []
        self._are_cells = False

    def _define(self, attributes: dict[str, str]) -> None:
        code = attributes.get("formatCode", "")
        self._codes[attributes.get("numFmtId", "")] = code[:MAX_FORMAT]

    def _begin(self, _: dict[str, str]) -> None:
        self._are_cells = True

    def _end(self) -> None:
        self._are_cells = False

    def _add(self, attributes: dict[str, str]) -> None:
        if self._are_cells:
            self._formats.append(attributes.get("numFmtId", "0"))

    def date_formats(self) -> tuple[frozenset[str], frozenset[str]]:
        """The styles of dates and times, and those among them of durations, by number."""
        if len(self._codes) > MAX_FORMATS:
            raise more_than_cells()
        kinds = {each: _kind(self._code(each)) for each in set(self._formats)}
        numbered = [(str(number), kinds[each]) for number, each in enumerate(self._formats)]
        dates = frozenset(number for number, (is_date, _) in numbered if is_date)
        durations = frozenset(number for number, (_, is_duration) in numbered if is_duration)
        return dates, durations

    def _code(self, number: str) -> str | None:
        if number in self._codes:
            return self._codes[number]
        # Not at the top: no process loads openpyxl before its first spreadsheet. Below as well.
        from openpyxl.styles.numbers import BUILTIN_FORMATS

        return BUILTIN_FORMATS.get(int(number)) if len(number) < 4 and number.isdecimal() else None


def _kind(code: str | None) -> tuple[bool, bool]:
    """Whether a number format shows a date or time, and whether a duration."""
    from openpyxl.styles.numbers import is_date_format, is_timedelta_format

    return bool(is_date_format(code)), bool(is_timedelta_format(code))
