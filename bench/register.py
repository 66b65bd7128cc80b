"""``python -m bench.register``: a file of 10,000 players, checked and imported, and a list of as
many members, read, imported, and imported again with a change for each.

On SQLite and on a PostgreSQL of its own, both waiting for the disk. *Checked* is the file from its
bytes to the players that it would add, the register's own among the questions; *imported* is
until they are stored, with their entries in the register's log. Each time other players come to
those of the time before.
"""

import io
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice, product
from string import ascii_lowercase

from bench.measuring import migrated, on_both, run_module

PLAYERS = 10_000
TIMES = 3


def main() -> int:
    return on_both(_measure_elsewhere)


def _measure_elsewhere(database: str, environment: dict[str, str]) -> int:
    """In a process of its own, which knows the database from its environment."""
    inside = migrated(environment)
    print(f"\n{database}: {PLAYERS:,} players, {TIMES} times", flush=True)
    return run_module("bench.register", "here", environment=inside)


def measure() -> None:
    """Print what checking and importing take on the database of this process."""
    import django

    django.setup()
    from clubscore.files.spreadsheets.writing import csv_lines
    from clubscore.web.visitors import Actor
    from players.figures import Source, check_register_file
    from players.formats import register
    from players.services.importing import import_players

    _measure_lists()
    for turn in range(TIMES):
        text = players_text(turn)
        rows = register.read(text).rows
        written = register.written_rows(rows, register.REGISTER_COLUMNS, 5)
        sheet = io.BytesIO()
        register.save_xlsx(rows, sheet)
        sources = {
            "checked": Source(text.encode()),
            "checked, CSV": Source("".join(csv_lines(written)).encode(), "players.csv"),
            "checked, xlsx": Source(sheet.getvalue(), "players.xlsx"),
        }
        for name, source in sources.items():
            with _timed(name):
                reading = check_register_file(source=source).reading
        with _timed("imported"):
            import_players(reading=reading, by=Actor())


def _measure_lists() -> None:
    """Print what a list of members takes, new and then changed."""
    from clubscore.web.visitors import Actor
    from players.domain.registration import Registration
    from players.figures import Source, read_member_list
    from players.services.importing import import_members

    for name, text in {"new": members_text("one"), "changed": members_text("two")}.items():
        with _timed(f"list, {name}: read"):
            member_list = read_member_list(
                source=Source(text.encode()), registration=Registration()
            )
        with _timed(f"list, {name}: stored"):
            done = import_members(
                members=member_list.members, by=Actor(), seen=member_list.matching.mark
            )
        print(f"    {done.added:,} new, {done.changed:,} changed")


@contextmanager
def _timed(name: str) -> Iterator[None]:
    started, computed = time.perf_counter(), time.process_time()
    yield
    took, computed = time.perf_counter() - started, time.process_time() - computed
    print(f"  {name:22}{took:8.2f} s, {computed:.2f} s of them computing", flush=True)


def players_text(turn: int) -> str:
    """A register file of players whom no other turn has."""
    letters = map("".join, product(ascii_lowercase, repeat=3))
    lines = ["NAME\tGRADE\tCLUB\tCOUNTRY\tNOTE\tREG\tGROUP\tROUNDS"]
    family = f"Turn-{ascii_lowercase[turn]}"
    for number, given in enumerate(islice(letters, PLAYERS)):
        grade, club = f"{1 + number % 30}k", f"Club {ascii_lowercase[number % 26]}"
        lines.append(f"{given} van der {family}\t{grade}\t{club}\t\tnote {number}\tr\t\t1 3 5")
    return "\n".join(lines) + "\n"


def members_text(note: str) -> str:
    """A list of members in columns as clubs have them."""
    letters = map("".join, product(ascii_lowercase, repeat=3))
    lines = [
        "Lidnr;Voornaam;Tussenvoegsel;Achternaam;Geboren;Telefoon;E-mail;Bondsnr;Club;Opmerking"
    ]
    for number, given in enumerate(islice(letters, PLAYERS), start=1):
        born = f"{1 + number % 28}-{1 + number % 12}-{1930 + number % 80}"
        lines.append(
            f"{number};{given.title()};van der;Berg-{given[0]};{born};06-{number:08};"
            f"{given}@example.org;{500_000 + number};B.C. {number % 26};{note}"
        )
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    if sys.argv[1:] == ["here"]:
        measure()
    else:
        sys.exit(main())
