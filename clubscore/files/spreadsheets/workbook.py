"""A spreadsheet (.xlsx) for reading: its sheets, and the rows of each.

python-calamine reads the values, quickly; the formulas and errors of a sheet that has some, which
it leaves out, are read from the sheet's XML. Nothing here has limits: whoever opens a stranger's
file does so in the process of :mod:`clubscore.files.reader_process`.

The terms of ECMA-376: a *part* is a file in the archive, *relations* lead from one to others.
"""

import io
import posixpath
import re
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final
from xml.etree.ElementTree import Element, ParseError, fromstring, iterparse

from clubscore.files.decoding import refuse_old_office
from clubscore.files.spreadsheets.cells import ErrorText, Formula
from clubscore.text.numbers import integer_of
from clubscore.text.problems import Refused

MAX_COLUMNS: Final = 64
MAX_TITLE: Final = 100
"""Characters of a sheet's title that are shown; programs allow 31."""

_WORKBOOK: Final = "xl/workbook.xml"
_RELATIONS: Final = "xl/_rels/workbook.xml.rels"
_ODD: Final = re.compile(rb"""<(?:[\w.-]+:)?f[\s/>]|\st=["']e["']""")
"""A formula, or an error."""
_DAMAGED: Final = (
    zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, OSError,
    ValueError, ArithmeticError, LookupError, ParseError,
)  # fmt: skip

OddCells = dict[int, dict[int, object]]
"""Values by the number of their row and of their column, from 1."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet of cells, and its place in the workbook, from 0."""

    title: str
    is_visible: bool
    place: int


class Book:
    """A spreadsheet. Everything raises :class:`Refused` for one that is damaged."""

    def __init__(self, data: bytes) -> None:
        # Not at the top: no process loads it before its first spreadsheet.
        from python_calamine import CalamineError, CalamineWorkbook, SheetTypeEnum, SheetVisibleEnum

        refuse_old_office(data)
        self._damaged = (CalamineError, *_DAMAGED)
        try:
            self._archive = zipfile.ZipFile(io.BytesIO(data))
            _refuse_types(self._archive)
            self._book = CalamineWorkbook.from_filelike(io.BytesIO(data))
            found = self._book.sheets_metadata
        except Refused:
            raise
        except self._damaged as error:
            raise _refusal() from error
        self.titles = tuple(each.name[:MAX_TITLE] for each in found)
        """The titles of all sheets, those of charts among them."""
        self.sheets = tuple(
            Sheet(title, each.visible == SheetVisibleEnum.Visible, place)
            for place, (title, each) in enumerate(zip(self.titles, found, strict=True))
            if each.typ == SheetTypeEnum.WorkSheet
        )
        """The sheets of cells."""

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
        """The rows of a sheet that have something in them, with their numbers, from 1; the first
        ``max_columns`` cells of each.

        A value is a text, a number, a date, a time, a duration, ``None``, an
        :class:`~clubscore.files.spreadsheets.cells.ErrorText` or a
        :class:`~clubscore.files.spreadsheets.cells.Formula`.
        """
        try:
            odd = _odd_cells(self._archive, sheet.place)
            cells = self._book.get_sheet_by_index(sheet.place)
        except self._damaged as error:
            raise _refusal() from error
        before: list[object] = [None] * (cells.start[1] if cells.start else 0)
        for number, values in enumerate(cells.iter_rows(), start=1):
            row = before + [None if value == "" else value for value in values[:max_columns]]
            row = _with_odd(row, odd.pop(number, {}))[:max_columns]
            if any(value is not None for value in row):
                yield number, row
        for number in sorted(odd):
            yield number, _with_odd([], odd[number])[:max_columns]


def _refuse_types(archive: zipfile.ZipFile) -> None:
    """Refuse a part with a document type, which may define entities and attributes by default, or
    with two bytes a letter, in which that could not be seen."""
    for name in archive.namelist():
        part = archive.read(name) if name.endswith((".xml", ".rels")) else b""
        if b"\0" in part:
            raise _refusal()
        if b"<!DOCTYPE" in part:
            raise Refused.because(
                "The spreadsheet defines entities of its own, as no program for spreadsheets does."
            )


def _odd_cells(archive: zipfile.ZipFile, place: int) -> OddCells:
    """The formulas, without their values, and the errors of a sheet."""
    part = archive.read(_part_of_sheet(archive, place))
    odd: OddCells = {}
    if not _ODD.search(part):
        return odd
    row = column = 0
    # No part has a document type.
    for event, element in iterparse(io.BytesIO(part), ("start", "end")):  # noqa: S314
        name = element.tag.rpartition("}")[2]
        if name == "row" and event == "start":
            row, column = integer_of(element.get("r") or str(row + 1)), 0
        elif name == "row":
            element.clear()
        elif name == "c" and event == "end":
            reference = element.get("r")
            column = _column(reference) if reference else column + 1
            value = _odd_value(element)
            if value is not None:
                odd.setdefault(row, {})[column] = value
    return odd


def _part_of_sheet(archive: zipfile.ZipFile, place: int) -> str:
    sheets = fromstring(archive.read(_WORKBOOK)).iterfind("{*}sheets/{*}sheet")  # noqa: S314
    # The prefix of "id" may be any; "sheetId" is another.
    attributes = list(sheets)[place].attrib.items()
    identity = next(value for key, value in attributes if key.endswith("}id"))
    relations = fromstring(archive.read(_RELATIONS))  # noqa: S314
    target = next(each.attrib["Target"] for each in relations if each.get("Id") == identity)
    # A target that begins with "/" does so at the root.
    return posixpath.normpath(posixpath.join("/xl", target)).lstrip("/")


def _odd_value(cell: Element) -> object:
    error = ErrorText(cell.findtext("{*}v") or "") if cell.get("t") == "e" else None
    formula = cell.find("{*}f")
    return error if formula is None else Formula(f"={formula.text or ''}", error)


def _column(reference: str) -> int:
    """The number of the column of a cell such as ``AB7``, from 1."""
    number = 0
    for letter in reference.replace("$", "").rstrip("0123456789"):
        number = 26 * number + "ABCDEFGHIJKLMNOPQRSTUVWXYZ".index(letter) + 1
    return number


def _with_odd(row: list[object], odd: dict[int, object]) -> list[object]:
    """A row with its formulas, each with its value, and its errors."""
    if not odd:
        return row
    row += [None] * (min(max(odd), MAX_COLUMNS) - len(row))
    for column, value in odd.items():
        if column > len(row):
            continue
        if isinstance(value, Formula) and value.value is None:
            value = Formula(value.text, row[column - 1])
        row[column - 1] = value
    return row


def _refusal() -> Refused:
    return Refused.because("The spreadsheet cannot be read: it is damaged or not an .xlsx file.")
