"""``python -m bench.exchange [--files N]``: files of results and of hands.

Reads a USEBIO of 26 boards with 13 results, a PBN of 36 boards with tables of tricks, and the
database of a club's evening, its helper process included; deals; solves 32 new deals with all cards
in view, in turn by the bare library and by the helper process. Then, on SQLite and PostgreSQL,
exports a session and imports a thousand USEBIO files of it, each of another day and with other
players of 500. Times are wall-clock milliseconds, the best of some turns; one that is over its
limit fails.
"""

import argparse
import datetime
import gc
import json
import lzma
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from importlib import import_module
from itertools import count
from pathlib import Path

from bench.evening import make_evening
from bench.measuring import best, migrated, on_both, run_module

FILES = 1_000
IMPORT_SECONDS = 120
PLAYERS = 500
TABLES = 13
DEALS = 32
PBN_BOARDS = 36
MOST_OF_BARE = 1.2
TURNS = 3

_BWS = Path(__file__).parent.parent / "tests" / "data" / "exchange" / "evening.bws.xz"
_BARE = """
import ctypes, sys
sys.path.insert(0, {folder!r})
from dds_worker import MEMORY, _Deal, _Results
dds = ctypes.CDLL({library!r})
dds.CalcDDtablePBN.argtypes = (_Deal, ctypes.POINTER(_Results))
dds.SetResources(MEMORY, 1)
for deal in {deals!r}:
    dds.CalcDDtablePBN(_Deal(deal), ctypes.byref(_Results()))
"""


def report(what: str, run: Callable[[], object], limit: float, *, share: int = 1) -> int:
    """Print the best time of a step, which ``run`` does ``share`` times; 1 when it is over."""
    took = best(run).wall / share
    verdict = "" if took < limit else "  TOO SLOW"
    print(f"  {what:44}{took:9.2f} ms   limit {limit:5g}{verdict}", flush=True)
    return int(took >= limit)


def measure_files(usebio: bytes) -> int:
    """Readers and dealing; how many are over their limits."""
    from events.exchange.figures import opening
    from events.sessions.hands.domain import draw_deals

    def read(data: bytes) -> Callable[[], object]:
        kind = opening.recognise(data)
        assert kind
        return lambda: opening.read(data, kind)

    lines = usebio.count(b"<TRAVELLER_LINE>")
    slow = report(f"USEBIO, {lines} results, read", read(usebio), 50)
    slow += report(f"PBN, {PBN_BOARDS} boards with tables, read", read(_pbn()), 50)
    bws = lzma.decompress(_BWS.read_bytes())
    slow += report("BWS of an evening, read", read(bws), 1_000)
    slow += report("a deal", lambda: draw_deals(range(1, 101)), 1, share=100)
    return slow


def _pbn() -> bytes:
    from events.exchange.formats.pbn_writer import PbnBoard, write
    from events.sessions.hands.domain import Makeable, draw_deals

    # What the tables say makes no difference to the time.
    makeable = Makeable(tuple(range(7)) * 2 + (7, 8, 9, 10, 11, 12))
    deals = draw_deals(range(1, PBN_BOARDS + 1))
    return write(PbnBoard(number, deal, makeable=makeable) for number, deal in deals)


def measure_solver() -> int:
    """The helper process beside the bare library, the same deals in turn; 1 when it is slow."""
    from events.exchange.engines import double_dummy
    from events.sessions.hands.domain import draw_deals

    library = double_dummy.library()
    if library is None:
        print("  !!! NOT MEASURED: the double-dummy solver is not installed")
        return 1
    deals = [deal for _, deal in draw_deals(range(1, DEALS + 1))]
    program = _BARE.format(
        folder=str(Path(double_dummy.__file__).parent),
        library=str(library),
        deals=[str(deal).encode("ascii") for deal in deals],
    )
    bare, helper = [], []
    for _ in range(TURNS):
        command = [sys.executable, "-S", "-E", "-c", program]
        bare.append(_seconds(lambda: subprocess.run(command, check=True)))  # noqa: B023
        helper.append(_seconds(lambda: list(double_dummy.solve(deals))))
    ratio = min(helper) / min(bare)
    print(
        f"  double dummy, {DEALS} boards: the bare library {min(bare):.2f} s, the helper process"
        f" {min(helper):.2f} s, {ratio:.2f} times{'' if ratio <= MOST_OF_BARE else '  TOO SLOW'}"
    )
    return int(ratio > MOST_OF_BARE)


