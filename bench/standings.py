"""``python -m bench.standings``: a tournament's results to its standings and its crosstable.

Swiss, with forfeits, byes and withdrawals, so that Article 16 of the tie-break rules is at work;
five tie-breaks. Beside it, where it is installed, gacrux does the same tournament without the
time for making its input. The *floor* is the least such work can cost in Python: add up everyone's
points and everyone's opponents' points, as whole numbers, and sort.
"""

import gc
import platform
import random
from collections.abc import Callable
from datetime import date
from functools import partial

from bench.measuring import best
from events.tournaments.core.domain.results import Code, Colour, Result
from events.tournaments.core.domain.tournament import Entrant, Tournament
from events.tournaments.standings.domain.standings import crosstable, standings

SEED = 7
TIE_BREAKS = ("BH/C1", "BH", "SB", "DE", "WIN")
TOURNAMENTS = ((30, 5), (100, 7), (300, 9), (1_000, 11))
GAMES = ("10", "01", "==") * 8 + ("+-", "-+")
BYES = ("U", "H", "F", "Z")


def main() -> None:
    print(f"Python {platform.python_version()}; milliseconds, the best of several runs")
    print(f"Tie-breaks: {', '.join(TIE_BREAKS)}")
    print(f"{'':26}{'standings':>10}{'crosstable':>11}{'floor':>8}{'gacrux':>9}")
    for players, rounds in TOURNAMENTS:
        tournament = swiss_tournament(players, rounds)
        ours = _best(partial(standings, tournament, tie_breaks=TIE_BREAKS))
        table = _best(partial(crosstable, tournament, tie_breaks=TIE_BREAKS))
        floor = _best(partial(_floor, tournament))
        theirs = _gacrux(tournament)
        name = f"{players:,} players × {rounds} rounds"
        beside = "-" if theirs is None else f"{theirs:.1f}"
        print(f"{name:26}{ours:>10.1f}{table:>11.1f}{floor:>8.1f}{beside:>9}")


def swiss_tournament(players: int, rounds: int) -> Tournament:
    """An invented Swiss, always the same: neighbours in the standings meet."""
    choice = random.Random(SEED)
    results: dict[int, list[Result | None]] = {number: [] for number in range(1, players + 1)}
    points = dict.fromkeys(results, 0.0)
    for _ in range(rounds):
        order = sorted(results, key=lambda number: (-points[number], choice.random()))
        away = {number for number in order if choice.random() < 0.03}
        here = [number for number in order if number not in away]
        if len(here) % 2:
            away.add(here.pop())
        for number in away:
            results[number].append(Result(None, None, Code(choice.choice(BYES))))
        for white, black in zip(here[::2], here[1::2], strict=True):
            codes = choice.choice(GAMES)
            results[white].append(Result(black, Colour.WHITE, Code(codes[0])))
            results[black].append(Result(white, Colour.BLACK, Code(codes[1])))
            points[white] += {"1": 1, "+": 1, "=": 0.5}.get(codes[0], 0)
            points[black] += {"1": 1, "+": 1, "=": 0.5}.get(codes[1], 0)
    entrants = tuple(
        Entrant(number, f"Player {number}", rating=1200 + number, results=tuple(own))
        for number, own in results.items()
    )
    return Tournament(
        "Invented", start=date(2026, 4, 1), kind="Swiss", rounds=rounds, entrants=entrants
    )


def _best(work: Callable[[], object]) -> float:
    """Milliseconds: the best of as many runs as fit into two seconds, at least three."""
    return best(work, before=gc.collect, repeats=3, seconds=2).wall


def _floor(tournament: Tournament) -> list[tuple[int, ...]]:
    worth = {code: int(2 * (tournament.system.points(code) or 0)) for code in Code}
    points = {
        entrant.number: sum(worth[result.code] for result in entrant.results if result)
        for entrant in tournament.entrants
    }
    lines = []
    for entrant in tournament.entrants:
        met = [points[result.opponent] for result in entrant.results if result and result.opponent]
        lines.append((points[entrant.number], sum(met), entrant.number))
    return sorted(lines, reverse=True)


def _gacrux(tournament: Tournament) -> float | None:
    try:
        from gacrux.tiebreak import tiebreak

        from tests.events.tournaments.standings.domain.gacrux_oracle import event
    except ImportError:
        return None
    rounds = tournament.rounds
    codes = ["PTS", *TIE_BREAKS]

    def work() -> object:
        theirs = made.pop()
        computed = tiebreak(theirs, rounds, {"swiss": True})
        return computed.compute_tiebreaks(theirs, {"tiebreak": codes, "check": False})

    # It changes its input, so that every turn needs one of its own.
    made = [event(tournament, rounds) for _ in range(3)]
    return best(work, repeats=len(made)).wall


if __name__ == "__main__":
    main()
