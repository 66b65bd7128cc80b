import io
import zipfile
from fractions import Fraction

import openpyxl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubscore.problems import Refused
from clubscore.uploads import decode
from events.domain.adjustments import NOT_PLAYED, Artificial, Average
from events.domain.field import Line
from events.formats import traveller_sheet
from events.formats.traveller_sheet import SectionPair, read_csv, read_xlsx

HEADER = "board,ns,ew,contract,by,tricks,score,adjustment"


def sheet(*rows, header=HEADER, **options):
    return read_csv("\n".join([header, *rows]) + "\n", **options)


def mistakes(*rows, header=HEADER, **options):
    with pytest.raises(Refused) as refusal:
        sheet(*rows, header=header, **options)
    return [
        (problem.line, problem.column, problem.value, str(problem))
        for problem in refusal.value.problems
    ]


def places(*rows, **options):
    return [mistake[:3] for mistake in mistakes(*rows, **options)]


def spreadsheet(*rows):
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    data = io.BytesIO()
    book.save(data)
    return data.getvalue()


def test_every_kind_of_line():
    assert sheet(
        "1,1,12,4S,N,10,420,",
        "1,2,11,4S,n,10,,",
        "2,1,11,,,,620,",
        "2,2,12,PASS,,,,",
        "3,1,12,,,,,A+-",
        "3,2,11,,,,,np",
    ).lines == (
        Line(1, ("1",), ("12",), 420),
        Line(1, ("2",), ("11",), 420),
        Line(2, ("1",), ("11",), 620),
        Line(2, ("2",), ("12",), 0),
        Line(3, ("1",), ("12",), None, Artificial(Average.PLUS, Average.MINUS)),
        Line(3, ("2",), ("11",), None, NOT_PLAYED),
    )


def test_adjustment_stands_for_the_result_beside_it():
    assert sheet("1,1,2,4S,N,10,420,A6040").lines == (
        Line(1, ("1",), ("2",), None, Artificial(Fraction(60), Fraction(40))),
    )


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


@pytest.mark.parametrize(
    ("result", "score"), [("=", 420), ("+1", 450), ("1", 450), ("-2", -100), ("−2", -100)]
)
def test_result_instead_of_tricks(result, score):
    lines = sheet(f"1,1,2,4S,N,{result}", header="board,ns,ew,contract,by,result").lines
    assert lines == (Line(1, ("1",), ("2",), score),)


def test_sections_have_their_own_pairs():
    found = sheet("A,1,1,2,420", "B,1,1,2,420", header="section,board,ns,ew,score")
    assert found.sections
    assert [line.ns for line in found.lines] == [
        (SectionPair("A", "1"),),
        (SectionPair("B", "1"),),
    ]
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
    ],
)
def test_number_of_winners_follows_from_the_lines(rows, winners):
    assert sheet(*rows, header="board,ns,ew,score").winners == winners


def test_number_of_winners_as_told():
    assert sheet("1,1,2,0", header="board,ns,ew,score", winners=1).winners == 1


def test_one_mistaken_number_does_not_make_two_winners():
    rows = ["1,1,2,0", "1,3,4,0", "2,2,3,0", "2,4,1,0", "3,1,3,0", "3,3,4,0"]
    assert mistakes(*rows, header="board,ns,ew,score") == [
        (7, "ns", "3", "Pair 3 has a line on board 3 already: line 6.")
    ]


# Mistakes


@pytest.mark.parametrize(
    ("row", "place"),
    [
        ("x,1,2,,,,420,", ("board", "x")),
        (",1,2,,,,420,", ("board", "")),
        ("0,1,2,,,,0,", ("board", "0")),
        ("1000,1,2,,,,0,", ("board", "1000")),
        ("1.5,1,2,,,,0,", ("board", "1.5")),
        ("1,,2,,,,420,", ("ns", "")),
        ("1,1,0,,,,420,", ("ew", "0")),
        ("1,1,-2,,,,420,", ("ew", "-2")),
        ("1,1,1.5,,,,420,", ("ew", "1.5")),
        ("1,1,2,8S,N,10,420,", ("contract", "8S")),
        ("1,1,2,4S,,10,420,", ("by", "")),
        ("1,1,2,4S,Q,10,420,", ("by", "Q")),
        ("1,1,2,4S,N,,420,", ("tricks", "")),
        ("1,1,2,4S,N,14,,", ("tricks", "14")),
        ("1,1,2,4S,N,+1,,", ("tricks", "+1")),
        ("1,1,2,4S,N,10,430,", ("score", "430")),
        ("1,1,2,4S,N,10,-420,", ("score", "-420")),
        ("1,1,2,PASS,,,50,", ("score", "50")),
        ("1,1,2,,,,412,", ("score", "412")),
        ("1,1,2,,,,620,", ("score", "620")),
        ("1,1,2,,,,4x0,", ("score", "4x0")),
        ("1,1,2,,,,1.5,", ("score", "1.5")),
        ("1,1,2,,,,,", ("score", "")),
        ("1,1,2,,N,10,,", ("score", "")),
        ("1,1,2,,N,10,420,", ("contract", "")),
        ("1,1,2,,,,,A604", ("adjustment", "A604")),
        ("1,1,2,,,,,60:420/30:-50", ("adjustment", "60:420/30:-50")),
        ("1,1,2,,,,,60:421/40:-50", ("adjustment", "60:421/40:-50")),
        ("1,1,2,,,,420,NP", ("adjustment", "NP")),
        ("1,1,2,,,,420,,9", (None, "9")),
    ],
)
def test_mistake_in_a_line(row, place):
    assert places(row) == [(2, *place)]


