"""Rounds that were not played, before and since 1 March 2026, worked out by hand."""

from dataclasses import replace
from datetime import date
from fractions import Fraction

import pytest
from hypothesis import given, strategies as st

from events.tournaments.core.domain.results import Code
from events.tournaments.core.domain.tournament import Tournament
from events.tournaments.standings.domain.stage import (
    Edition,
    adjusted_score,
    closing_byes,
    exact_sum,
    is_round_robin,
    rounds_begun,
    rounds_counted,
    rounds_planned,
    stage,
    written,
)
from tests.events.tournaments.standings.domain.strategies import FOOTBALL
from tests.events.tournaments.standings.domain.tables import BEFORE_2026, points, table, values

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


BYES = table("""
    1 Ada:  U    2w1  3w1  4w1
    2 Ben:  3w1  1b0  4w1  U
    3 Cleo: 2b0  4w1  1b0  .
    4 Dan:  .    3b0  2b0  1b0
""")

FORFEIT = table("""
    1 Ada:  2w1  3w+  4w1
    2 Ben:  1b0  4w1  3b1
    3 Cleo: 4b0  1b-  2w0
    4 Dan:  3w1  2b0  1b0
""")

AWAY = table("""
    1 Ada:  H  2w-  3w=  4w1  5w1
    2 Ben:  F  1b+  Z    F    F
    3 Cleo: Z  Z    1b=  Z    F
    4 Dan:  Z  F    Z    1b0  F
    5 Eve:  Z  Z    F    F    1b0
""")


@pytest.mark.parametrize(
    ("rounds", "adjusted"),
    [
        # Only what stands at the end, and was asked for, becomes a draw.
        ("U Z Z", "2"),
        ("Z U Z", "1½"),
        (". . .", "1½"),
        ("2w1 2b1 F", "3"),
        ("2w1 2b1 H", "2½"),
        ("2w1 2b1 U", "3"),
        # A lost forfeit is voluntary, so the byes before it still stand at the end; it stays 0.
        ("Z 2w- Z", "1"),
        ("H H 2w-", "1"),
        # A forfeit won is not.
        ("Z 2w+ .", "1½"),
        # Somebody waits for that game.
        ("Z Z 2w*", "0"),
    ],
)
def test_adjusted_score(rounds: str, adjusted: str) -> None:
    at = stage(table(f"1 Ada: {rounds}\n2 Ben: . . ."), through=3)
    assert [adjusted_score(at.records[1], at)] == points(adjusted)


def test_adjusted_score_counts_a_draw_of_the_point_system() -> None:
    at = stage(table("1 Ada: 2w1 Z Z\n2 Ben: 1b0 F F", system=FOOTBALL), through=3)
    assert adjusted_score(at.records[1], at) == Fraction(3 + 1 + 1)


def test_adjusted_score_in_a_round_robin_is_the_score() -> None:
    at = stage(table("1 Ada: 2w1 Z Z\n2 Ben: 1b0 F F", kind="Round robin"), through=3)
    assert adjusted_score(at.records[1], at) == Fraction(1)


def test_closing_byes_leave_out_a_lost_forfeit() -> None:
    at = stage(table("1 Ada: Z 2w1 H 2w- .\n2 Ben: . . . . ."), through=5)
    assert [round_.number for round_ in closing_byes(at.records[1])] == [3, 5]


def test_buchholz_with_byes() -> None:
    """Points 4, 3, 1, 0. Cleo’s absence in the last round counts as a draw: 1½ for others.

    Ada: a dummy of 4 points, at most 4 · ½ = 2; then 3 + 1½ + 0.
    Ben: 1½ + 4 + 0, a dummy of 3, at most 2. Cleo: 3 + 0 + 4, a dummy of 1.
    Dan: a dummy of 0, then 1½ + 3 + 4.
    """
    assert values(BYES, "BH") == points("6½ 7½ 8 8½")


