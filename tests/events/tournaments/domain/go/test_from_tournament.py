from fractions import Fraction

import pytest

from events.tournaments.domain.go.event import GoGame, GoResult
from events.tournaments.domain.go.from_tournament import go_event, knows_rank, rank_of
from events.tournaments.domain.go.rules import GoRules, GoSettings
from events.tournaments.domain.results import Code, Colour, Result
from events.tournaments.domain.tiebreaks.standings import standings
from events.tournaments.domain.tournament import Entrant, Tournament

HALF = Fraction(1, 2)
BYE, AWAY = Result(None, None, Code.PAIRING_BYE), None


def white(opponent, code, handicap=0):
    return Result(opponent, Colour.WHITE, Code(code), handicap)


def black(opponent, code, handicap=0):
    return Result(opponent, Colour.BLACK, Code(code), handicap)


def mcmahon(*entrants, swiss=False, rounds=2):
    """A tournament with the bar at 1 dan, the floor at 10 kyu and the zero at 30 kyu."""
    settings = GoSettings(bar=0, floor=-10, swiss=swiss)
    values = [Entrant(number, f"P{number}", **each) for number, each in enumerate(entrants, 1)]
    return Tournament("M", rounds=rounds, entrants=tuple(values), go=GoRules(settings))


FIELD = (
    {"grade": "3d", "results": (white(2, "0", 2), white(3, "1"))},
    {"grade": "3k", "results": (black(1, "1", 2), BYE)},
    {"grade": "1d", "results": (white(4, "="), black(1, "0"))},
    {"grade": "15k", "results": (black(3, "="), AWAY)},
)
"""Start scores 30, 27, 30, 20: after two rounds 31, 29, 30½, 21 (½ for the draw, ½ for the round
missed, rounded down to 0: 20½)."""


def rows(tournament, codes):
    return [
        (line.place, line.number, *line.values)
        for line in standings(tournament, tie_breaks=codes, through=2)
    ]


def test_a_mcmahon_is_ordered_by_its_score_and_not_by_points():
    # Player 2 has two points, and is behind player 3 who has a half.
    assert rows(mcmahon(*FIELD), ("MMS", "SOS")) == [
        # SOS of 1: 29 + 2 stones, and 30½; of 2: 31 − 2, and the own start; of 4: 30½ and 20.
        ("1", 1, 31, 61 + HALF),
        ("2", 3, 30 + HALF, 51 + HALF),
        ("3", 2, 29, 56),
        ("4", 4, 20 + HALF, 50 + HALF),
    ]


def test_sosos_and_sodos():
    values = {row[1]: row[3:] for row in rows(mcmahon(*FIELD), ("MMS", "SOSOS", "SODOS"))}

    assert values == {
        1: (107 + HALF, 30 + HALF),
        2: (61 + HALF + 54, 31),
        3: (112, Fraction(41, 4)),
        4: (51 + HALF + 40, Fraction(61, 4)),
    }


def test_a_swiss_of_go_counts_wins():
    found = rows(mcmahon(*FIELD, swiss=True), ("SOS",))

    # A round without a game counts nothing.
    assert [(row[1], row[2]) for row in found] == [(2, 1), (1, 2 + HALF), (3, 1 + HALF), (4, HALF)]


def test_games_keep_their_handicap_and_result():
    event = go_event(mcmahon(*FIELD), 2)

    assert event.games == (
        GoGame(1, 1, 2, GoResult.BLACK_WINS, handicap=2),
        GoGame(2, 1, 3, GoResult.WHITE_WINS),
        GoGame(1, 3, 4, GoResult.JIGO),
    )
    assert event.byes == {(2, 2)}


@pytest.mark.parametrize(
    ("codes", "result"),
    [
        ("1 0", GoResult.WHITE_WINS),
        ("0 0", GoResult.BOTH_LOSE),
        ("= 0", GoResult.HALF_TO_WHITE),
        ("0 =", GoResult.HALF_TO_BLACK),
        ("+ -", GoResult.WHITE_WINS),
        ("+ +", GoResult.BOTH_WIN),
        ("* *", GoResult.UNKNOWN),
    ],
)
def test_every_outcome_has_its_result(codes, result):
    first, second = codes.split()
    field = ({"results": (white(2, first),)}, {"results": (black(1, second),)})

    assert [game.result for game in go_event(mcmahon(*field), 1).games] == [result]


@pytest.mark.parametrize(
    ("facts", "rank"),
    [
        ({"grade": "2d"}, 1),
        ({"grade": "12k", "rating": 2100}, -12),
        ({"grade": "0k", "rating": 2100}, 0),
        ({"rating": 2149}, 0),
        ({"rating": 2049}, -1),
        ({}, -30),
    ],
)
def test_the_rank_is_that_of_the_grade_or_of_the_rating(facts, rank):
    entrant = Entrant(1, "P", **facts)

    assert rank_of(entrant) == rank
    assert knows_rank(entrant) is bool(facts)


def test_asked_byes_bring_what_the_tournament_says():
    half, nothing = (Result(None, None, code) for code in (Code.HALF_BYE, Code.ZERO_BYE))
    field = ({"grade": "1d", "results": (half, half)}, {"grade": "1d", "results": (nothing,)})

    # The round that player 2 missed without a word brings a half, rounded down.
    assert rows(mcmahon(*field), ("MMS",)) == [("1", 1, 31), ("2", 2, 30)]
