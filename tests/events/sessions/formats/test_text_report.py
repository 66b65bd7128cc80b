from textwrap import dedent

from events.sessions.domain.scoring.field import score_field
from events.sessions.domain.scoring.settings import Method, Settings
from events.sessions.formats.bridgescore import read
from events.sessions.formats.text_report import write_report
from events.sessions.formats.traveller_sheet import read_csv


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
