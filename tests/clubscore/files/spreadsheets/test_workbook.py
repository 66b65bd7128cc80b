import io
import zipfile
from datetime import date, datetime, time, timedelta
from itertools import zip_longest

import openpyxl
import pytest
from hypothesis import given, strategies as st
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE

from clubscore.files.spreadsheets.cells import ErrorText, Formula
from clubscore.files.spreadsheets.workbook import Book
from clubscore.text.problems import Refused
from tests.files import SHEET, SPREADSHEETS, STYLES, spreadsheet, with_part, with_rows
from tests.hostile import WORKBOOK, packed, parts, sheet, with_strings


def rows(data: bytes) -> list[tuple]:
    """The rows of the first sheet that is shown, each with its number in front."""
    book = Book(data)
    return [(number, *values) for number, values in book.rows(book.shown_sheet)]


def saved(book: openpyxl.Workbook) -> bytes:
    data = io.BytesIO()
    book.save(data)
    return data.getvalue()


@pytest.mark.parametrize("kind", SPREADSHEETS)
def test_what_is_no_sound_spreadsheet_is_refused(kind: str):
    make, sentence = SPREADSHEETS[kind]
    data = make()

    with pytest.raises(Refused) as caught:
        rows(data)

    assert str(caught.value).startswith(sentence)


@pytest.mark.parametrize(
    "files",
    [
        {"lines.csv": b"board,ns,ew,score\n1,1,2,0\n"},
        {"xl/workbook.xml": b"<workbook/"},
        {"xl/workbook.xml": b'<?xml version="1.0" encoding="cp037"?><workbook/>'},
    ],
    ids=["without a workbook", "cut off", "in another encoding"],
)
def test_archive_without_a_spreadsheet_is_refused(files: dict[str, bytes]):
    with pytest.raises(Refused, match="it is damaged"):
        rows(packed(files))


@pytest.mark.parametrize(
    "cell",
    [
        b'<c t="s"><v>0</v></c>',
        b'<c t="s"><v>-1</v></c>',
        b'<c t="b"><v>yes</v></c>',
        b'<c r="7"/>',
    ],
)
def test_cell_that_makes_no_sense_is_refused(cell: bytes):
    with pytest.raises(Refused, match="it is damaged"):
        rows(with_rows(b"<row>" + cell + b"</row>"))


@pytest.mark.parametrize("number", [b"first", b"-1", b"1.5"])
def test_row_without_a_number_is_refused(number: bytes):
    with pytest.raises(Refused, match="it is damaged"):
        rows(with_rows(b'<row r="' + number + b'"/>'))


def test_gap_between_rows_takes_nothing():
    data = with_rows(
        b'<row r="2"><c r="A2"><v>7</v></c></row><row r="900000"><c><v>8</v></c></row>'
    )
    assert rows(data) == [(2, 7), (900_000, 8)]


def test_rows_stand_in_their_order():
    data = with_rows(b'<row r="2"><c><v>7</v></c></row><row r="1"><c><v>8</v></c></row>')
    assert rows(data) == [(1, 8), (2, 7)]


def test_cells_stand_in_their_columns():
    data = with_rows(b'<row><c r="C1"><v>3</v></c><c r="B1"><v>2</v></c><c r="BM1"/></row>')
    assert rows(data) == [(1, None, 2, 3)]


def test_prefix_of_the_namespace_makes_no_difference():
    rows_ = b"<row><c><v>7</v></c></row>"
    part = sheet(rows_).replace(b"</", b"</x:").replace(b"<", b"<x:").replace(b"<x:/x:", b"</x:")
    data = with_part(SHEET, part.replace(b"xmlns=", b"xmlns:x="))

    assert rows(data) == [(1, 7)]


def test_sheet_elsewhere_is_found():
    files = parts()
    moved = {name: part.replace(b"worksheets/sheet1", b"sheets/a") for name, part in files.items()}
    moved["xl/sheets/a.xml"] = moved.pop(SHEET)

    assert rows(packed(moved)) == [(1, "GIVEN", "FAMILY"), (2, "Ada", "Lark")]


def test_hidden_sheets_are_not_shown():
    book = openpyxl.Workbook()
    book.active.append(["hidden"])
    book.create_sheet("Shown").append(["shown"])
    book.active.sheet_state = "hidden"

    assert rows(saved(book)) == [(1, "shown")]
    assert Book(saved(book)).titles == ("Sheet", "Shown")


def test_no_sheet_that_is_shown_is_refused():
    part = parts()[WORKBOOK].replace(b'state="visible"', b'state="hidden"')
    with pytest.raises(Refused, match="no visible sheet"):
        rows(with_part(WORKBOOK, part))


def test_long_title_is_cut():
    part = parts()[WORKBOOK].replace(b'name="Sheet"', b'name="' + b"a" * 5000 + b'"')
    assert Book(with_part(WORKBOOK, part)).titles == ("a" * 100,)


