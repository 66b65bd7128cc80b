import datetime
import io
import zipfile
from fractions import Fraction

import pytest
from hypothesis import given, strategies as st

from clubscore.files.decoding import decode
from clubscore.text.problems import Refused
from events.sessions.core.domain.adjustment import Artificial
from events.sessions.scoring.domain.board_score import Line
from events.sessions.scoring.formats import traveller_sheet as traveller_cells
from events.sessions.scoring.formats.traveller_sheet import (
    Numbered,
    SectionPair,
    csv_cells,
    looks_like_lines,
    read_csv,
    read_xlsx,
    spreadsheet_cells,
)
from tests.events.sessions.scoring.formats.sheets import (
    HEADER,
    mistakes,
    places,
    sheet,
    spreadsheet,
)

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


@pytest.mark.parametrize(
    ("header", "row"),
    [
        ("Board, NS ,EW,contract,BY,tricks,score", "1,1,2,4s,N,10,420"),
        ("board;ns;ew;score", "1;1;2;+420"),
        ("board\tns\tew\tscore", "1\t1\t2\t420"),
        ("score,ew,ns,board", "420,2,1,1"),
        ("board,ns,ew,contract,by,result", "1,1,2,4S,N,="),
        ("board,ns,ew,contract,by,tricks,result", "1,1,2,4S,N,10,="),
        ("board,ns,ew,score,", "1,1,2,420,"),
        ("board,ns,ew,score", " 01 ,001, 2 ,420"),
        ('"board","ns","ew","score"', '"1","1","2","420"'),
        ("\nboard,ns,ew,score\n\n,,,", "1,1,2,420"),
    ],
)
def test_other_ways_of_writing_a_line(header, row):
    assert sheet(row, header=header).lines == (Line(1, ("1",), ("2",), 420),)


def test_names_that_people_use_in_any_order():
    sheet = read_csv(
        "Round;Table;Date;EW Pair;NS Pair;Board No.;Declarer;Contract;Made;Lead;NS Score;EW Score\n"
        "2;3;5-13-2026;12;1;7;S;4S;=;10H;620;\n2;4;;11;2;7;W;4S;-1;;;-100\n"
    )
    assert [(line.board, line.ns, line.ew, line.score_ns) for line in sheet.lines] == [
        (7, ("1",), ("12",), 620), (7, ("2",), ("11",), 100),
    ]  # fmt: skip
    assert [(row.round, row.table, str(row.lead or "")) for row in sheet.rows] == [
        (2, 3, "HT"), (2, 4, ""),
    ]  # fmt: skip
    assert sheet.date == "2026-05-13"


def test_an_import_leaves_out_what_it_cannot_read():
    text = "Board;NS;EW;Weather;Score\n1;1;2;wet;420\n1;3;4;dry;42x\n"
    sheet = read_csv(text, generous=True)
    assert [line.ns for line in sheet.lines] == [("1",)]
    assert [(loss.line, loss.column, loss.value) for loss in sheet.losses] == [
        (1, "weather", "Weather"), (3, "score", "42x"),
    ]  # fmt: skip
    with pytest.raises(Refused):
        read_csv(text)


def test_sections_have_their_own_pairs():
    found = sheet("A,1,1,2,420", "B,1,1,2,420", header="section,board,ns,ew,score")
    assert found.sections
    assert [line.ns for line in found.lines] == [(SectionPair("A", "1"),), (SectionPair("B", "1"),)]
    assert [line.section for line in found.lines] == ["A", "B"]
    assert str(SectionPair("A", "1")) == "A 1"


# How many lists


@pytest.mark.parametrize(
    ("rows", "winners"),
    [
        (["1,1,2,0", "1,3,4,0"], 2),
        (["1,1,2,0", "1,3,4,0", "2,2,3,0", "2,4,1,0"], 1),
        (["1,1,2,0", "1,2,1,0"], 2),
        (["1,1,1,0", "1,2,2,0"], 2),
        (["1,1,1,0", "1,2,2,0", "1,3,4,0"], 2),
    ],
)
def test_number_of_winners_follows_from_the_lines(rows, winners):
    assert sheet(*rows, header="board,ns,ew,score").winners == winners


def test_number_of_winners_as_told():
    assert sheet("1,1,2,0", header="board,ns,ew,score", winners=1).winners == 1


def test_one_mistaken_number_does_not_make_two_winners():
    rows = ["1,1,2,0", "1,3,4,0", "2,2,3,0", "2,4,1,0", "3,1,3,0", "3,3,4,0"]
    assert mistakes(*rows, header="board,ns,ew,score") == [
        (7, "ns", "3", "Pair 3 already has a line on board 3: line 6.")
    ]


@pytest.mark.parametrize(
    ("rows", "mistake"),
    [
        (["1,1,2,0", "1,3,3,0"], (3, "ew", "3", "Pair 3 plays against itself.")),
        (["1,1,2,0", "1,3,1,0"], (3, "ew", "1", "Pair 1 already has a line on board 1: line 2.")),
    ],
)
def test_number_that_alone_stands_in_both_directions_is_a_slip(rows, mistake):
    assert mistakes(*rows, header="board,ns,ew,score") == [mistake]


