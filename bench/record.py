"""``python -m bench.record``: the page of a player of 60 evenings, in milliseconds of the CPU.

On SQLite, in a transaction that is taken back. *First* is with nothing cached: every evening is
scored; *again* is what every reader after the first waits for; *one changed* is after a result
was changed in one of them. For comparison: the list of the latest twenty events alone.
"""

import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from bench.measuring import forget, migrated, run_module

EVENINGS: Final = 60
TURNS: Final = 5
CONTRACTS: Final = (
    ("4S", "N", 10, 420),
    ("3NT", "E", 9, -400),
    ("2H", "S", 7, -50),
    ("1NT", "W", 6, 50),
    ("6D", "N", 12, 920),
)


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        environment = {"CLUBSCORE_DATA": str(Path(folder)), "DATABASE_URL": ""}
        return run_module("bench.record", "here", environment=migrated(environment))


def measure() -> None:
    """Print the costs on the database of this process."""
    import django

    django.setup()
    from django.contrib.auth.models import User
    from django.db import transaction
    from django.test import Client

    from players import history

    director = Client(headers={"host": "localhost"})
    director.force_login(User.objects.create_user("bench", is_staff=True))
    with transaction.atomic():
        number, change = _evenings()

        def page() -> None:
            answer = director.get(f"/players/{number}/")
            if answer.status_code != 200:
                raise RuntimeError(f"the page answered {answer.status_code}")

        def latest() -> None:
            history.appearances(number, history.played(number)[:20])

        page()
        for name, ask, before in (
            ("page, first", page, forget),
            ("page, again", page, lambda: None),
            ("page, one changed", page, change),
            ("the latest twenty alone, first", latest, forget),
        ):
            print(f"  {name:32}{_best(ask, before):9.1f}", flush=True)
        transaction.set_rollback(True)


def _evenings() -> tuple[int, Callable[[], None]]:
    """A player of many evenings with contracts, and a change of one of them."""
    from django.db.models import F
    from django.db.models.functions import Mod

    from bench import data_sets
    from clubscore.web.visitors import Actor
    from events.models import ContestantPlayer, TravellerLine
    from events.sessions.setup.services.sessions import finish, reopen
    from movements.domain import plans
    from movements.domain.plans import Family, Plan

    howell = plans.build(Plan(Family.HOWELL, 14, 13))
    made = data_sets.evenings(EVENINGS, howell, data_sets.pairs(14))
    kinds = TravellerLine.objects.annotate(kind=Mod(F("board") * 3 + F("table"), len(CONTRACTS)))
    for kind, (contract, declarer, tricks, score) in enumerate(CONTRACTS):
        kinds.filter(kind=kind).update(
            contract=contract, declarer=declarer, tricks=tricks, score_ns=score
        )

    def change() -> None:
        made[0].refresh_from_db()
        (reopen if made[0].is_finished else finish)(session=made[0], by=Actor())

    return ContestantPlayer.objects.filter(session=made[0]).order_by("pk")[0].player_id, change


def _best(ask: Callable[[], None], before: Callable[[], None]) -> float:
    """Milliseconds of the processor, the best of some turns."""
    times = []
    for _turn in range(TURNS):
        before()
        start = time.process_time()
        ask()
        times.append(time.process_time() - start)
    return 1000 * min(times)


if __name__ == "__main__":
    if sys.argv[1:] == ["here"]:
        measure()
    else:
        sys.exit(main())
