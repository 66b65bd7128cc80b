from dataclasses import replace
from fractions import Fraction

import pytest

from events.tournaments.core.domain.results import Code, Colour, Result
from events.tournaments.core.domain.tournament import Entrant, KeizerRules, Tournament
from events.tournaments.standings.domain.keizer import keizer

RATINGS = (2000, 1900, 1800, 1700)


def played(*results: tuple[Result | None, ...]) -> Tournament:
    entrants = (
        Entrant(number, "P", rating=rating, results=own)
        for number, (rating, own) in enumerate(zip(RATINGS, results, strict=True), start=1)
    )
    return Tournament("T", entrants=tuple(entrants))


def game(opponent: int, code: Code) -> Result:
    return Result(opponent, Colour.WHITE, code)


def totals(tournament: Tournament) -> list[tuple[int, int, Fraction]]:
    return [(line.number, line.value, line.total) for line in keizer(tournament)]


def test_before_the_first_round_the_rating_ranks():
    assert totals(played((), (), (), ())) == [(1, 4, 4), (2, 3, 3), (3, 2, 2), (4, 1, 1)]


def test_a_win_earns_the_value_that_the_opponent_has_in_the_end():
    win, loss, draw = Code.WIN, Code.LOSS, Code.DRAW
    found = played(
        (game(4, loss),), (game(3, draw),), (game(2, draw),), (game(1, win),)
    )  # fmt: skip
    # 4 beats 1 and comes up to the second place, which makes 1 cheaper.
    lines = keizer(found)

    assert sorted(line.value for line in lines) == [1, 2, 3, 4]
    values = {line.number: line.value for line in lines}
    assert {line.number: line.total for line in lines} == {
        1: values[1],
        2: values[2] + Fraction(values[3], 2),
        3: values[3] + Fraction(values[2], 2),
        4: values[4] + values[1],
    }


@pytest.mark.parametrize(
    ("code", "earned"),
    [
        (Code.LOSS, Fraction(3, 10)),
        (Code.UNRATED_LOSS, Fraction(3, 10)),
        (Code.FORFEIT_LOSS, 0),
        (Code.WIN, 3),
    ],
)
def test_a_loss_earns_the_share_that_the_club_gives(code, earned):
    rules = KeizerRules(loss=Fraction(1, 10))
    found = replace(played((game(2, code),), (), (), ()), keizer=rules)

    [line] = [each for each in keizer(found, 1) if each.number == 1]
    assert line.earned == (earned,)


def test_rounds_without_a_game():
    byes = tuple(
        Result(None, None, code)
        for code in (Code.PAIRING_BYE, Code.FULL_BYE, Code.HALF_BYE, Code.ZERO_BYE)
    )
    found = played(byes, (), (), ())
    first = keizer(found)[0]

    assert first.earned == (2, Fraction(28, 10), Fraction(14, 10), 0)


def test_five_absences_are_paid():
    found = played((*[None] * 6, Result(None, None, Code.ZERO_BYE)), (), (), ())
    first = keizer(found)[0]

    assert first.earned == (*[Fraction(14, 10)] * 5, 0, 0)
