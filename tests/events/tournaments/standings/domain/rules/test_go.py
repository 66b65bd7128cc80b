"""The parts of go's scores, of a small McMahon tournament."""

from fractions import Fraction

from events.tournaments.standings.domain.catalogue import chosen
from events.tournaments.standings.domain.explanation import explain
from events.tournaments.standings.domain.stage import stage
from events.tournaments.standings.domain.standings import rank
from tests.events.tournaments.go.domain.test_event import FIELD, HALF, mcmahon


def explained(made, number, code):
    ranking = rank(stage(made), chosen([code]))
    explanation = explain(made, ranking, number=number, code=code)
    lines = [
        (line.round, line.opponent, line.score, line.points, line.amount)
        for line in explanation.lines
    ]
    remarks = [" ".join(map(str, line.remarks)) for line in explanation.lines]
    return explanation.value, lines, remarks, [str(note) for note in explanation.notes]


def test_a_mcmahon_score_has_a_part_for_every_round():
    assert explained(mcmahon(*FIELD), 2, "MMS") == (
        29,
        [(1, 1, None, 1, 1), (2, None, None, 1, 1)],
        ["", "Pairing-allocated bye."],
        ["The player began with 27."],
    )


def test_rounds_without_a_game_are_rounded_down_together():
    assert explained(mcmahon(*FIELD), 4, "MMS") == (
        Fraction(41, 2),
        [(1, 3, None, HALF, HALF), (2, None, None, HALF, HALF)],
        ["", "Absent."],
        [
            "The player began with 20.",
            "Rounds without a game add up to ½, which is rounded down to 0.",
        ],
    )


def test_stones_are_added_to_an_opponents_score_or_subtracted():
    made = mcmahon(*FIELD)
    assert explained(made, 1, "SOS") == (
        Fraction(123, 2),
        [(1, 2, 29, 0, 31), (2, 3, Fraction(61, 2), 1, Fraction(61, 2))],
        ["Stones given, added: 2.", ""],
        [],
    )
    assert explained(made, 2, "SOS") == (
        56,
        [(1, 1, 31, 1, 29), (2, None, None, None, 27)],
        [
            "Stones taken, subtracted: 2.",
            "Pairing-allocated bye. A round without a game counts the player’s own start score.",
        ],
        [],
    )


def test_a_round_without_a_game_counts_nothing_in_a_swiss():
    assert explained(mcmahon(*FIELD, swiss=True), 4, "SOS") == (
        HALF,
        [(1, 3, HALF, HALF, HALF), (2, None, None, None, 0)],
        ["", "Zero-point bye, or absent. A round without a game counts nothing."],
        [],
    )
