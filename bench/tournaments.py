"""``python -m bench.tournaments``: tournament files read, written and stored.

A file of 300 players and 9 rounds, read leniently and strictly, written, and stored with its
players linked to the register, on SQLite and on a PostgreSQL of its own, both waiting for the
disk. The strict reading is compared with the Ruby gem icu_tournament where ruby and the gem are
installed. The best of some turns, beside the limit that the product sets itself.
"""

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from importlib import import_module

from bench.measuring import best, migrated, on_both, run_module
from bench.standings import swiss_tournament
from events.tournaments.core.domain.results import Code
from events.tournaments.core.domain.tournament import Tournament
from events.tournaments.files.domain import Format, Profile
from events.tournaments.files.formats.krause.checks import ranked
from events.tournaments.files.formats.krause.reader import read
from events.tournaments.files.formats.krause.writer import write

PLAYERS, ROUNDS = 300, 9
REPEATS = 20
STORED = 2
READING, STORING = 40, 2000
"""The limits, in milliseconds."""

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
        errors = done.stderr.decode().strip().splitlines() or [""]
        return f"it does not run: {errors[0][:80]}"
    return f"{1000 * float(done.stdout):.1f} ms"


def store() -> None:
    """Store the tournament in this process's database, first with 300 new players, then with 300
    known ones, and print the times."""
    import_module("django").setup()
    from clubscore.web.visitors import Actor
    from events.tournaments.files.services import import_tournament

    run = partial(import_tournament, value=big_tournament(), by=Actor())
    new, known = best(run, repeats=1).wall, best(run, repeats=STORED).wall
    print(f"{new:9.1f} ms   limit {STORING} ms; {known:.1f} ms when everybody is known")


def _stored(database: str, environment: dict[str, str]) -> int:
    inside = migrated(environment)
    print(f"stored on {database:31} ", end="", flush=True)
    return run_module("bench.tournaments", "--store", environment=inside)


def main() -> int:
    tournament = big_tournament()
    text = write(tournament).text
    print(f"{PLAYERS} players × {ROUNDS} rounds, {len(text.encode()) / 1024:.0f} KiB")
    # The strict reader takes no letters, so what only these can express is left out.
    plain = write(_without_letters(tournament), format=Format.KRAUSE).text
    measures: dict[str, Callable[[], object]] = {
        "read": partial(read, text),
        "read strictly": partial(read, plain, profile=Profile.STRICT),
    }
    for name, run in measures.items():
        print(f"{name:41} {best(run, repeats=REPEATS).wall:9.1f} ms   limit {READING} ms")
    for format_ in Format:
        cost = best(partial(write, tournament, format=format_), repeats=REPEATS)
        print(f"{f'written as {format_}':41} {cost.wall:9.1f} ms")
    print(f"{'the gem icu_tournament, strictly':41} {_gem(plain)}")
    return on_both(_stored)


def _without_letters(tournament: Tournament) -> Tournament:
    """Without the byes that the old spelling would have to distinguish by rounds."""
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
        sys.exit(main())
