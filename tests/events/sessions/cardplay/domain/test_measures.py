import pytest

from events.sessions.cardplay.domain.measures import (
    CardPlay,
    Declared,
    Leads,
    bidding_in_words,
    declared_board,
    judged_board,
    leads_in_words,
    led_board,
    mean_in_words,
    mean_of,
    share_of,
    total,
)
from events.sessions.cardplay.domain.verdicts import Verdict


@pytest.mark.parametrize(
    ("boards", "sum_", "squares", "text"),
    [
        # m = -0.3095, s = 1.03: h = 0.2205.
        (84, -26, 96, "−0.3 ± 0.3 tricks a board (84 boards)"),
        (12, 3, 9, "12 boards: too few to say"),
        (20, 0, 0, "0.00 tricks a board (20 boards)"),
        (20, -20, 20, "−1.00 tricks a board (20 boards)"),
        # h is 0.0877, then 1.4 and 11.
        (500, 25, 500, "0.05 ± 0.09 tricks a board (500 boards)"),
        (20, 30, 239, "2 ± 2 tricks a board (20 boards)"),
        (20, 0, 13_000, "0 ± 20 tricks a board (20 boards)"),
        # Half away from zero, and never minus nothing.
        (20, -1, 19, "−0.1 ± 0.5 tricks a board (20 boards)"),
        (40, -1, 39, "0.0 ± 0.4 tricks a board (40 boards)"),
    ],
)
def test_mean_with_its_margin(boards, sum_, squares, text):
    assert str(mean_in_words(Declared(boards, sum_, squares))) == text


def test_margin_of_one_digit_is_rounded_up():
    mean = mean_of(Declared(20, 10, 100))
    # s² = 95 / 19 = 5 and h = 1.96 × 0.5 = 0.98.
    assert mean
    assert (mean.value, mean.margin) == ("1", "1")


@pytest.mark.parametrize(
    ("count", "boards", "interval"),
    [(31, 50, (62, 48, 74)), (0, 20, (0, 0, 16)), (20, 20, (100, 84, 100)), (19, 19, None)],
)
def test_share_with_wilsons_interval(count, boards, interval):
    share = share_of(count, boards)
    assert ((share.percent, share.low, share.high) if share else None) == interval


def test_shares_in_words():
    assert str(leads_in_words(Leads(50, 25, 31))) == "62 % (48–74 %), 50 leads"
    bidding = dict.fromkeys(Verdict, 0) | {Verdict.CORRECT: 31, Verdict.OVERBID: 19}
    assert str(bidding_in_words(CardPlay(bidding=bidding))) == "62 % (48–74 %), 50 contracts"


def test_boards_add_up():
    play = total(
        [
            *(declared_board(8, 9), declared_board(11, 9)),
            *(led_board(0), led_board(2)),
            *(judged_board(Verdict.CORRECT), judged_board(Verdict.OVERBID)),
        ]
    )
    assert (play.declared, play.leads) == (Declared(2, 1, 5), Leads(2, 2, 1))
    assert {verdict: count for verdict, count in play.bidding.items() if count} == {
        Verdict.CORRECT: 1,
        Verdict.OVERBID: 1,
    }
