import io
import json

import openpyxl
import pytest
from django.core.management import CommandError, ManagementUtility, call_command

BRIDGESCORE = "2\n2\n3\n1 1 2 -50\n1 2 1 0\n2 1 3 300\n2 2 1 100\nend\n"
CSV = """board,ns,ew,contract,by,tricks,score,adjustment
1,1,11,4S,N,10,420,
1,2,12,4S,N,9,,
1,3,13,3NT,S,9,,
2,1,12,,,,620,
2,2,13,,,,,A+-
"""


@pytest.fixture(name="run")
def _run(tmp_path):
    """Run the command on a file of this content; gives the status and both outputs."""

    def run(content, *arguments, name="evening.txt"):
        file = tmp_path / name
        if content is not None:
            file.write_bytes(content if isinstance(content, bytes) else content.encode())
        out, err = io.StringIO(), io.StringIO()
        try:
            call_command("score", str(file), *arguments, stdout=out, stderr=err)
        except CommandError as error:
            return error.returncode, out.getvalue(), err.getvalue()
        return 0, out.getvalue(), err.getvalue()

    return run


@pytest.fixture(name="score")
def _score(run):
    def score(content, *arguments, **options):
        return json.loads(run(content, "--json", *arguments, **options)[1])

    return score


def standings(answer, *keys):
    return [tuple(standing[key] for key in keys) for standing in answer["standings"]]


def points(answer):
    return [
        (line["ns_points"], line["ew_points"], line["top"])
        for board in answer["boards"]
        for line in board["lines"]
    ]


def test_bridgescore_file_as_json(run, tmp_path):
    status, out, err = run(BRIDGESCORE, "--json")
    answer = json.loads(out)
    assert (status, err, out.count("\n")) == (0, "", 1)
    assert list(answer) == ["file", "ok", "boards", "standings", "warnings"]
    assert (answer["file"], answer["ok"]) == (str(tmp_path / "evening.txt"), True)
    assert standings(answer, "direction", "pair", "points", "of", "percentage", "place") == [
        ("NS", "1", "2", "4", "50.00", "1="),
        ("NS", "2", "2", "4", "50.00", "1="),
        ("EW", "2", "2", "2", "100.00", "1"),
        ("EW", "1", "2", "4", "50.00", "2"),
        ("EW", "3", "0", "2", "0.00", "3"),
    ]


def test_bridgescore_report_into_a_file(run, tmp_path):
    output = tmp_path / "report.txt"
    assert run(BRIDGESCORE, str(output)) == (0, "", "")
    assert output.read_text(encoding="utf-8") == run(BRIDGESCORE)[1]


def test_bridgescore_mistakes_have_fields(run):
    status, out, _ = run(BRIDGESCORE.replace("300", "412"), "--json")
    answer = json.loads(out)
    assert (status, answer["ok"]) == (1, False)
    assert answer["errors"] == [
        {
            "line": 6,
            "field": "score",
            "value": "412",
            "message": "+412 is not a score: no contract gives it.",
        }
    ]


def test_bridgescore_warnings_have_lines(score):
    answer = score(BRIDGESCORE.removesuffix("end\n").replace("2\n2\n3", "3\n2\n3"))
    assert answer["warnings"] == [
        {"line": 8, "message": "The word “end” is missing: the file may be cut off."},
        {"line": None, "message": "Declared boards without a result: 3."},
    ]


def test_bridgescore_file_has_neuberg_only_when_told(score):
    text = "2\n4\n4\n1 1 1 0\n1 2 2 50\n1 3 3 100\n1 4 4 110\n2 1 2 110\n2 2 1 0\nend\n"
    assert points(score(text))[4:] == [("2", "0", "2"), ("0", "2", "2")]
    assert points(score(text, "--neuberg"))[4:] == [("5", "1", "6"), ("1", "5", "6")]


def test_any_score(run):
    text = BRIDGESCORE.replace("300", "412")
    assert (run(text)[0], run(text, "--any-score")[0]) == (1, 0)


