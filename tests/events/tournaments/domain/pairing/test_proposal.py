from events.tournaments.domain.pairing.proposal import before_round, players_of_round
from events.tournaments.domain.results import Code, Colour, Result
from events.tournaments.domain.tournament import Entrant, Tournament

GAME = Result(2, Colour.WHITE, Code.WIN)
PENDING = Result(2, Colour.WHITE, Code.PENDING)
BYE, HALF = Result(None, None, Code.PAIRING_BYE), Result(None, None, Code.HALF_BYE)


def tournament(*results):
    entrants = (Entrant(number, "P", results=each) for number, each in enumerate(results, 1))
    return Tournament("T", entrants=tuple(entrants))


def test_before_a_round_nothing_later_is_known_and_a_missing_result_is_a_draw():
    (entrant,) = before_round(tournament((GAME, PENDING, GAME)), 3).entrants

    assert entrant.results == (GAME, Result(2, Colour.WHITE, Code.DRAW))


def test_who_is_paired_takes_part():
    assert players_of_round(tournament((GAME,), (BYE,), (HALF,), (None,), ()), 1) == {1, 2}


def test_everybody_without_a_bye_takes_part_in_a_round_that_is_not_paired():
    assert players_of_round(tournament((GAME, HALF), (GAME, None), (GAME,)), 2) == {2, 3}
