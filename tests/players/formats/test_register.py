import io
import re
import zipfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date, datetime, time, timedelta
from typing import Any

import openpyxl
import pytest
from hypothesis import given, strategies as st

from clubscore.files.decoding import decode
from clubscore.files.reader_process import TOO_MUCH, read_apart
from clubscore.files.spreadsheets.writing import csv_lines
from clubscore.text.problems import Refused
from players.domain import register_rows
from players.domain.register_rows import Faulty, RegisterRow, Unit, placed, refusal_sentence
from players.domain.strict import StrictName
from players.formats import register as formats_register
from players.formats.register import TOURNAMENT_COLUMNS, player_data, read_csv, read_xlsx, save_xlsx
from tests.players.register_files import DOOR_CASES, Case, register_rows as some_rows

HEADER = ("NAME", "GRADE", "CLUB", "NOTE", "ID")
DAMAGED = "The spreadsheet cannot be read: it is damaged or not an .xlsx file."
# Lines that only a text can have: nothing else knows CR, TABs, or a mark of the byte order.
TEXT_ONLY = ("B-H14", "B-H18", "B-H23", "B-L08", "B-L10", "B-L18")


def spreadsheet(*rows: Sequence[Any], titles: Sequence[str] = ("Sheet",)) -> bytes:
    book = openpyxl.Workbook()
    book.active.title = titles[0]
    for title in titles[1:]:
        book.create_sheet(title)
    for row in rows:
        book.active.append(list(row))
    data = io.BytesIO()
    book.save(data)
    return data.getvalue()


def written(*rows: RegisterRow, **options: Any) -> bytes:
    """The players as a spreadsheet."""
    data = io.BytesIO()
    save_xlsx(rows, data, **options)
    return data.getvalue()


def with_member(data: bytes, name: str, change: Callable[[bytes], bytes]) -> bytes:
    """The spreadsheet with one of its files changed."""
    changed = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(data)) as source,
        zipfile.ZipFile(changed, "w", zipfile.ZIP_DEFLATED) as target,
    ):
        for member in source.namelist():
            content = source.read(member)
            target.writestr(member, change(content) if member == name else content)
    return changed.getvalue()


def with_shared_strings(*rows: Sequence[Any]) -> bytes:
    """The spreadsheet as other programs write it: each text once, in a table beside the sheet."""
    data = spreadsheet(*rows)
    texts: list[bytes] = []

    def point(xml: bytes) -> bytes:
        inline = re.compile(rb't="inlineStr"><is><t>(.*?)</t></is>')

        def replace(found: re.Match[bytes]) -> bytes:
            texts.append(found[1])
            return b't="s"><v>%d</v>' % (len(texts) - 1)

        # A text that begins with = is a formula to the program that wrote this sheet.
        xml = re.sub(rb"<c r=\"(\w+)\"><f>(.*?)</f><v ?/></c>", _inline_formula, xml)
        return inline.sub(replace, xml)

    data = with_member(data, "xl/worksheets/sheet1.xml", point)
    table = b"".join(b"<si><t>%s</t></si>" % text for text in texts)
    space = b"http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    kind = (
        b'<Override PartName="/xl/sharedStrings.xml" ContentType="application/vnd.'
        b'openxmlformats-officedocument.spreadsheetml.sharedStrings+xml" /></Types>'
    )
    data = with_member(data, "[Content_Types].xml", lambda xml: xml.replace(b"</Types>", kind))
    buffer = io.BytesIO(data)
    with zipfile.ZipFile(buffer, "a") as archive:
        archive.writestr("xl/sharedStrings.xml", b'<sst xmlns="%s">%s</sst>' % (space, table))
    return buffer.getvalue()


def _inline_formula(found: re.Match[bytes]) -> bytes:
    return b'<c r="%s" t="inlineStr"><is><t>=%s</t></is></c>' % (found[1], found[2])


def told(read: Callable[[Any], object], source: bytes | str) -> str:
    with pytest.raises(Refused) as caught:
        read(source)
    return str(refusal_sentence(caught.value)).removesuffix(" No players were imported.")


def with_cell(keyword: str, value: Any) -> bytes:
    """A player in row 2 who has this value in a cell."""
    fields = {"NAME": "Finch", "GRADE": "3d", "CLUB": "Holly", "NOTE": None, "ID": None}
    fields[keyword] = value
    return spreadsheet(fields.keys(), fields.values())


SHEET_CASES = [case for case in DOOR_CASES if not case.name.startswith(TEXT_ONLY)]


def cells_of(case: Case) -> list[list[str]]:
    lines = decode(case.content.encode()).text.removesuffix("\n").split("\n")
    return [line.split("\t") if line else [] for line in lines]


