from events.tournaments.domain.go.handicap_checks import other_handicaps
from events.tournaments.domain.pairings import Pairings
from tests.events.tournaments.go_events import JIGO, event, game

SIX = "By the settings 6 stones, for scores of 22 and 15: h6."


def said(event_, *games, stones=(), stored=(), round_=1):
    pairings = Pairings(games, handicaps=stones)
    return [
        (each.line, str(each.message), each.stones)
        for each in other_handicaps(event_, round_, pairings, dict(stored))
    ]


def test_a_pair_made_by_hand_has_the_stones_of_the_settings():
    two = event(-8, -15)

    assert said(two, (1, 2)) == [(1, SIX, 6)]
    assert said(two, (1, 2), stones=(6,)) == []
    assert said(two, (1, 2), stones=(9,)) == [(1, SIX, 6)]


def test_stones_that_the_settings_do_not_give():
    even = event(-8, -9)

    assert said(even, (1, 2), stones=(2,)) == [
        (1, "By the settings an even game, for scores of 22 and 21.", 0),
    ]


def test_the_stronger_player_has_white_where_there_is_a_handicap():
    two = event(-8, -15)
    weaker = "Name02, First is the weaker player, and has White in a game with a handicap."

    assert said(two, (2, 1), stones=(6,)) == [(1, weaker, None)]
    assert said(event(-8, -9), (2, 1)) == []


def test_a_game_that_was_saved_so_is_not_asked_about():
    two = event(-8, -15)

    assert said(two, (1, 2), stored=[((1, 2), 0)]) == []
    assert said(two, (1, 2), stones=(3,), stored=[((1, 2), 0)]) == [(1, SIX, 6)]


def test_scores_are_those_before_the_round_with_their_halves():
    jigo = game(1, 2, 3, JIGO)
    after = event(-7, -15, -20, -16, games=(game(1, 1, 4), jigo))

    assert said(after, (1, 2), stones=(9,), round_=2) == [
        (1, "By the settings 8 stones, for scores of 24 and 15½: h8.", 8),
    ]


def test_in_a_swiss_scores_are_wins():
    rules = {"swiss": True, "handicap_by_mms": False}
    after = event(-7, -15, -20, -16, games=(game(1, 1, 3), game(1, 2, 4)), settings=rules)

    assert said(after, (1, 4), round_=2) == [
        (1, "By the settings 8 stones, for scores of 1 and 0: h8.", 8),
    ]
