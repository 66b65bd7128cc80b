from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, strategies as st

from clubscore.text.problems import Refused
from events.tournaments.core.domain.results import Code, Colour, Result
from events.tournaments.core.domain.tournament import Tournament
from events.tournaments.standings.domain.catalogue import CATALOGUE, chosen
from events.tournaments.standings.domain.explanation import Explanation, Line, explain
from events.tournaments.standings.domain.stage import stage
from events.tournaments.standings.domain.standings import rank, standings
from tests.events.tournaments.standings.domain.strategies import round_robins, tournaments
from tests.events.tournaments.standings.domain.tables import BEFORE_2026, table
from tests.events.tournaments.standings.domain.test_stage import AWAY, BYES, FORFEIT, ROUND_ROBIN

SUMS = [
    tie_break.code
    for tie_break in CATALOGUE
    if not tie_break.rated and tie_break.code not in ("AOB", "DE", "DE/P", "EXT", "TPN", "TPN/R")
]
OWN_POINTS = "Counts as a game against an opponent with the player’s own points."
DREW_ALL = (
    "Counts as a game against an opponent who drew every round, because the player has more "
    "points than that."
)
SCHEDULED = (
    "Counts as a game against an opponent with the scheduled opponent’s points, because the "
    "player has more."
)


def said(explanation: Explanation) -> list[list[str]]:
    return [[str(remark) for remark in line.remarks] for line in explanation.lines]


def of(
    tournament: Tournament,
    number: int,
    code: str,
    tie_breaks: Iterable[str] = (),
    through: int | None = None,
) -> Explanation:
    """The value among standings by these tie-breaks, or by this one alone."""
    ranking = rank(stage(tournament, through), chosen(tie_breaks or [code]))
    return explain(tournament, ranking, number=number, code=code)


def test_lines_are_the_rounds() -> None:
    found = of(BYES, 1, "SB")
    assert found.value == Fraction(13, 2)
    assert found.lines[1] == Line(
        round=2,
        opponent=2,
        result=Result(2, Colour.WHITE, Code.WIN),
        score=Fraction(3),
        points=Fraction(1),
        amount=Fraction(3),
        cut=False,
        remarks=(),
    )
    assert [line.opponent for line in found.lines] == [None, 2, 3, 4]


def test_byes_and_adjusted_scores_are_reported() -> None:
    assert said(of(BYES, 1, "BH/C1")) == [
        ["Pairing-allocated bye.", DREW_ALL],
        [],
        ["The opponent has 1; being away at the end counts as draws. Rounds: 4."],
        ["Left out as the lowest."],
    ]
    assert said(of(BYES, 3, "BH/C1")) == [
        [],
        [],
        [],
        [
            "Zero-point bye, or absent.",
            OWN_POINTS,
            "Left out as the lowest of the rounds in which the player was away.",
        ],
    ]


def test_forfeits_are_reported() -> None:
    assert said(of(FORFEIT, 1, "BH")) == [[], ["Won by forfeit.", SCHEDULED], []]
    assert said(of(FORFEIT, 3, "BH")) == [[], ["Lost by forfeit.", OWN_POINTS], []]
    assert said(of(ROUND_ROBIN, 1, "SB")) == [[], ["Won by forfeit."]]


def test_dummy_before_2026_has_no_limit() -> None:
    older = of(replace(BYES, start=BEFORE_2026), 1, "BH")
    assert said(older)[0] == ["Pairing-allocated bye.", OWN_POINTS]
    assert [str(note) for note in older.notes] == [
        "The tournament began before 1 March 2026, so a dummy’s points have no limit."
    ]
    assert of(BYES, 1, "BH").notes == ()


def test_median_shows_the_highest() -> None:
    assert said(of(AWAY, 1, "BH/M1"))[1] == [
        "Lost by forfeit.",
        OWN_POINTS,
        "Left out as the highest.",
    ]


def test_progressive_scores_and_koya_show_what_is_left_out() -> None:
    assert said(of(FORFEIT, 2, "PS/C1")) == [["Left out as an early round."], [], []]
    koya = of(FORFEIT, 2, "KS")
    assert said(koya) == [[], *[["Left out: the opponent has too few points."]] * 2]
    assert [str(note) for note in koya.notes] == [
        "Opponents count from 1½ points on, half of all possible ones."
    ]


def test_performance_shows_its_two_parts() -> None:
    rated = table("""
        1 Ada 2000:  2w1  3b=
        2 Ben 1800:  1b0  .
        3 Cleo 1801: .    1w=
    """)
    assert [str(note) for note in of(rated, 1, "TPR").notes] == [
        "Average rating 1801; 75 % of the points stand for +193."
    ]
    assert [str(note) for note in of(rated, 2, "TPR").notes] == [
        "Average rating 2000; 0 % of the points stand for −800."
    ]


