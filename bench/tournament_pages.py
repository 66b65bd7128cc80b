"""``python -m bench.tournament_pages``: the pages of a tournament of 300 players and 9 rounds.

A visitor's and a director's requests through the whole of Django without a server, on SQLite and
on a PostgreSQL of its own, both waiting for the disk. *Made* is with nothing kept, *again* is what
every reader after the first waits for. The best of some turns, beside the limit that the product
sets itself.
"""

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

from bench.standings import TIE_BREAKS, swiss_tournament
from tools.serving import PREPARE
from tools.throwaway_postgres import PostgresMissingError, throwaway_postgres

PLAYERS, ROUNDS = 300, 9
REPEATS = 7
LIMIT = 300


@dataclass(frozen=True, slots=True)
class Page:
    """``limit``: the most milliseconds that making it may take."""

    name: str
    path: str
    limit: int = LIMIT


PAGES = (
    Page("crosstable", "crosstable/"),
    Page("crosstable by number", "crosstable/?order=number"),
    Page("standings", "standings/"),
    Page("standings after round 5", "standings/5/"),
    Page("player’s card", "players/1/"),
    Page("start list", "players/"),
    Page("round", f"rounds/{ROUNDS}/"),
)


def measure() -> None:
    """Print the times of everything in this process's database."""
    import_module("django").setup()
    from dataclasses import replace

    from django.conf import settings
    from django.contrib.auth.models import User
    from django.test import Client

    from clubscore.actor import Actor
    from events.models import Game
    from events.tournaments.services.storing import store_tournament
    from events.tournaments.services.tournaments import publish_tournament

    settings.ALLOWED_HOSTS = ["testserver"]
    value = replace(swiss_tournament(PLAYERS, ROUNDS), tie_breaks=TIE_BREAKS)
    tournament = store_tournament(value=value, by=Actor())
    publish_tournament(tournament=tournament, by=Actor())
    visitor, director = Client(), Client()
    director.force_login(User.objects.create_user("bench", is_staff=True))
    print(f"  {'':32}{'made':>9}{'again':>9}{'KiB':>8}")
    for page in PAGES:
        path = f"/tournaments/{tournament.slug}/{page.path}"
        made, size = _best(partial(_get, visitor, path), before=_forget)
        again, _size = _best(partial(_get, visitor, path))
        _print(page.name, made, again, size / 1024, page.limit)
    for name, path in (("round, with the fields", "rounds/9/"), ("pairings", "rounds/9/pairings/")):
        made, size = _best(partial(_get, director, f"/tournaments/{tournament.slug}/{path}"))
        _print(name, made, None, size / 1024, LIMIT)
    game = Game.objects.get(round__tournament=tournament, round__number=ROUNDS, board_number=1)
    address = f"/tournaments/{tournament.slug}/rounds/{ROUNDS}/games/{game.pk}/"
    typed = iter(["", "1", "", "1"] * REPEATS)
    saved, size = _best(lambda: _post(director, address, {"entry": next(typed)}))
    _print("a result saved or corrected", saved, None, size / 1024, LIMIT)


def _get(client: Any, path: str) -> int:
    answer = client.get(path)
    if answer.status_code != 200:
        raise RuntimeError(f"{path} answered {answer.status_code}")
    return len(answer.content)


def _post(client: Any, path: str, typed: dict[str, str]) -> int:
    answer = client.post(path, typed, headers={"accept": "application/json"})
    if answer.status_code != 200:
        raise RuntimeError(f"{path} answered {answer.status_code}")
    return len(answer.content)


def _forget() -> None:
    from django.core.cache import cache

    cache.clear()


def _best(run: Callable[[], int], before: Callable[[], None] | None = None) -> tuple[float, int]:
    """The milliseconds of the best turn, and what ``run`` gave."""
    times, given = [], 0
    for _turn in range(REPEATS):
        if before:
            before()
        start = time.perf_counter()
        given = run()
        times.append(1000 * (time.perf_counter() - start))
    return min(times), given


def _print(name: str, made: float, again: float | None, size: float, limit: int) -> None:
    kept = "" if again is None else f"{again:.1f}"
    over = "   OVER THE LIMIT" if made > limit else ""
    print(f"  {name:32}{made:9.1f}{kept:>9}{size:8.0f}   limit {limit} ms{over}", flush=True)


def _on(database: str, environment: dict[str, str]) -> None:
    complete = {**os.environ, **environment, "DJANGO_SETTINGS_MODULE": "clubscore.settings"}
    subprocess.run(PREPARE, env=complete, check=True, stdout=subprocess.DEVNULL)
    print(f"{database}: {PLAYERS} players × {ROUNDS} rounds, milliseconds", flush=True)
    call = [sys.executable, "-m", "bench.tournament_pages", "--measure"]
    subprocess.run(call, env=complete, check=True)


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="clubscore-bench-") as folder:
        _on("SQLite", {"DATABASE_URL": "", "CLUBSCORE_DATA": str(Path(folder) / "sqlite")})
        try:
            with throwaway_postgres(durable=True) as url:
                data = str(Path(folder) / "pg")
                _on("PostgreSQL", {"DATABASE_URL": url, "CLUBSCORE_DATA": data})
        except PostgresMissingError as error:
            print(f"PostgreSQL: not measured: {error}")


if __name__ == "__main__":
    if "--measure" in sys.argv[1:]:
        measure()
    else:
        main()