@pytest.mark.parametrize("case", SHEET_CASES, ids=str)
def test_worked_case_as_csv(case: Case) -> None:
    quoted = (
        ",".join('"{}"'.format(cell.replace('"', '""')) for cell in row) for row in cells_of(case)
    )
    _check(case, read_csv, "\n".join(quoted))


@pytest.mark.parametrize("case", SHEET_CASES, ids=str)
def test_worked_case_as_spreadsheet(case: Case) -> None:
    _check(case, read_xlsx, spreadsheet(*cells_of(case)))


def _check(case: Case, read: Callable[..., register_rows.Reading], source: bytes | str) -> None:
    try:
        reading = read(source, registration=case.registration, taken=lambda _: case.known)
    except Faulty as faulty:
        assert (faulty.problem.line, faulty.unit) == (case.line, Unit.ROW)
        assert told_of_text(case) == str(faulty)
    else:
        assert [player_data(row) for row in reading.rows] == case.players


def told_of_text(case: Case) -> str:
    """What the same file says as a text, but for the word for its lines."""
    with pytest.raises(Faulty) as caught:
        formats_register.read(
            decode(case.content.encode()).text,
            registration=case.registration,
            taken=lambda _: case.known,
        )
    return str(caught.value).replace("in line", "in row")


def sheet_lines(
    rows: Iterable[RegisterRow],
    *,
    columns: Sequence[str] = formats_register.REGISTER_COLUMNS,
    rounds: int = 5,
) -> Iterator[str]:
    """The lines of the players as CSV, one by one."""
    return csv_lines(formats_register.written_rows(rows, columns, rounds), byte_order_mark=False)


@given(some_rows())
def test_what_is_written_reads_the_same(rows: list[RegisterRow]) -> None:
    text = "".join(sheet_lines(rows, columns=TOURNAMENT_COLUMNS))
    assert read_csv(decode(text.encode()).text).rows == tuple(rows)
    assert read_xlsx(written(*rows, columns=TOURNAMENT_COLUMNS)).rows == tuple(rows)


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_csv_has_one_of_three_delimiters_and_quotes(delimiter: str) -> None:
    lines = (
        ("NAME", "GRADE", "CLUB", "NOTE"),
        ("Clara Finch", "3d", '"Holly"', f'"says ""yes""{delimiter} late"'),
    )
    [row] = read_csv("\n".join(delimiter.join(line) for line in lines)).rows
    assert (row.club, row.note) == ("Holly", f'says "yes"{delimiter} late'.replace("\t", " "))


def test_csv_counts_rows_not_lines() -> None:
    text = '\nNAME,GRADE,CLUB,NOTE\n\nFinch,3d,Holly,"two\nlines"\nLee,8d,Holly,\n'
    assert told(read_csv, text) == (
        'Row 5, GRADE: "8d" is not a grade. Grades are 99k–1k, 1d–7d, 1p–9p.'
    )


def test_csv_row_of_delimiters_looks_blank() -> None:
    assert told(read_csv, "NAME,GRADE,CLUB\n,,\n") == (
        "Row 2: The row looks blank but contains spaces or TABs. Delete it, or leave it "
        "completely empty."
    )


def test_csv_with_too_long_a_field_is_refused() -> None:
    assert told(read_csv, "NAME,GRADE,CLUB\n" + "x" * 140_000) == (
        "Row 2: This row cannot be read as CSV: field larger than field limit (131072)."
    )


@pytest.mark.parametrize("note", ["=1+1", "+1", "-1", "@x", "'=1", "''+", "'late"])
def test_csv_has_nothing_that_is_taken_for_a_formula(note: str) -> None:
    row = RegisterRow(line=2, name=StrictName("", "", "Lee"), grade="1k", club="Holly", note=note)
    text = "".join(sheet_lines([row], columns=["NAME", "GRADE", "CLUB", "NOTE"]))
    written = text.splitlines()[1].split(",")[3]
    assert written[0] not in "=+-@"
    assert [each.note for each in read_csv(text.replace("\r\n", "\n")).rows] == [note]


def test_spreadsheet_has_texts_only() -> None:
    row = RegisterRow(line=2, name=StrictName("", "", "Lee"), grade="1k", club="Holly", note="=1+1")
    data = written(row, columns=["NAME", "GRADE", "CLUB", "NOTE", "ROUNDS"], rounds=0)
    cells = openpyxl.load_workbook(io.BytesIO(data)).active[2]
    assert [(cell.value, cell.data_type) for cell in cells] == [
        ("Lee", "s"),
        ("1k", "s"),
        ("Holly", "s"),
        ("=1+1", "s"),
        (None, "n"),
    ]
    assert [each.note for each in read_xlsx(data).rows] == ["=1+1"]