def test_parts_that_are_not_needed_are_not_unpacked():
    with zipfile.ZipFile(io.BytesIO(spreadsheet(("a",)))) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    files |= {"xl/media/image1.png": bytes(60 * 2**20)}

    assert rows(packed(files)) == [(1, "a")]


def test_phonetic_texts_are_left_out():
    text = b"<t>abc</t><rPh><t>def</t></rPh>"
    cells = b'<row><c t="s"><v>0</v></c><c t="inlineStr"><is>' + text + b"</is></c></row>"
    assert rows(with_strings(b"<si>" + text + b"</si>", cells)) == [(1, "abc", "abc")]


def test_formulas_have_what_they_gave():
    data = with_rows(
        b'<row><c><f>B1*2</f></c><c><f>7</f><v>7</v></c><c><f t="shared" si="0"/><v>8</v></c></row>'
    )
    assert rows(data) == [(1, Formula("=B1*2", None), Formula("=7", 7), Formula("=", 8))]


def test_errors_are_told_from_texts():
    [(_, error, text)] = rows(
        with_rows(b'<row><c t="e"><v>#REF!</v></c><c t="str"><v>#REF!</v></c></row>')
    )
    assert (error, text) == ("#REF!", "#REF!")
    assert (type(error), type(text)) == (ErrorText, str)


def test_number_that_is_no_day_stays_a_number():
    book = openpyxl.Workbook()
    book.active.append([1e300, -1e9])
    for cell in book.active[1]:
        cell.number_format = "yyyy-mm-dd"

    assert rows(saved(book)) == [(1, 1e300, -1e9)]


def test_formula_has_the_error_that_it_gave():
    data = with_rows(b'<row><c t="e"><f>1/0</f><v>#DIV/0!</v></c></row>')
    [(_, formula)] = rows(data)
    assert formula == Formula("=1/0", "#DIV/0!")
    assert type(formula.value) is ErrorText


def test_odd_cells_stand_in_their_places():
    cells = b"<c><f>A1</f></c>"
    data = with_rows(
        b'<row r="2"><c r="C2" t="e"><v>#REF!</v></c><c r="E2"><v>5</v></c></row>'
        b'<row r="9">' + cells + b"</row><row>" + cells * 2 + b"</row>"
    )
    assert rows(data) == [
        (2, None, None, "#REF!", None, 5),
        (9, Formula("=A1", None)),
        (10, Formula("=A1", None), Formula("=A1", None)),
    ]


def test_document_type_in_any_part_is_refused():
    for name in (SHEET, STYLES, WORKBOOK, "xl/_rels/workbook.xml.rels"):
        part = parts()[name].partition(b"?>")
        body = part[2] or part[0]
        with pytest.raises(Refused, match="defines entities of its own"):
            rows(with_part(name, b"<!DOCTYPE x>" + body))


TEXTS = st.text(min_size=1, max_size=40).filter(lambda text: not ILLEGAL_CHARACTERS_RE.search(text))
VALUES = st.one_of(
    st.none(),
    TEXTS,
    st.booleans(),
    st.integers(-(10**15), 10**15),
    st.floats(allow_nan=False, allow_infinity=False),
    st.dates(date(1901, 1, 1)),
    st.datetimes(datetime(1901, 1, 1)).map(lambda when: when.replace(microsecond=0)),  # noqa: DTZ001 - as cells are
    st.times().map(lambda when: when.replace(microsecond=0)),
    st.timedeltas(timedelta(), timedelta(days=90)).map(lambda each: timedelta(each.days)),
    st.sampled_from(["=A1*2", "#DIV/0!", "1,5", "'7"]),
)


@given(st.lists(st.lists(VALUES, max_size=5), max_size=5), st.booleans())
def test_values_are_those_of_openpyxl(table: list[list[object]], from_1904: bool):
    book = openpyxl.Workbook()
    if from_1904:
        book.epoch = openpyxl.utils.datetime.CALENDAR_MAC_1904
    for values in table:
        book.active.append(values)
    data = saved(book)

    found = {number: values for number, *values in rows(data)}

    for number, theirs in enumerate(openpyxl.load_workbook(io.BytesIO(data)).active.rows, start=1):
        for own, cell in zip_longest(found.get(number, []), theirs):
            assert shown(own) == (shown(None) if cell is None or cell.value is None
                                  else (cell.value, cell.data_type))  # fmt: skip


def shown(value: object) -> tuple[object, str]:
    """A value as openpyxl has it, with its name for what it is."""
    if isinstance(value, Formula):
        return value.text, "f"
    if isinstance(value, date) and not isinstance(value, datetime):
        return datetime.combine(value, time()), "d"
    if isinstance(value, date | time | timedelta):
        return value, "d"
    if isinstance(value, bool):
        return value, "b"
    if isinstance(value, str):
        return value, "e" if isinstance(value, ErrorText) else "s"
    return value, "n"
