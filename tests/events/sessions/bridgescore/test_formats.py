from textwrap import dedent

import pytest
from hypothesis import given, strategies as st

from clubscore.files.decoding import decode
from clubscore.text.problems import Refused
from events.common.domain import two_decimals
from events.sessions.bridgescore.domain import BridgeScore
from events.sessions.bridgescore.formats import read, write, write_report
from events.sessions.scoring.domain.board_score import Line
from events.sessions.scoring.domain.field import score_field
from events.sessions.scoring.domain.settings import Method, Settings
from events.sessions.scoring.formats.traveller_sheet import read_csv

EXAMPLE = "2\n2\n3\n1 1 2 -50\n1 2 1 0\n2 1 3 300\n2 2 1 100\nend\n"


def mistakes(text, **options):
    with pytest.raises(Refused) as refusal:
        read(text, **options)
    return [
        (problem.line, problem.column, problem.value, str(problem))
        for problem in refusal.value.problems
    ]


def places(text):
    return [mistake[:3] for mistake in mistakes(text)]


def notices(text):
    return [(notice.line, str(notice)) for notice in read(text).notices]


def test_example_is_read():
    reading = read(EXAMPLE)
    assert reading.file == BridgeScore(
        boards=2,
        ns_pairs=2,
        ew_pairs=3,
        lines=(
            Line(1, (1,), (2,), -50),
            Line(1, (2,), (1,), 0),
            Line(2, (1,), (3,), 300),
            Line(2, (2,), (1,), 100),
        ),
    )
    assert reading.notices == ()


def test_example_is_scored():
    field = score_field(read(EXAMPLE).file.lines, Settings(winners=2, neuberg=False))
    assert [
        (s.direction, s.contestant, s.points, s.of, two_decimals(s.percentage), str(s.place))
        for s in field.standings
    ] == [
        ("NS", 1, 2, 4, "50.00", "1="),
        ("NS", 2, 2, 4, "50.00", "1="),
        ("EW", 2, 2, 2, "100.00", "1"),
        ("EW", 1, 2, 4, "50.00", "2"),
        ("EW", 3, 0, 2, "0.00", "3"),
    ]


@pytest.mark.parametrize(
    "text",
    [
        EXAMPLE.replace("\n", "\r\n"),
        EXAMPLE.replace("\n", "\r"),
        "\ufeff" + EXAMPLE,
        EXAMPLE.replace("\n", "\n\n"),
        EXAMPLE.replace(" ", "\t  "),
        EXAMPLE.replace("end", "  EnD "),
        EXAMPLE + "and anything else\n1 1 1 1\n",
        EXAMPLE.replace("-50", "−50").replace("300", "+300"),
    ],
)
def test_other_ways_of_writing_the_example(text):
    results = read(decode(text.encode()).text).file.lines
    assert results == read(EXAMPLE).file.lines


def test_more_boards_and_pairs_than_the_first_program_could():
    file = read("46\n31\n31\n46 31 31 0\nend").file
    assert (file.boards, file.ns_pairs, file.ew_pairs) == (46, 31, 31)


# Mistakes


@pytest.mark.parametrize(
    ("score", "message"),
    [
        ("4", "+4 is not a score: no contract gives it."),
        ("412", "+412 is not a score: no contract gives it."),
        ("60", "+60 is not a score: no contract gives it."),
        ("290", "+290 is not a score: no contract gives it."),
        ("620", "+620 to North–South is impossible on board 1, where nobody is vulnerable."),
    ],
)
def test_impossible_score(score, message):
    text = f"1\n1\n1\n1 1 1 {score}\nend"
    assert mistakes(text) == [(4, "score", score, message)]
    assert read(text, any_score=True).file.lines[0].score_ns == int(score)


@pytest.mark.parametrize(
    ("row", "mistake"),
    [
        ("1 1 1", (4, "score", "1 1 1")),
        ("1", (4, "ns", "1")),
        ("1 1 1 50 7", (4, None, "7")),
        ("1 1 1 - 50", (4, "score", "-")),
        ("2 1 1 50", (4, "board", "2")),
        ("1 2 1 50", (4, "ns", "2")),
        ("1 1 2 50", (4, "ew", "2")),
        ("1 0 1 50", (4, "ns", "0")),
        ("1 -1 1 50", (4, "ns", "-1")),
        ("1 +1 1 50", (4, "ns", "+1")),
        ("l 1 1 50", (4, "board", "l")),
        ("1 1 1 5O", (4, "score", "5O")),
        ("1 1 1 1.5", (4, "score", "1.5")),
        ("1 1 1 +-50", (4, "score", "+-50")),
        ("1 1 1 \uff15\uff10", (4, "score", "\uff15\uff10")),
        ("1 1 1 50a", (4, "score", "50a")),
        ("1,1,1,50", (4, "board", "1,1,1,50")),
        ("1 1 1 99999999999", (4, "score", "99999999999")),
    ],
)
def test_mistake_in_a_result(row, mistake):
    assert mistake in places(f"1\n1\n1\n{row}\nend")