def test_buchholz_with_byes_before_2026() -> None:
    """Without the limit: Ada 4 + 3 + 1½ + 0, Ben 1½ + 4 + 0 + 3."""
    assert values(replace(BYES, start=BEFORE_2026), "BH") == points("8½ 8½ 8 8½")


def test_buchholz_cut_with_byes() -> None:
    """Ada and Ben, whose byes the pairing gave, lose Dan’s 0.

    Cleo was away with a dummy of 1: that goes, not Dan’s 0. Dan’s dummy of 0 goes.
    """
    assert values(BYES, "BH/C1") == points("6½ 7½ 7 8½")


def test_other_tie_breaks_with_byes() -> None:
    # 2·1 + 3·1 + 1½·1 + 0·1; 1½·1 + 0 + 0·1 + 2·1; 0·1 and nothing else; nothing.
    assert values(BYES, "SB") == points("6½ 3½ 0 0")
    # At the board: (7½ + 8 + 8½) / 3, (8 + 6½ + 8½) / 3, (7½ + 8½ + 6½) / 3, (8 + 7½ + 6½) / 3.
    assert values(BYES, "AOB") == points("8 23/3 7½ 22/3")
    # A bye from the pairing is a win without a game.
    assert values(BYES, "WIN") == points("4 3 1 0")
    assert values(BYES, "WON") == points("3 2 1 0")
    assert values(BYES, "REP") == points("4 4 3 3")
    # 1 + 2 + 3 + 4, 1 + 1 + 2 + 3, 0 + 1 + 1 + 1.
    assert values(BYES, "PS") == points("10 7 3 0")


def test_fore_buchholz_with_byes() -> None:
    """Only Ada and Dan are paired in the last round: with a draw they have 3½ and ½.

    Ada: a dummy of at most 2, then 3 + 1½ + ½. Ben: 1½ + 3½ + ½ + 2. Cleo: 3 + ½ + 3½ + 1.
    Dan: a dummy of ½, then 1½ + 3 + 3½.
    """
    assert values(BYES, "FB") == points("7 7½ 8 8½")


def test_fore_buchholz_draws_a_forfeit_of_the_last_round() -> None:
    """1½ for Ada and Ben, ½ for Cleo and Dan, and the forfeit is a game: 1½ + ½ each."""
    tournament = table("""
        1 Ada:  3w1  2w+
        2 Ben:  4w1  1b-
        3 Cleo: 1b0  4w1
        4 Dan:  2b0  3b0
    """)
    assert values(tournament, "FB") == points("2 2 2 2")
    # As it stands Ada has 2 points, Ben 1, Cleo 1, Dan 0: Cleo’s 1 and a dummy of 1 (Ben’s);
    # Dan’s 0 and a dummy of 1; 2 + 0; 1 + 1.
    assert values(tournament, "BH") == points("2 1 2 2")


def test_fore_buchholz_before_the_last_round_is_buchholz() -> None:
    assert values(BYES, "FB", through=3) == values(BYES, "BH", through=3)


def test_forfeit_is_limited_by_the_scheduled_opponent() -> None:
    """Ada has 3 points; the dummy for Cleo’s forfeit has at most Cleo’s 0: 2 + 0 + 1.

    Ben 3 + 1 + 0, Cleo 1, a dummy of her own 0, 2, Dan 0 + 2 + 3.
    """
    assert values(FORFEIT, "BH") == points("3 4 3 5")
    assert values(FORFEIT, "SB") == points("3 1 0 0")
    # Won forfeits are not voluntary: Ada loses the lowest, the dummy’s 0. Cleo loses the dummy.
    assert values(FORFEIT, "BH/C1") == points("3 4 3 5")


def test_forfeit_before_2026() -> None:
    """The dummy has Ada’s own 3 points: 2 + 3 + 1, and without Dan’s 1."""
    older = replace(FORFEIT, start=BEFORE_2026)
    assert values(older, "BH") == points("6 4 3 5")
    assert values(older, "SB") == points("6 1 0 0")
    assert values(older, "BH/C1") == points("5 4 3 5")