def test_text_report_of_mistakes_and_warnings_goes_to_the_error_output(run, tmp_path):
    file = tmp_path / "evening.txt"
    assert run(BRIDGESCORE.replace("300", "412")) == (
        1,
        "",
        f"{file}:6:score: +412 is not a score: no contract gives it.\n",
    )
    assert run(BRIDGESCORE.removesuffix("end\n"))[2] == (
        f"{file}:8: The word “end” is missing: the file may be cut off.\n"
    )


def test_refused_file_leaves_the_output_alone(run, tmp_path):
    output = tmp_path / "report.txt"
    assert run("nonsense", str(output))[0] == 1
    assert not output.exists()


def test_csv_as_json(score):
    answer = score(CSV, name="evening.csv")
    assert [line["score"] for board in answer["boards"] for line in board["lines"]] == [
        420, -50, 400, 620, None,
    ]  # fmt: skip
    # Board 2: one result of three expected is 60 % for both. Pair 2 has 0 of 4 on board 1, so
    # its average plus stays 60 %; pair 13 has 2 of 4, its average minus 40 %.
    assert points(answer) == [
        ("4", "0", "4"),
        ("0", "4", "4"),
        ("2", "2", "4"),
        ("12/5", "12/5", "4"),
        ("12/5", "8/5", "4"),
    ]
    assert standings(answer, "direction", "pair", "exact", "percentage", "place") == [
        ("NS", "1", "80", "80.00", "1"),
        ("NS", "3", "50", "50.00", "2"),
        ("NS", "2", "30", "30.00", "3"),
        ("EW", "12", "80", "80.00", "1"),
        ("EW", "13", "45", "45.00", "2"),
        ("EW", "11", "0", "0.00", "3"),
    ]
    assert answer["warnings"] == []


def test_csv_mistakes_have_columns(score):
    answer = score(CSV.replace("420", "430").replace(",620,", ",,"), name="evening.csv")
    assert answer["errors"] == [
        {
            "line": 2,
            "column": "score",
            "value": "430",
            "message": "The contract would give +420: 4♠N=, North not"
            " vulnerable on board 1. The score says +430.",
        },
        {
            "line": 5,
            "column": "score",
            "value": "",
            "message": "The line has neither a contract nor a score nor an adjustment.",
        },
    ]


@pytest.mark.parametrize("name", ["evening.csv", "evening.txt", "evening"])
@pytest.mark.parametrize(
    "content",
    [
        CSV.encode(),
        CSV.encode("utf-8-sig"),
        CSV.encode("utf-16"),
        CSV.replace("\n", "\r\n").encode("utf-16"),
        CSV.replace("\n", "\r").encode(),
        CSV.replace(",", ";").encode(),
        CSV.replace(",", "\t").encode(),
        b"\n\n" + CSV.upper().encode() + b",,,,,,,\n\x1a",
    ],
)
def test_csv_is_known_by_its_header_whatever_its_encoding(score, content, name):
    assert score(content, name=name) | {"file": ""} == score(CSV, name="e.csv") | {"file": ""}


def test_bridgescore_file_is_known_in_utf_16(score):
    there, back = score(BRIDGESCORE), score(BRIDGESCORE.encode("utf-16"))
    assert back | {"file": ""} == there | {"file": ""}


def test_every_bad_line_is_told_and_nothing_scored(run):
    text = """board,ns,ew,contract,by,tricks,score,adjustment
1,1,11,4S,N,10,420,
1,2,12,8S,X,14,412,
1,3,13,,,,,

1,4,14,4S,N,10,430,
x,5,15,,,,50,
1,6,16,,,,,70:420/40:-50
1,1,17,,,,50,
1,7,7,,,,50,
"1,8,18,,,,50,
1,9,19,,,,50,,50
"""
    status, out, _ = run(text, "--json", name="g.csv")
    answer = json.loads(out)
    assert (status, list(answer), answer["ok"]) == (1, ["file", "ok", "errors"], False)
    assert [(e["line"], e["column"], e["value"]) for e in answer["errors"]] == [
        (3, "contract", "8S"),
        (3, "by", "X"),
        (3, "tricks", "14"),
        (3, "score", "412"),
        (4, "score", ""),
        (6, "score", "430"),
        (7, "board", "x"),
        (8, "adjustment", "70:420/40:-50"),
        (9, "ns", "1"),
        (10, "ew", "7"),
        (11, None, '"1,8,18,,,,50,'),
        (12, None, "50"),
    ]


