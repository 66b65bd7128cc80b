"""What a spreadsheet has besides its cells: its sheets, its texts, and which formats are dates.

The terms of ECMA-376: *relations* lead from one part to others by an identity, a *shared text*
stands once for all cells that show it, a *style* has the number of a *number format*.
"""

import posixpath
from dataclasses import dataclass
from typing import Final

from clubscore.spreadsheets.limits import MAX_CELL_TEXT, more_than_cells, too_long_cell
from clubscore.spreadsheets.markup import Reader

MAX_FORMAT: Final = 255
"""Characters of a number format, in any program."""
MAX_FORMATS: Final = 1_000
"""Number formats of a spreadsheet's own; programs allow some 250."""
MAX_TITLE: Final = 100
"""Characters of a sheet's title that are shown; programs allow 31."""


@dataclass(frozen=True, slots=True)
class Relation:
    """A part that another one needs: ``kind`` is the last word of its type, as ``worksheet``."""

    kind: str
    target: str


@dataclass(frozen=True, slots=True)
class Listed:
    """A sheet in the workbook's list: ``identity`` leads to its part."""

    title: str
    identity: str
    is_visible: bool


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
        return next((each.target for each in self.relations.values() if each.kind == kind), None)


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
