from fractions import Fraction

import pytest

from clubscore.text.problems import sentence
from events.tournaments.core.domain.go_settings import GoRules
from events.tournaments.core.domain.results import Code, Colour, Result
from events.tournaments.core.domain.tournament import Entrant, Tournament
from events.tournaments.pairing.domain.proposal import (
    Acceleration,
    Pair,
    System,
    Task,
    before_round,
    has_late_entries,
    histories,
    in_board_order,
    in_order_of_strength,
    initial_colour,
    pairing_scores,
    players_of_round,
)

GAME = Result(2, Colour.WHITE, Code.WIN)

PENDING = Result(2, Colour.WHITE, Code.PENDING)

BYE, HALF = Result(None, None, Code.PAIRING_BYE), Result(None, None, Code.HALF_BYE)


def tournament(*results):
    entrants = (Entrant(number, "P", results=result) for number, result in enumerate(results, 1))
    return Tournament("T", entrants=tuple(entrants))


def test_before_a_round_nothing_later_is_known_and_a_missing_result_is_a_draw():
    (entrant,) = before_round(tournament((GAME, PENDING, GAME)), 3).entrants

    assert entrant.results == (GAME, Result(2, Colour.WHITE, Code.DRAW))


def test_who_is_paired_takes_part():
    assert players_of_round(tournament((GAME,), (BYE,), (HALF,), (None,), ()), 1) == {1, 2}


def test_everybody_without_a_bye_takes_part_in_a_round_that_is_not_paired():
    assert players_of_round(tournament((GAME, HALF), (GAME, None), (GAME,)), 2) == {2, 3}


W, B = Colour.WHITE, Colour.BLACK

U, H, Z = (Result(None, None, code) for code in (Code.PAIRING_BYE, Code.HALF_BYE, Code.ZERO_BYE))


def won(opponent, colour=W):
    return Result(opponent, colour, Code.WIN)


def lost(opponent, colour=B):
    return Result(opponent, colour, Code.LOSS)


FIELD = Tournament(
    "T",
    entrants=(
        Entrant(1, "Finch", "Clara", rating=1990, results=(won(2), lost(4))),
        Entrant(2, "Tarrant", results=(lost(1), won(3, B))),
        Entrant(3, "Lamb", results=(U, lost(2, W))),
        Entrant(4, "Moss", results=(None, won(1, W))),
    ),
)


def test_players_come_by_points_then_by_number():
    found = histories(FIELD)

    assert [(history.number, history.points) for history in found] == [
        (1, Fraction(1)), (2, Fraction(1)), (3, Fraction(1)), (4, Fraction(1)),
    ]  # fmt: skip
    assert (found[0].name, found[0].strength, found[1].name) == ("Finch, Clara", "1990", "Tarrant")


def test_colours_floats_and_opponents():
    assert [
        (history.colours, history.floats, history.opponents) for history in histories(FIELD)
    ] == [("WB", "·↓", (2, 4)), ("BB", "·↑", (1, 3)), ("–W", "↓↓", (2,)), ("–W", "·↑", (1,))]


@pytest.mark.parametrize(
    ("result", "sign"),
    [
        (U, "↓"),
        (H, "↓"),
        (Z, "·"),
        (Result(2, W, Code.FORFEIT_WIN), "↓"),
        (Result(2, W, Code.FORFEIT_LOSS), "·"),
    ],
)
def test_points_without_a_game_are_a_float_down(result, sign):
    other = Result(1, B, Code.FORFEIT_LOSS)
    entrants = (Entrant(1, "A", results=(result,)), Entrant(2, "B", results=(other,)))
    found = histories(Tournament("T", entrants=entrants))

    assert {history.number: history.floats for history in found}[1] == sign
    assert {history.number: history.opponents for history in found}[1] == ()


def test_only_the_last_two_rounds_have_floats():
    (found,) = histories(Tournament("T", entrants=(Entrant(1, "A", results=(U, Z, Z)),)))

    assert (found.floats, found.colours) == ("··", "–––")


def test_a_mcmahon_goes_by_its_score():
    mcmahon = Tournament(
        "T",
        entrants=(
            Entrant(1, "Finch", grade="5k", results=(won(3),)),
            Entrant(2, "Moss", grade="1d", results=(lost(4),)),
            Entrant(3, "Lamb", grade="3k", results=(lost(1),)),
            Entrant(4, "Reed", grade="2d", results=(won(2),)),
        ),
        go=GoRules(),
    )

    # Start scores 25, 30, 27, 31.
    found = histories(mcmahon)
    assert [(each.number, each.strength, each.points, each.floats) for each in found] == [
        (4, "2d", 32, "↓"), (2, "1d", 30, "↑"), (3, "3k", 27, "↓"), (1, "5k", 26, "↑"),
    ]  # fmt: skip