def test_spreadsheet_shows_what_xml_cannot_hold() -> None:
    row = RegisterRow(
        line=2, name=StrictName("", "", "Lee"), grade="1k", club="Holly", note="a\x07b"
    )
    assert [each.note for each in read_xlsx(written(row)).rows] == ["a\ufffdb"]


def test_spreadsheet_rows_are_counted_with_the_empty_ones() -> None:
    data = spreadsheet((), HEADER, (), (), ("Finch", "3d", "Holly"), (), ("Lee", "8d", "Holly"))
    assert told(read_xlsx, data) == (
        'Row 7, GRADE: "8d" is not a grade. Grades are 99k–1k, 1d–7d, 1p–9p.'
    )


def test_spreadsheet_row_of_spaces_is_left_out() -> None:
    data = spreadsheet(HEADER, (" ", None, "  "), ("Finch", "3d", "Holly"))
    assert [row.line for row in read_xlsx(data).rows] == [3]


def test_spreadsheet_row_wider_than_its_header_is_refused() -> None:
    data = spreadsheet(HEADER, ("Finch", "3d", "Holly", None, None, None, 2300))
    assert told(read_xlsx, data) == (
        'Row 2: The row has 7 fields, and the header 5: for "2300" there is no column.'
    )


def test_spreadsheet_column_without_a_keyword_is_refused() -> None:
    data = spreadsheet(("NAME", "GRADE", None, "CLUB"), ("Finch", "3d", None, "Holly"))
    assert told(read_xlsx, data) == (
        "Row 1: Column 3 has no keyword. Delete the column, with its TAB, in every line."
    )


@pytest.mark.parametrize(
    ("value", "note"),
    [
        (7, "7"),
        (7.0, "7"),
        (7.5, "7.5"),
        (True, "TRUE"),
        ("late", "late"),
        (" two\nlines ", "two lines"),
        (date(2026, 3, 1), "2026-03-01"),
        (datetime(2026, 3, 1, 9, 30), "2026-03-01 09:30:00"),  # noqa: DTZ001 - as cells are
        (time(9, 30), "09:30:00"),
        (timedelta(hours=30), "1 day, 6:00:00"),
    ],
)
def test_spreadsheet_note_is_what_the_cell_shows(value: Any, note: str) -> None:
    assert [row.note for row in read_xlsx(with_cell("NOTE", value)).rows] == [note]


@pytest.mark.parametrize(
    ("keyword", "value", "message"),
    [
        ("GRADE", 3, '"3" is not a grade. Grades are 99k–1k, 1d–7d, 1p–9p.'),
        ("GRADE", 3.5, '"3.5" is not a grade. Grades are 99k–1k, 1d–7d, 1p–9p.'),
        ("NAME", False, None),
        (
            "GRADE",
            date(2026, 3, 1),
            "The spreadsheet has turned this cell into a date or time, 2026-03-01. Format the "
            "column as text, and type it again.",
        ),
        ("CLUB", "=A1", "The cell holds a formula. Copy the column, and paste it as values only."),
        ("NOTE", "=1+1", "The cell holds a formula. Copy the column, and paste it as values only."),
        ("CLUB", "#N/A", 'The cell holds an error, "#N/A".'),
        ("NOTE", "#REF!", 'The cell holds an error, "#REF!".'),
        (
            "CLUB",
            "Holly\nBrook",
            '"Holly[U+000A]Brook" is not a club: U+000A is not a letter. Clubs have letters only,'
            ' with single hyphens or spaces between them. Write "Holly Brook".',
        ),
    ],
)
def test_spreadsheet_cell_without_a_text_is_refused(
    keyword: str, value: Any, message: str | None
) -> None:
    data = with_cell(keyword, value)
    if message is None:
        assert [str(row.name) for row in read_xlsx(data).rows] == ["FALSE"]
    else:
        assert told(read_xlsx, data) == f"Row 2, {keyword}: {message}"


@pytest.mark.parametrize("value", [date(2026, 3, 1), "=A1", "#N/A", 7])
def test_spreadsheet_identity_may_be_anything(value: Any) -> None:
    assert len(read_xlsx(with_cell("ID", value)).rows) == 1


def test_spreadsheet_reads_the_first_sheet_and_says_so() -> None:
    data = spreadsheet(HEADER, ("Finch", "3d", "Holly"), titles=("Players", "Money"))
    reading = read_xlsx(data)
    assert [str(row.name) for row in reading.rows] == ["Finch"]
    assert [str(placed(notice, reading.unit)) for notice in reading.notices] == [
        'Of the 2 sheets, only "Players" was read.'
    ]


