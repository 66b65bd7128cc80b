"""Files that no reader should take: bombs, archives, pictures, texts that are none."""

import gzip
import io
import zipfile
from collections.abc import Callable

import openpyxl

SHEET = "xl/worksheets/sheet1.xml"
STYLES = "xl/styles.xml"
NAMESPACE = b'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'


def spreadsheet(*rows: tuple[str, ...]) -> bytes:
    """A sound spreadsheet of texts."""
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    data = io.BytesIO()
    book.save(data)
    return data.getvalue()


def with_part(name: str, part: bytes) -> bytes:
    """A spreadsheet with another part in place of its own."""
    data = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(spreadsheet(("GIVEN", "FAMILY"), ("Ada", "Lark")))) as sound,
        zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive,
    ):
        for each in sound.namelist():
            archive.writestr(each, part if each == name else sound.read(each))
    return data.getvalue()


def with_rows(rows: bytes, before: bytes = b"") -> bytes:
    """A spreadsheet whose sheet has these elements."""
    return with_part(
        SHEET,
        before + b"<worksheet " + NAMESPACE + b"><sheetData>" + rows + b"</sheetData></worksheet>",
    )


def entities() -> bytes:
    """A spreadsheet whose one cell unfolds to a hundred million letters."""
    names = [b'<!ENTITY a0 "aaaaaaaaaa">']
    names += [b'<!ENTITY a%d "%s">' % (n, b"&a%d;" % (n - 1) * 10) for n in range(1, 8)]
    kind = b"<!DOCTYPE worksheet [" + b"".join(names) + b"]>"
    return with_rows(b'<row><c t="inlineStr"><is><t>&a7;</t></is></c></row>', before=kind)


def many_parts() -> bytes:
    """An archive of more parts than any spreadsheet has."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for number in range(501):
            archive.writestr(str(number), b"")
    return data.getvalue()


SPREADSHEETS: dict[str, tuple[Callable[[], bytes], str]] = {
    "cut off": (
        lambda: spreadsheet(("GIVEN", "FAMILY"))[:2000],
        "The spreadsheet cannot be read: it is damaged or not an .xlsx file.",
    ),
    "no archive": (
        lambda: b"GIVEN\tFAMILY\n",
        "The spreadsheet cannot be read: it is damaged or not an .xlsx file.",
    ),
    "entities": (
        entities,
        "The spreadsheet defines entities of its own, as no program for spreadsheets does.",
    ),
    "zeros": (
        lambda: with_part(SHEET, bytes(2**20)),
        "The spreadsheet cannot be read: it is damaged or not an .xlsx file.",
    ),
    "two bytes a letter": (
        lambda: with_part(SHEET, "<worksheet/>".encode("utf-16")),
        "The spreadsheet cannot be read: it is damaged or not an .xlsx file.",
    ),
}
"""Spreadsheets, made when they are asked for, and what is said of them."""

TEXTS: dict[str, tuple[bytes, str]] = {
    "nothing": (b"", "The file is empty."),
    "nul": (b"a\nb\0c\n", "This is not a text file: it has NUL bytes, the first in line 2."),
    "zeros": (bytes(10_000), "This may be UTF-16 text without a byte order mark"),
    "picture": (b"\x89PNG\r\n\x1a\n" + bytes(100), "it looks like a picture (PNG)."),
    "document": (b"%PDF-1.7\n", "it looks like a PDF document."),
    "compressed": (
        gzip.compress(bytes(10_000), mtime=0),
        "it looks like a compressed file (gzip).",
    ),
    "database": (b"SQLite format 3\0", "it looks like a database."),
    "program": (b"\x7fELF\2\1\1", "it looks like a program."),
    "cut off": (b"\xff\xfea\0b", "The file begins as UTF-16 text, but is damaged."),
    "broken": (b"\xef\xbb\xbfa\n\xe9\n", "The file begins as UTF-8 text, but line 2 is damaged."),
    "one line": (b"x" * 20_001, "Line 1 has 20,001 characters; the most that are read are 20,000."),
    "lines": (b"\n" * 60_001, "The file has 60,001 lines; the limit is 60,000."),
}
"""Texts, and what is said of them."""