def test_spreadsheet_is_scored_as_its_text(score):
    book = openpyxl.Workbook()
    for row in CSV.splitlines():
        book.active.append(
            [int(cell) if cell.isdigit() else cell or None for cell in row.split(",")]
        )
    data = io.BytesIO()
    book.save(data)
    answer = score(data.getvalue(), name="evening.xlsx")
    assert answer | {"file": ""} == score(CSV, name="evening.csv") | {"file": ""}


def test_warnings_of_scoring(score):
    assert score(CSV.replace("A+-", "A6060"), name="e.csv")["warnings"] == [
        {
            "line": None,
            "message": "Board 2, NS 2 against EW 13: the adjusted score gives both sides together"
            " more than 100 %.",
        }
    ]


def test_text_that_is_not_utf_8_is_noticed(score):
    text = b"section," + CSV.splitlines()[0].encode("ascii") + "\né,1,1,2,,,,0,\n".encode("cp1252")
    answer = score(text, name="evening.csv")
    assert [warning["line"] for warning in answer["warnings"]] == [1]
    assert answer["standings"][0]["section"] == "é"


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["--scale", "1"], ("2", "0", "2")),
        (["--expected", "6"], ("9", "1", "10")),
        (["--no-neuberg", "--expected", "6"], ("4", "0", "4")),
        (["--method", "total"], ("420", "-420", None)),
        (["--method", "butler"], ("4", "-4", None)),
        (["--method", "butler", "--butler-drop", "2"], ("4", "-4", None)),
        (["--method", "butler", "--butler-percent", "40"], ("1", "-1", None)),
        (["--method", "butler", "--butler-percent", "40", "--butler-whole"], ("4", "-4", None)),
        (["--method", "butler", "--butler-even"], ("4", "-4", None)),
        (["--method", "butler", "--datums", "1:0"], ("9", "-9", None)),
        (["--method", "cross-imps"], ("11/2", "-11/2", None)),
        (["--method", "cross-imps", "--rounding", "board:0.1"], ("11/2", "-11/2", None)),
    ],
)
def test_options(score, arguments, expected):
    # +420 against −50 and +400: 10 and 1 IMPs; against the datum 260: 4, against 400: 1.
    assert points(score(CSV, *arguments, name="evening.csv"))[0] == expected


@pytest.mark.parametrize("method", ["butler", "cross-imps"])
@pytest.mark.parametrize(
    ("adjustment", "expected"),
    [
        ("A5050", ("0", "0", None)),
        ("A=", ("0", "0", None)),
        ("A+-", ("3", "-3", None)),
        ("A6040", ("3", "-3", None)),
        ("A6565", ("9/2", "9/2", None)),
        ("NP", (None, None, None)),
    ],
)
def test_adjusted_scores_in_imps(score, method, adjustment, expected):
    text = CSV.replace("A+-", adjustment)
    assert points(score(text, "--method", method, name="evening.csv"))[4] == expected


def test_session_average_on_and_off(score):
    # Pair 1 has 100 % on board 1, and so has pair 12.
    text = "board,ns,ew,score,adjustment\n1,1,11,420,\n1,2,12,0,\n2,1,12,,A+-\n"
    assert points(score(text, name="e.csv"))[2] == ("2", "4/5", "2")
    assert points(score(text, "--no-session-average", name="e.csv"))[2] == ("6/5", "4/5", "2")


def test_winners_as_told(score):
    answer = score(CSV, "--winners", "1", name="evening.csv")
    assert {direction for (direction,) in standings(answer, "direction")} == {None}


def test_sections_as_one_field_or_each_its_own(score):
    text = "section,board,ns,ew,score\nA,1,1,2,420\nA,1,3,4,0\nB,1,1,2,450\n"
    assert [len(board["lines"]) for board in score(text, name="e.csv")["boards"]] == [3]
    answer = score(text, "--field", "section", name="e.csv")
    assert [(board["section"], len(board["lines"])) for board in answer["boards"]] == [
        ("A", 2),
        ("B", 1),
    ]