def test_limit_of_a_forfeit_is_the_adjusted_score() -> None:
    """Ben withdrew after round 1, where he did not come: his two absences count as draws.

    Ada has 3 points; the dummy of the forfeit has at most Ben’s 0 + ½ + ½ = 1.
    """
    tournament = table("""
        1 Ada:  2w+  3w1  4w1
        2 Ben:  1b-  .    .
        3 Cleo: 4w1  1b0  U
        4 Dan:  3b0  U    1b0
    """)
    # Cleo has 2 and Dan 1: 1 + 2 + 1.
    assert values(tournament, "BH")[0] == Fraction(4)


def test_cuts_when_the_player_was_away() -> None:
    """Ada has 3 points, Ben 4, Cleo 1½, Dan and Eve 2.

    Half-point bye: a dummy of at most 5 · ½ = 2½. Lost forfeit: a dummy of Ada’s 3, less than
    Ben’s 4. BH 2½ + 3 + 1½ + 2 + 2. The cut takes 2½, the lower of the two rounds she was away,
    and leaves Cleo’s 1½; the second takes the other. A median then takes the highest, Ben’s 3.
    """
    assert values(AWAY, "BH")[0] == Fraction(11)
    assert values(AWAY, "BH/C1")[0] == Fraction(17, 2)
    assert values(AWAY, "BH/C2")[0] == Fraction(11, 2)
    assert values(AWAY, "BH/M1")[0] == Fraction(11, 2)


def test_sonneborn_berger_cuts_the_higher_of_two() -> None:
    """2½·½ + 3·0 + 1½·½ + 2·1 + 2·1 = 6.

    The lowest of the rounds she was away is 0, the weakest opponent’s is Cleo’s ¾: ¾ is left out.
    Then 0 again, and the weakest left is Dan or Eve with 2: 2 is left out.
    """
    assert values(AWAY, "SB")[0] == Fraction(6)
    assert values(AWAY, "SB/C1")[0] == Fraction(21, 4)
    assert values(AWAY, "SB/C2")[0] == Fraction(13, 4)


def test_sonneborn_berger_cuts_a_bye_worth_more_than_the_weakest_opponent() -> None:
    """A dummy of 1½ · ½ = ¾, nothing from Ben, who has 1, and Cleo’s 2: ¾ is left out, not 0."""
    tournament = table("""
        1 Ada:  H    2w0  3w1
        2 Ben:  Z    1b1  4b0
        3 Cleo: F    F    1b0
        4 Dan:  F    F    2w1
    """)
    assert values(tournament, "SB")[0] == Fraction(11, 4)
    assert values(tournament, "SB/C1")[0] == Fraction(2)


LONG_OPEN = table("""
    1  Ada:  2w1 3w1 4w0 .   5w1 6w= 7w1 8w= 9w1 10w1
    2  Ben:  1b0 Z   Z   Z   Z   F   F   F   F   F
    3  Cleo: Z   1b0 Z   Z   Z   F   F   F   F   F
    4  Dan:  Z   Z   1b1 Z   H   F   F   F   F   F
    5  Eve:  Z   Z   Z   Z   1b0 H   F   F   F   F
    6  Finn: Z   Z   Z   H   F   1b= F   F   F   F
    7  Gwen: Z   Z   Z   Z   F   F   1b0 F   F   F
    8  Hugo: Z   Z   Z   F   F   F   F   1b= F   F
    9  Iris: Z   Z   Z   H   F   F   F   F   1b0 F
    10 Jan:  Z   Z   Z   F   F   F   F   F   F   1b0
""")