PLAYED = (Result(None, None, Code.PAIRING_BYE),)


def order(*entrants):
    return [
        entrant.number
        for entrant in in_order_of_strength(Tournament("T", entrants=entrants)).entrants
    ]


def test_a_late_entry_stands_where_the_rating_says():
    early = [Entrant(1, "A", rating=2000, results=PLAYED), Entrant(2, "B", results=PLAYED)]

    assert order(*early, Entrant(3, "C", rating=1900, results=(None,))) == [1, 3, 2]


def test_numbers_that_were_given_otherwise_stay():
    early = [
        Entrant(1, "A", rating=1500, results=PLAYED),
        Entrant(2, "B", rating=2000, results=PLAYED),
    ]

    assert order(*early, Entrant(3, "C", rating=1900)) == [1, 2, 3]


def test_equal_ratings_keep_their_numbers():
    assert order(*(Entrant(number, "A", rating=1500) for number in (1, 2, 3))) == [1, 2, 3]


def test_late_entries_are_there_when_their_numbers_are_not_the_strength_s():
    early = (Entrant(1, "A", rating=2000, results=PLAYED), Entrant(2, "B", results=PLAYED))
    late = Entrant(3, "C", rating=1900, results=(None,))

    assert has_late_entries(Tournament("T", entrants=(*early, late)))
    assert not has_late_entries(Tournament("T", entrants=early))
    # Before round 1 nobody is late.
    waiting = tuple(Entrant(number, "A", rating=1500 + number) for number in (1, 2))
    assert not has_late_entries(Tournament("T", entrants=waiting))


WHY = sentence("")


def task(wins, accelerations=()):
    """Players from 1 with so many wins each, before the round after."""
    rounds = max(wins)
    entrants = tuple(
        Entrant(
            number,
            "P",
            results=tuple(
                Result(None, None, Code.FULL_BYE if round_ < won else Code.ZERO_BYE)
                for round_ in range(rounds)
            ),
        )
        for number, won in enumerate(wins, start=1)
    )
    present = frozenset(range(1, len(wins) + 1))
    tournament = Tournament("T", entrants=entrants)
    return Task(System.DUTCH, tournament, rounds + 1, present, accelerations=accelerations)


def ordered(games, here):
    pairs = [Pair(white, black, WHY) for white, black in games]
    return [(pair.white, pair.black) for pair in in_board_order(pairs, here, pairing_scores(here))]


def test_boards_go_by_the_higher_ranked_then_both_then_the_number():
    here = task([2, 1, 2, 2, 1, 0])

    assert ordered([(6, 5), (2, 4), (3, 1)], here) == [(3, 1), (2, 4), (6, 5)]


def test_the_smallest_number_of_the_higher_ranked_decides():
    # The higher ranked of 1 and 4 is 4, which has more points.
    here = task([1, 2, 1, 2])

    assert ordered([(1, 4), (3, 2)], here) == [(3, 2), (1, 4)]


def test_virtual_points_count():
    here = task([1, 1, 1, 1], (Acceleration(Fraction(1), 2, 2, frozenset({3, 4})),))

    assert ordered([(1, 2), (3, 4)], here) == [(3, 4), (1, 2)]


@pytest.mark.parametrize("lot", Colour)
def test_the_lot_is_seen_from_round_1(lot):
    games = [(1, 3), (4, 2)] if lot is Colour.WHITE else [(3, 1), (2, 4)]
    results = {}
    for white, black in games:
        results[white] = Result(black, Colour.WHITE, Code.WIN)
        results[black] = Result(white, Colour.BLACK, Code.LOSS)
    entrants = tuple(Entrant(number, "P", results=(results[number],)) for number in (1, 2, 3, 4))

    assert initial_colour(Tournament("T", entrants=entrants)) is lot
    # Number 1 came later: number 2 was the first of those who were paired.
    late = (Entrant(1, "P", results=(None,)), *entrants[1:])
    assert initial_colour(Tournament("T", entrants=late)) is lot.other


def test_there_is_no_lot_before_round_1():
    assert initial_colour(Tournament("T", entrants=(Entrant(1, "P"),))) is None