def test_rounding_of_totals(score):
    rows = [
        f"1,{n},{n + 10},{score}" for n, score in enumerate([420, 110, 50, 0, -50, -100, 80], 1)
    ]
    text = "\n".join(["board,ns,ew,score", *rows])
    exact = score(text, "--expected", "10", name="e.csv")
    rounded = score(text, "--expected", "10", "--rounding", "total:0.01", name="e.csv")
    assert standings(exact, "points")[0] == ("123/7",)
    assert standings(rounded, "points", "percentage")[0] == ("1757/100", "97.61")


@pytest.mark.parametrize("arguments", [["--expected", "0"], ["--winners", "1"], ["--datums", "1"]])
def test_wrong_call(run, arguments):
    assert run(BRIDGESCORE, *arguments)[:2] == (2, "")


def test_fewer_results_expected_than_there_are_is_a_wrong_call(run):
    sections = "section,board,ns,ew,score\nA,1,1,2,420\nA,1,3,4,0\nB,1,1,2,450\n"
    assert run(sections, "--expected", "2")[:2] == (2, "")
    assert run(sections, "--expected", "3")[0] == 0
    assert run(sections, "--expected", "2", "--field", "section")[0] == 0


def test_keys_of_the_answer(score):
    answer = score(CSV, name="evening.csv")
    assert [list(board) for board in answer["boards"]] == [["board", "lines"]] * 2
    assert list(answer["boards"][0]["lines"][0]) == [
        "ns", "ew", "score", "ns_points", "ew_points", "top",
    ]  # fmt: skip
    assert list(answer["standings"][0]) == [
        "direction", "pair", "points", "of", "percentage", "exact", "place",
    ]  # fmt: skip
    answer = score(CSV, "--method", "butler", name="evening.csv")
    assert list(answer["standings"][0]) == [
        "direction", "pair", "points", "total", "exact", "place",
    ]  # fmt: skip


def test_boards_sat_out_have_a_part_of_a_top(score):
    content = b"board,ns,ew,score\n1,1,2,420\n1,3,4,-50\n2,1,3,100\n"
    answer = score(content, "--sit-out", "60", name="evening.csv")
    assert standings(answer, "pair", "points", "of") == [
        ("4", "16/5", "4"), ("1", "3", "4"), ("2", "6/5", "4"), ("3", "1", "4"),
    ]  # fmt: skip


def test_small_groups_by_percentage_or_by_the_formula(score):
    # Three of ten: 70, 60 and 50 % of 18, or (M + 1) · 10/3 − 1.
    text = "board,ns,ew,score\n1,1,11,420\n1,2,12,170\n1,3,13,50\n"
    arguments = ["--expected", "10"]
    assert [ns for ns, _, _ in points(score(text, *arguments, name="e.csv"))] == [
        "63/5", "54/5", "9",
    ]  # fmt: skip
    arguments.append("--no-small-groups")
    assert [ns for ns, _, _ in points(score(text, *arguments, name="e.csv"))] == [
        "47/3", "9", "7/3",
    ]  # fmt: skip


@pytest.mark.parametrize("arguments", [["--method", "swiss"], ["--scale", "3"], ["--nonsense"]])
def test_unknown_option_is_a_wrong_call(arguments):
    with pytest.raises(SystemExit) as end:
        ManagementUtility(["manage.py", "score", "evening.txt", *arguments]).execute()
    assert end.value.code == 2


def test_file_that_is_not_there_is_refused(score):
    answer = score(None)
    assert [(error["line"], error["message"]) for error in answer["errors"]] == [
        (None, "The file cannot be read: No such file or directory.")
    ]


def test_picture_is_refused(score):
    answer = score(b"\x89PNG\r\n\x1a\n")
    assert [error["message"] for error in answer["errors"]] == [
        "This is not a text file: it looks like a picture (PNG)."
    ]


def test_output_that_cannot_be_written_is_a_wrong_call(run, tmp_path):
    assert run(BRIDGESCORE, str(tmp_path / "nowhere" / "report.txt"))[:2] == (2, "")
