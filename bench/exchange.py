"""``python -m bench.exchange``: what auctions and card play cost.

Milliseconds of the processor, in the solver's process, for the costs of a play, the leads to a
contract and the table of a board; by the clock for reading a file, and for the import of an evening
with its play. The plays are invented: of the cards that cost nothing one by chance, and of the
others each eighth too. Exit status 1 where the costs of a play take more than the limit.
"""

import os
import resource
import sys
import tempfile
from pathlib import Path
from random import Random
from typing import Any

LIMIT = 30.0
"""Milliseconds of the processor for the costs of a play."""
PLAYS = 8
EVENING = 168
"""Results of an evening, each with its play."""

Play = tuple[Any, Any, Any, tuple[Any, ...]]
"""A deal, the declarer, the strain and the cards."""


def main() -> int:
    with tempfile.TemporaryDirectory(prefix="clubscore-bench-") as folder:
        os.environ |= {
            "DJANGO_SETTINGS_MODULE": "clubscore.settings",
            "CLUBSCORE_DATA": folder,
            "DATABASE_URL": "",
        }
        import django

        django.setup()
        return _measure(Path(folder))


def _measure(folder: Path) -> int:
    from django.core.management import call_command

    from bench.measuring import best
    from events.exchange.engines.double_dummy import Cards, PlayCosts, Table
    from events.exchange.figures.opening import open_results

    plays = _plays()
    costs = _solving([PlayCosts(*play) for play in plays])
    print(f"costs of a play           {costs:8.1f} ms (limit {LIMIT:.0f})")
    print(f"leads to a contract       {_solving([Cards(*play[:3]) for play in plays]):8.1f} ms")
    print(f"table of a board          {_solving([Table(play[0]) for play in plays]):8.1f} ms")
    file = _evening(plays)
    read = best(lambda: open_results(file), repeats=3)
    print(f"reading {EVENING} results       {read.wall:8.1f} ms, {len(file) // 1024} KB")
    call_command("migrate", verbosity=0)
    path = folder / "evening.lin"
    path.write_bytes(file)
    with Path(os.devnull).open("w", encoding="utf-8") as nowhere:

        def imported() -> None:
            call_command(
                "import_session", str(path), date="2026-01-19", json=True, stdout=nowhere,
                stderr=nowhere,
            )  # fmt: skip

        stored = best(imported, repeats=1)
        again = best(imported, repeats=3)
    print(f"import with its play      {stored.wall:8.0f} ms; once more {again.wall:.0f} ms")
    return int(costs > LIMIT)


def _solving(tasks: list[Any]) -> float:
    """Milliseconds of the processor that the solver takes for a task, beyond its start."""
    from events.exchange.engines import double_dummy

    def used(own: list[Any]) -> float:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        list(double_dummy.solve(own))
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime

    once, thrice = min(used(tasks) for _ in range(3)), min(used(tasks * 3) for _ in range(3))
    return 1000 * (thrice - once) / (2 * len(tasks))


def _plays() -> list[Play]:
    """Deals, each with a declarer, a strain and 52 cards; all of them card by card."""
    from events.exchange.engines.double_dummy import Cards, solve
    from events.sessions.cardplay.domain.tricks import follow, leader_of
    from events.sessions.core.domain.contract import Seat, Strain
    from events.sessions.hands.domain import DEALS, SEATS, deal_of_number

    random = Random(45)
    plays: list[Play] = []
    for _number in range(PLAYS):
        deal = deal_of_number(random.randrange(DEALS))
        plays.append((deal, random.choice(list(Seat)), random.choice(list(Strain)), ()))
    for place in range(52):
        for number, answer in enumerate(solve([Cards(*play) for play in plays])):
            deal, declarer, strain, cards = plays[number]
            tricks = follow(cards, declarer, strain)
            leader = tricks.winners[-1] if tricks.winners else leader_of(declarer)
            turn = SEATS[(SEATS.index(leader) + place % 4) % 4]
            if not answer:
                raise RuntimeError("the solver has no answer")
            right = (max if turn.side is declarer.side else min)(answer.values())
            good = [card for card, own in answer.items() if own == right or not random.randrange(8)]
            plays[number] = deal, declarer, strain, (*cards, random.choice(sorted(good, key=str)))
    return plays


def _evening(plays: list[Play]) -> bytes:
    """The plays as the results of an evening: each board was played several times."""
    from events.exchange.domain.results_file import FileBoard, FileLine
    from events.exchange.formats import lin
    from events.sessions.cardplay.domain import tricks
    from events.sessions.cardplay.domain.auction import made_auction
    from events.sessions.core.domain.contract import dealer
    from events.sessions.hands.domain import SEATS

    records = []
    for place in range(EVENING):
        deal, declarer, strain, cards = plays[place % len(plays)]
        board, table = place % len(plays) + 1, place // len(plays)
        before = (SEATS.index(declarer) - SEATS.index(dealer(board))) % 4
        auction = made_auction([*["P"] * before, f"1{strain}", "P", "P", "P"])
        line = FileLine(auction=auction, play=tricks.Play(cards))
        names = {seat: f"Player {table}{seat}" for seat in SEATS}
        records.append((FileBoard(board, deal=deal, dealer=dealer(board)), line, names))
    return lin.write_records(records)


if __name__ == "__main__":
    sys.exit(main())
