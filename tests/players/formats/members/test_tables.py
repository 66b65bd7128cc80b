import io
from datetime import date, datetime

import openpyxl
import pytest
from hypothesis import given, strategies as st

from clubscore.text.problems import Refused
from players.domain.register_rows import Unit
from players.formats.members.tables import BadCell, NumberCell, read_text, read_xlsx, separator_of


def rows(text: str) -> list[tuple[int, tuple[str, ...]]]:
    return [(row.line, row.cells) for row in read_text(text).rows]


@pytest.mark.parametrize(
    ("lines", "separator"),
    [
        (["Name\tClub", "Ann Lee\tMill, the"], "\t"),
        (["Name;Club", "Lee, Ann;Mill"], ";"),
        (["Name,Club", "Ann Lee,Mill"], ","),
        (["Members", "", "Name;Club", "Ann;Mill", "Bo;Mill"], ";"),
        (["Lee, Ann", "Finch, Clara"], ""),
        (["Name", "Lee, Ann", "van der Berg, Jan"], ""),
        (["Lee,Ann", "Finch,Clara"], ","),
        (["Ann Lee"], ""),
        ([""], ""),
    ],
)
def test_separator_is_what_most_lines_have(lines: list[str], separator: str):
    assert separator_of(lines) == separator


def test_quotes_of_tab_delimited_text_count_at_both_ends_alone():
    text = '"Ann ""A"" Lee"\t"Mill\n5" disk\tsay "no"\n""\tx\n'
    assert rows(text) == [
        (1, ('Ann "A" Lee', '"Mill')),
        (2, ('5" disk', 'say "no"')),
        (3, ("", "x")),
    ]


def test_csv_has_its_own_rules():
    text = '"Lee; Ann";"Mill ""B"""\n"two\nlines";x\nBo;y\n'
    assert rows(text) == [(1, ("Lee; Ann", 'Mill "B"')), (2, ("two\nlines", "x")), (4, ("Bo", "y"))]


def test_line_that_is_no_csv_is_a_problem_of_its_own():
    table = read_text('Ann;Mill\n"Bo;Mill\nCy;Mill\n"Di"x;Mill\nEd;"Mill"\n')
    assert [row.cells[0] for row in table.rows] == ["Ann", "Cy", "Ed"]
    assert [(problem.line, str(problem)) for problem in table.problems] == [
        (
            line,
            "This line cannot be read: a quotation mark must be at both ends of a cell, and is"
            " doubled within it.",
        )
        for line in (2, 4)
    ]


def test_formula_that_was_escaped_comes_back():
    assert rows("a;'=1+2\nb;'x\n") == [(1, ("a", "=1+2")), (2, ("b", "'x"))]


def test_lines_without_text_are_left_out_and_counted():
    assert rows("\ufeffa\tb\n\n \t \nc\td\t\t\n") == [(1, ("a", "b")), (4, ("c", "d"))]


@pytest.mark.parametrize("separator", ["\t", ";"])
def test_more_columns_than_are_read_are_refused(separator: str):
    with pytest.raises(Refused, match="The line has 65 columns; the most that are read are 64"):
        read_text(separator.join("x" * 65))


def xlsx(*cells: tuple[object, ...], second: str = "") -> bytes:
    book = openpyxl.Workbook()
    for row in cells:
        book.active.append(row)
    if second:
        book.create_sheet(second)
    data = io.BytesIO()
    book.save(data)
    return data.getvalue()


def test_cells_of_a_spreadsheet_are_texts():
    table = read_xlsx(
        xlsx(
            ("Ann", 612345678, 1834.0, 12.5),
            (None,),
            (date(1958, 3, 21), datetime.fromisoformat("1958-03-21 12:30"), True, "=1+1"),
        )
    )
    assert table.unit is Unit.ROW
    assert [row.cells for row in table.rows] == [
        ("Ann", "612345678", "1834", "12.5"),
        ("1958-03-21", "1958-03-21", "TRUE", "="),
    ]
    assert [row.line for row in table.rows] == [1, 3]
    kinds = [type(cell) for row in table.rows for cell in row.cells]
    assert kinds == [str, NumberCell, NumberCell, NumberCell, str, str, str, BadCell]


def test_sheets_that_are_not_read_are_noticed():
    table = read_xlsx(xlsx(("Ann",), second="Old"))
    assert [str(notice) for notice in table.notices] == ['Of the 2 sheets, only "Sheet" was read.']


@given(st.text(alphabet='ab";,\t\n ', max_size=60))
def test_any_text_is_a_table(text: str):
    table = read_text(text)
    numbers = [row.line for row in table.rows]
    assert numbers == sorted(set(numbers))
    assert all(1 <= line <= text.count("\n") + 1 for line in numbers)


@given(st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=40))
def test_any_tab_delimited_cell_without_quotes_stays(cell: str):
    plain = "".join(each for each in cell if each not in '\t\n\r"\ufeff')
    assert rows(f"x\t{plain}\ty") == [(1, ("x", plain, "y"))]
