"""``python -m bench.lookup``: a rating list of 300,000, loaded and looked up.

On SQLite and on a PostgreSQL of its own, both waiting for the disk. The list is FIDE's, as a zip
archive. *Loaded* is from the archive to the list that serves; the second time it replaces the
first one. *Found* is the slowest of all beginnings
of two letters, of two words, and of words that nobody has.
"""

import os
import resource
import sys
import time
import zipfile
from collections.abc import Callable, Iterable
from itertools import product
from multiprocessing import Process, active_children
from pathlib import Path
from random import Random
from string import ascii_lowercase

from bench.measuring import migrated, on_both, run_module

PLAYERS = 300_000
_HEADER = (
    f"{'ID Number':15}{'Name':61}Fed Sex Tit  WTit OTit           FOA SRtng SGm SK "
    "RRtng RGm Rk BRtng BGm BK B-day Flag"
)
_SYLLABLES = tuple(map("".join, product("bdgklmnrstv", "aeiou")))[::3]


def main() -> int:
    return on_both(_measure_elsewhere)


def _measure_elsewhere(database: str, environment: dict[str, str]) -> int:
    """In a process of its own, which knows the database from its environment."""
    inside = migrated(environment)
    print(f"\n{database}: a list of {PLAYERS:,}", flush=True)
    return run_module("bench.lookup", "here", environment=inside)


def measure() -> None:
    """Print what loading and looking up take on the database of this process."""
    import django

    django.setup()
    from clubscore.web.visitors import Actor
    from players.selectors.lookup import look_up
    from players.services.lookup import load_in_steps

    path = Path(os.environ["CLUBSCORE_DATA"]) / "list.zip"
    # In a process of its own, whose memory is not counted.
    Process(target=write_list, args=(path, PLAYERS)).start()
    active_children()[0].join()
    print(f"  {path.stat().st_size / 2**20:.1f} MiB packed", flush=True)
    before = _memory()
    for name in ("loaded", "loaded again"):
        started, computed = time.perf_counter(), time.process_time()
        for _ in load_in_steps(file=path, name="FIDE", by=Actor()):
            pass
        took, computed = time.perf_counter() - started, time.process_time() - computed
        grown = _memory() - before
        print(f"  {name:16}{took:8.1f} s, {computed:.1f} s computing, +{grown} MiB", flush=True)
    for name, texts in _typed().items():
        _print_slowest(name, look_up, texts)


def _print_slowest(name: str, look_up: Callable[[str], object], texts: Iterable[str]) -> None:
    times = {}
    for text in texts:
        started = time.perf_counter()
        look_up(text)
        times[text] = 1000 * (time.perf_counter() - started)
    slowest = max(times, key=times.__getitem__)
    mean = sum(times.values()) / len(times)
    print(f"  {name:16}{mean:8.2f} ms, the slowest {times[slowest]:.1f} ms ({slowest})", flush=True)


def _typed() -> dict[str, list[str]]:
    """What somebody types, by the name of the measurement."""
    pairs = list(map("".join, product(ascii_lowercase, repeat=2)))
    random = Random(15)
    return {
        "two letters": pairs,
        "two beginnings": [" ".join(random.sample(pairs, 2)) for _ in range(300)],
        "two words": [
            f"{random.choice(_SYLLABLES)} {random.choice(_SYLLABLES)}" for _ in range(300)
        ],
        "found nowhere": [f"{beginning} zz" for beginning in _SYLLABLES],
        "numbers": [str(1_000_000 + number) for number in range(0, 3000, 10)],
    }


def write_list(path: Path, count: int) -> None:
    """A zip archive of FIDE's combined list, with so many invented players by their names."""
    random = Random(15)
    families = sorted(map("".join, product(_SYLLABLES, repeat=3)))
    given = list(map("".join, product(_SYLLABLES, repeat=2)))
    lines = [_HEADER]
    for number in range(count):
        family = families[number * len(families) // count].title()
        lines.append(_line(1_000_000 + number, f"{family}, {random.choice(given).title()}", random))
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("players_list_foa.txt", "\r\n".join(lines) + "\r\n")


def _line(number: int, name: str, random: Random) -> str:
    federation = random.choice(("NED", "GER", "FRA", "ENG", "IND", "POL"))
    title = random.choice(("", "", "", "", "FM", "IM", "GM", "WFM"))
    rating = random.randint(1000, 2700)
    born = random.randint(1940, 2018)
    return (
        f"{number:<15}{name:61}{federation} M   {title:5}{'':5}{'':15}{'':4}"
        f"{rating:<6}0   20 0     0   0  0     0   0  {born}      "
    )


def _memory() -> int:
    """The most MiB that this process has taken."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


if __name__ == "__main__":
    if sys.argv[1:] == ["here"]:
        measure()
    else:
        sys.exit(main())
