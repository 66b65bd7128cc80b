from events.tournaments.domain.own_game import OwnRound, own_round
from events.tournaments.domain.results import Code, Colour, Result

WON = Result(2, Colour.WHITE, Code.WIN)
WAITING = Result(3, Colour.BLACK, Code.PENDING)
BYE = Result(None, None, Code.PAIRING_BYE)


def test_the_next_game_comes_before_every_result() -> None:
    assert own_round([WON, WAITING, None]) == OwnRound(2, WAITING)
    assert own_round([WAITING, WON]) == OwnRound(1, WAITING)


def test_without_a_next_game_it_is_the_last_result() -> None:
    assert own_round([WON, None, BYE, None]) == OwnRound(3, BYE)


def test_of_several_waiting_games_it_is_the_first() -> None:
    assert own_round([WON, WAITING, WAITING]) == OwnRound(2, WAITING)


def test_nobody_was_paired() -> None:
    assert own_round([None, None]) is None
    assert own_round([]) is None


def test_only_a_game_to_be_played_is_next() -> None:
    assert [OwnRound(1, each).is_next for each in (WON, WAITING, BYE)] == [False, True, False]
