from fractions import Fraction

from events.tournaments.domain.place_changes import Move, moves, with_results
from events.tournaments.domain.results import Code, Colour, Result
from events.tournaments.domain.tournament import Entrant, Tournament


def game(opponent: int, colour: Colour, code: Code) -> Result:
    return Result(opponent, colour, code)


WON = game(2, Colour.WHITE, Code.WIN)
LOST = game(1, Colour.BLACK, Code.LOSS)
BEFORE = Tournament(
    name="Spring cup",
    rounds=2,
    entrants=(
        Entrant(1, "Finch", results=(WON,)),
        Entrant(2, "Moss", results=(LOST,)),
        Entrant(3, "Lamb", results=(Result(None, None, Code.HALF_BYE),)),
    ),
)


def test_a_corrected_result_moves_both_players_and_nobody_else() -> None:
    corrected = {1: game(2, Colour.WHITE, Code.LOSS), 2: game(1, Colour.BLACK, Code.WIN)}
    after = with_results(BEFORE, 1, corrected)
    assert moves(BEFORE, after) == (
        Move(2, "3", "1", Fraction(0), Fraction(1)),
        Move(1, "1", "3", Fraction(1), Fraction(0)),
    )


def test_a_change_of_points_alone_is_reported_too() -> None:
    after = with_results(BEFORE, 1, {3: Result(None, None, Code.ZERO_BYE)})
    assert moves(BEFORE, after) == (
        Move(2, "3", "2=", Fraction(0), Fraction(0)),
        Move(3, "2", "2=", Fraction(1, 2), Fraction(0)),
    )


def test_nothing_moves_without_a_change() -> None:
    assert moves(BEFORE, with_results(BEFORE, 1, {1: WON, 2: LOST})) == ()


def test_a_result_of_a_later_round_is_put_at_its_place() -> None:
    after = with_results(BEFORE, 3, {3: Result(None, None, Code.FULL_BYE)})
    assert [entrant.results for entrant in after.entrants] == [
        (WON,),
        (LOST,),
        (Result(None, None, Code.HALF_BYE), None, Result(None, None, Code.FULL_BYE)),
    ]


def test_a_result_may_be_taken_away() -> None:
    after = with_results(BEFORE, 1, {1: None, 2: None})
    assert [entrant.results[0] for entrant in after.entrants[:2]] == [None, None]
