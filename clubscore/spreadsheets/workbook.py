"""A spreadsheet (.xlsx) for reading: its sheets, and the rows of each.

Read here and not by openpyxl, which writes ours: that builds a tree of every row, styles, names and
formulas that nobody asked for, in memory and time that no limit on a file holds. This goes once
over the parts that matter, and what it costs grows with what was counted before.
"""

import posixpath
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from clubscore.problems import Refused, gettext_noop, sentence
from clubscore.spreadsheets.archive import Archive
from clubscore.spreadsheets.cells import Lookup, SheetReader
from clubscore.spreadsheets.limits import MAX_OTHERS, Limits, more_than_cells, too_many
from clubscore.spreadsheets.markup import (
    count_attributes,
    count_closed,
    count_elements,
    count_named,
)
from clubscore.spreadsheets.package import (
    RelationsReader,
    StylesReader,
    TextsReader,
    WorkbookReader,
)

MAX_COLUMNS = 64


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet of cells; ``part`` is where they stand in the archive."""

    title: str
    is_visible: bool
    part: str


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
        return tuple(each.title for each in self._listed.sheets)

    @cached_property
    def sheets(self) -> tuple[Sheet, ...]:
        """The sheets of cells."""
        found = ((each, self._own.relations.get(each.identity)) for each in self._listed.sheets)
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
            raise Refused(sentence(gettext_noop("The spreadsheet has no visible sheet.")))
        return sheet

    def rows(
        self, sheet: Sheet, *, max_columns: int = MAX_COLUMNS
    ) -> Iterator[tuple[int, list[object]]]:
        """The rows of a sheet that are in the file, with their numbers, each as far as it has cells
        within ``max_columns``.

        A value is a text, a number, a date, a time, an
        :class:`~clubscore.spreadsheets.cells.ErrorText`, a
        :class:`~clubscore.spreadsheets.cells.Formula` or ``None``.
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
