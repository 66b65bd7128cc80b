from events.tournaments.core.domain.results import Code, Colour, Result
from events.tournaments.results.domain import OwnRound, own_round, running_rounds

WON = Result(2, Colour.WHITE, Code.WIN)
WAITING = Result(3, Colour.BLACK, Code.PENDING)
BYE = Result(None, None, Code.PAIRING_BYE)


def test_the_next_game_comes_before_every_result() -> None:
    assert own_round([WON, WAITING, None]) == OwnRound(2, WAITING, is_next=True)
    assert own_round([WAITING, WON]) == OwnRound(1, WAITING, is_next=True)


def test_without_a_next_game_it_is_the_last_result() -> None:
    assert own_round([WON, None, BYE, None]) == OwnRound(3, BYE, is_next=False)


def test_of_several_waiting_games_it_is_the_first() -> None:
    assert own_round([WON, WAITING, WAITING]) == OwnRound(2, WAITING, is_next=True)


def test_nobody_was_paired() -> None:
    assert own_round([None, None]) is None
    assert own_round([]) is None


def test_a_bye_is_next_while_others_play_the_round() -> None:
    assert own_round([WON, BYE], {2}) == OwnRound(2, BYE, is_next=True)
    assert own_round([WON, BYE], {1}) == OwnRound(2, BYE, is_next=False)


def test_a_result_of_a_round_that_others_play_is_not_next() -> None:
    assert own_round([WON], {1}) == OwnRound(1, WON, is_next=False)


def test_running_rounds_have_a_game_to_be_played() -> None:
    assert running_rounds([[WON, WAITING, None], [BYE, WON, None, WAITING]]) == {2, 4}
    assert running_rounds([[WON, BYE]]) == set()
