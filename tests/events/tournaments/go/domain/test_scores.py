from dataclasses import replace

import pytest

from events.tournaments.go.domain.scores import Scores, category, start_score
from tests.events.tournaments.go_events import BLACK, JIGO, event, game

BAR = {"bar": 3, "floor": -20}


def doubled(scores, criterion):
    return [scores.value(criterion, player.number) for player in scores.event.players]


@pytest.mark.parametrize(
    ("rank", "correction", "score"),
    [(0, 0, 30), (3, 0, 33), (5, 0, 33), (-20, 0, 10), (-28, 0, 10), (-28, 2, 12), (5, -1, 32)],
)
def test_the_start_is_between_floor_and_bar_and_corrected(rank, correction, score):
    here = event(rank, settings=BAR)

    assert start_score(replace(here.players[0], correction=correction), here) == score


def test_wins_and_jigo_count_and_halves_of_absence_are_rounded_down_together():
    here = event(
        0, 0, 0, 0,
        games=[game(1, 1, 2), game(1, 3, 4, JIGO), game(2, 2, 1, BLACK)],
    )  # fmt: skip
    absent = [here.players[2].number]
    changed = tuple(
        replace(player, absent=frozenset({2, 3, 4})) if player.number in absent else player
        for player in here.players
    )
    here = replace(here, players=changed)

    assert doubled(Scores(here, 1), "MMS") == [62, 60, 61, 61]
    assert doubled(Scores(here, 2), "MMS") == [64, 60, 61, 61]
    assert doubled(Scores(here, 3), "MMS") == [64, 60, 63, 61]
    assert doubled(Scores(here, 4), "MMS") == [64, 60, 63, 61]


def test_a_bye_is_a_win_and_no_absence():
    here = event(0, 0, 0, games=[game(1, 1, 2)], byes=[(1, 3)])

    assert doubled(Scores(here, 1), "MMS") == [62, 60, 62]
    assert doubled(Scores(here, 1), "NBW") == [2, 0, 2]


def test_sos_adds_handicaps_for_white_and_takes_them_for_black():
    here = event(0, -3, games=[game(1, 1, 2, handicap=2)])

    # 30 + 1 and 27 points.
    assert doubled(Scores(here, 1), "MMS") == [62, 54]
    assert doubled(Scores(here, 1), "SOSM") == [54 + 4, 62 - 4]


def test_an_unplayed_round_counts_the_own_start():
    here = event(0, 0, 0, games=[game(1, 1, 2), game(2, 1, 3)], byes=[(1, 3), (2, 2)])
    after = Scores(here, 2)

    assert doubled(after, "MMS") == [64, 62, 62]
    assert doubled(after, "SOSM") == [62 + 62, 64 + 60, 60 + 64]
    # A round without a game: own start times the rounds.
    assert doubled(after, "SOSOSM") == [124 + 124, 124 + 120, 120 + 124]
    assert doubled(after, "SODOSM") == [124, 0, 0]


def test_a_swiss_counts_nothing_for_an_unplayed_round():
    here = event(0, 0, 0, games=[game(1, 1, 2), game(2, 1, 3)], byes=[(1, 3), (2, 2)])
    after = Scores(here, 2)

    assert doubled(after, "NBW") == [4, 2, 2]
    assert doubled(after, "SOSW") == [4, 4, 4]
    assert doubled(after, "SOSOSW") == [8, 4, 4]


def test_a_jigo_counts_half_of_the_opponent():
    here = event(0, 0, games=[game(1, 1, 2, JIGO)])

    assert doubled(Scores(here, 1), "SODOSM") == [30, 30]


def test_cuts_drop_the_lowest():
    games = [game(1, 1, 2), game(2, 1, 3), game(3, 1, 4)]
    here = event(0, -5, -1, -3, games=games)
    after = Scores(here, 3)

    assert [after.value(name, 1) for name in ("SOSM", "SOSMM1", "SOSMM2")] == [
        50 + 58 + 54,
        58 + 54,
        58,
    ]


def test_the_sum_of_scores():
    here = event(0, 0, games=[game(1, 1, 2), game(2, 2, 1, BLACK)])

    assert doubled(Scores(here, 2), "CUSSW") == [2 + 4, 0]
    assert doubled(Scores(here, 2), "CUSSM") == [62 + 64, 60 + 60]


def test_other_criteria():
    here = event(2, -4, settings={"category_limits": (0, -10)})
    scores = Scores(here, 0)

    assert doubled(scores, "RANK") == [2, -4]
    assert doubled(scores, "RATING") == [2300, 1700]
    assert doubled(scores, "CAT") == [0, -1]
    assert doubled(scores, "NULL") == [0, 0]


@pytest.mark.parametrize(("rank", "found"), [(3, 0), (0, 0), (-1, 1), (-10, 1), (-11, 2)])
def test_categories(rank, found):
    here = event(rank, settings={"category_limits": (0, -10)})

    assert category(here.players[0], here) == found
