from unittest.mock import Mock

import pytest

from clubscore.text.problems import Refused
from events.tournaments.core.domain.tournament import Entrant, Tournament
from events.tournaments.pairing.domain.proposal import System, Task
from events.tournaments.pairing.engines import worker
from events.tournaments.pairing.engines.worker import pair_in_process

FOUR = Tournament("T", entrants=tuple(Entrant(number, "P") for number in range(1, 5)))
EVERYBODY = frozenset({1, 2, 3, 4})


def test_the_answer_comes_back_from_the_process():
    proposal = pair_in_process(Task(System.ROUND_ROBIN, FOUR, 1, EVERYBODY))

    assert [(pair.white, pair.black) for pair in proposal.pairs] == [(1, 4), (2, 3)]


def test_a_refusal_comes_back_too():
    with pytest.raises(Refused, match="is round 3"):
        pair_in_process(Task(System.ROUND_ROBIN, FOUR, 4, EVERYBODY))


def test_a_process_that_takes_too_long_is_stopped():
    with pytest.raises(Refused, match=r"was stopped\. Nothing is saved"):
        pair_in_process(Task(System.ROUND_ROBIN, FOUR, 1, EVERYBODY), seconds=0.001)


def test_an_engine_that_fails_is_reported():
    with pytest.raises(Refused, match="engine failed in round 1"):
        pair_in_process(Task("unknown", FOUR, 1, EVERYBODY))


def test_a_process_that_nobody_waits_for_is_stopped(monkeypatch):
    monkeypatch.setattr(worker, "LOOKS", 0.001)
    with pytest.raises(worker.StoppedError, match="Pairing round 1 was stopped"):
        pair_in_process(Task(System.ROUND_ROBIN, FOUR, 1, EVERYBODY), is_wanted=lambda: False)


def test_a_process_may_be_looked_at_many_times(monkeypatch):
    monkeypatch.setattr(worker, "LOOKS", 0.001)
    is_wanted = Mock(return_value=True)
    proposal = pair_in_process(Task(System.ROUND_ROBIN, FOUR, 1, EVERYBODY), is_wanted=is_wanted)

    assert is_wanted.call_count > 1
    assert [(pair.white, pair.black) for pair in proposal.pairs] == [(1, 4), (2, 3)]
