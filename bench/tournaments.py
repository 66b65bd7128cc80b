"""``python -m bench.tournaments``: tournament files read, written and stored.

A file of 300 players and 9 rounds, read leniently and strictly, written, and stored with its
players linked to the register, on SQLite and on a PostgreSQL of its own, both waiting for the
disk. Beside the strict reading stands the Ruby gem icu_tournament where ruby and the gem are
installed. The best of some turns, beside the limit that the product sets itself.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from importlib import import_module
from pathlib import Path

from bench.standings import swiss_tournament
from events.tournaments.domain.results import Code
from events.tournaments.domain.tournament import Tournament
from events.tournaments.formats.krause.contradictions import ranked
from events.tournaments.formats.krause.reader import Profile, read
from events.tournaments.formats.krause.writer import Format, write
from tools.serving import PREPARE
from tools.throwaway_postgres import PostgresMissingError, throwaway_postgres

PLAYERS, ROUNDS = 300, 9
REPEATS = 20
STORED = 3
READING, STORING = 0.040, 2.0

_FOR_RUBY = """
require "icu_tournament"
text = File.read(ARGV[0], encoding: "UTF-8")
times = (1..%d).map do
  start = Process.clock_gettime(Process::CLOCK_MONOTONIC)
  ICU::Tournament::Krause.new.parse!(text, :is_utf8 => true)
  Process.clock_gettime(Process::CLOCK_MONOTONIC) - start
end
puts times.min
"""


def big_tournament() -> Tournament:
    """An invented one, with names and numbers, in which the format of 2006 finds no fault."""
    entrants = (
        replace(
            entrant,
            family=f"Family{_letters(entrant.number)}",
            given="Given",
            federation="IRL",
            identity=str(1_000_000 + entrant.number),
            born="1990-02-28",
        )
        for entrant in swiss_tournament(PLAYERS, ROUNDS).entrants
    )
    tournament = replace(
        swiss_tournament(PLAYERS, ROUNDS), name="Big Open", entrants=tuple(entrants)
    )
    return ranked(tournament)


def _letters(number: int) -> str:
    """A number as letters, for names have no digits."""
    return "".join(chr(ord("a") + int(digit)) for digit in str(number))


def _best(run: Callable[[], object], repeats: int = REPEATS) -> float:
    times = []
    for _turn in range(repeats):
        start = time.perf_counter()
        run()
        times.append(time.perf_counter() - start)
    return min(times)


def _gem(text: str) -> str:
    """How long the gem takes for a text, or why that is not known."""
    ruby = shutil.which("ruby")
    if ruby is None:
        return "ruby is not installed"
    with tempfile.NamedTemporaryFile("w", suffix=".tab", encoding="utf-8", newline="") as file:
        file.write(text.replace("\r\n", "\n"))
        file.flush()
        done = subprocess.run(
            [ruby, "-e", _FOR_RUBY % REPEATS, file.name], capture_output=True, check=False
        )
    if done.returncode:
        if b"cannot load such file -- icu_tournament" in done.stderr:
            return "the gem is not installed"
        said = done.stderr.decode().strip().splitlines() or [""]
        return f"it does not run: {said[0][:80]}"
    return f"{1000 * float(done.stdout):.1f} ms"


def store() -> None:
    """Store the tournament some times in this process's database; print the seconds of each."""
    import_module("django").setup()
    from clubscore.actor import Actor
    from events.tournaments.services.krause import import_tournament

    times = []
    value = big_tournament()
    for _turn in range(STORED):
        start = time.perf_counter()
        import_tournament(value=value, by=Actor())
        times.append(time.perf_counter() - start)
    print(json.dumps(times))


def _stored(environment: dict[str, str]) -> tuple[float, float]:
    """Seconds to store it with 300 new players, and with 300 known ones."""
    complete = {**os.environ, **environment, "DJANGO_SETTINGS_MODULE": "clubscore.settings"}
    subprocess.run(PREPARE, env=complete, check=True, stdout=subprocess.DEVNULL)
    call = [sys.executable, "-m", "bench.tournaments", "--store"]
    done = subprocess.run(call, env=complete, check=True, stdout=subprocess.PIPE)
    first, *others = json.loads(done.stdout)
    return first, min(others)


def _print_stored(database: str, environment: dict[str, str]) -> None:
    new, known = _stored(environment)
    print(
        f"stored on {database:31} {1000 * new:9.1f} ms   limit {1000 * STORING:.0f} ms;"
        f" {1000 * known:.1f} ms when everybody is known"
    )


def main() -> None:
    tournament = big_tournament()
    text = write(tournament).text
    print(f"{PLAYERS} players × {ROUNDS} rounds, {len(text.encode()) / 1024:.0f} KiB")
    # What only letters can say is left out for the strict reader.
    plain = write(_without_letters(tournament), format=Format.KRAUSE).text
    measures: dict[str, Callable[[], object]] = {
        "read": partial(read, text),
        "read strictly": partial(read, plain, profile=Profile.STRICT),
    }
    for name, run in measures.items():
        print(f"{name:41} {1000 * _best(run):9.1f} ms   limit {1000 * READING:.0f} ms")
    for format_ in Format:
        seconds = _best(partial(write, tournament, format=format_))
        print(f"{f'written as {format_}':41} {1000 * seconds:9.1f} ms")
    print(f"{'the gem icu_tournament, strictly':41} {_gem(plain)}")
    with tempfile.TemporaryDirectory(prefix="clubscore-bench-") as folder:
        environment = {"DATABASE_URL": "", "CLUBSCORE_DATA": str(Path(folder) / "sqlite")}
        _print_stored("SQLite", environment)
        try:
            with throwaway_postgres(durable=True) as url:
                environment = {"DATABASE_URL": url, "CLUBSCORE_DATA": str(Path(folder) / "pg")}
                _print_stored("PostgreSQL", environment)
        except PostgresMissingError as error:
            print(f"PostgreSQL: not measured: {error}")


def _without_letters(tournament: Tournament) -> Tournament:
    """Without the byes that the old spelling would have to tell apart by rounds."""
    entrants = tuple(
        replace(
            entrant,
            results=tuple(
                None if result and result.code in (Code.FULL_BYE, Code.PAIRING_BYE) else result
                for result in entrant.results
            ),
        )
        for entrant in tournament.entrants
    )
    return ranked(replace(tournament, entrants=entrants))


if __name__ == "__main__":
    if "--store" in sys.argv[1:]:
        store()
    else:
        main()
