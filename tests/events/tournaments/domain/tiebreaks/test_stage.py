from datetime import date
from fractions import Fraction

import pytest

from events.tournaments.domain.results import Code
from events.tournaments.domain.tiebreaks.stage import (
    Edition,
    is_round_robin,
    rounds_begun,
    rounds_counted,
    rounds_planned,
    stage,
)
from events.tournaments.domain.tournament import Tournament
from tests.events.tournaments.domain.tiebreaks.tables import table

TWO_ROUNDS = """
    1 Ada:  2w1  3b*
    2 Ben:  1b0  .
    3 Cleo: H    1w*
"""


@pytest.mark.parametrize(
    ("start", "edition"),
    [
        (date(2026, 2, 28), Edition.BEFORE_2026),
        (date(2026, 3, 1), Edition.SINCE_2026),
        (None, Edition.SINCE_2026),
    ],
)
def test_edition_is_that_of_the_first_day(start: date | None, edition: Edition) -> None:
    assert Edition.of(start) is edition


def test_a_round_begins_with_a_result_not_with_a_pairing() -> None:
    assert rounds_begun(table(TWO_ROUNDS)) == 1


@pytest.mark.parametrize(
    ("ada", "ben", "begun"),
    [
        (".", ".", 1),
        ("2w*", "1b*", 1),
        ("H", ".", 1),
        ("2w-", "1b+", 2),
        ("2w=", "1b=", 2),
        # The pairing gave it, or nobody is left to be paired.
        ("U", ".", 2),
        ("H", "H", 2),
    ],
)
def test_a_round_begins_with_what_is_decided(ada: str, ben: str, begun: int) -> None:
    assert rounds_begun(table(f"1 Ada: 2w1 {ada}\n2 Ben: 1b0 {ben}")) == begun


def test_a_bye_from_the_pairing_waits_for_the_games() -> None:
    waiting = """
        1 Ada:  2w1  3w*
        2 Ben:  1b0  U
        3 Cleo: U    1b*
    """
    assert rounds_begun(table(waiting)) == 1
    assert rounds_begun(table(waiting.replace("*", "="))) == 2


def test_no_round_has_begun() -> None:
    assert rounds_begun(Tournament("Empty", rounds=5)) == 0
    assert stage(Tournament("Empty", rounds=5)).rounds == 0


def test_rounds_counted_are_at_most_those_planned() -> None:
    tournament = table(TWO_ROUNDS, rounds=4)
    assert rounds_planned(tournament) == 4
    assert [rounds_counted(tournament, through) for through in (None, -1, 0, 2, 9)] == [
        1,
        0,
        0,
        2,
        4,
    ]


def test_rounds_planned_are_at_least_those_with_results() -> None:
    assert rounds_planned(table(TWO_ROUNDS, rounds=0)) == 2


def test_stage_is_final_after_the_last_round_planned() -> None:
    tournament = table(TWO_ROUNDS, rounds=3)
    assert [stage(tournament, through).final for through in (1, 2, 3)] == [False, False, True]


def test_stage_is_provisional_while_a_game_is_to_be_played() -> None:
    tournament = table(TWO_ROUNDS)
    assert [stage(tournament, through).provisional for through in (1, 2)] == [False, True]


def test_points_are_those_up_to_the_stage() -> None:
    tournament = table("1 Ada: 2w1 F F\n2 Ben: 1b0 . H")
    points = [stage(tournament, through).records[1].points for through in (0, 1, 2, 3)]
    assert points == [0, 1, 2, 3]
    assert stage(tournament, 3).records[2].points == Fraction(1, 2)


def test_absence_is_a_zero_point_bye() -> None:
    at = stage(table("1 Ada: 2w1 2w1\n2 Ben: 1b0"), 2)
    absent = at.records[2].rounds[1]
    assert (absent.number, absent.opponent, absent.code) == (2, None, Code.ZERO_BYE)
    assert (absent.points, absent.requested, absent.voluntary) == (0, True, True)


@pytest.mark.parametrize(
    ("code", "requested", "voluntary"),
    [
        ("H", True, True),
        ("Z", True, True),
        ("F", False, False),
        ("U", False, False),
        ("2w-", False, True),
        ("2w+", False, False),
        ("2w0", False, False),
    ],
)
def test_voluntary_rounds(code: str, requested: bool, voluntary: bool) -> None:
    round_ = stage(table(f"1 Ada: {code}\n2 Ben: ."), 1).records[1].rounds[0]
    assert (round_.requested, round_.voluntary) == (requested, voluntary)


EVERYBODY_MET = """
    1 Ada:  2w1  .    3b0
    2 Ben:  1b0  3w=  .
    3 Cleo: .    2b=  1w1
"""


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("", True),
        ("Individual", True),
        ("Individual: Swiss-System", False),
        ("Schweizer System", False),
        ("Round Robin", True),
        ("Individual: Round-Robin", True),
        ("DRR RR", True),
    ],
)
def test_round_robin_by_its_type_or_its_pairings(kind: str, expected: bool) -> None:
    assert is_round_robin(table(EVERYBODY_MET, kind=kind)) is expected


@pytest.mark.parametrize(("kind", "expected"), [("", False), ("rr", True), ("Berger", True)])
def test_round_robin_in_which_some_have_not_met(kind: str, expected: bool) -> None:
    assert is_round_robin(table(TWO_ROUNDS, kind=kind)) is expected


def test_double_round_robin() -> None:
    twice = "1 Ada: 2w1 2b0\n2 Ben: 1b0 1w1"
    assert is_round_robin(table(twice, kind=""))
    uneven = """
        1 Ada:  2w1  2b0  3w1
        2 Ben:  1b0  1w1  .
        3 Cleo: .    .    1b0
    """
    assert not is_round_robin(table(uneven, kind=""))


def test_one_player_is_no_round_robin() -> None:
    assert not is_round_robin(table("1 Ada: U", kind=""))
    assert not is_round_robin(Tournament("Empty"))


def test_fore_draws_the_paired_games_of_the_last_round() -> None:
    tournament = table("""
        1 Ada:  2w1  3b*
        2 Ben:  1b0  4w+
        3 Cleo: 4w1  1w*
        4 Dan:  3b0  2b-
        5 Eve:  U    H
    """)
    at = stage(tournament, 2)
    assert [record.points for record in at.fore.records.values()] == [
        Fraction(3, 2),
        Fraction(1, 2),
        Fraction(3, 2),
        Fraction(1, 2),
        Fraction(3, 2),
    ]
    earlier = stage(tournament, 1)
    assert earlier.fore is earlier
