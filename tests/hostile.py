"""Spreadsheets of some kilobytes that could cost gigabytes or minutes: made here, none stored.

:data:`HOSTILE` has them by what they hold. Whoever reads one refuses it, or reads what little
there is; either takes little.
"""

import io
import struct
import zipfile
import zlib
from collections.abc import Callable

from clubscore.files.spreadsheets.workbook import Book
from tests.files import NAMESPACE, SHEET, STYLES, entities, spreadsheet, with_part, with_rows

STRINGS = "xl/sharedStrings.xml"
WORKBOOK = "xl/workbook.xml"
RELATIONS = "xl/_rels/workbook.xml.rels"
TYPES = "[Content_Types].xml"
MEBI = 2**20
_CELL = b'<row><c t="s"><v>0</v></c></row>'
_RELATION = b"http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_STRINGS_TYPE = b"application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"
_ENTRY_SIZES, _HEADER_SIZES = 16, 14
"""Where in an entry of the directory, and in a part's own header, checksum and sizes stand."""


def parts() -> dict[str, bytes]:
    """The parts of a sound spreadsheet with shared texts."""
    with zipfile.ZipFile(io.BytesIO(spreadsheet(("GIVEN", "FAMILY"), ("Ada", "Lark")))) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def packed(files: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """A spreadsheet of these parts."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", method) as archive:
        for name, part in files.items():
            archive.writestr(name, part)
    return data.getvalue()


def sheet(rows: bytes, *, before: bytes = b"", root: bytes = NAMESPACE) -> bytes:
    """The part of a sheet with these rows."""
    return before + b"<worksheet " + root + b"><sheetData>" + rows + b"</sheetData></worksheet>"


def shared(text: bytes, rows: bytes) -> bytes:
    """One shared text, and rows that use it."""
    return with_strings(b"<si><t>" + text + b"</t></si>", rows)


def with_strings(strings: bytes, rows: bytes) -> bytes:
    """A spreadsheet with these shared texts, and rows that use them."""
    files = parts()
    related = b'<Relationship Type="%s/sharedStrings" Target="sharedStrings.xml" Id="texts"/>'
    named = b'<Override PartName="/%s" ContentType="%s"/>' % (STRINGS.encode(), _STRINGS_TYPE)
    return packed(
        files
        | {STRINGS: b"<sst " + NAMESPACE + b">" + strings + b"</sst>", SHEET: sheet(rows)}
        | {RELATIONS: _with_last(files[RELATIONS], related % _RELATION)}
        | {TYPES: _with_last(files[TYPES], named)}
    )


def _with_last(part: bytes, element: bytes) -> bytes:
    """A part with another element before its end."""
    start, mark, end = part.rpartition(b"</")
    return start + element + mark + end


def comment(name: str, content: bytes) -> bytes:
    """A part that begins with a comment."""
    part = parts()[name]
    if part.startswith(b"<?xml"):
        part = part.partition(b"?>")[2]
    return with_part(name, b"<!--" + content + b"-->" + part)


def lying(stated: int, *, in_header: bool, method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """A sheet of 300 MiB of which the directory says that it is small, and perhaps its own header;
    the checksum is that of the beginning."""
    buffer = io.BytesIO()
    content, blanks = sheet(b"<row/>" + b" " * MEBI), b" " * MEBI
    with zipfile.ZipFile(buffer, "w", method) as archive:
        for name, part in parts().items():
            with archive.open(name, "w") as file:
                file.write(content if name == SHEET else part)
                for _ in range(300 if name == SHEET else 0):
                    file.write(blanks)
        info = archive.getinfo(SHEET)
    data = bytearray(buffer.getvalue())
    told = struct.pack("<LLL", zlib.crc32(content[:stated]), info.compress_size, stated)
    entry = data.index(SHEET.encode(), data.index(b"PK\x01\x02")) - 46
    data[entry + _ENTRY_SIZES : entry + _ENTRY_SIZES + 12] = told
    if in_header:
        start = info.header_offset + _HEADER_SIZES
        data[start : start + 12] = told
    return bytes(data)


def directory_of(count: int) -> bytes:
    """An archive of so many empty parts."""
    return packed({f"{number}.xml": b"" for number in range(count)}, zipfile.ZIP_STORED)


def sheets(count: int, part: bytes, *, alike: bool) -> bytes:
    """A workbook of many sheets, which are all the same part, or each one of its own."""
    names = ["sheet1" if alike else f"sheet{number}" for number in range(count)]
    listed = b"".join(
        b'<sheet name="S%d" sheetId="%d" r:id="R%d"/>' % (number, number + 1, number)
        for number in range(count)
    )
    relations = b"".join(
        b'<Relationship Id="R%d" Type="%s/worksheet" Target="/xl/worksheets/%s.xml"/>'
        % (number, _RELATION, name.encode())
        for number, name in enumerate(names)
    )
    workbook = b"<workbook " + NAMESPACE + b' xmlns:r="' + _RELATION + b'"><sheets>' + listed
    related = (
        b'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
    )
    return packed(
        parts()
        | {WORKBOOK: workbook + b"</sheets></workbook>"}
        | {RELATIONS: related + relations + b"</Relationships>"}
        | {f"xl/worksheets/{name}.xml": part for name in names}
    )


def many_formats(count: int) -> bytes:
    """Styles with so many number formats of their own, and a cell of each."""
    codes = b"".join(b'<numFmt numFmtId="%d" formatCode="%s"/>' % (n, b"&quot;[" * 120)
                     for n in range(200, 200 + count))  # fmt: skip
    styles = b"".join(b'<xf numFmtId="%d"/>' % n for n in range(200, 200 + count))
    cells = b"".join(b'<row><c s="%d"><v>1</v></c></row>' % n for n in range(count))
    part = b"<styleSheet " + NAMESPACE + b"><numFmts>" + codes + b"</numFmts><cellXfs>" + styles
    return packed(parts() | {STYLES: part + b"</cellXfs></styleSheet>", SHEET: sheet(cells)})


def shared_formula(cells: int) -> bytes:
    """A long formula that many cells share, each in its own place."""
    first = b'<row><c r="A1"><f t="shared" si="0">' + b"A1+" * 2000 + b"A1</f></c></row>"
    others = b"".join(
        b'<row r="%d"><c r="A%d"><f t="shared" si="0"/></c></row>' % (n, n)
        for n in range(2, cells + 2)
    )
    return with_rows(first + others)


def encoded(encoding: str) -> bytes:
    """A sheet whose marks are other bytes than they seem."""
    declared = f'<?xml version="1.0" encoding="{encoding}"?>'.encode()
    return with_part(SHEET, declared + sheet(b"<row/>" * 2_000_000).decode().encode(encoding))


def _external_links() -> bytes:
    link = b"<externalLink " + NAMESPACE + b">" + b"<x/>" * (8 * MEBI) + b"</externalLink>"
    return packed(parts() | {"xl/externalLinks/externalLink1.xml": link})


def _defaults() -> bytes:
    kind = b'<!DOCTYPE worksheet [<!ATTLIST c a CDATA "' + b"a" * MEBI + b'">]>'
    return with_rows(b"<row>" + b"<c/>" * 300_000 + b"</row>", before=kind)


def _attributes() -> bytes:
    return with_rows(b"<row " + b"".join(b'a%d="" ' % n for n in range(1_000_000)) + b"/>")


def _tags_of_attributes() -> bytes:
    tag = b"<x " + b"".join(b'a%d="" ' % n for n in range(2_000)) + b"/>"
    return with_rows(tag * 2_000)


def every_row(data: bytes) -> int:
    """How many rows are in the first sheet that is shown."""
    book = Book(data)
    return sum(1 for _ in book.rows(book.shown_sheet))


HOSTILE: dict[str, Callable[[], bytes]] = {
    "a shared text of 46 MB in 60 cells": lambda: shared(b"a" * 46_000_000, _CELL * 60),
    "a shared text in 60,000 cells": lambda: shared(b"a" * 32_767, _CELL * 60_000),
    "150,000 shared texts": lambda: with_strings(
        b"<si><t>abc</t></si>" * 150_000,
        (b"<row>" + b'<c t="s"><v>9</v></c>' * 5 + b"</row>") * 29_000,
    ),
    "bold letters": lambda: with_strings(
        b"<si>" + b"<r><t>a</t></r>" * 300_000 + b"</si>", _CELL * 60_000
    ),
    "a comment of 20 MB": lambda: comment(SHEET, b"a" * 20_000_000),
    "a comment of 40 MB with marks": lambda: comment(SHEET, (b"<" + b"a" * 99_999) * 400),
    "a comment in the list of sheets": lambda: comment(WORKBOOK, b"a" * 20_000_000),
    "many comments": lambda: with_rows(b"<!--a-->" * 5_000_000),
    "an instruction of 20 MB": lambda: with_rows(b"<?a " + b"a" * 20_000_000 + b"?>"),
    "comments on cells": lambda: packed(parts() | {"xl/comments1.xml": b"<a>" * (12 * MEBI)}),
    "a directory that lies": lambda: lying(5_000, in_header=False),
    "a directory and a header that lie": lambda: lying(5_000, in_header=True),
    "a size of nothing": lambda: lying(0, in_header=True),
    "packed by bzip2, and a lie": lambda: lying(5_000, in_header=True, method=zipfile.ZIP_BZIP2),
    "60 MB of blanks": lambda: with_rows(b" " * 60_000_000),
    "500 parts": lambda: directory_of(500),
    "20,000 parts": lambda: directory_of(20_000),
    "deep nesting": lambda: with_rows(b"<c>" * 1_000_000 + b"</c>" * 1_000_000),
    "unclosed tags": lambda: with_rows(b"<a>" * 49_000),
    "entities": entities,
    "attributes by default": _defaults,
    "a large dimension": lambda: with_part(
        SHEET,
        sheet(b"<row><c><v>1</v></c></row>").replace(
            b"<sheetData>", b'<dimension ref="A1:XFD1048576"/><sheetData>'
        ),
    ),
    "millions of rows": lambda: with_rows(b"<row/>" * 7_000_000),
    "millions of cells": lambda: with_rows(b"<row>" + b"<c/>" * 11_000_000 + b"</row>"),
    "all cells in one row": lambda: with_rows(
        b"<row>" + b'<c r="A1"><v>1</v></c>' * 149_000 + b"</row>"
    ),
    "all rows and cells": lambda: with_rows(
        (b"<row>" + b'<c t="inlineStr"><is><t>a</t></is></c>' * 5 + b"<c/>" * 8 + b"</row>")
        * 29_000
    ),
    "a row at the end of 400 sheets": lambda: sheets(
        400, sheet(b'<row r="1048576"><c r="A1048576"/></row>'), alike=False
    ),
    "10,000 sheets of one part": lambda: sheets(
        10_000, sheet(b" " * (4 * MEBI) + b"<row/>"), alike=True
    ),
    "a million fonts": lambda: with_part(
        STYLES, b"<styleSheet " + NAMESPACE + b">" + b"<font/>" * 1_000_000 + b"</styleSheet>"
    ),
    "20,000 number formats": lambda: many_formats(20_000),
    "dates in all cells": lambda: packed(
        parts()
        | {
            STYLES: b"<styleSheet " + NAMESPACE + b'><cellXfs><xf numFmtId="14"/></cellXfs>'
            b"</styleSheet>",
            SHEET: sheet((b"<row>" + b'<c s="0"><v>1.5</v></c>' * 5 + b"</row>") * 29_000),
        }
    ),
    "enormous columns": lambda: with_rows(b'<row><c r="' + b"A" * 200_000 + b'1"/></row>' * 200),
    "a million attributes": _attributes,
    "tags of 2,000 attributes": _tags_of_attributes,
    "a name of 200,000 letters": lambda: with_rows((b"<" + b"a" * 200_000 + b"/>") * 200),
    "a long namespace": lambda: with_part(
        SHEET, sheet(b"<row/>" * 50_000, root=NAMESPACE[:-1] + b"a" * 200_000 + b'"')
    ),
    "an inline text of 46 MB": lambda: with_rows(
        b'<row><c t="inlineStr"><is><t>' + b"a" * 46_000_000 + b"</t></is></c></row>"
    ),
    "many inline texts": lambda: with_rows(
        (b'<row><c t="inlineStr"><is><t>' + b"a" * 30_000 + b"</t></is></c></row>") * 1500
    ),
    "texts in 100 pieces": lambda: with_rows(
        (b'<row><c t="inlineStr"><is>' + b"<t>a</t>" * 100 + b"</is></c></row>") * 4_000
    ),
    "numbers of 30,000 digits": lambda: with_rows(
        (b"<row><c><v>" + b"9" * 30_000 + b"</v></c></row>") * 1_500
    ),
    "numbers of 400 digits": lambda: with_rows(
        (b"<row><c><v>" + b"9" * 400 + b"</v></c></row>") * 50_000
    ),
    "a shared formula": lambda: shared_formula(50_000),
    "external links": _external_links,
    "blanks before a number": lambda: with_rows(
        (b"<row><c><v>" + b" " * 30_000 + b"1</v></c></row>") * 250
    ),
    "letters of four bytes": lambda: with_rows(
        (b'<row><c t="str"><v>' + "\U0001f600".encode() * 30_000 + b"</v></c></row>") * 350
    ),
    "another encoding": lambda: encoded("cp037"),
    "two bytes a letter": lambda: encoded("utf-16"),
}
"""Spreadsheets by what they hold."""