def test_missing_ratings_are_reported() -> None:
    found = of(BYES, 1, "TPR")
    assert found.value is None
    assert [str(note) for note in found.notes] == [
        "Ratings break no tie here, because not every player has one (C.07, 10). "
        "Players without a rating: 4."
    ]


def test_what_is_not_meant_for_round_robins_is_reported() -> None:
    assert [str(note) for note in of(ROUND_ROBIN, 1, "BH").notes] == [
        "This tie-break is not meant for round robins (C.07, 8)."
    ]


def test_fore_buchholz_shows_that_the_last_round_is_missing() -> None:
    found = of(BYES, 1, "FB", through=3)
    assert [str(note) for note in found.notes] == [
        "The last round is not included yet, so this equals Buchholz."
    ]


def test_pending_games_are_reported() -> None:
    found = of(table("1 Ada: 2w1 2b*\n2 Ben: 1b0 1w*"), 1, "BH", through=2)
    assert [line.round for line in found.lines] == [1]
    assert [str(note) for note in found.notes] == [
        "Games are still to be played; the value may change."
    ]


CIRCLE = table("""
    1 Ada:  2w1  .    3b0  4b1
    2 Ben:  1b0  3w1  .    F
    3 Cleo: .    2b0  1w1  5b1
    4 Dan:  .    .    .    1w0
    5 Eve:  .    .    .    3w0
""")


def test_direct_encounter_shows_who_is_tied() -> None:
    first = of(CIRCLE, 1, "DE", tie_breaks=["DE", "BPG"])
    assert (first.tied, first.value) == ((1, 2, 3), None)
    assert [(line.round, line.opponent, line.amount) for line in first.lines] == [
        (1, 2, 1),
        (3, 3, 0),
    ]
    assert [str(note) for note in first.notes] == [
        "The games among those who are tied decide nothing: too few were played, or they are even."
    ]


def test_direct_encounter_is_among_those_still_tied() -> None:
    later = of(CIRCLE, 1, "DE", tie_breaks=["BPG", "DE"])
    assert (later.tied, later.value) == ((1, 3), 2)
    assert [str(note) for note in later.notes] == [
        "Place among those who are tied, by the points of their games with each other. Equals are "
        "compared once more among themselves; where games are missing, only those are placed who "
        "stay ahead however these might end."
    ]


def test_direct_encounter_of_somebody_who_is_not_tied() -> None:
    alone = of(CIRCLE, 2, "DE", tie_breaks=["BPG", "DE"])
    assert (alone.tied, alone.value, alone.lines) == ((2,), None, ())
    assert [str(note) for note in alone.notes] == ["Nobody is tied with this player."]


@pytest.mark.parametrize(
    ("number", "code", "message"),
    [
        (9, "BH", "There is no player 9."),
        (1, "DE", "Direct encounter is not one of these standings’ tie-breaks."),
        (1, "XX", "“XX” is not a known tie-break."),
    ],
)
def test_what_is_not_there_is_refused(number: int, code: str, message: str) -> None:
    with pytest.raises(Refused) as refused:
        of(BYES, number, code, tie_breaks=["BH"])
    assert str(refused.value).startswith(message)


@given(tournaments() | round_robins(), st.sampled_from([tie_break.code for tie_break in CATALOGUE]))
def test_the_value_is_that_of_the_standings(tournament: Tournament, code: str) -> None:
    for line in standings(tournament, tie_breaks=["WIN", code]):
        found = of(tournament, line.number, code, tie_breaks=["WIN", code])
        assert found.value == line.values[1]


@given(tournaments() | round_robins(), st.sampled_from([tie_break.code for tie_break in CATALOGUE]))
def test_a_value_outside_the_standings_is_what_it_would_be_in_them(
    tournament: Tournament, code: str
) -> None:
    if not code.startswith("DE"):
        for line in standings(tournament, tie_breaks=["WIN", code]):
            assert of(tournament, line.number, code, tie_breaks=["WIN"]).value == line.values[1]


@given(tournaments() | round_robins(), st.sampled_from(["PTS", *SUMS]))
def test_lines_that_are_not_cut_make_the_value(tournament: Tournament, code: str) -> None:
    for entrant in tournament.entrants:
        found = of(tournament, entrant.number, code)
        assert sum(line.amount for line in found.lines if not line.cut) == found.value
        for line in found.lines:
            kept = entrant.results[line.round - 1]
            assert line.result == kept
            assert line.opponent == (kept.opponent if kept else None)