def test_the_example_of_the_arbiters_manual() -> None:
    """The figures of the manual of 2026: 7 points of 10, absent in round 4, the opponents with
    5, 5, 6½, 4½, 6, 5, 6½, 5½ and 6, which is 50.

    Before 2026 the dummy has 7: BH 57. Since then at most 10 · ½ = 5: BH 55. The cut takes the
    dummy each time: 50. SB is 5 + 5 + 0 + 0 + 4½ + 3 + 5 + 3¼ + 5½ + 6 = 37¼ each time.
    """
    older = replace(LONG_OPEN, start=BEFORE_2026)
    figures = {
        code: (values(older, code)[0], values(LONG_OPEN, code)[0]) for code in ("BH", "BH/C1", "SB")
    }
    assert figures == {
        "BH": (Fraction(57), Fraction(55)),
        "BH/C1": (Fraction(50), Fraction(50)),
        "SB": (Fraction(149, 4), Fraction(149, 4)),
    }


def test_standings_in_between_limit_the_dummy_by_the_rounds_so_far() -> None:
    """After two rounds Ada has 2 points; a dummy drew both, 1, and Ben has 1."""
    assert values(BYES, "BH", through=2)[0] == Fraction(2)


def test_pending_games_count_nothing() -> None:
    """Ada has only Ben so far, whose absence in round 2 counts as a draw; Cleo only the dummy."""
    tournament = table("""
        1 Ada:  2w1  3w*
        2 Ben:  1b0  .
        3 Cleo: U    1b*
    """)
    assert values(tournament, "BH", through=2) == points("½ 1 1")
    assert values(tournament, "SB", through=2) == points("½ 0 1")
    assert values(tournament, "REP", through=2) == points("1 1 1")


ROUND_ROBIN = table(
    """
    1 Ada:  2w1  .    3b+
    2 Ben:  1b0  3w1  .
    3 Cleo: .    2b0  1w-
    """,
    kind="Round robin",
)


def test_round_robin_takes_a_forfeit_for_a_game() -> None:
    """Ada has 2 points, Ben 1, Cleo 0. The free rounds count nothing."""
    assert values(ROUND_ROBIN, "SB") == points("1 0 0")
    assert values(ROUND_ROBIN, "BH") == points("1 2 3")
    assert values(ROUND_ROBIN, "BH/C1") == points("1 2 2")
    assert values(ROUND_ROBIN, "AOB") == points("2 2 2")


def test_round_robin_counts_wins_at_the_board_without_the_forfeit() -> None:
    assert values(ROUND_ROBIN, "WIN") == points("2 1 0")
    assert values(ROUND_ROBIN, "WON") == points("1 1 0")
    assert values(ROUND_ROBIN, "BPG") == points("0 1 1")


def test_koya_of_an_odd_round_robin_has_no_free_round() -> None:
    """Nobody could have more than 2 points, so 1 is half: Ada’s point from Ben counts."""
    assert values(ROUND_ROBIN, "KS") == points("1 0 0")


def test_unplayed_rounds_with_three_points_for_a_win() -> None:
    """Points 12, 9, 3, 0; Cleo’s absence counts as a draw, 4 for others; at most 4 · 1 for byes.

    Ada 4 + 9 + 4 + 0, Ben 4 + 12 + 0 + 4, Cleo 9 + 0 + 12 + 3, Dan 0 + 4 + 9 + 12.
    """
    football = replace(BYES, system=FOOTBALL)
    assert values(football, "BH") == points("17 20 24 25")
    # 4·3 + 9·3 + 4·3 + 0·3; 4·3 + 12·0 + 0·3 + 4·3; 0·3; 0.
    assert values(football, "SB") == points("51 24 0 0")


@given(st.lists(st.fractions()))
def test_sum_is_exact(values: list[Fraction]) -> None:
    assert exact_sum(values) == sum(values, Fraction(0))


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Fraction(0), "0"),
        (Fraction(15, 2), "7½"),
        (Fraction(149, 4), "37.25"),
        (Fraction(52, 3), "17.33"),
        (Fraction(53, 3), "17.67"),
        (Fraction(-800), "-800"),
    ],
)
def test_values_as_text(value: Fraction, text: str) -> None:
    assert written(value) == text