# Mistakes


def test_all_mistakes_are_listed_in_the_order_of_the_lines():
    assert places("1,1,2,4Z,Q,14,412,", "", "1,1,3,,,,420,", "1,1,4,,,,x,", "1,1,5,,,,420,") == [
        (2, "contract", "4Z"),
        (2, "by", "Q"),
        (2, "tricks", "14"),
        (2, "score", "412"),
        (5, "score", "x"),
        (6, "ns", "1"),
    ]


def test_pair_twice_on_a_board():
    assert mistakes("1,1,2,,,,0,", "1,3,2,,,,0,", "1,1,4,,,,0,", winners=2) == [
        (3, "ew", "2", "Pair 2 already has a line on board 1: line 2."),
        (4, "ns", "1", "Pair 1 already has a line on board 1: line 2."),
    ]


def test_pair_in_both_directions_of_a_board_with_one_list():
    rows = ["1,1,2,,,,0,", "1,2,3,,,,0,"]
    assert len(sheet(*rows, winners=2).lines) == 2
    assert places(*rows, winners=1) == [(3, "ns", "2")]


def test_pair_against_itself_with_one_list():
    assert len(sheet("1,1,1,,,,0,", winners=2).lines) == 1
    assert mistakes("1,1,1,,,,0,", winners=1) == [(2, "ew", "1", "Pair 1 plays against itself.")]


@pytest.mark.parametrize(
    ("header", "mistake"),
    [
        ("ns,ew,score", [(1, "board", "")]),
        ("boord,ns,ew,score", [(1, "boord", "boord"), (1, "board", "")]),
        ("board,score", [(1, "ns", ""), (1, "ew", "")]),
        ("board,ns,ew", [(1, "score", "")]),
        ("board,ns,ew,score,colour", [(1, "colour", "colour")]),
        ("board,ns,ew,score,Score", [(1, "score", "Score")]),
    ],
)
def test_mistake_in_the_header(header, mistake):
    assert places("1,1,2,0", header=header) == mistake


def test_a_sheet_without_a_header_is_told_once():
    assert mistakes("1,1,2,0", header="1,3,4,420") == [
        (
            1,
            "board",
            "1,3,4,420",
            "The first line must name the columns, such as"
            " board,ns,ew,contract,by,tricks,score,adjustment.",
        )
    ]


def test_lines_are_read_though_a_column_is_not_known():
    assert places("1,1,2,412,x", header="board,ns,ew,score,colour") == [
        (1, "colour", "colour"),
        (2, "score", "412"),
    ]


def test_column_that_stands_twice_is_read_once():
    assert places("1,1,2,420,412", "1,3,4,412,420", header="board,ns,ew,score,score") == [
        (1, "score", "score"),
        (3, "score", "412"),
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("board,ns,ew,score\n1,1,2,420", True),
        ("\n\nBOARD;NS;EW\n", True),
        ("boord,ns,ew", True),
        ("24\n8\n8\n1 1 1 420\nend", False),
        ("board 1 1 1 420", False),
        ("", False),
    ],
)
def test_what_looks_like_lines(text, expected):
    assert looks_like_lines(text) is expected


def test_empty_text_and_no_lines():
    with pytest.raises(Refused) as refusal:
        read_csv("")
    assert [problem.line for problem in refusal.value.problems] == [1, 1, 1, 1]
    assert mistakes() == [(1, None, None, "There are no lines.")]


# Everything


@given(st.text(alphabet='0123456789,;"\nNESWPA+-=:/ x', max_size=200))
def test_any_lines_are_read_or_refused(text):
    try:
        found = read_csv(f"{HEADER}\n{text}")
    except Refused as refusal:
        assert all(str(problem) for problem in refusal.problems)
        return
    assert found.lines


@given(st.binary(max_size=200))
def test_any_bytes_are_a_sheet_or_refused(data):
    for read in (lambda: read_csv(decode(data).text), lambda: read_xlsx(data)):
        with pytest.raises(Refused):
            read()


def test_boards_of_salliere_have_no_header():
    """Board, pairs, contract, declarer, tricks, scores and matchpoints, from where they are."""
    text = "1,1,2,2H+2,N\n1,3,4,4s=,S\n2,1,4,3N,W,9,,400,0,2\n2,3,2,2SX,E,7,100,,2,0\n3,1,3,pass\n"
    assert looks_like_lines(text)
    assert not looks_like_lines("1,1,2,Smith,N\n")
    found = read_csv(text)
    assert [(line.board, line.ns[0], line.ew[0], line.score_ns) for line in found.lines] == [
        (1, "1", "2", 170), (1, "3", "4", 420), (2, "1", "4", -400), (2, "3", "2", 100),
        (3, "1", "3", 0),
    ]  # fmt: skip
    assert [(notice.line, str(notice.message)[:32]) for notice in found.notices] == [
        (3, "The columns behind the scores, m")
    ]
    wrong = read_csv(text + "4,2,4,AVE,N\n", generous=True)
    assert (len(wrong.lines), {loss.line for loss in wrong.losses}) == (5, {6})
