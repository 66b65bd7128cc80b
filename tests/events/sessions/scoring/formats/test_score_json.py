import pytest

from events.sessions.core.domain.adjustment import NOT_PLAYED
from events.sessions.scoring.domain.board_score import Line
from events.sessions.scoring.domain.field import score_field
from events.sessions.scoring.domain.settings import Method, Settings
from events.sessions.scoring.formats.score_json import score_data
from events.sessions.scoring.formats.traveller_sheet import SectionPair, read_csv

LINES = [
    Line(1, ("1",), ("12",), -500),
    Line(1, ("2",), ("11",), 110),
    Line(2, ("1",), ("11",), None, NOT_PLAYED),
]


def data(**settings):
    settings = Settings(winners=2, **settings)
    return score_data(score_field(LINES, settings), settings.method)


def test_matchpoints():
    assert data() == {
        "boards": [
            {
                "board": 1,
                "lines": [
                    {"ns": "1", "ew": "12", "score": -500, "ns_points": "0", "ew_points": "2",
                     "top": "2"},
                    {"ns": "2", "ew": "11", "score": 110, "ns_points": "2", "ew_points": "0",
                     "top": "2"},
                ],
            },
            {
                "board": 2,
                "lines": [
                    {"ns": "1", "ew": "11", "score": None, "ns_points": None, "ew_points": None,
                     "top": "2"},
                ],
            },
        ],
        "standings": [
            {"direction": "NS", "pair": "2", "points": "2", "of": "2", "percentage": "100.00",
             "exact": "100", "place": "1"},
            {"direction": "NS", "pair": "1", "points": "0", "of": "2", "percentage": "0.00",
             "exact": "0", "place": "2"},
            {"direction": "EW", "pair": "12", "points": "2", "of": "2", "percentage": "100.00",
             "exact": "100", "place": "1"},
            {"direction": "EW", "pair": "11", "points": "0", "of": "2", "percentage": "0.00",
             "exact": "0", "place": "2"},
        ],
    }  # fmt: skip


@pytest.mark.parametrize(
    ("method", "total", "exact"),
    [(Method.CROSS_IMPS, "12", "12"), (Method.BUTLER, "7", "7"), (Method.TOTAL, "110", "110")],
)
def test_other_methods_have_totals(method, total, exact):
    answer = data(method=method)
    assert answer["boards"][0]["lines"][0]["top"] is None
    assert answer["standings"][0] == {
        "direction": "NS",
        "pair": "2",
        "points": exact,
        "total": total,
        "exact": exact,
        "place": "1",
    }


def test_one_winner_has_no_direction():
    field = score_field(LINES, Settings(winners=1))
    standings = score_data(field, Method.MATCHPOINTS)["standings"]
    assert [(s["direction"], s["pair"], s["place"]) for s in standings] == [
        (None, "2", "1="),
        (None, "12", "1="),
        (None, "1", "3="),
        (None, "11", "3="),
    ]


def test_fractions_are_texts():
    field = score_field(LINES[:2], Settings(winners=2, expected=3))
    line = score_data(field, Method.MATCHPOINTS)["boards"][0]["lines"][0]
    assert (line["ns_points"], line["ew_points"], line["top"]) == ("1/2", "7/2", "4")


def test_who_did_not_play_has_no_percentage():
    field = score_field(LINES[2:], Settings(winners=2))
    assert score_data(field, Method.MATCHPOINTS)["standings"][0] == {
        "direction": "NS",
        "pair": "1",
        "points": "0",
        "of": "0",
        "percentage": None,
        "exact": None,
        "place": "",
    }


@pytest.mark.parametrize("one_field", [True, False])
def test_sections_are_named(one_field):
    sheet = read_csv("section,board,ns,ew,score\nA,1,1,2,0\nB,1,1,2,0\n")
    assert sheet.lines[0].ns == (SectionPair("A", "1"),)
    field = score_field(sheet.lines, Settings(winners=2, one_field=one_field))
    answer = score_data(field, Method.MATCHPOINTS)
    assert [board.get("section") for board in answer["boards"]] == (
        [None] if one_field else ["A", "B"]
    )
    lines = [line for board in answer["boards"] for line in board["lines"]]
    assert [(line["section"], line["ns"]) for line in lines] == [("A", "1"), ("B", "1")]
    assert sorted((s["section"], s["direction"], s["pair"]) for s in answer["standings"]) == [
        ("A", "EW", "2"),
        ("A", "NS", "1"),
        ("B", "EW", "2"),
        ("B", "NS", "1"),
    ]