def _seconds(run: Callable[[], object]) -> float:
    start = time.perf_counter()
    run()
    return time.perf_counter() - start


def measure_sessions(files: int, keep: Path | None) -> int:
    """Export and import in the database of this process; how many are over their limits.

    ``keep`` takes the USEBIO that was exported.
    """
    from events.exchange.figures.exporting import SessionFormat, export_session
    from events.models import Session

    session = Session.objects.get(
        pk=make_evening(directors=0, tables=TABLES, rounds=TABLES)["session"]
    )
    data = export_session(session, SessionFormat.USEBIO)
    if keep:
        keep.write_bytes(data)
    slow = 0
    for each in SessionFormat:
        # As a request has it: nothing is scored yet.
        slow += report(f"export as {each.value}", lambda to=each: _export(session, to), 100)  # type: ignore[misc]
    return slow + _import_all(data, files)


def _export(session: object, to: object) -> None:
    from bench.measuring import forget
    from events.exchange.figures.exporting import export_session

    forget()
    export_session(session, to)  # type: ignore[arg-type]


def _import_all(data: bytes, files: int) -> int:
    from clubscore.web.visitors import Actor
    from events.club.file_kinds import inspect_file
    from events.exchange.domain.session_plan import compare
    from events.exchange.figures.planning import plan_of
    from events.exchange.services.importing import import_session

    first = datetime.date(2016, 1, 4)
    # As a process of the server has it.
    gc.freeze()
    start = time.perf_counter()
    for number in range(files):
        opened = inspect_file(_evening(data, first + datetime.timedelta(days=number), number))
        assert opened.opened
        plan = plan_of(opened.opened.reading)
        comparison = compare(plan)
        assert comparison.published == comparison.agreeing == 2 * TABLES
        import_session(plan=plan, comparison=comparison, by=Actor())
        if (number + 1) % 100 == 0:
            took = time.perf_counter() - start
            print(f"    {number + 1} of {files} files, {took:.0f} s", flush=True)
    took = time.perf_counter() - start
    limit = IMPORT_SECONDS * files / FILES
    verdict = "" if took < limit else "  TOO SLOW"
    print(f"  {files} USEBIO files imported{took:27.1f} s    limit {limit:5g}{verdict}")
    return int(took >= limit)


def _evening(data: bytes, day: datetime.date, number: int) -> bytes:
    """The same results on another day, of other players."""
    seats = count(number * 7)

    def players(pair: re.Match[bytes]) -> bytes:
        names = (_name(next(seats) % PLAYERS) for _ in "ab")
        text = "".join(f"<PLAYER><PLAYER_NAME>{name}</PLAYER_NAME></PLAYER>" for name in names)
        return pair[0] + text.encode()

    data = re.sub(rb"<DATE>[^<]*</DATE>", f"<DATE>{day:%d/%m/%Y}</DATE>".encode(), data)
    return re.sub(rb"<BOARDS_PLAYED>[^<]*</BOARDS_PLAYED>", players, data)


def _name(player: int) -> str:
    return f"{chr(65 + player % 26)}{'aeiou'[player % 5]}n Player{chr(97 + player // 26)}"


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", type=int, default=FILES, help="how many are imported")
    parser.add_argument("--inside", default="", help="measure on the database of this process")
    asked = parser.parse_args(arguments)
    if asked.inside:
        import_module("django").setup()
        wanted = json.loads(asked.inside)
        return measure_sessions(asked.files, Path(wanted["usebio"]))
    with tempfile.TemporaryDirectory(prefix="clubscore-bench-") as folder:
        usebio = Path(folder) / "evening.xml"

        def on(database: str, environment: dict[str, str]) -> int:
            print(f"\n{database}", flush=True)
            inside = migrated(environment)
            wanted = json.dumps({"usebio": str(usebio)})
            options = ("--inside", wanted, "--files", str(asked.files))
            return run_module("bench.exchange", *options, environment=inside)

        slow = on_both(on)
        print("\nFiles")
        slow += measure_files(usebio.read_bytes())
    return 1 if slow + measure_solver() else 0


if __name__ == "__main__":
    sys.exit(main())
