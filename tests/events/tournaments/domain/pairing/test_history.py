from fractions import Fraction

import pytest

from events.tournaments.domain.go.rules import GoRules
from events.tournaments.domain.pairing.history import histories
from events.tournaments.domain.results import Code, Colour, Result
from events.tournaments.domain.tournament import Entrant, Tournament

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

    assert [(each.number, each.points) for each in found] == [
        (1, Fraction(1)), (2, Fraction(1)), (3, Fraction(1)), (4, Fraction(1)),
    ]  # fmt: skip
    assert (found[0].name, found[0].strength, found[1].name) == ("Finch, Clara", "1990", "Tarrant")


def test_colours_floats_and_opponents():
    assert [(each.colours, each.floats, each.opponents) for each in histories(FIELD)] == [
        ("WB", "·↓", (2, 4)),
        ("BB", "·↑", (1, 3)),
        ("–W", "↓↓", (2,)),
        ("–W", "·↑", (1,)),
    ]


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

    assert {each.number: each.floats for each in found}[1] == sign
    assert {each.number: each.opponents for each in found}[1] == ()


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
