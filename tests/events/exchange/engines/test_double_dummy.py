from pathlib import Path
from random import Random

import pytest

from events.exchange.engines import double_dummy
from events.exchange.engines.double_dummy import Cards, PlayCosts, Table
from events.sessions.cardplay.domain.costs import by_tricks, is_identity, kept_text
from events.sessions.cardplay.domain.tricks import follow
from events.sessions.core.domain.contract import Seat, Strain
from events.sessions.hands.domain import read_deal
from tests.events.exchange.formats.test_dealing_files import BOARDS
from tests.events.sessions.cardplay.domain.test_tricks import DEAL
from tests.events.sessions.cardplay.plays import deal_by_chance, play_by_chance

SOLVED = read_deal(
    "N:AQT94.T53.KQ8.T9 63.J98.J53.K8654 K72.6.AT9762.AJ7 J85.AKQ742.4.Q32"
)  # with the tricks that BridgeComposer found
CRASHING = """
import sys
for number, line in enumerate(sys.stdin):
    if "N:5.A85" in line:
        sys.exit(11)
    print([[1] * 4] * 5, flush=True)
"""


def test_tricks_as_another_program_has_them():
    assert SOLVED
    (makeable,) = double_dummy.solve([Table(SOLVED)])
    assert str(makeable) == "7c5c67c5c61181711817"


def test_tricks_after_each_lead():
    (leads,) = double_dummy.solve([Cards(DEAL, Seat.N, Strain.NO_TRUMP)])
    assert leads
    assert [(tricks, kept_text(cards)) for tricks, cards in by_tricks(leads)] == [
        (6, "HTH9H4CKC8C5C3"),
        (7, "D9D8D4"),
        (8, "SASTS7"),
    ]


def test_costs_of_plays_are_those_position_by_position():
    random = Random(45)
    plays = []
    for count in (52, 52, 50, 23, 1):
        deal = deal_by_chance(random)
        declarer, strain = random.choice(list(Seat)), random.choice(list(Strain))
        cards = play_by_chance(random, deal, declarer, strain)[:count]
        plays.append((deal, declarer, strain, tuple(cards)))

    for play, costs in zip(
        plays, double_dummy.solve([PlayCosts(*play) for play in plays]), strict=True
    ):
        deal, declarer, strain, cards = play
        tricks = follow(cards, declarer, strain, deal)
        assert costs
        assert is_identity(costs, tricks, is_played=len(cards) == 52)
        places = range(0, len(cards), 7)
        positions = [Cards(deal, declarer, strain, cards[:place]) for place in places]
        for place, answer in zip(places, double_dummy.solve(positions), strict=True):
            assert answer
            assert answer[cards[place]] == costs[place + 1]
            best = max if tricks.seats[place].side is declarer.side else min
            assert best(answer.values()) == costs[place]


def test_crash_costs_that_board_and_nothing_else(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    worker = tmp_path / "worker.py"
    worker.write_text(CRASHING)
    monkeypatch.setattr(double_dummy, "_WORKER", worker)
    deals = [BOARDS[1][1], BOARDS[0][1], BOARDS[2][1], BOARDS[0][1]]
    answers = list(double_dummy.solve([Table(deal) for deal in deals]))
    assert [answer is None for answer in answers] == [False, True, False, True]


def test_deal_that_takes_too_long_is_left(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    worker = tmp_path / "worker.py"
    worker.write_text("import time\ntime.sleep(60)\n")
    monkeypatch.setattr(double_dummy, "_WORKER", worker)
    assert list(double_dummy.solve([Table(BOARDS[0][1])], seconds=0.1)) == [None]


def test_without_the_solver_nothing_is_answered(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    assert not double_dummy.is_available()
    assert list(double_dummy.solve([Table(BOARDS[0][1])])) == [None]