def test_rogue_character_is_named():
    assert mistakes("1\n1\n1\n1 1 1 5O\nend") == [
        (4, "score", "5O", "“5O” is not a whole number because of “O”.")
    ]


def test_fields_in_the_wrong_order_get_a_hint():
    hint = "The order looks wrong: it is board, NS pair, EW pair, score to NS."
    assert mistakes("2\n2\n2\n1 2 -50 1\n1 1 2 412\n1 1 2 50\n2 2 2 50\nend") == [
        (4, "ew", "-50", f"EW pair -50 is not declared: there are EW pairs 1 to 2. {hint}"),
        (4, "score", "1", f"+1 is not a score: no contract gives it. {hint}"),
        (5, "score", "412", "+412 is not a score: no contract gives it."),
        (6, "ns", "1", "NS pair 1 and EW pair 2 meet twice on board 1: lines 5 and 6."),
    ]


def test_all_mistakes_are_listed_at_once():
    assert places("2\n2\n2\n1 1 1 412\n3 1 1 50\n1 2\nx 1 1 50\n2 1 1 100\nend") == [
        (4, "score", "412"),
        (5, "board", "3"),
        (6, "ew", "1 2"),
        (7, "board", "x"),
    ]


def test_pair_twice_on_a_board():
    text = "1\n3\n3\n1 1 1 50\n1 1 2 50\n1 3 2 50\nend"
    assert mistakes(text) == [
        (5, "ns", "1", "NS pair 1 plays board 1 twice: lines 4 and 5."),
        (6, "ew", "2", "EW pair 2 plays board 1 twice: lines 5 and 6."),
    ]


def test_same_two_pairs_twice_on_a_board_are_one_mistake():
    assert mistakes("1\n1\n1\n1 1 1 50\n1 1 1 50\nend") == [
        (5, "ns", "1", "NS pair 1 and EW pair 1 meet twice on board 1: lines 4 and 5.")
    ]


@pytest.mark.parametrize("junk", ["{\\rtf1 Courier", "Results of 5 May", "\x1b[0m", "\u200b"])
def test_junk_before_the_first_number(junk):
    [(line, field, value, message)] = mistakes(f"{junk}\n{EXAMPLE}")
    assert (line, field, value) == (1, "boards", junk)
    assert message.startswith("This comes before the first number, the number of boards.")


def test_junk_attached_to_the_first_number_is_one_mistake():
    assert places(f"ÿ{EXAMPLE}") == [(1, "boards", "ÿ2")]


def test_text_that_is_no_bridgescore_file():
    assert mistakes("Dear club,\nthe results are lost.\n") == [
        (
            1,
            "boards",
            "Dear club,",
            "This is not a BridgeScore file: it does not begin with a number, the number of "
            "boards.",
        )
    ]


@pytest.mark.parametrize(
    ("header", "mistake"),
    [
        ("0\n2\n3", (1, "boards", "0")),
        ("1000\n2\n3", (1, "boards", "1000")),
        ("2\n10000\n3", (2, "ns_pairs", "10000")),
        ("2\n2\nthree", (3, "ew_pairs", "three")),
        ("2 2 3", (1, "boards", "2 2 3")),
        ("2\n2 3", (2, "ns_pairs", "2 3")),
        ("2\n2", (3, "ew_pairs", "1 1 2 -50")),
        ("", (2, "boards", "1 1 2 -50")),
    ],
)
def test_mistake_in_the_three_numbers(header, mistake):
    assert places(f"{header}\n1 1 2 -50\n1 2 1 0\nend") == [mistake]


def test_file_that_ends_too_early():
    assert places("2\n2\n") == [(3, "ew_pairs", None)]
    assert places("") == [(1, "boards", None), (1, "ns_pairs", None), (1, "ew_pairs", None)]


# What is only odd


def test_as_many_ew_pairs_or_one_more_is_usual():
    assert notices("1\n1\n1\n1 1 1 0\nend") == []
    assert notices("2\n1\n2\n1 1 1 0\n2 1 2 0\nend") == []


