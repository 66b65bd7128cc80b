"""``python -m bench.pairing``: a round of chess and a round of go, by their engines.

*Ours* is what clubscore adds to gacrux: its input made, the pairs ordered and explained; it is to
be less than a tenth. A round of 100 go players is to take less than 5 seconds. The exit code is 1
where a limit is passed. Later rounds are paired after rounds with results by chance. The process
that a round runs in is not counted: it takes half a second to start.
"""

import platform
import random
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from gacrux.pairingdutch import pairing_dutch

from bench.clubs import swiss_tournament
from events.tournaments.go.domain.event import GoEvent, GoGame, GoPlayer, GoResult, GoTask
from events.tournaments.pairing.domain.proposal import Proposal, System, Task, before_round
from events.tournaments.pairing.engines import dutch
from events.tournaments.pairing.engines.mcmahon import pair_go

CHESS = ((24, 5), (100, 5), (300, 5))
GO = (40, 100, 200)
ROUNDS = 3
MAX_OURS = 0.10
MAX_GO = {100: 5.0}


def main() -> None:
    print(f"Python {platform.python_version()}; seconds of the processor")
    passed = [_chess(players, round_) for players, round_ in CHESS]
    passed += [_go(players) for players in GO]
    sys.exit(0 if all(passed) else 1)


def _chess(players: int, round_: int) -> bool:
    engine = _Timed(pairing_dutch.compute_pairing)
    tournament = before_round(swiss_tournament(players, 9), round_)
    everybody = frozenset(range(1, players + 1))
    task = Task(System.DUTCH, tournament, round_, everybody)
    pairing_dutch.compute_pairing = lambda *values: engine(*values)
    started = time.process_time()
    dutch.pair_dutch(task)
    whole = time.process_time() - started
    pairing_dutch.compute_pairing = engine.function
    ours = whole - engine.seconds
    share = ours / whole
    print(
        f"chess, {players:>3} players, round {round_}: {whole:.3f}, ours {ours:.3f} ({share:.0%})"
    )
    return share < MAX_OURS


class _Timed:
    """A function and the seconds that it took the last time."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function, self.seconds = function, 0.0

    def __call__(self, *values: Any) -> Any:
        started = time.process_time()
        try:
            return self.function(*values)
        finally:
            self.seconds = time.process_time() - started


def _go(players: int) -> bool:
    event, taken = GoEvent("Go", tuple(_go_player(number) for number in range(players))), 0.0
    for round_ in range(1, ROUNDS + 1):
        started = time.process_time()
        proposal = pair_go(GoTask(event, round_, event.players_of(round_)))
        taken = max(taken, time.process_time() - started)
        event = _played(event, round_, proposal)
    print(f"go, {players:>3} players, slowest of {ROUNDS} rounds: {taken:.2f}")
    return taken < MAX_GO.get(players, taken + 1)


def _go_player(number: int) -> GoPlayer:
    rank = random.Random(number).randint(-20, 5)
    return GoPlayer(number + 1, f"Name{number:03}", "First", rank, rating=2100 + 100 * rank)


def _played(event: GoEvent, round_: int, proposal: Proposal) -> GoEvent:
    chance = random.Random(round_)
    results = (GoResult.WHITE_WINS, GoResult.BLACK_WINS)
    games = (
        GoGame(round_, pair.white, pair.black, chance.choice(results)) for pair in proposal.pairs
    )
    byes = ((round_, number) for number in proposal.byes)
    return replace(event, games=(*event.games, *games), byes=event.byes | set(byes))


if __name__ == "__main__":
    main()