@pytest.mark.parametrize(
    ("row", "place"),
    [
        ("1,1,2,4S,N,10,+1", ("result", "+1")),
        ("1,1,2,4S,N,,+4", ("result", "+4")),
        ("1,1,2,4S,N,,ten", ("result", "ten")),
        ("1,1,2,4S,N,,", ("tricks", "")),
    ],
)
def test_mistake_in_tricks_and_result(row, place):
    assert places(row, header="board,ns,ew,contract,by,tricks,result") == [(2, *place)]


def test_missing_result():
    header = "board,ns,ew,contract,by,result"
    assert places("1,1,2,4S,N,", header=header) == [(2, "result", "")]


def test_mistake_in_a_section():
    header = "section,board,ns,ew,score"
    assert places("*,1,1,2,0", header=header) == [(2, "section", "*")]


def test_contradiction_says_what_the_contract_would_give():
    assert mistakes("1,1,2,4S,N,10,430,") == [
        (
            2,
            "score",
            "430",
            "The contract would give +420: 4♠ by North, 10 tricks, +420, North not vulnerable on"
            " board 1. The score says +430.",
        )
    ]


def test_exotic_scores_pass_when_told_but_contradictions_do_not():
    assert sheet("1,1,2,,,,412,", any_score=True).lines[0].score_ns == 412
    with pytest.raises(Refused):
        sheet("1,1,2,4S,N,10,412,", any_score=True)


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
        (3, "ew", "2", "Pair 2 has a line on board 1 already: line 2."),
        (4, "ns", "1", "Pair 1 has a line on board 1 already: line 2."),
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
        ("board,score", [(1, "ns", ""), (1, "ew", "")]),
        ("board,ns,ew", [(1, "score", "")]),
        ("board,ns,ew,score,colour", [(1, "colour", "colour")]),
        ("board,ns,ew,score,Score", [(1, "score", "Score")]),
    ],
)
def test_mistake_in_the_header(header, mistake):
    assert places("1,1,2,0", header=header) == mistake


def test_empty_text_and_no_lines():
    with pytest.raises(Refused) as refusal:
        read_csv("")
    assert [problem.line for problem in refusal.value.problems] == [1, 1, 1, 1]
    assert mistakes() == [(1, None, None, "There are no lines.")]


def test_line_numbers_count_the_lines_of_the_text():
    assert places("", '1,"1\n1",2,,,,0,', "1,3,4,,,,y,") == [
        (3, "ns", "1\n1"),
        (5, "score", "y"),
    ]


def test_field_without_end_is_refused():
    [(line, column, _, message)] = mistakes('1,1,2,,,,0,"' + "x" * 140_000)
    assert (line, column) == (2, None)
    assert message == "This line cannot be read as CSV: field larger than field limit (131072)."


def test_too_many_lines(monkeypatch):
    monkeypatch.setattr(traveller_sheet, "MOST_ROWS", 2)
    rows = [f"{board},1,2,,,,0," for board in (1, 2, 3)]
    assert len(sheet(*rows[:2]).lines) == 2
    assert mistakes(*rows) == [(4, None, None, "There are more than 2 lines.")]


# Spreadsheets


def test_spreadsheet_is_read_as_the_same_text():
    columns = [*HEADER.split(","), "result"]
    data = spreadsheet(
        columns,
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
    data = spreadsheet(["board", "ns", "ew", "score"], [], [1, 1, 2, 412], [1, 3, 4, 1.5])
    with pytest.raises(Refused) as refusal:
        read_xlsx(data)
    assert [(p.line, p.column, p.value) for p in refusal.value.problems] == [
        (3, "score", "412"),
        (4, "score", "1.5"),
    ]


def test_spreadsheet_that_unpacks_to_too_much(monkeypatch):
    monkeypatch.setattr(traveller_sheet, "MOST_UNPACKED", 1000)
    with pytest.raises(Refused) as refusal:
        read_xlsx(spreadsheet(["board", "ns", "ew", "score"]))
    assert str(refusal.value).startswith("Unpacked, the spreadsheet is larger than")


def test_spreadsheet_with_entities_is_refused():
    entity = "<!DOCTYPE x [<!ENTITY a 'b'>]>"
    good = spreadsheet(["board", "ns", "ew", "score"], [1, 1, 2, 0])
    data = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(good)) as old, zipfile.ZipFile(data, "w") as new:
        for member in old.infolist():
            content = old.read(member)
            if member.filename.endswith("sheet1.xml"):
                content = entity.encode() + content
            new.writestr(member, content)
    assert len(read_xlsx(good).lines) == 1
    with pytest.raises(Refused):
        read_xlsx(data.getvalue())


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


@given(st.lists(st.tuples(st.integers(0, 9999), st.integers(0, 255)), min_size=1, max_size=5))
def test_damaged_spreadsheet_is_read_or_refused(damages):
    content = bytearray(spreadsheet(["board", "ns", "ew", "score"], [1, 1, 2, 0]))
    for part, value in damages:
        content[part * len(content) // 10_000] = value
    try:
        lines = read_xlsx(bytes(content)).lines
    except Refused as refusal:
        assert refusal.problems
        return
    assert len(lines) == 1