def test_spreadsheet_reads_no_hidden_sheet() -> None:
    book = openpyxl.Workbook()
    book.active.sheet_state = "hidden"
    shown = book.create_sheet("Shown")
    for row in (HEADER, ("Finch", "3d", "Holly")):
        shown.append(row)
    data = io.BytesIO()
    book.save(data)
    assert len(read_xlsx(data.getvalue()).rows) == 1


@pytest.mark.parametrize(
    "data",
    [b"", b"PK\x03\x04", b"NAME\tGRADE\tCLUB\n", spreadsheet(HEADER)[:-40]],
    ids=["nothing", "a zip's beginning", "a text", "cut off"],
)
def test_spreadsheet_that_is_none_is_refused(data: bytes) -> None:
    assert told(read_xlsx, data) == DAMAGED


def test_zip_without_a_spreadsheet_is_refused() -> None:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        archive.writestr("letter.txt", "Dear director")
    assert told(read_xlsx, data.getvalue()) == DAMAGED


MEMBERS = ["xl/worksheets/sheet1.xml", "xl/sharedStrings.xml", "xl/workbook.xml", "xl/styles.xml"]


@pytest.mark.parametrize("member", MEMBERS)
def test_spreadsheet_with_broken_xml_is_refused(member: str) -> None:
    data = with_shared_strings(HEADER, ("Finch", "3d", "Holly"))
    assert told(read_xlsx, with_member(data, member, lambda xml: xml[:-30] + b"<<")) == DAMAGED


@pytest.mark.parametrize("member", MEMBERS)
def test_spreadsheet_with_entities_is_refused(member: str) -> None:
    bomb = b'<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>'
    data = with_shared_strings(HEADER, ("Finch", "3d", "Holly"))
    assert told(read_xlsx, with_member(data, member, lambda xml: bomb + xml)) == (
        "The spreadsheet defines entities of its own, as no program for spreadsheets does."
    )


def test_spreadsheet_with_its_texts_in_a_table_is_read() -> None:
    data = with_shared_strings(HEADER, ("Zelda O\u2019Hare", "3d", "Holly", "=1+1"))
    assert [(str(row.name), row.note) for row in read_xlsx(data).rows] == [("Zelda O'Hare", "=1+1")]


def test_spreadsheet_with_a_text_that_is_not_in_its_table_is_refused() -> None:
    data = with_shared_strings(HEADER, ("Finch", "3d", "Holly"))
    wrong = with_member(
        data, "xl/worksheets/sheet1.xml", lambda xml: xml.replace(b"<v>5</v>", b"<v>99</v>")
    )
    assert told(read_xlsx, wrong) == DAMAGED


def test_spreadsheet_that_lies_about_its_size_is_refused() -> None:
    data = with_member(spreadsheet(HEADER), "xl/styles.xml", lambda xml: xml + b" " * 2**20)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        size = archive.getinfo("xl/styles.xml").file_size
    lie = data.replace(size.to_bytes(4, "little"), (1000).to_bytes(4, "little"))
    assert told(read_xlsx, lie) == DAMAGED


def test_spreadsheet_with_more_rows_than_a_sheet_has_is_refused() -> None:
    data = with_member(
        spreadsheet(HEADER, ("Finch", "3d", "Holly")),
        "xl/worksheets/sheet1.xml",
        lambda xml: xml.replace(b'<row r="2"', b'<row r="999999999"').replace(b"A2", b"A999999999"),
    )
    assert told(lambda data: read_apart(read_xlsx, data), data) == TOO_MUCH


def test_spreadsheet_with_more_players_than_are_read_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(formats_register, "MAX_ROWS", 1)
    data = spreadsheet(HEADER, ("Finch", "3d", "Holly"), ("Lee", "3d", "Holly"))
    assert told(read_xlsx, data) == (
        "Row 3: There are more than 1 players, the most that are read at once."
    )


@given(st.binary())
def test_any_bytes_are_no_spreadsheet(data: bytes) -> None:
    assert told(read_xlsx, b"PK\x03\x04" + data) == DAMAGED


@given(st.text(st.sampled_from("aZ1 \"',;\t\n=-é\u2019")))
def test_any_text_below_a_header_is_players_or_a_refusal(text: str) -> None:
    try:
        reading = read_csv(f"NAME,GRADE,CLUB\n{text}")
    except Refused as refusal:
        [problem] = refusal.problems
        assert problem.line is not None
        assert problem.line > 1
    else:
        assert reading.unit is Unit.ROW
