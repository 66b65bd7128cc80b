import datetime
import io
import zipfile
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubscore.problems import Refused
from events.sessions.domain.adjustments import Artificial
from events.sessions.domain.scoring.board_score import Line
from events.sessions.formats import traveller_cells
from events.sessions.formats.traveller_cells import Numbered, csv_cells, spreadsheet_cells
from events.sessions.formats.traveller_sheet import read_xlsx
from tests.events.sessions.formats.sheets import HEADER, mistakes, places, sheet, spreadsheet

COLUMNS = ["board", "ns", "ew", "score"]


def wrong(data):
    """Line, column and value of everything that is wrong in a spreadsheet."""
    with pytest.raises(Refused) as refusal:
        read_xlsx(data)
    return [(p.line, p.column, p.value) for p in refusal.value.problems]


def rewritten(data, change):
    """The spreadsheet with its first sheet's XML changed."""
    new = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(new, "w") as archive:
        for member in old.infolist():
            content = old.read(member)
            if member.filename.endswith("sheet1.xml"):
                content = change(content)
            archive.writestr(member, content)
    return new.getvalue()


# Texts


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_rows_that_are_not_empty_with_their_numbers(delimiter):
    text = "\na,b\n\n,,\n 1 ,2\u00a0,\n".replace(",", delimiter)
    assert csv_cells(text).rows == (Numbered(2, ("a", "b")), Numbered(5, ("1", "2", "")))


def test_delimiter_is_that_of_the_first_line():
    assert csv_cells("a;b\n1,5;2").rows[1].texts == ("1,5", "2")


def test_stray_quotation_mark_spoils_one_line_only():
    assert mistakes('1,1,"2,,,,0,', "1,3,4,,,,y,", winners=1) == [
        (2, None, '1,1,"2,,,,0,', "This line cannot be read as CSV: unexpected end of data."),
        (3, "score", "y", "“y” is not a score: a whole number, signed to North–South."),
    ]


def test_value_of_a_line_that_cannot_be_read_is_shortened():
    assert places('"' + "x" * 100) == [(2, None, '"' + "x" * 59 + "…")]


def test_field_that_is_too_large():
    [(line, column, _, message)] = mistakes("1,1,2,,,,0," + "x" * 140_000)
    assert (line, column) == (2, None)
    assert message == "This line cannot be read as CSV: field larger than field limit (131072)."


def test_too_many_lines(monkeypatch):
    monkeypatch.setattr(traveller_cells, "MAX_ROWS", 2)
    rows = [f"{board},1,2,,,,0," for board in (1, 2, 3, 4)]
    assert len(sheet(*rows[:2]).lines) == 2
    assert mistakes(*rows) == [(4, None, None, "There are more than 2 lines.")]
    rows = [[board, 1, 2, 0] for board in (1, 2, 3, 4)]
    assert len(read_xlsx(spreadsheet(COLUMNS, *rows[:2])).lines) == 2
    assert wrong(spreadsheet(COLUMNS, *rows)) == [(4, None, None)]


# Spreadsheets


def test_spreadsheet_is_read_as_the_same_text():
    data = spreadsheet(
        [*HEADER.split(","), "result"],
        [1, 1, 12, "4S", "N", 10, 420, None, None],
        [1.0, "2", 11, "4S", "N", None, None, None, 1],
        [],
        [2, 1, 11, None, None, None, 620.0, "A6040", None],
        [2, 2, 12, "4S", "N", None, None, None, "="],
    )
    assert read_xlsx(data).lines == (
        Line(1, ("1",), ("12",), 420),
        Line(1, ("2",), ("11",), 450),
        Line(2, ("1",), ("11",), None, Artificial(Fraction(60), Fraction(40))),
        Line(2, ("2",), ("12",), 620),
    )


def test_mistakes_in_a_spreadsheet_have_the_row():
    data = spreadsheet(COLUMNS, [], [1, 1, 2, 412], [1, 3, 4, 1.5])
    assert wrong(data) == [(3, "score", "412"), (4, "score", "1.5")]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (datetime.date(2026, 2, 1), "2026-02-01"),
        (datetime.time(10, 30), "10:30:00"),
        (True, "TRUE"),
        (1e300, "1e+300"),
        ("#N/A", "#N/A"),
    ],
)
def test_cells_that_are_no_numbers(value, text):
    assert wrong(spreadsheet(COLUMNS, [1, 1, 2, value])) == [(2, "score", text)]


def test_formula_gives_the_value_that_was_stored_with_it():
    data = rewritten(
        spreadsheet(COLUMNS, [1, 1, 2, "=400+20"], [1, 3, 4, 50]),
        lambda content: content.replace(b"<v></v>", b"<v>420</v>").replace(b"<v />", b"<v>420</v>"),
    )
    assert [line.score_ns for line in read_xlsx(data).lines] == [420, 50]


def test_formula_without_a_value_is_not_taken_for_empty():
    columns = [*COLUMNS, "adjustment"]
    assert wrong(spreadsheet(columns, [1, 1, 2, 420, "=B2"], [1, 3, 4, "=400+20", None])) == [
        (2, "adjustment", "=B2"),
        (3, "score", "=400+20"),
    ]


def test_other_sheets_are_told_of_when_they_are_not_empty():
    rows = [COLUMNS, [1, 1, 2, 0]]
    assert spreadsheet_cells(spreadsheet(*rows, others=([], []))).notices == ()
    [notice] = read_xlsx(spreadsheet(*rows, others=(["x"], [], ["y"]))).notices
    assert str(notice) == (
        "Only the first sheet was read, “Sheet”; these were not: Sheet1, Sheet3."
    )


@given(st.lists(st.tuples(st.integers(0, 9999), st.integers(0, 255)), min_size=1, max_size=5))
def test_damaged_spreadsheet_is_read_or_refused(damages):
    content = bytearray(spreadsheet(COLUMNS, [1, 1, 2, 0]))
    for part, value in damages:
        content[part * len(content) // 10_000] = value
    try:
        lines = read_xlsx(bytes(content)).lines
    except Refused as refusal:
        assert refusal.problems
        return
    assert len(lines) == 1
