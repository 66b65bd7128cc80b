"""``python -m bench.register_pages``: the register's pages with ten thousand players.

The list as it opens, deep in it, sorted, searched and filtered; the page of a player with five
hundred evenings, cold and again; the exports, to the last byte. A director's requests through
the whole of Django without a server, on SQLite and on a PostgreSQL of its own; the best of some
turns, beside the limit that the product sets itself.
"""

import datetime
import itertools
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

from tools.throwaway_postgres import PostgresMissingError, throwaway_postgres

PLAYERS = 10_000
EVENINGS = 500
REPEATS = 5
STARTS = (
    "Al Be Ca Dor El Fen Gar Hol Im Jor Kel Lan Mer Nor Os Pel Quin Ros Sten Tor Ul Ver Wil Zel"
)
ENDS = "bert berg croft dale erson field gård holm ington kins ley möller ness over ridge stone ton"
KINDS = ("register.txt", "register.csv", "register.xlsx", "players.csv", "players.xlsx")
CLUBS = "Hollybrook Westmere Oakham Linden Thornbury Ashdown Kingsford Marlow Sedgewick Elmhurst"


@dataclass(frozen=True, slots=True)
class Measure:
    """A page, and the most milliseconds it may take."""

    name: str
    path: str
    limit: int | None = None
    forgets: bool = False


def fill() -> int:
    """Make the register and the evenings of its first player; that player's number."""
    from django.contrib.auth.models import User

    from players.domain.names import Name
    from players.models import Club, Player

    clubs = Club.objects.bulk_create(Club(name=name) for name in CLUBS.split())
    words = [a + b for a, b in itertools.product(STARTS.split(), ENDS.split())]
    names = itertools.islice(
        (
            Name(given, "", family)
            for family, given in itertools.product(words, words)
            if family != given
        ),
        0,
        None,
        16,
    )
    for number, name in enumerate(itertools.islice(names, PLAYERS)):
        player = Player(
            given=name.given,
            family=name.family,
            grade=f"{number % 30 + 1}k",
            club=clubs[number % 10],
            email=f"player{number}@example.org" if number % 2 else "",
            note="=1+1" if number % 100 == 0 else "",
        )
        player.save(force_insert=True)
    User.objects.create_user("bench", is_staff=True)
    return _play(list(Player.objects.order_by("pk")[:28]))


def _play(players: list[Any]) -> int:
    """Evenings of seven tables, every line with a result, all by the same players."""
    from django.db.models import F
    from django.db.models.functions import Mod

    from clubscore.actor import Actor
    from events.models import Session, TravellerLine
    from events.sessions.services import sessions
    from movements.domain import plans
    from movements.domain.plans import Family, Plan
    from movements.formats import asc
    from movements.services import store_movement

    movement = plans.build(Plan(Family.HOWELL, 14, 13))
    stored = store_movement(name="Measurement", text=asc.write(movement))
    names = {
        f"A{number + 1}": [players[2 * number].name, players[2 * number + 1].name]
        for number in range(14)
    }
    for evening in range(EVENINGS):
        sessions.create_session(
            title=f"Evening {evening + 1}",
            date=datetime.date(2016, 1, 7) + datetime.timedelta(weeks=evening),
            movement=stored,
            boards_per_round=2,
            names=names,
            by=Actor(),
        )
    # Eleven different results, in one statement.
    score = (Mod(F("board") * 7 + F("table") * 3, 11) - 5) * 50
    TravellerLine.objects.update(score_ns=score)
    Session.objects.update(state=Session.State.FINISHED)
    return int(players[0].pk)


def measures(number: int) -> list[Measure]:
    """What is measured; ``number`` is the player's who played."""
    return [
        Measure("list", "/players/", 200),
        Measure("list, the last page", "/players/?page=9999", 200),
        Measure("list, by club, falling", "/players/?sort=-club&page=90", 200),
        Measure("list, by grade", "/players/?sort=grade&page=40", 200),
        Measure("search: a part of two names", "/players/?q=mer+ber", 200),
        Measure("search: nobody", "/players/?q=xyz", 200),
        Measure("one club, one grade", "/players/?club=1&grade=2k", 200),
        Measure("a player, 500 evenings", f"/players/{number}/", None, forgets=True),
        Measure("a player, once more", f"/players/{number}/", 200),
        Measure("a player, everything held", f"/players/{number}/held/", None),
        *(Measure(f"export {kind}", f"/players/export/{kind}", None) for kind in KINDS),
    ]


def measure() -> int:
    """Print a table for the database of the environment; how many limits were broken."""
    from django.contrib.auth.models import User
    from django.core.cache import caches
    from django.db import transaction
    from django.test import Client

    with transaction.atomic():
        number = fill()
    client = Client(headers={"host": "localhost"})
    client.force_login(User.objects.get())

    def forget() -> None:
        for name in caches.settings:
            caches[name].clear()

    broken = 0
    for each in measures(number):
        before = forget if each.forgets else None
        seconds = _best(partial(_get, client, each.path), before)
        limit = f"   limit {each.limit} ms" if each.limit else ""
        broken += bool(each.limit and 1000 * seconds > each.limit)
        print(f"  {each.name:32} {1000 * seconds:9.1f} ms{limit}", flush=True)
    return broken


def _get(client: Any, path: str) -> None:
    response = client.get(path)
    if response.status_code != 200:
        raise RuntimeError(f"{path}: {response.status_code}")
    b"".join(response) if response.streaming else response.content


def _best(run: Callable[[], None], before: Callable[[], None] | None) -> float:
    times = []
    for _turn in range(REPEATS):
        if before:
            before()
        start = time.perf_counter()
        run()
        times.append(time.perf_counter() - start)
    return min(times)


def _in_process(environment: dict[str, str]) -> int:
    """Measure in a process of its own, whose settings name the database."""
    complete = {**os.environ, **environment, "DJANGO_SETTINGS_MODULE": "clubscore.settings"}
    migrate = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
    subprocess.run(migrate, env=complete, check=True)
    here = [sys.executable, "-m", "bench.register_pages", "here"]
    return subprocess.run(here, env=complete, check=False).returncode


def main() -> int:
    if sys.argv[1:] == ["here"]:
        import_module("django").setup()
        return measure()
    broken = 0
    with tempfile.TemporaryDirectory(prefix="clubscore-bench-") as name:
        print(f"SQLite: {PLAYERS:,} players, {EVENINGS} evenings")
        data = str(Path(name) / "sqlite")
        broken += _in_process({"DATABASE_URL": "", "CLUBSCORE_DATA": data})
        try:
            with throwaway_postgres(durable=True) as url:
                print("PostgreSQL")
                data = str(Path(name) / "postgresql")
                broken += _in_process({"DATABASE_URL": url, "CLUBSCORE_DATA": data})
        except PostgresMissingError as error:
            print(f"!!! NOT MEASURED on PostgreSQL: {error}")
            broken += 1
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