def test_other_numbers_of_ew_pairs_are_noticed():
    assert notices("1\n1\n3\n1 1 1 0\nend") == [
        (3, "There are 1 NS pairs and 3 EW pairs; usually there are as many, or one more EW pair."),
        (None, "Declared EW pairs that never played: 2–3."),
    ]


def test_missing_end_is_noticed():
    assert notices("1\n1\n1\n1 1 1 0") == [
        (4, "The word “end” is missing: the file may be cut off.")
    ]


def test_boards_and_pairs_without_results_are_noticed():
    assert notices("5\n4\n4\n1 1 1 0\n4 3 3 0\nend") == [
        (None, "Declared boards without a result: 2–3, 5."),
        (None, "Declared NS pairs that never played: 2, 4."),
        (None, "Declared EW pairs that never played: 2, 4."),
    ]


# Everything


@given(st.text(max_size=200) | st.text(alphabet="0123456789 -+\nend", max_size=200), st.booleans())
def test_any_text_is_a_file_or_refused(text, any_score):
    try:
        reading = read(text, any_score=any_score)
    except Refused as refusal:
        assert all(str(problem) for problem in refusal.problems)
        return
    assert write(reading.file)


@given(st.binary(max_size=200))
def test_any_bytes_are_a_file_or_refused(data):
    try:
        read(decode(data).text)
    except Refused as refusal:
        assert refusal.problems


@st.composite
def files(draw):
    boards, pairs = draw(st.integers(1, 5)), draw(st.integers(1, 6))
    results = []
    for board in range(1, boards + 1):
        east_west = draw(st.permutations(range(1, pairs + 1)))
        results += [
            Line(board, (ns,), (ew,), draw(st.sampled_from([0, 100, -100, 110, -110, 140])))
            for ns, ew in zip(range(1, pairs + 1), east_west, strict=True)
        ]
    return BridgeScore(boards, pairs, pairs, tuple(results))


@given(files())
def test_written_file_is_read_back(file):
    again = read(write(file))
    assert write(again.file) == write(file)
    assert again.notices == ()
    assert [line.score_ns for line in again.file.lines] == [line.score_ns for line in file.lines]


def report(text):
    return dedent(text).lstrip("\n")


def test_report_of_two_lists_side_by_side():
    lines = read("2\n2\n3\n1 1 2 -50\n1 2 1 0\n2 1 3 300\n2 2 1 100\nend\n").file.lines
    field = score_field(lines, Settings(winners=2, neuberg=False))
    assert write_report(field) == report("""
        Board 1
        NS  EW  Score  Place  NS points  EW points
         1   2    -50      2          0          2
         2   1      0      1          2          0

        Board 2
        NS  EW  Score  Place  NS points  EW points
         1   3    300      1          2          0
         2   1    100      2          0          2

        Place  NS pair  Points  Of      %    Place  EW pair  Points  Of       %
           1=        1       2   4  50.00        1        2       2   2  100.00
           1=        2       2   4  50.00        2        1       2   4   50.00
                                                 3        3       0   2    0.00
        """)


def test_report_of_one_list_with_adjusted_scores():
    rows = ["1,1,2,420,", "1,3,4,,A6040", "2,2,3,,NP", "2,4,1,-100,"]
    sheet = read_csv("\n".join(["board,ns,ew,score,adjustment", *rows]))
    field = score_field(sheet.lines, Settings(method=Method.CROSS_IMPS))
    assert write_report(field) == report("""
        Board 1
        NS  EW  Score  Place  NS points  EW points
         1   2    420      2          0          0
         3   4  A6040      1          3         -3

        Board 2
        NS  EW  Score  Place  NS points  EW points
         2   3     NP      -          -          -
         4   1   -100      1          0          0

        Place  Pair  Total
            1     3      3
           2=     1      0
           2=     2      0
            4     4     -3
        """)


def test_report_of_sections_each_its_own_field():
    sheet = read_csv("section,board,ns,ew,score\nA,1,1,2,0\nB,1,1,2,0\n")
    field = score_field(sheet.lines, Settings(winners=2, one_field=False))
    assert write_report(field) == report("""
        Board 1, section A
         NS   EW  Score  Place  NS points  EW points
        A 1  A 2      0      1          0          0

        Board 1, section B
         NS   EW  Score  Place  NS points  EW points
        B 1  B 2      0      1          0          0

        Section A

        Place  NS pair  Points  Of  %    Place  EW pair  Points  Of  %
            -      A 1       0   0  -        -      A 2       0   0  -

        Section B

        Place  NS pair  Points  Of  %    Place  EW pair  Points  Of  %
            -      B 1       0   0  -        -      B 2       0   0  -
        """)


def test_report_of_nothing():
    assert write_report(score_field([], Settings())) == "\n"
