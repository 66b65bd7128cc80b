import pytest

from events.models import Series, Session
from events.sessions.results.views.rules import scoring_rules, series_rules
from events.sessions.scoring.figures.series import SeriesScore
from tests.events.sessions import match_evenings
from tests.events.sessions.evenings import evening, score, series

LAST = "Equal printed values share the place."
SHORT = "Boards with fewer results count as much as the others (Neuberg’s formula)."
FEW = (
    "One, two or three results, no more than a third of a full board, get 60 %; 65 and 55 %; 70, 60"
    " and 50 %."
)
AVERAGES = (
    "An A+ is 60 %, or the pair’s own percentage if that is higher; an A− is 40 %, or the pair’s"
    " own percentage if that is lower."
)


def rules(**settings: object) -> list[str]:
    """The sentences but the one of ties, which always ends them."""
    described = scoring_rules(Session(**settings))
    assert described.endswith(f" {LAST}")
    return described.removesuffix(f" {LAST}").replace(". ", ".|").split("|")


UNEQUAL = "Where the numbers of boards played differ, the IMPs per board decide."


@pytest.mark.parametrize(
    ("settings", "described"),
    [
        ({}, ["Matchpoints, 2 for a win, 1 for a tie.", SHORT, FEW, AVERAGES]),
        (
            {"small_groups": False},
            [
                "Matchpoints, 2 for a win, 1 for a tie.",
                SHORT,
                "The formula also applies to boards with only one, two or three results.",
                AVERAGES,
            ],
        ),
        (
            {"scale": 1, "neuberg": False, "session_average": False},
            [
                "Matchpoints, 1 for a win, ½ for a tie.",
                "Boards with fewer results stay as they are, without Neuberg’s formula.",
                "An A+ is 60 %, an A− is 40 %.",
            ],
        ),
        (
            {"expected": 7},
            [
                "Matchpoints, 2 for a win, 1 for a tie.",
                "Boards with fewer than 7 results count as much as the others (Neuberg’s formula).",
                FEW,
                AVERAGES,
            ],
        ),
        (
            {"method": "butler"},
            [
                "IMPs for the difference from the datum, the mean of the board without the best"
                " and the worst.",
                UNEQUAL,
            ],
        ),
        (
            {"method": "butler", "butler_drop": 0, "imps_by": "total"},
            ["IMPs for the difference from the datum, the mean of the board."],
        ),
        (
            {"method": "butler", "butler_drop": 0, "imps_by": "total", "unopposed": "+"},
            [
                "IMPs for the difference from the datum, the mean of the board.",
                "For a board whose opponents had left or came late there is an average plus.",
            ],
        ),
        (
            {"sit_out": 60, "neuberg": False, "session_average": False},
            [
                "Matchpoints, 2 for a win, 1 for a tie.",
                "Boards with fewer results stay as they are, without Neuberg’s formula.",
                "A board that is sat out is worth 60 % of a full top; it is compared with nothing,"
                " and does not count in Neuberg’s formula.",
                "An A+ is 60 %, an A− is 40 %.",
            ],
        ),
        (
            {"method": "butler", "butler_percent": 10, "imps_by": "total", "datums": "1:-50 2:120"},
            [
                "IMPs for the difference from the datum, the mean of the board without the best"
                " and the worst 10 % of the results.",
                "The datums of these boards are given: 1:-50 2:120.",
            ],
        ),
        (
            {
                "method": "butler",
                "butler_percent": 10,
                "butler_parts": False,
                "butler_even": True,
                "imps_by": "total",
            },
            [
                "IMPs for the difference from the datum, the mean of the board without the best"
                " and the worst 10 % of the results, rounded up to whole results, of six or more.",
                "A mean half way between two tens goes to the even one.",
            ],
        ),
        (
            {"method": "cross-imps"},
            [
                "IMPs against every other result of the board, divided by their number.",
                SHORT,
                UNEQUAL,
            ],
        ),
        (
            {"method": "cross-imps", "cross_imps_mean": False, "imps_by": "board"},
            [
                "IMPs against every other result of the board, added up.",
                SHORT,
                "The IMPs per board decide.",
            ],
        ),
        ({"method": "total"}, ["Total points: the scores added up."]),
        (
            {"missing_ties": True, "session_average": False},
            [
                "Matchpoints, 2 for a win, 1 for a tie.",
                "On boards with fewer results each that is missing counts as a tie.",
                "An A+ is 60 %, an A− is 40 %.",
            ],
        ),
        (
            {"method": "total", "minimum_part": 75},
            [
                "Total points: the scores added up.",
                "Those who played fewer than 75 % of the boards are listed without a place once "
                "the session is finished.",
            ],
        ),
    ],
)
def test_every_setting_that_matters_is_described(
    settings: dict[str, object], described: list[str]
) -> None:
    assert rules(**settings) == described


@pytest.mark.parametrize(
    ("rounding", "described"),
    [
        ("board:0.1", "The points of each board are rounded to 0.1."),
        ("board:0.01", "The points of each board are rounded to 0.01."),
        ("total:0.01", "The total points are rounded to 0.01."),
    ],
)
def test_rounding_is_said_unless_it_is_exact(rounding: str, described: str) -> None:
    assert rules(method="total", rounding=rounding)[1:] == [described]


@pytest.mark.parametrize(
    ("one_field", "described"),
    [
        (True, "All sections are compared with each other."),
        (False, "Each section is scored and ranked separately."),
    ],
)
def test_several_sections_are_told_of(one_field: bool, described: str) -> None:
    session = Session(method="total", one_field=one_field)
    assert scoring_rules(session) == f"Total points: the scores added up. {LAST}"
    assert scoring_rules(session, sections=2) == (
        f"Total points: the scores added up. {described} {LAST}"
    )


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("values", "described"),
    [
        (
            {},
            "Ranked by the average of the percentages of the sessions. A pair that plays with a"
            " substitute is another pair.",
        ),
        (
            {"adding": "matchpoints", "unit": "player"},
            "Ranked by the matchpoints of all sessions over their tops. Everybody has the results"
            " of the pairs they played in.",
        ),
        (
            {"adding": "total", "best": 3, "minimum": 2, "handicap": True},
            "Ranked by the sum of the sessions’ totals. A pair that plays with a substitute is"
            " another pair. Of everybody’s sessions the best 3 count; results that are dropped"
            " stand in brackets. Those who played fewer than 2 sessions are listed without a place."
            " In the handicap list everybody’s handicap is added to each session’s result.",
        ),
        (
            {"best": 1},
            "Ranked by the average of the percentages of the sessions. A pair that plays with a"
            " substitute is another pair. Of everybody’s sessions the best 1 counts; a result that"
            " is dropped stands in brackets.",
        ),
    ],
)
def test_every_choice_of_a_series_is_described(values: dict[str, object], described: str) -> None:
    made: SeriesScore = score(series(**values))
    assert series_rules(made) == f"{described} {LAST}"


@pytest.mark.django_db
def test_what_is_carried_forward_is_reported() -> None:
    made = series(earlier=series(name="Heat"), earlier_weight=25)
    assert "Each session of “Heat” is carried forward and counts 25 %." in series_rules(score(made))
    assert Series.objects.count() == 2


@pytest.mark.django_db
def test_a_series_with_matches_says_what_counts() -> None:
    of_matches = match_evenings.made("teams", 4)
    without = series(evening(day=1), name="Pairs")
    teams = series(of_matches, name="Teams", adding=Series.Adding.TOTAL)

    said = "victory points and matches won do not count"

    assert [said in series_rules(score(made)) for made in (without, teams)] == [False, True]
